import { editDistance, isRecord, nearestName } from '@leyden/core/internal'

/** What locks an option, and what means it. */
export interface LockRule {
  /**
   * If a wrong value were ignored, people could choose what the page wants fixed, or the device would store what the page
   * wants kept out: so nothing is shown.
   */
  readonly locks?: true | undefined
  /** The option that locks this one too. */
  readonly fixedBy?: string | undefined
  /** Whether a value under an unknown name is probably meant for this option. */
  readonly reads?: ((value: unknown, name?: string) => boolean) | undefined
}

/** What is found about a name that is no option. */
export interface UnknownName {
  /** The option that is probably meant. */
  readonly meant?: string | undefined
  /** Whether that option locks something and is left out, so that people could choose what the page wants to lock. */
  readonly locks: boolean
}

/** The options of a widget, with what the page passes. */
export interface KnownOptions {
  /** A rule for every option and callback. */
  readonly rules: Readonly<Record<string, LockRule>>
  /** Whether the page passes an option. */
  isGiven(option: string): boolean
}

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

/** Whether a name can be on any element, so that it is passed on. */
export function isOfOthers(name: string): boolean {
  return OF_HTML.has(name.toLowerCase()) || OF_OTHERS.test(name)
}

/**
 * Judges a name that is no option, by its value and by how near it is to an option. While an option that locks something
 * is left out, a value that reads as one of that option means it, whatever its name.
 *
 * @returns undefined for a name that means no option and is not ours to judge, such as `className` or `data-id`
 */
export function judgeName(name: string, value: unknown, known: KnownOptions): UnknownName | undefined {
  if (OF_HTML.has(name.toLowerCase())) return undefined
  const names = Object.keys(known.rules)
  const open = names.filter((option) => isOpen(option, known))
  if (OF_OTHERS.test(name)) {
    const meant = /^on/i.test(name) ? callbackMeant(name, names) : optionWithSign(name, open)
    return meant === undefined ? undefined : { meant, locks: false }
  }
  const readAs = (options: readonly string[]) =>
    options.find((option) => known.rules[option]?.reads?.(value, name))
  const lock = nearest(name, open) ?? readAs(open) ?? optionWithin(value, open, known)
  if (lock !== undefined) return { meant: lock, locks: true }
  const leftOut = names.filter((option) => !known.isGiven(option))
  return { meant: nearest(name, names) ?? readAs(leftOut), locks: false }
}

/** The option of which an object has a value under a near name, as in `order={{ amount: 2100 }}`. */
function optionWithin(value: unknown, options: readonly string[], known: KnownOptions): string | undefined {
  const entries = isRecord(value) ? Object.entries(value) : []
  return options.find((option) =>
    entries.some(([key, inside]) => nearest(key, [option]) && known.rules[option]?.reads?.(inside)),
  )
}

/** Whether an option locks something, and neither it nor an order is there to do so. */
function isOpen(option: string, { rules, isGiven }: KnownOptions): boolean {
  const { locks, fixedBy } = rules[option] ?? {}
  return locks === true && !isGiven(option) && !(fixedBy !== undefined && isGiven(fixedBy))
}

/** A name without upper case, `-` and `_`. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** The option that is written otherwise, or almost so, or of which the name contains the main word. */
function nearest(name: string, options: readonly string[]): string | undefined {
  const text = folded(name)
  const near = nearestName(text, options.map(folded))
  return options.find((option) => folded(option) === near) ?? options.find((option) => hasWord(name, option))
}

/** Whether a word of a name is the longest word of an option, if that is most of the option. */
function hasWord(name: string, option: string): boolean {
  const [longest = ''] = wordsOf(option).sort((a, b) => b.length - a.length)
  const isIn = (word: string) =>
    word.replace(/e?s$/, '') === longest.replace(/e?s$/, '') ||
    // HTML writes `orderAddress` in lower case. A `preference` is no reference, and a `border` no order.
    (word.length > longest.length + 3 && (word.startsWith(longest) || word.endsWith(longest)))
  return longest.length > 4 && longest.length * 2 > option.length && wordsOf(name).some(isIn)
}

/** The words of a name, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase()
    .split(/[-_]/)
}

/** The option of which this is the name with the sign of a framework, as page builders write it: `data-amount-sats`. */
function optionWithSign(name: string, options: readonly string[]): string | undefined {
  const bare = /[\w-]*(?=\W*$)/.exec(name)?.[0].replace(/^(?:data|ng|v|x|hx|bind)-/, '') ?? ''
  return options.find((option) => folded(option) === folded(bare))
}

/** The callback that a handler's name is close to, as `onPayed` is. */
function callbackMeant(name: string, names: readonly string[]): string | undefined {
  // A handler of every element, and the only one that is as close to a callback: to `onCharge`.
  if (folded(name) === 'onchange') return undefined
  return names.find((one) => one.startsWith('on') && editDistance(folded(one), folded(name)) <= 2)
}

/**
 * Whether a value reads as an amount: a number, or its digits, with a currency or a unit beside them. The number of an
 * identifier, such as `block-id`, is none.
 */
export function readsAsAmount(value: unknown, name = ''): boolean {
  if (/[-_]id$|I[dD]$/.test(name)) return false
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'bigint'
  return AMOUNT.test(value) || (value.trim() !== '' && Number.isFinite(Number(value)))
}
const DIGITS = /(?:\p{Nd}{1,3}(?:[\s.,'’_٬]\p{Nd}{2,3})+|\p{Nd}+)(?:[.,٫](?:\p{Nd}+|[-–—]))?[kKM]?/u
/** `CHF`, `US$`, `kr `, `Fr.` */
const UNIT_BEFORE = /(?:[A-Z]{3}|\p{L}{0,3}[\p{Sc}.\s])?\s?/u
/** ` dollars`, `EUR`, `€`, `円`, `sats` */
const UNIT_AFTER = /(?:\s\p{L}{1,8}\.?|\s?(?:[A-Z]{3,5}|\p{Sc}|\p{Lo}{1,3}|m?[Ss]ats?))?/u
const AMOUNT = new RegExp(`^\\s*${UNIT_BEFORE.source}${DIGITS.source}${UNIT_AFTER.source}\\s*$`, 'u')

/** Whether a value reads as a Lightning Address, an LNURL, or another text that fixes who is paid. */
export function readsAsAddress(value: unknown): boolean {
  return typeof value === 'string' && ADDRESS.test(value)
}
const ADDRESS =
  /^[^\w]*(?:\w+:)?(?:\/\/)?(?:[^\s@/]+(?:[@＠]|%40)[^\s@]+|lnurl1[a-z\d]{10,}|ln(?:bc|tb|o1)[a-z\d]{10,})\s*$|^lnurlp:|[?&]lightning=lnurl1|\/\.well-known\/lnurlp\//i

/** Whether a value reads as an on-chain address, or as one of Lightning. */
export function readsAsDestination(value: unknown): boolean {
  return (
    readsAsAddress(value) ||
    (typeof value === 'string' && /^(?:bitcoin:|(?:bc|tb|bcrt)1[a-z\d]{20})/i.test(value))
  )
}

/** Whether a value reads as the text that `bff.sign` or `bff.rampOrder` returns. */
export function readsAsOrder(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}\.[\da-f]{32,64}\.[\da-z]{1,9}\.[\da-f]{32}$/.test(value)
}
