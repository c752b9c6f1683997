import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { chargeHistory } from '../charge/charge-history.js'
import { CHARGE, type ChargeReply } from '../charge/charge-messages.js'
import { hasTerms } from '../charge/open-charge.js'
import { chargesOf, firstPaid } from '../charge/reference-charges.js'
import { pageRoute, type Route } from '../http/route.js'
import {
  described,
  type FieldsOf,
  LightningAddress,
  Mode,
  Msat,
  Network,
  optional,
  Time,
  text,
} from '../http/schema.js'
import type { Consume } from '../limits/limits.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import { ChargeState } from '../watch/watch-messages.js'
import { type ReadIntent, SignedIntent } from './intent.js'

export const IntentCharge = described(
  v.looseObject({
    ...CHARGE,
    created_at: described(Time, 'When the charge was created.'),
    state: ChargeState,
  } satisfies FieldsOf<wire.IntentCharge>),
  'The charge of this reference that was paid first. If none was paid, the newest charge, if it has the terms of this intent.',
)

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
  charge: v.optional(IntentCharge),
  mode: Mode,
  network: Network,
} satisfies FieldsOf<wire.IntentReading>)

interface ReadIntentOptions {
  store: Store
  consume: Consume
  readIntent: (intent: string) => Promise<ReadIntent>
  replyOf: (charge: ChargeSubject) => ChargeReply
  mode: wire.Mode
  network: wire.Network
  now: () => Date
}

/** `POST /v0/intent`. Sends no request upstream. */
export function readIntentRoute(options: ReadIntentOptions): Route {
  const { store, consume, readIntent, replyOf, mode, network, now } = options
  return pageRoute('POST /v0/intent', {
    name: 'intent',
    open: true,
    summary: 'The terms of a signed intent, and the charge of its reference.',
    body: SignedIntent,
    reply: IntentReading,
    async handle({ ip }, readBody) {
      const { intent } = await readBody()
      await consume.byClient('lookUpsPerMinute', ip, 'intent ')
      const { terms, reference, expiresAt } = await readIntent(intent)
      const charges = await chargesOf(store, reference)
      const newest = charges[0]
      // Do not offer an invoice with an earlier price. A paid charge counts whatever its price was.
      const shown = firstPaid(charges) ?? (newest && hasTerms(newest.charge, terms) ? newest : undefined)
      const state = shown && chargeHistory(shown.charge, shown.events, now()).at(-1)?.state
      return {
        lnaddress: terms.lnaddress,
        amount: String(terms.amountMsat),
        description: terms.description,
        reference,
        expires_at: expiresAt.toISOString(),
        charge: state && {
          ...replyOf(shown.charge),
          created_at: shown.charge.createdAt,
          state,
        },
        mode,
        network,
      }
    },
  })
}
