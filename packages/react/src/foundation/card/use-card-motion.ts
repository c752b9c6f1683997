import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from '../page/use-latest.js'
import { motionOf } from './motion.js'

interface Laid {
  height: number
  /** The margin below, by all styles of the page. */
  margin: number
  /** The margin below in the `style` of the card. */
  style: string
}

/**
 * Moves a card from one view to the next: the new view fades in while the card takes its height. A change within a
 * movement starts from where the card is.
 *
 * When a lower view appears without a press, such as "Paid", the card shrinks to it, and the space that it leaves stays
 * empty: otherwise the content below would jump under a finger. The space is released when the person continues. It is a
 * margin, which collapses with one of the content below.
 *
 * After a press a higher view has its height at once, and is uncovered: focus and scrolling need its place, and nothing
 * is laid out again in each frame.
 */
export function useCardMotion(root: RefObject<HTMLElement | null>, stage: string, isHeld: boolean): void {
  /** The card as it was laid out last; null before that. */
  const shown = useRef<Laid | null>(null)
  /** The card before the lower view, while its space is held. */
  const held = useRef<Laid | null>(null)
  /** How much of the card was uncovered when a movement ended early, in px; null otherwise. */
  const uncovered = useRef<number | null>(null)
  const isMoving = useRef(false)
  /** The view that is shown, and its elements. */
  const last = useRef({ stage, elements: new Set<Element>() })

  useEffect(() => {
    const element = root.current
    if (!element || typeof ResizeObserver === 'undefined') return
    let frame = 0
    const observer = new ResizeObserver(() => {
      const { margin, style } = held.current ?? {
        margin: Number.parseFloat(getComputedStyle(element).marginBlockEnd) || 0,
        style: element.style.marginBlockEnd,
      }
      shown.current = { height: element.offsetHeight, margin, style }
      // Not at once: it may change the size of what contains the card, which a page may observe too.
      if (held.current && !isMoving.current) {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => held.current && fillSpace(element, held.current))
      }
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [root])

  useBrowserLayoutEffect(() => {
    const element = root.current
    if (!element) return
    const isNewView = last.current.stage !== stage
    const before = last.current.elements
    last.current = { stage, elements: new Set(element.children) }
    if (isHeld && shown.current) {
      held.current ??= shown.current
      // Too much space first: measured without it, the page would be shorter for a moment, and scroll.
      element.style.marginBlockEnd = `${shown.current.margin + held.current.height}px`
      fillSpace(element, held.current)
    } else if (held.current) {
      element.style.marginBlockEnd = held.current.style
      held.current = null
    }
    const from = shown.current
    // Not for the first view, whose layout would be forced.
    if (!from) return
    const next = element.offsetHeight
    // The observer tells it in the next frame, and the view after this one may come before.
    if (next > from.height) shown.current = { ...from, height: next }
    const motion = isNewView ? motionOf(element) : null
    if (!motion || motion.duration === 0 || !element.animate) return
    // Without a press, the card and its space together stay as they are.
    const height = isHeld ? from.height : (uncovered.current ?? from.height)
    uncovered.current = null
    const views = [...last.current.elements].filter(
      (view) => !before.has(view) && view.matches('.ly-part:not(.ly-hidden)'),
    )
    const fades = views.map((view) => view.animate({ opacity: [0.2, 1] }, motion))
    const movement = next === height ? undefined : element.animate(framesOf(next), motion)
    if (movement) {
      isMoving.current = true
      movement.onfinish = () => {
        isMoving.current = false
      }
    }

    function framesOf(next: number): PropertyIndexedKeyframes {
      // The edge of the card moves down to where it is. Its shadow is not cut off.
      if (next > height) return { clipPath: [`inset(-60px -60px ${next - height}px)`, 'inset(-60px)'] }
      const blockSize = [`${height}px`, `${next}px`]
      if (!held.current) return { blockSize }
      // The margin grows as the card shrinks, so that nothing around it changes.
      return { blockSize, marginBlockEnd: [spaceBelow(height, held.current), spaceBelow(next, held.current)] }
    }

    return () => {
      const progress = next > height ? movement?.effect?.getComputedTiming().progress : undefined
      if (progress != null) uncovered.current = height + (next - height) * progress
      isMoving.current = false
      for (const animation of [...fades, movement]) animation?.cancel()
    }
  }, [root, stage, isHeld])
}

function fillSpace(element: HTMLElement, held: Laid): void {
  element.style.marginBlockEnd = spaceBelow(element.offsetHeight, held)
}

/** The margin below a card of this height, while the space of a higher one is held. */
function spaceBelow(height: number, held: Laid): string {
  return `${held.margin + Math.max(0, held.height - height)}px`
}
