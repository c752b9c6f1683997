import type { ReactNode } from 'react'

interface EndingProps {
  /** The round icon above the heading. */
  mark: ReactNode
  title: string
  /** @default 'h2' */
  heading?: 'h2' | 'h3' | undefined
  badge?: ReactNode
  children: ReactNode
}

/** A result, or a state of waiting: an icon, a heading that takes the focus, and a sentence. */
export function Ending({ mark, title, heading: Heading = 'h2', badge, children }: EndingProps) {
  return (
    <div className="ly-done">
      {mark}
      {badge}
      <div>
        <Heading className="ly-done-title" tabIndex={-1} data-ly-lead="">
          {title}
        </Heading>
        <div className="ly-muted">{children}</div>
      </div>
    </div>
  )
}
