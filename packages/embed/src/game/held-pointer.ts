/**
 * Follows which pointer is down on the page, so that an overlay which opens from a press does not leave the
 * game with a button that is never let go: the real end of the press happens on the overlay.
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
