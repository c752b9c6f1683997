/** The window and document of a page without a browser, which count their listeners. */
export class CountingPage extends EventTarget {
  readonly visibilityState = 'visible'
  /** How many listeners there are now. */
  listeners = 0

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners++
    super.addEventListener(...args)
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners--
    super.removeEventListener(...args)
  }
}
