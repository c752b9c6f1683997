'use client'

import { type ForwardedRef, forwardRef, type ReactNode, useState } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { frameOf } from '../ramp-flow/index.js'
import { bannerOf } from './ramp-banner.js'
import { type RampContextValue, useRampContext } from './ramp-context.js'
import { RampHeader } from './ramp-header.js'
import { startOf, statusOf } from './ramp-view.js'
import { toneOf } from './use-ramp-screen.js'
import type { RampHandle } from './use-ramp-widget.js'

export type RampPartProps = PartProps<'div', RampHandle>

/** The heading, with the provider, the badge of test mode and the cross that leaves. */
export const RampTitlePart = forwardRef<HTMLDivElement, RampPartProps>(function RampTitlePart(given, ref) {
  const screen = useRampContext('Title')
  return useRampPart('title', screen, <RampHeader {...screen} />, given, ref)
})

/** What has to be told above the frame: the session ends, the device is offline, or whether to leave. */
export const RampNotices = forwardRef<HTMLDivElement, RampPartProps>(function RampNotices(given, ref) {
  const screen = useRampContext('Notices')
  return useRampPart('notices', screen, bannerOf(screen), given, ref)
})

/** What leads to a session: the offer with its button, and what a guest is asked. */
export const RampStartPart = forwardRef<HTMLDivElement, RampPartProps>(function RampStartPart(given, ref) {
  const screen = useRampContext('Start')
  return useRampPart('start', screen, startOf(screen), given, ref)
})

/** Where the purchase is, ways around a frame that does not work, and how it ended. */
export const RampStatus = forwardRef<HTMLDivElement, RampPartProps>(function RampStatus(given, ref) {
  const screen = useRampContext('Status')
  return useRampPart('status', screen, statusOf(screen), given, ref)
})

function useRampPart(
  name: string,
  { ramp }: RampContextValue,
  children: ReactNode,
  given: RampPartProps,
  ref: ForwardedRef<HTMLDivElement>,
) {
  const element = usePart({
    tag: 'div',
    own: {
      className: `leyden-${name} ly-part ly-body`,
      'data-state': ramp.state.status,
      'data-tone': name === 'status' ? toneOf(ramp.state) : undefined,
      children,
    },
    given,
    ref,
    handle: ramp,
  })
  return children === null ? null : element
}

/**
 * The provider's page, or the grey shape of one while it is fetched. It belongs into one place of the tree: a frame
 * that is moved loads again, and its session is good for one load.
 */
export const RampFrame = forwardRef<HTMLDivElement, RampPartProps>(function RampFrame(given, ref) {
  const { ramp, t, isFrameShown } = useRampContext('Frame')
  const { state } = ramp
  const place = frameOf(state)
  const sessionId = place?.session.id
  const [loadedId, setLoadedId] = useState<string>()
  const isLoaded = sessionId !== undefined && loadedId === sessionId
  const frame = ramp.getFrameProps()
  const element = usePart({
    tag: 'div',
    own: {
      className: 'leyden-frame ly-part ly-frame-box',
      'data-state': state.status,
      'data-ly-hidden': (place && !isFrameShown) || undefined,
      'aria-busy': !isLoaded,
      children: (
        <>
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
              title={t('rampFrame', { provider: place ? new URL(place.session.origin).host : '' })}
              data-ly-loaded={isLoaded || undefined}
              onLoad={() => setLoadedId(sessionId)}
            />
          )}
        </>
      ),
    },
    given,
    ref,
    handle: ramp,
  })
  return place || (state.status === 'creating' && state.way === 'frame') ? element : null
})
