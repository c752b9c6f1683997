/** One constructable sheet per document and text, shared by the shadow roots of the document. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/**
 * Adds a style sheet to a shadow root without a `<style>` element, which strict policies forbid. Browsers without
 * constructable style sheets get an element, with the nonce of the page's policy.
 */
export function adoptStyles(root: ShadowRoot, css: string, nonce: string | undefined): void {
  const { ownerDocument: document } = root
  try {
    const sheet = sheetFor(document, css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((one) => one !== sheet), sheet]
  } catch {
    const style = document.createElement('style')
    if (nonce) style.nonce = nonce
    style.textContent = css
    root.append(style)
  }
}

function sheetFor(document: Document, css: string): CSSStyleSheet {
  const known = sheets.get(document) ?? new Map<string, CSSStyleSheet>()
  sheets.set(document, known)
  // A sheet can be used only in the document whose window made it.
  const sheet = known.get(css) ?? new (document.defaultView ?? window).CSSStyleSheet()
  if (!known.has(css)) sheet.replaceSync(css)
  known.set(css, sheet)
  return sheet
}
