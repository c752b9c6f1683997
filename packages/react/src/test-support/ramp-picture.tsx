import type { Client } from '@leyden/core'
import { Card } from '../foundation/card/card.js'
import { rampEnglish } from '../foundation/messages/ramp-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import type { GuestEntry } from '../ramp/engine/session-requests.js'
import { useRampFields } from '../ramp/fields/use-ramp-fields.js'
import type { RampState } from '../ramp/flow/ramp-state.js'
import { RampBody, type RampBodyProps } from '../ramp/parts/loaded-ramp.js'
import { rampTones } from '../ramp/parts/ramp-start.js'
import type { RampActions, RampHandle } from '../ramp/use-ramp-widget.js'
import { createFakeClient } from '../testing/fake-client.js'
import { noActions, rampModel } from './ramp-model.js'
import { useSandboxPage } from './use-sandbox-page.js'

export interface RampPictureProps {
  state: RampState
  options?: RampBodyProps['options']
  more?: Partial<RampHandle>
  /** The entries of the guest for the last request. */
  entry?: GuestEntry
  /** The client that looks up the destination. */
  client?: Client
  /** The actions of its buttons. */
  actions?: RampActions
}

const anyAddressIsFound = createFakeClient()

/** The card in one state of the flow, without an engine. A page in its frame is the sandbox's. */
export function RampPicture(props: RampPictureProps) {
  const { state, options = {}, more, entry = {} } = props
  const { actions = noActions, client = anyAddressIsFound } = props
  const { frame, ref } = useSandboxPage(state)
  const fields = useRampFields({ state, options, entry, client })
  const ramp = rampModel(state, frame, { fields, actions, ...more })
  const t = useMessages(rampEnglish, undefined, 'ramp')
  return (
    <div ref={ref}>
      <Card
        name={t('rampTitle')}
        direction={t.direction}
        state={ramp.state.status}
        tone={rampTones[ramp.state.status]}
      >
        <RampBody
          ramp={ramp}
          options={{ quoteCurrency: 'USD', rampOrigins: ['https://pay.provider.example'], ...options }}
          t={t}
        />
      </Card>
    </div>
  )
}
