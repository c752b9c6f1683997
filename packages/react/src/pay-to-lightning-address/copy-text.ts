/**
 * Copies a text, and says whether it was copied. The clipboard of a frame without permission refuses; the old
 * command works there, from a click.
 *
 * @param host an element of the widget, beside which the text is selected for a moment.
 */
export async function copyText(text: string, host: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text, host)
  }
}

function copyByCommand(text: string, host: HTMLElement): boolean {
  const page = host.ownerDocument
  const root = host.getRootNode() as Document | ShadowRoot
  const before = root.activeElement
  const area = page.createElement('textarea')
  area.className = 'ly-hidden'
  area.value = text
  area.readOnly = true
  area.setAttribute('aria-hidden', 'true')
  host.append(area)
  try {
    area.select()
    return page.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
