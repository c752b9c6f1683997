import type { Client } from '@leyden/core'
import { useRef } from 'react'
import { Card } from '../foundation/card/card.js'
import { rampEnglish } from '../foundation/messages/ramp-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import type { FrameAttributes } from '../ramp/engine/frame.js'
import type { RampEngine } from '../ramp/engine/ramp-engine.js'
import type { GuestEntry } from '../ramp/engine/session-requests.js'
import type { RampState } from '../ramp/flow/ramp-state.js'
import { RampBody, type RampBodyProps } from '../ramp/parts/loaded-ramp.js'
import { rampTones } from '../ramp/parts/ramp-start.js'
import { type RampActions, type RampHandle, type RampView, useRampHandle } from '../ramp/use-ramp-widget.js'
import { createFakeClient } from '../testing/fake-client.js'
import { useSandboxPage } from './use-sandbox-page.js'

/** One state of the ramp widget. */
export interface RampPictureProps {
  state: RampState
  options?: RampBodyProps['options'] | undefined
  /** Whether the browser has a network connection. @default true */
  isOnline?: boolean | undefined
  view?: Partial<RampView> | undefined
  /** The entries of the guest for the last request. */
  entry?: GuestEntry | undefined
  /** The client that looks up the destination. */
  client?: Client | undefined
  /** Called with the actions of a person, in place of performing them. */
  actions?: RampActions | undefined
}

const anyAddressIsFound = createFakeClient()

/** The card in one state of the flow, without an engine. A page in its frame is the sandbox's. */
export function RampPicture(props: RampPictureProps) {
  const { state, options = {}, isOnline = true } = props
  const { frame, ref } = useSandboxPage(state)
  const ramp = useRampInState(props, frame)
  const t = useMessages(rampEnglish, undefined, 'ramp')
  return (
    <div ref={ref}>
      <Card name={t('rampTitle')} direction={t.direction} state={state.status} tone={rampTones[state.status]}>
        <RampBody
          ramp={ramp}
          options={{
            quoteCurrency: 'USD',
            rampOrigins: ['https://pay.provider.example'],
            presentation: 'inline',
            ...options,
          }}
          t={t}
          isOnline={isOnline}
        />
      </Card>
    </div>
  )
}

/**
 * The real hook with the flow in one state.
 *
 * @param frame the attributes of the provider's frame, if one is shown
 */
export function useRampInState(picture: RampPictureProps, frame: FrameAttributes | null = null): RampHandle {
  const { options, client = anyAddressIsFound, view } = picture
  const shown = useRef({ ...picture, frame })
  shown.current = { ...picture, frame }
  const ramp = useRampHandle({ ...options, client }, () => stillEngine(() => shown.current))
  return { ...ramp, view: { ...ramp.view, ...view } }
}

/** An engine that stays in one state, and reports actions. */
function stillEngine(shown: () => RampPictureProps & { frame: FrameAttributes | null }): RampEngine {
  return {
    getState: () => shown().state,
    subscribe: () => () => {},
    update: () => {},
    mount: () => () => {},
    start: () => shown().actions?.start(),
    startNewSession: () => shown().actions?.startNewSession(),
    openSession: () => undefined,
    entry: () => shown().entry ?? noEntry,
    requestFallbackLink: () => shown().actions?.requestFallbackLink(),
    linkOpened: () => {},
    close: () => shown().actions?.close(),
    frameAttributes: () => shown().frame,
    setFrame: () => {},
  }
}

const noEntry: GuestEntry = {}
