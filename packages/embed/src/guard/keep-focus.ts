/** Elements that people focus, or a page for them. A game focuses its canvas. */
const FIELDS = 'a, button, input, select, textarea, summary, iframe, [contenteditable]'

/**
 * Returns the focus to the widget when the page moves it to its canvas while somebody types, as some games do many
 * times a second.
 *
 * @returns a function to call for an action by which the person leaves the widget
 */
export function keepFocus(
  view: Window,
  options: AddEventListenerOptions,
  isGuarded: (path: readonly EventTarget[]) => boolean,
): () => void {
  let focused: HTMLElement | undefined
  const onFocus = (event: FocusEvent) => {
    const path = event.composedPath()
    const [target] = path
    if (!(target instanceof HTMLElement)) return
    if (isGuarded(path)) {
      if (target.matches(':focus-visible')) focused = target
      return
    }
    const field = focused
    // If the page takes the focus again at once, it wants to have it.
    focused = undefined
    if (field?.isConnected && !target.matches(FIELDS)) field.focus({ preventScroll: true })
  }
  view.addEventListener('focusin', onFocus, options)
  return () => {
    focused = undefined
  }
}
