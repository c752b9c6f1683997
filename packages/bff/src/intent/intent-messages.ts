import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { TERMS } from '../charge/charge-messages.js'
import { CHARGE } from '../charge/charge-reply.js'
import {
  described,
  type FieldsOf,
  LightningAddress,
  Mode,
  Msat,
  Network,
  optional,
  requestObject,
  Time,
  text,
} from '../http/schema.js'
import { ChargeState } from '../watch/watch-messages.js'

const Reference = v.pipe(text(255), v.nonEmpty('is required'))

/** Body of `POST /admin/intents`. */
export const IntentRequest = requestObject({ ...TERMS, reference: Reference })

/** Reply to `POST /admin/intents`, and body of `POST /v0/intent`. */
export const SignedIntent = requestObject({
  intent: described(
    v.string('was not signed by this shop'),
    'The signed intent. A page can create a charge from it for 15 minutes, and read it for 31 days.',
  ),
})

export const IntentCharge = v.looseObject({
  ...CHARGE,
  created_at: described(Time, 'When the charge was created.'),
  state: ChargeState,
} satisfies FieldsOf<wire.IntentCharge>)

/** Reply to `POST /v0/intent`. */
export const IntentReading = v.strictObject({
  lnaddress: LightningAddress,
  amount: Msat,
  description: optional(text(639), 'A note for the recipient.'),
  reference: described(
    text(255),
    'The shop’s reference, such as an order number. A reference can have one open charge at a time, and one payment.',
  ),
  expires_at: described(Time, 'When the intent expires. After that no charge can be created from it.'),
  charge: optional(
    IntentCharge,
    'The charge of this reference that was paid first. If none was paid, the newest charge, if it has the terms of this intent.',
  ),
  mode: Mode,
  network: Network,
} satisfies FieldsOf<wire.IntentReading>)
