import { type RefObject, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'

/**
 * When a new view replaces the one with the focus, the focus moves to the new heading, or to the notice above it, and
 * the view is scrolled into sight. If the focus is elsewhere on the page, it stays there, and the change is announced.
 *
 * @returns whether the focus moved
 */
export function useStageFocus(root: RefObject<HTMLElement | null>, stage: string): boolean {
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const shown = useRef(stage)
  const hadFocus = useRef(false)

  useBrowserLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const onFocus = () => {
      hadFocus.current = true
    }
    const onBlur = (event: FocusEvent) => {
      // The browser drops the focus when its element is removed. Only then it has to be moved.
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget))
        hadFocus.current = false
    }
    const onPointerDown = (event: PointerEvent) => {
      if (!event.composedPath().includes(element)) hadFocus.current = false
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    element.ownerDocument.addEventListener('pointerdown', onPointerDown, true)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
      element.ownerDocument.removeEventListener('pointerdown', onPointerDown, true)
    }
  }, [root])

  useBrowserLayoutEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    const lead = hadFocus.current ? root.current?.querySelector<HTMLElement>('[data-ly-lead]') : null
    lead?.focus({ preventScroll: true })
    // jsdom does not have this method.
    lead?.scrollIntoView?.({ block: 'nearest' })
    setMovedTo(lead ? stage : null)
  }, [root, stage])

  return movedTo === stage
}
