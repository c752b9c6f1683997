import { useState } from 'react'
import type { RampFrameProps } from './use-ramp-widget.js'

interface RampFrameBoxProps {
  /** Identifies the session: another one gets another frame. */
  sessionId: string | undefined
  frame: RampFrameProps | null
  title: string
  /** Kept alive, and out of sight. */
  hidden: boolean
}

/**
 * The provider's page, or the grey shape of one while it is fetched. It stays in one place of the tree: a frame
 * that is moved loads again, and its session is good for one load.
 */
export function RampFrameBox({ sessionId, frame, title, hidden }: RampFrameBoxProps) {
  const [loadedId, setLoadedId] = useState<string>()
  const isLoaded = sessionId !== undefined && loadedId === sessionId
  return (
    <div className="ly-frame-box" data-ly-hidden={hidden || undefined} aria-busy={!isLoaded}>
      {!isLoaded && (
        <div className="ly-skeleton" aria-hidden="true">
          <span className="ly-bone" data-ly-size="line" />
          <span className="ly-bone" />
          <span className="ly-bone" />
          <span className="ly-bone" data-ly-size="line" />
        </div>
      )}
      {frame && (
        <iframe
          key={sessionId}
          {...frame}
          className="ly-frame"
          title={title}
          data-ly-loaded={isLoaded || undefined}
          onLoad={() => setLoadedId(sessionId)}
        />
      )}
    </div>
  )
}
