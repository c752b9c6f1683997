import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Scheme } from './themes.js'

interface PageProps {
  /** With `auto`, each widget has the direction of its language. */
  direction: 'auto' | 'ltr' | 'rtl'
  scheme: Scheme
  width?: string | undefined
  children: ReactNode
}

/** The page around the widgets of a story. */
export function Page({ direction, scheme, width, children }: PageProps) {
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = page.current
    if (direction === 'auto' || !root) return
    const applyDirection = () => {
      for (const widget of root.querySelectorAll<HTMLElement>('.leyden'))
        if (widget.dir !== direction) widget.dir = direction
    }
    applyDirection()
    const observer = new MutationObserver(applyDirection)
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['dir'] })
    return () => observer.disconnect()
  }, [direction])
  // A new key restores the widgets' own direction.
  return (
    <div ref={page} key={direction} className="page" data-scheme={scheme} data-width={width}>
      {children}
    </div>
  )
}
