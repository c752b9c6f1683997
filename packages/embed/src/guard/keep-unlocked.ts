/**
 * Releases the pointer while an overlay is open, also when the page locks it again: a locked pointer clicks the game
 * only. The page hears of neither, or a game that answers each release with a lock would never end.
 */
export function keepUnlocked(view: Window, options: AddEventListenerOptions): { hold(): () => void } {
  const { document } = view
  let holding = 0
  let taken = false
  view.addEventListener(
    'pointerlockchange',
    (event) => {
      const isLocked = document.pointerLockElement !== null
      if (isLocked && holding > 0) {
        taken = true
        document.exitPointerLock()
      } else if (isLocked || !taken) return
      if (!isLocked) taken = false
      event.stopImmediatePropagation()
    },
    options,
  )
  return {
    hold() {
      holding++
      document.exitPointerLock?.()
      return () => void holding--
    },
  }
}
