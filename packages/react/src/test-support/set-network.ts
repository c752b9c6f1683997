import { vi } from 'vitest'

/** Sets whether the browser reports a network, and whether the page's own server answers. */
export function setNetwork(isReported: boolean, isAnswering = isReported): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isReported)
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    if (!isAnswering) throw new TypeError('Failed to fetch')
    return new Response()
  })
  window.dispatchEvent(new Event(isReported ? 'online' : 'offline'))
}
