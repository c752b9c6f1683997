/**
 * Keeps track of the pointers that are down. An overlay that opens from a press receives the end of that press, so
 * `release` sends the game one of its own: otherwise the button would stay down.
 */
export function followPointer(view: Window): { release(): void; remove(): void } {
  const down = new Map<number, { target: EventTarget; event: PointerEvent }>()
  const onDown = (event: PointerEvent) => {
    const target = event.composedPath()[0]
    if (target) down.set(event.pointerId, { target, event })
  }
  const onEnd = (event: PointerEvent) => void down.delete(event.pointerId)
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  view.addEventListener('pointerdown', onDown, options)
  view.addEventListener('pointerup', onEnd, options)
  view.addEventListener('pointercancel', onEnd, options)
  return {
    release() {
      const pressed = [...down.values()]
      down.clear()
      for (const { target, event } of pressed) {
        const { pointerId, pointerType, clientX, clientY, button } = event
        const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, button }
        target.dispatchEvent(new PointerEvent('pointerup', { ...init, pointerId, pointerType }))
        if (pointerType === 'mouse') target.dispatchEvent(new MouseEvent('mouseup', init))
      }
    },
    remove: () => listening.abort(),
  }
}
