import { callAll } from '@leyden/core/internal'
import { type RefObject, useRef, useState } from 'react'
import { listen, shareListener } from '../page/listen.js'
import { useBrowserLayoutEffect } from '../page/use-latest.js'

/** Called for each press in a document, before anything in it can stop the event. */
const onPress = shareListener<[PointerEvent]>((notify, page) => listen(page, { pointerdown: notify }, true))

/**
 * When a new view replaces the one with the focus, the focus moves to the new heading, or to the notice above it. The
 * heading is scrolled into sight, in a dialog with the whole card, and with it the part of the view that needs the most
 * room, if one is marked by `data-ly-sight`. If the focus is elsewhere on the page, it stays there, and the change is announced.
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
    const focusin = () => {
      hadFocus.current = true
    }
    const focusout = ({ relatedTarget }: FocusEvent) => {
      // The browser drops the focus when its element is removed. Only then it has to be moved.
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) hadFocus.current = false
    }
    const pointerdown = (event: PointerEvent) => {
      if (!event.composedPath().includes(element)) hadFocus.current = false
    }
    return callAll([listen(element, { focusin, focusout }), onPress(pointerdown, element.ownerDocument)])
  }, [root])

  useBrowserLayoutEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    const lead = hadFocus.current ? root.current?.querySelector<HTMLElement>('[data-ly-lead]') : null
    lead?.focus({ preventScroll: true })
    // In a dialog there is nothing else to see, so the view before leaves none of it cut off.
    const card = root.current?.closest('dialog') ? root.current : null
    // jsdom does not have this method.
    for (const part of lead ? [card, lead, root.current?.querySelector('[data-ly-sight]')] : [])
      part?.scrollIntoView?.({ block: 'nearest' })
    setMovedTo(lead ? stage : null)
  }, [root, stage])

  return movedTo === stage
}
