/**
 * Releases the pointer while an overlay is open, also when the page locks it again, because a locked pointer clicks
 * only the game. The page gets no event of either, otherwise a game that locks the pointer at each release would loop
 * forever.
 */
export function keepUnlocked(view: Window, options: AddEventListenerOptions, isModal: () => boolean): void {
  const { document } = view
  let taken = false
  const onChange = (event: Event) => {
    const isLocked = document.pointerLockElement !== null
    if (isLocked && isModal()) {
      taken = true
      document.exitPointerLock()
    } else if (isLocked || !taken) return
    if (!isLocked) taken = false
    event.stopImmediatePropagation()
  }
  view.addEventListener('pointerlockchange', onChange, options)
}
