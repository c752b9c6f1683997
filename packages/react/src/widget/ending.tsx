import type { ReactNode } from 'react'

export interface EndingProps {
  /** What the round icon above the heading shows. */
  mark: ReactNode
  /** The colour of the icon. */
  tone?: 'ok' | 'warn' | undefined
  title: string
  /** @default 'h2' */
  heading?: 'h2' | 'h3' | undefined
  badge?: ReactNode
  children: ReactNode
}

/** A result, or a state of waiting: an icon, a heading that takes the focus, and a sentence. */
export function Ending({ mark, tone, title, heading: Heading = 'h2', badge, children }: EndingProps) {
  return (
    <div className="ly-done">
      <div className="ly-mark" data-tone={tone} aria-hidden="true">
        {mark}
      </div>
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
