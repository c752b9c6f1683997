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
    <div className="leyden-frame-box" data-hidden={hidden || undefined} aria-busy={!isLoaded}>
      {!isLoaded && (
        <div className="leyden-skeleton" aria-hidden="true">
          <span className="leyden-bone" data-size="line" />
          <span className="leyden-bone" />
          <span className="leyden-bone" />
          <span className="leyden-bone" data-size="line" />
        </div>
      )}
      {frame && (
        <iframe
          key={sessionId}
          {...frame}
          className="leyden-frame"
          title={title}
          data-loaded={isLoaded || undefined}
          onLoad={() => setLoadedId(sessionId)}
        />
      )}
    </div>
  )
}
