import { type ReactNode, useRef } from 'react'
import { useStageFocus } from './use-stage-focus.js'

interface StageProps {
  /** Views that replace each other as a whole; within one, focus stays where it is. */
  stage: string
  /** What a screen reader says. `isRead` where focus goes to the lead of the new view, which is read out then. */
  announce: (isRead: boolean) => string
  children: ReactNode
}

/** What a widget shows in one stage of its flow, with what is read out of it. */
export function Stage({ stage, announce, children }: StageProps) {
  const root = useRef<HTMLDivElement>(null)
  const isRead = useStageFocus(root, stage)
  return (
    <div className="ly-body" ref={root}>
      {children}
      <div className="ly-hidden" role="status">
        {announce(isRead)}
      </div>
    </div>
  )
}
