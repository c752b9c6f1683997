import { listen } from '../../foundation/page/listen.js'
import type { ReceiptTexts } from '../texts/receipt.js'
import { PAPER, PAPER_FONT, type ReceiptLook } from './receipt-picture.js'

/** The attribute of the element that is printed. */
const MARK = 'data-leyden-receipt'

/** While a receipt is printed, the rest of the page is not; on the screen the receipt is not seen. */
const PAGE_RULES = `
@media screen { [${MARK}] { display: none !important } }
@media print {
  body > :not([${MARK}]) { display: none !important }
  html, body { block-size: auto !important; overflow: visible !important; background: #fff !important }
}`

const RECEIPT_RULES = `
:host { display: block; color: ${PAPER.text}; font: 12pt/1.4 ${PAPER_FONT} }
main { max-inline-size: 110mm; margin: 10mm auto; padding: 8mm; border: 1px solid ${PAPER.line}; border-radius: 4mm }
h1 { margin: 0; font-size: 20pt; text-align: center }
p { margin: 2mm 0; text-align: center; overflow-wrap: anywhere }
img { display: block; inline-size: 14mm; block-size: 14mm; margin: 3mm auto; border-radius: 50%; object-fit: cover }
dl { margin: 5mm 0; padding-block: 4mm; border: dashed ${PAPER.line}; border-width: 1px 0 }
div { display: flex; justify-content: space-between; gap: 6mm; margin-block: 1mm }
dt { color: ${PAPER.muted} }
dd { margin: 0; text-align: end; overflow-wrap: anywhere }
.long { display: block; font-size: 8pt }
.long dd { font-family: ui-monospace, monospace; text-align: start; direction: ltr }
.seal { font-weight: 600 }`

/** Removes the receipt that was printed last. */
let clear = () => {}

/**
 * Opens the browser's dialog to print a receipt, and nothing else of the page. The receipt is added at the end of the page
 * for that time, because no other place is surely outside of what the page hides or scrolls.
 */
export function printReceipt(texts: ReceiptTexts, look: ReceiptLook, host: HTMLElement): void {
  const page = host.ownerDocument
  const view = page.defaultView
  if (!view) return
  clear()
  const rules = new view.CSSStyleSheet()
  rules.replaceSync(PAGE_RULES)
  const paper = paperOf(texts, look, page, view)
  // Style sheets of scripts are within every Content Security Policy.
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, rules]
  page.body.append(paper)
  // Phones return from `print()` at once. Where a page may not print, nobody says so, but people press on.
  const stop = listen(view, { afterprint: () => clear(), pointerdown: () => clear() }, true)
  clear = () => {
    stop()
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => sheet !== rules)
    paper.remove()
    clear = () => {}
  }
  view.print()
}

/** The receipt as an element of its own, which no style of the page reaches. */
function paperOf(
  { title, to, evidence, test, facts, proofs }: ReceiptTexts,
  { imageDataUrl, direction, locale }: ReceiptLook,
  page: Document,
  view: Window & typeof globalThis,
): HTMLElement {
  const paper = page.createElement('div')
  paper.setAttribute(MARK, '')
  paper.lang = locale
  paper.dir = direction
  const shadow = paper.attachShadow({ mode: 'open' })
  const rules = new view.CSSStyleSheet()
  rules.replaceSync(RECEIPT_RULES)
  shadow.adoptedStyleSheets = [rules]
  const add = (parent: ParentNode & Node, tag: string, text = '', className = ''): HTMLElement => {
    const element = page.createElement(tag)
    element.textContent = text
    element.className = className
    parent.append(element)
    return element
  }
  const main = add(shadow, 'main')
  if (test !== undefined) add(main, 'p', test)
  add(main, 'h1', title)
  if (imageDataUrl !== undefined) {
    const picture = page.createElement('img')
    picture.src = imageDataUrl
    picture.alt = ''
    main.append(picture)
  }
  add(main, 'p', to)
  const list = add(main, 'dl')
  const fact = ({ name, value }: { name: string; value: string }, className = '') => {
    const row = add(list, 'div', '', className)
    add(row, 'dt', name)
    // A text from outside keeps its own direction.
    add(row, 'dd', value).dir = 'auto'
  }
  for (const row of facts) fact(row)
  for (const row of proofs) fact(row, 'long')
  add(main, 'p', evidence, 'seal')
  return paper
}
