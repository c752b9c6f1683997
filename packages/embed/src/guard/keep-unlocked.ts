/**
 * Releases the pointer while an overlay is open, also when the page locks it again, because a locked pointer clicks
 * only the game. The page gets no event of either, otherwise a game that locks the pointer at each release would loop
 * forever.
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
