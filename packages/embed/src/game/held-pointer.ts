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
  view.addEventListener('pointerdown', onDown, true)
  view.addEventListener('pointerup', onEnd, true)
  view.addEventListener('pointercancel', onEnd, true)
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
    remove() {
      view.removeEventListener('pointerdown', onDown, true)
      view.removeEventListener('pointerup', onEnd, true)
      view.removeEventListener('pointercancel', onEnd, true)
    },
  }
}
