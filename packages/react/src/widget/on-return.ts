/**
 * Runs `act` whenever the person may have come back: to the tab, to the page, to the network.
 *
 * @returns a function that stops it.
 */
export function onReturn(act: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') act()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pageshow', act)
  window.addEventListener('online', act)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pageshow', act)
    window.removeEventListener('online', act)
  }
}
