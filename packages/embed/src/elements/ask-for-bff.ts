let asked = false

/** A blank element says why, once on a page: when the page has loaded, for it may still be told by then. */
export function askForBff(isMissing: () => boolean): void {
  const look = () => {
    if (asked || !isMissing()) return
    asked = true
    console.warn("Nothing of Leyden is shown yet. Call Leyden.configure({ bffUrl: '…' }).")
  }
  if (document.readyState === 'complete') setTimeout(look)
  else addEventListener('load', () => setTimeout(look), { once: true })
}
