import { chargeHistory } from '../charge/charge-history.js'
import { chargeReply } from '../charge/charge-reply.js'
import { hasTerms } from '../charge/open-charge.js'
import { chargesOf, firstPaid } from '../charge/reference-charges.js'
import { pageRoute, type Route } from '../http/route.js'
import type { Services } from '../services.js'
import { readIntent } from './intent.js'
import { IntentReading, SignedIntent } from './intent-messages.js'

/** `POST /v0/intent`. Sends no request upstream. */
export function readIntentRoute(services: Services): Route {
  const { store, spend, mode, network, now } = services
  return pageRoute('POST /v0/intent', {
    name: 'intent',
    open: true,
    summary: 'The terms of a signed intent, and the charge of its reference.',
    body: SignedIntent,
    reply: IntentReading,
    async handle({ ip }, readBody) {
      const { intent } = await readBody()
      await spend.byClient('lookUpsPerMinute', ip, 'intent ')
      const { terms, reference, expiresAt } = await readIntent(services, intent)
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
          ...chargeReply(services, shown.charge),
          created_at: shown.charge.createdAt,
          state,
        },
        mode,
        network,
      }
    },
  })
}
