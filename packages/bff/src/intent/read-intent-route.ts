import type { Mode, Network } from '@leyden/core'
import { chargeHistory } from '../charge/charge-history.js'
import type { ChargeReply } from '../charge/charge-reply.js'
import { hasTerms } from '../charge/open-charge.js'
import { chargesOf, firstPaid } from '../charge/reference-charges.js'
import { pageRoute, type Route } from '../http/route.js'
import type { Spend } from '../limits/limits.js'
import type { Store } from '../store/store.js'
import type { Intents } from './intent.js'
import { IntentReading, SignedIntent } from './intent-messages.js'

interface ReadIntentOptions {
  intents: Intents
  store: Store
  spend: Spend
  chargeReply: ChargeReply
  mode: Mode
  network: Network
  now: () => Date
}

/** `POST /v0/intent`. Sends no request upstream. */
export function readIntentRoute(options: ReadIntentOptions): Route {
  const { intents, store, spend, chargeReply, mode, network, now } = options
  return pageRoute('POST /v0/intent', {
    name: 'intent',
    open: true,
    summary: 'The terms of a signed intent, and the charge of its reference.',
    body: SignedIntent,
    reply: IntentReading,
    async handle({ ip }, readBody) {
      const { intent } = await readBody()
      await spend.byClient('lookUpsPerMinute', ip, 'intent ')
      const { terms, reference, expiresAt } = await intents.read(intent)
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
        charge: state && { ...chargeReply(shown.charge), created_at: shown.charge.createdAt, state },
        mode,
        network,
      }
    },
  })
}
