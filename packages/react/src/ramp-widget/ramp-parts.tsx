'use client'

import { forwardRef, type ReactNode, useState } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { frameOf } from '../ramp-flow/index.js'
import { bannerOf } from './ramp-banner.js'
import { RampHeader } from './ramp-header.js'
import { type RampScreen, useRampContext } from './ramp-screen.js'
import { rampTones } from './ramp-tones.js'
import { startOf, statusOf } from './ramp-view.js'
import type { RampHandle } from './use-ramp-widget.js'

export type RampPartProps = PartProps<'div', RampHandle>

/** The heading, with the provider, the badge of test mode and the cross that leaves. */
export const RampTitlePart = rampPart('Title', (screen) => <RampHeader {...screen} />)

/** What has to be told above the frame: the session ends, the device is offline, or whether to leave. */
export const RampNotices = rampPart('Notices', bannerOf)

/** What leads to a session: the offer with its button, and what a guest is asked. */
export const RampStartPart = rampPart('Start', startOf)

/** Where the purchase is, ways around a frame that does not work, and how it ended. */
export const RampStatus = rampPart('Status', statusOf)

/** @param childrenOf what the part shows; null where it is not its turn. */
function rampPart(name: string, childrenOf: (screen: RampScreen) => ReactNode) {
  const Part = forwardRef<HTMLDivElement, RampPartProps>(function RampPart(given, ref) {
    const screen = useRampContext(name)
    const { state } = screen.ramp
    const children = childrenOf(screen)
    const element = usePart({
      tag: 'div',
      own: {
        className: `leyden-${name.toLowerCase()} ly-part ly-body`,
        'data-state': state.status,
        'data-tone': name === 'Status' ? rampTones[state.status] : undefined,
        children,
      },
      given,
      ref,
      handle: screen.ramp,
    })
    return children === null ? null : element
  })
  Part.displayName = `Ramp.${name}`
  return Part
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
