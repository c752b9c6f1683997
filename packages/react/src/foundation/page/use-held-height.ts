import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'

/**
 * Keeps the height of a card when a lower view appears without a press, such as "Paid". Otherwise the content below the
 * card would jump, and on a phone the view itself out of sight. The height is released when the person continues.
 */
export function useHeldHeight(root: RefObject<HTMLElement | null>, stage: string, isHeld: boolean): void {
  const height = useRef(0)
  useEffect(() => {
    const element = root.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      height.current = element.offsetHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])
  // The observer reports the new size later.
  useBrowserLayoutEffect(() => {
    const element = root.current
    if (isHeld) element?.style.setProperty('--ly-held', `${height.current}px`)
    else element?.style.removeProperty('--ly-held')
    element?.toggleAttribute('data-ly-held', isHeld)
  }, [root, stage, isHeld])
}
