import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { CHARGE, TERMS } from '../charge/charge-messages.js'
import { LightningAddress, Mode, Msat, Network, requestObject, Time, text } from '../http/schema.js'
import { ChargeState } from '../watch/watch-messages.js'

const Reference = v.pipe(text(255), v.nonEmpty('is required'))

/** Body of `POST /admin/intents`. */
export const IntentRequest = requestObject({ ...TERMS, reference: Reference })

/** Reply to `POST /admin/intents`, and body of `POST /v0/intent`. */
export const SignedIntent = requestObject({
  intent: v.pipe(
    v.string('was not signed by this shop'),
    v.description('A charge can be created from it for 15 minutes; it can be read for 31 days.'),
  ),
})

export const IntentCharge = v.looseObject({
  ...CHARGE,
  created_at: Time,
  state: ChargeState,
}) satisfies v.GenericSchema<wire.IntentCharge>

/** Reply to `POST /v0/intent`. */
export const IntentReading = v.strictObject({
  lnaddress: LightningAddress,
  amount: Msat,
  description: v.optional(text(639)),
  reference: text(255),
  expires_at: v.pipe(Time, v.description('A charge can be created from it until then.')),
  charge: v.optional(
    v.pipe(
      IntentCharge,
      v.description(
        'The charge of this reference that was paid first, or else the newest one if it has the terms of this intent.',
      ),
    ),
  ),
  mode: Mode,
  network: Network,
}) satisfies v.GenericSchema<wire.IntentReading>
