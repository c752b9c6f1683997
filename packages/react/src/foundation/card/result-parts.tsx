import type { ReactNode } from 'react'
import type { Tone } from './card.js'

export interface StateHeadingProps {
  /** What the round icon above the heading shows. */
  mark: ReactNode
  /** The colour of the icon. */
  tone?: Tone | undefined
  title: string
  /** The element of the title. @default 'h2' */
  heading?: 'h2' | 'h3' | undefined
  badge?: ReactNode
  children?: ReactNode
}

/** A result, or a state of waiting: an icon, a heading that takes the focus, and a sentence. */
export function StateHeading({
  mark,
  tone,
  title,
  heading: Heading = 'h2',
  badge,
  children,
}: StateHeadingProps) {
  return (
    <div className="ly-done">
      {mark !== null && (
        <div className="ly-mark" data-tone={tone} aria-hidden="true">
          {mark}
        </div>
      )}
      {badge}
      <div>
        <Heading className="ly-title ly-done-title" tabIndex={-1} data-ly-lead="">
          {title}
        </Heading>
        <div className="ly-muted">{children}</div>
      </div>
    </div>
  )
}

/** A name and its value, in a `<dl className="ly-facts">`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="ly-muted">{name}</dt>
      <dd className="ly-fact">
        <bdi translate="no">{children}</bdi>
      </dd>
    </>
  )
}

export function Tick() {
  return (
    <svg className="ly-tick" width="32" height="32" viewBox="0 0 34 34" strokeWidth="3.5" aria-hidden="true">
      <path strokeLinecap="round" strokeLinejoin="round" pathLength="1" d="M8 18l6 6L26 11" />
    </svg>
  )
}
