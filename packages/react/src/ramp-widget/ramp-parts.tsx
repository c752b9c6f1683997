'use client'

import { type ForwardedRef, forwardRef, type ReactNode, useState } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { frameOf } from '../ramp-flow/index.js'
import { bannerOf } from './ramp-banner.js'
import { headerOf } from './ramp-header.js'
import { type RampScreen, useRampContext } from './ramp-screen.js'
import { codeOf } from './ramp-texts.js'
import { rampTones } from './ramp-tones.js'
import { startOf, statusOf } from './ramp-view.js'
import type { RampHandle } from './use-ramp-widget.js'

/** Props of a part of a purchase: attributes of its root, and `render`. */
export type RampPartProps = PartProps<'div', RampHandle>

/** The heading, with the provider, the badge of test mode and the close button. */
export const RampTitlePart = forwardRef<HTMLDivElement, RampPartProps>(function RampTitlePart(given, ref) {
  return useRampPart('Title', headerOf, given, ref)
})

/** Notices above the frame: the session ends, the device is offline, or whether to leave. */
export const RampNotices = forwardRef<HTMLDivElement, RampPartProps>(function RampNotices(given, ref) {
  return useRampPart('Notices', bannerOf, given, ref)
})

/** What leads to a session: the offer with its button, and what a guest is asked. */
export const RampStartPart = forwardRef<HTMLDivElement, RampPartProps>(function RampStartPart(given, ref) {
  return useRampPart('Start', startOf, given, ref)
})

/** Where the purchase is, ways around a frame that does not work, and how it ended. */
export const RampStatus = forwardRef<HTMLDivElement, RampPartProps>(function RampStatus(given, ref) {
  return useRampPart('Status', statusOf, given, ref)
})

/** @param childrenOf what the part shows; null while it shows nothing. */
function useRampPart(
  name: string,
  childrenOf: (screen: RampScreen) => ReactNode,
  given: RampPartProps,
  ref: ForwardedRef<HTMLDivElement>,
) {
  const screen = useRampContext(name)
  const { status } = screen.ramp.state
  const children = childrenOf(screen)
  const element = usePart({
    tag: 'div',
    own: {
      className: `leyden-${name.toLowerCase()} ly-part ly-body`,
      'data-state': status,
      'data-tone': name === 'Status' ? rampTones[status] : undefined,
      'data-code': name === 'Status' ? codeOf(screen.ramp.state) : undefined,
      children,
    },
    given,
    ref,
    handle: screen.ramp,
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
