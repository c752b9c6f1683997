/** Attributes of HTML, also those that each element may have in React, in lower case. */
const OF_HTML = new Set(
  (
    'about accept accesskey align alt anchor autocapitalize autocomplete autocorrect autofocus autosave border ' +
    'cellpadding cellspacing children class classname color cols colspan content contenteditable contextmenu ' +
    'dangerouslysetinnerhtml datatype defaultchecked defaultvalue dir disabled draggable elementtiming enterkeyhint ' +
    'exportparts for form headingoffset headingreset height hidden high id inert inlist inputmode is itemid itemprop ' +
    'itemref itemscope itemtype key lang list ' +
    'loading low max maxlength messages min minlength name nonce optimum part placeholder popover popovertarget ' +
    'popovertargetaction prefix property radiogroup readonly ref rel render required resource results rev role rows ' +
    'rowspan security size slot span spellcheck start step style suppresscontenteditablewarning ' +
    'suppresshydrationwarning tabindex title translate type typeof unselectable virtualkeyboardpolicy vocab width ' +
    'writingsuggestions xmlns'
  ).split(' '),
)

/**
 * Data, handlers, and attributes of frameworks and extensions, which have a sign that names of options do not have. A
 * letter of any language is no sign: 金額 is an amount.
 */
const OF_OTHERS = /^(?:data|aria|ng|v|x|hx|bind)-|^(?:bis)?_|^on|^js|[^\p{L}\p{M}\p{N}_-]/u

function isOfHtml(name: string): boolean {
  return OF_HTML.has(name.toLowerCase())
}

/** Whether a name can be on any element, so that it is passed on. */
export function isOfOthers(name: string): boolean {
  return isOfHtml(name) || OF_OTHERS.test(name)
}

/**
 * Whether a name that is no option has to be judged. One with the sign of others is passed on in any case, so it is
 * judged only if it is like an option or a callback: `data-amount-sats`, `onPayed`.
 */
export function mayMean(name: string, options: readonly string[]): boolean {
  if (isOfHtml(name)) return false
  if (!OF_OTHERS.test(name) || /^on/i.test(name)) return true
  const text = name.toLowerCase().replace(/[-_]|\W+$/g, '')
  return options.some((option) => text.endsWith(option.toLowerCase()))
}
