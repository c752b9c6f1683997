import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'

/** The duration of the movement in milliseconds, as short as that of a button. */
const SHRINK_MS = 250

/**
 * When a lower view appears without a press, such as "Paid", the card shrinks to it, and the space that it leaves stays
 * empty: otherwise the content below would jump under a finger. The space is released when the person continues. It is a
 * margin, which collapses with one of the content below.
 */
export function useHeldSpace(root: RefObject<HTMLElement | null>, stage: string, isHeld: boolean): void {
  /** The card as it was laid out last; null before that. */
  const shown = useRef<Laid | null>(null)
  /** The card before the lower view, while its space is held. */
  const held = useRef<Laid | null>(null)
  const isMoving = useRef(false)

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
    if (!isHeld) {
      if (held.current) element.style.marginBlockEnd = held.current.style
      held.current = null
      return
    }
    if (!shown.current) return
    const { height, margin } = shown.current
    held.current ??= shown.current
    // Too much space first: measured without it, the page would be shorter for a moment, and scroll.
    element.style.marginBlockEnd = `${margin + held.current.height}px`
    fillSpace(element, held.current)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill || height <= element.offsetHeight) return
    // The margin grows as the card shrinks, so that nothing around it changes.
    const movement = element.animate?.(
      {
        blockSize: [`${height}px`, `${element.offsetHeight}px`],
        marginBlockEnd: [`${margin}px`, element.style.marginBlockEnd],
      },
      { duration: SHRINK_MS, easing: 'ease-out' },
    )
    if (!movement) return
    isMoving.current = true
    movement.onfinish = () => {
      isMoving.current = false
    }
    return () => {
      isMoving.current = false
      movement.cancel()
    }
  }, [root, stage, isHeld])
}

interface Laid {
  height: number
  /** The margin below, by all styles of the page. */
  margin: number
  /** The margin below in the `style` of the card. */
  style: string
}

function fillSpace(element: HTMLElement, { height, margin }: Laid): void {
  element.style.marginBlockEnd = `${margin + Math.max(0, height - element.offsetHeight)}px`
}
