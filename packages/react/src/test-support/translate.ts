/** What the translator of the tests writes around each text. */
const MARKS = /[⟦⟧]/g

/**
 * Translates like Google Translate: it puts a `<font>` in the place of each text node that may be translated.
 *
 * @param isObedient whether it leaves alone what is marked as no text to translate
 */
export function translate(root: Element, isObedient = false): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  for (const text of texts) {
    const parent = text.parentElement
    if (!text.data.trim() || parent?.closest('style, script')) continue
    if (isObedient && parent?.closest('[translate]')?.getAttribute('translate') === 'no') continue
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstElementChild?.append(`⟦${text.data}⟧`)
    text.replaceWith(outer)
  }
}

/** Shows the original again, in new text nodes. */
export function showOriginal(root: Element): void {
  for (const outer of root.querySelectorAll('font:not(font font)'))
    outer.replaceWith((outer.textContent ?? '').replace(MARKS, ''))
}

/** The texts of the page as they were written, also of those that are translated. */
export const writtenText = (root: Element) => (root.textContent ?? '').replace(MARKS, '')
