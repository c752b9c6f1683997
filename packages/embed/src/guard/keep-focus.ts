/** What people focus themselves, or a page for them. A game takes the focus for its canvas. */
const FIELDS = 'a, button, input, select, textarea, summary, iframe, [contenteditable]'

/**
 * Takes the focus back when the page gives it to its canvas while somebody types in a widget, as some games do many
 * times a second. `letGo` is called for what people do to leave.
 */
export function keepFocus(
  view: Window,
  options: AddEventListenerOptions,
  isGuarded: (path: readonly EventTarget[]) => boolean,
): { letGo(): void } {
  let kept: HTMLElement | undefined
  const onFocus = (event: FocusEvent) => {
    const path = event.composedPath()
    const [target] = path
    if (!(target instanceof HTMLElement)) return
    if (isGuarded(path)) {
      if (target.matches(':focus-visible')) kept = target
      return
    }
    const field = kept
    // The page may answer at once by taking it again: then it means it.
    kept = undefined
    if (field?.isConnected && !target.matches(FIELDS)) field.focus({ preventScroll: true })
  }
  view.addEventListener('focusin', onFocus, options)
  return {
    letGo() {
      kept = undefined
    },
  }
}
