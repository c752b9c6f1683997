'use client'

import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { forwardRef, type ReactNode, type Ref, useRef, useState } from 'react'
import { Card } from '../../foundation/card/card.js'
import type { PartProps, RootAttributes } from '../../foundation/card/part.js'
import { partsOf } from '../../foundation/card/parts-of.js'
import { Icon } from '../../foundation/icons/icon.js'
import { type RampMessageKey, rampEnglish } from '../../foundation/messages/ramp-english.js'
import { useMessages } from '../../foundation/messages/use-messages.js'
import { withoutOptions } from '../../foundation/options/option-table.js'
import { useOnline } from '../../foundation/page/page-signals.js'
import { sessionOf, watchedSessions } from '../flow/ramp-state.js'
import { frameOf, isTest } from '../flow/ramp-view.js'
import { type RampOptions, type RampPresentation, rampOptions } from '../ramp-options.js'
import { codeOf } from '../texts/ramp-texts.js'
import { type RampHandle, useRampWidget } from '../use-ramp-widget.js'
import { bannerOf } from './ramp-banner.js'
import {
  isTitleLead,
  RampContext,
  type RampScreen,
  type RampScreenProps,
  useAnnouncement,
  useRampContext,
  useRampScreen,
} from './ramp-screen.js'
import { RampTitle, rampTones } from './ramp-start.js'
import { startOf, statusOf } from './ramp-view.js'

/** Props of a part of a purchase: attributes of its root, and `render`. */
export type RampPartProps = PartProps<'div', RampHandle>

const rampPart = partsOf('Ramp', useRampContext, ({ ramp }) => ramp)

/** @param childrenOf returns the content of the part; null while it shows nothing */
const partWith = (name: string, childrenOf: (screen: RampScreen) => ReactNode) =>
  rampPart(name, (screen) => {
    const { state } = screen.ramp
    const children = childrenOf(screen)
    if (children === null) return null
    return {
      'data-ly-sticky': name === 'Title' && screen.isFrameShown ? '' : undefined,
      'data-tone': name === 'Status' ? rampTones[state.status] : undefined,
      'data-code': name === 'Status' ? codeOf(state) : undefined,
      children,
    }
  })

/** States in which the close button has something to close. */
const LEAVABLE = ['creating', 'loading', 'open', 'handoff', 'blocked', 'expired', 'resumed']

/** The header, with its badge and the close button. */
function headerOf({ ramp, t, options, isDialog, cross }: RampScreen) {
  const { state } = ramp
  return (
    <RampTitle
      t={t}
      leads={isTitleLead(state)}
      origin={(sessionOf(state) ?? watchedSessions(state)[0])?.origin ?? options.rampOrigins?.[0]}
      // The ramp's page may have a cross of its own in the other corner.
      before={
        (isDialog || LEAVABLE.includes(state.status)) && (
          <button type="button" className="ly-cross" aria-label={t('rampClose')} onClick={cross}>
            <Icon name="back" />
          </button>
        )
      }
    >
      {isTest(state) && <span className="ly-tag">{t('testMode')}</span>}
    </RampTitle>
  )
}

/** The heading, with the name of the ramp, the badge of test mode and the close button. */
export const RampTitlePart = partWith('Title', headerOf)

/** The notices above the frame: the session ends soon, the device is offline, or the question whether to leave. */
export const RampNotices = partWith('Notices', bannerOf)

/** The start of a purchase: the offer with its button, and the form of a guest. */
export const RampStartPart = partWith('Start', startOf)

/** The progress of the purchase, the fallback link for a frame that does not work, and the result. */
export const RampStatus = partWith('Status', statusOf)

/**
 * The ramp's page, or a placeholder while it loads. Keep it in one place of the tree: a frame that is moved loads
 * again, and the person loses what they have entered.
 */
export const RampFrame = rampPart('Frame', function useFrame({ ramp, t, isFrameShown }) {
  const { state } = ramp
  const place = frameOf(state)
  const sessionId = place?.session.id
  const [loadedId, setLoadedId] = useState<string>()
  const isLoaded = sessionId !== undefined && loadedId === sessionId
  const frame = ramp.view.getFrameProps()
  if (!place && !(state.status === 'creating' && state.presentation === 'frame')) return null
  return {
    className: 'leyden-frame ly-part ly-box',
    'data-ly-hidden': (place && !isFrameShown) || undefined,
    'data-ly-sight': '',
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
  }
})

/** Props of `<Ramp.Root/>`: the options of the ramp, the attributes of its root element, and parts. */
export interface RampRootProps
  extends Omit<RampOptions, 'presentation'>,
    Omit<RootAttributes<RampMessageKey>, keyof RampOptions>,
    Pick<PartProps<'section', RampHandle>, 'render'> {
  /**
   * As in `<RampWidget/>`, without `dialog`: the page makes its own dialog.
   *
   * @default 'auto'
   */
  presentation?: Exclude<RampPresentation, 'dialog'> | undefined
  /** Parts, and the page's own elements between them. */
  children?: ReactNode
}

/**
 * The root of a ramp widget made of parts: it makes, checks and watches sessions, and its parts show them. Takes the
 * options of `<RampWidget/>`.
 */
export const RampRoot = forwardRef<HTMLElement, RampRootProps>(function RampRoot(
  { children, ...props },
  ref,
) {
  const { messages, ...rest } = withoutOptions(props, rampOptions)
  const t = useMessages(rampEnglish, messages, 'ramp')
  const ramp = useRampWidget(props)
  return (
    <RampRootView
      data-presentation={props.presentation}
      {...rest}
      ramp={ramp}
      options={props}
      t={t}
      isOnline={useOnline()}
      rootRef={ref}
    >
      {children}
    </RampRootView>
  )
})

export interface RampRootViewProps
  extends PartProps<'section', RampHandle>,
    Pick<RampScreenProps, 'ramp' | 'options' | 't' | 'isOnline'> {
  rootRef?: Ref<HTMLElement> | undefined
  children?: ReactNode
}

/** The root in one state of the flow. It only renders; all behaviour is in `ramp`. */
export function RampRootView(props: RampRootViewProps) {
  const { ramp, options, t, isOnline, rootRef, children, ...rest } = props
  const { status } = ramp.state
  const root = useRef<HTMLElement>(null)
  const screen = useRampScreen({ ramp, options, t, isOnline })
  return (
    <RampContext.Provider value={screen}>
      <Card
        name={t('rampTitle')}
        {...rest}
        layout="ly-body"
        handle={ramp}
        rootRef={useComposedRefs(root, rootRef)}
        direction={t.direction}
        state={status}
        tone={rampTones[status]}
        announced={useAnnouncement(root, screen)}
      >
        {children}
      </Card>
    </RampContext.Provider>
  )
}
