import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { motionOf } from './motion.js'

/** The codes that are leaving their cards in this moment, by card. */
const leaving = new WeakMap<Element, { code: HTMLElement; place: DOMRect }>()

/** Notes a QR code of a card, just before it is removed. */
export function noteLeavingCode(code: HTMLElement): void {
  const card = code.closest('.leyden')
  if (!card) return
  leaving.set(card, { code, place: placeIn(card, code) })
  // The next view appears in the same change of the page, or the code has left for another reason.
  queueMicrotask(() => leaving.delete(card))
}

/** Lets the code that was in this place become the mark of the view that has just appeared, such as the tick. */
export function useCodeToMark(root: RefObject<HTMLElement | null>): void {
  useBrowserLayoutEffect(() => {
    const card = root.current
    const left = card && leaving.get(card)
    const mark = card?.querySelector('.ly-mark')
    const motion = card && motionOf(card)
    if (!left || !mark || !motion || motion.duration === 0 || !card.animate) return
    // React runs the effects of a new view twice in development.
    const picture = left.code.cloneNode(true) as HTMLElement
    const goal = placeIn(card, mark)
    // It is only seen: the code is no longer to be scanned, pressed or read.
    picture.setAttribute('aria-hidden', 'true')
    for (const named of picture.querySelectorAll('[aria-label], [role]')) {
      named.removeAttribute('aria-label')
      named.removeAttribute('role')
    }
    const { x, y, width, height } = left.place
    Object.assign(picture.style, {
      position: 'absolute',
      left: `${x}px`,
      top: `${y}px`,
      width: `${width}px`,
      height: `${height}px`,
      transformOrigin: '0 0',
      pointerEvents: 'none',
    })
    card.append(picture)
    const shrunk = `translate(${goal.x - x}px, ${goal.y - y}px) scale(${goal.width / width}, ${goal.height / height})`
    const movement = picture.animate(
      {
        transform: ['none', shrunk],
        borderRadius: ['16px', '50%'],
        opacity: [1, 0.6, 0],
      },
      motion,
    )
    movement.onfinish = () => picture.remove()
    return () => {
      movement.cancel()
      picture.remove()
    }
  }, [root])
}

/** The place of an element, from the corner inside the border of the card. */
function placeIn(card: Element, element: Element): DOMRect {
  const outer = card.getBoundingClientRect()
  const { x, y, width, height } = element.getBoundingClientRect()
  return new DOMRect(x - outer.x - card.clientLeft, y - outer.y - card.clientTop, width, height)
}
