import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The height of a row of the grid, which tiles span. */
const ROW_PX = 4

/** A figure in a grid of low rows. It spans as many as it is high, so that the next one of its column follows it. */
export function MasonryFigure({ width, children }: { width: number; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const figure = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current: inner } = content
    if (!inner) return
    const span = () => {
      const rows = Math.ceil((inner.offsetHeight + 4 * ROW_PX) / ROW_PX)
      if (figure.current) figure.current.style.gridRowEnd = `span ${rows}`
    }
    span()
    const observer = new ResizeObserver(span)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return (
    <figure ref={figure} style={{ width: `${width}px` }}>
      <div ref={content}>{children}</div>
    </figure>
  )
}
