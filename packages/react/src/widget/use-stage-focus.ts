import { type RefObject, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'

/**
 * When one view gives way to the next under somebody's fingers, focus goes to its heading, or to the note that
 * leads it, instead of getting lost, and it is scrolled into view. Somebody who is elsewhere on the page is left there, and the change is announced.
 *
 * @returns whether focus went there.
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
      // The focus is lost when its element is removed: this is the case to handle.
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
    lead?.scrollIntoView({ block: 'nearest' })
    setMovedTo(lead ? stage : null)
  }, [root, stage])

  return movedTo === stage
}
