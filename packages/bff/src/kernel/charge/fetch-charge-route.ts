import { badField } from '../http/bad-field.js'
import { readJson } from '../http/body.js'
import { pageRoute, type Route } from '../http/route.js'
import { check } from '../http/schema.js'
import { userIdOf } from '../identity/identity.js'
import { readIntent } from '../intent/intent.js'
import type { Uses, UsesOf } from '../services.js'
import { Charge, ChargeByIntent, ChargeByTerms, ChargeRequest, chargeReply } from './charge-messages.js'
import { checkTermsAllowed, termsOf } from './charge-terms.js'
import type { Payer } from './make-charge.js'
import type { Charges } from './open-charge.js'

/** `POST /v0/ln-address/fetch-charge`: creates a charge with a checked invoice, stores it and watches it. */
export function fetchChargeRoute(
  services: Uses<'identify' | 'spend' | 'idempotent' | 'pay' | 'chargeLimits'> &
    UsesOf<typeof readIntent> &
    UsesOf<typeof chargeReply>,
  charges: Charges,
): Route {
  const { identify, spend, idempotent, pay, chargeLimits } = services

  /** Ignores empty texts. Payer data is sent to the recipient's provider and not stored. */
  function payerDataOf(given: Record<string, string | undefined> | undefined): Payer['payerData'] {
    if (given && !pay.takesPayerData)
      throw badField('payer_data', 'is not supported: the provider of this shop does not pass it on')
    return (
      given &&
      Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => !!entry[1]))
    )
  }

  return pageRoute('POST /v0/ln-address/fetch-charge', {
    name: 'fetch-charge',
    open: true,
    summary: 'A checked invoice for exactly the amount, and its watch URL.',
    body: ChargeRequest,
    reply: Charge,
    async handle({ request, ip, log }) {
      const body = await readJson(request)
      // A tip needs no user, so it does not wait for `identify`.
      const userId = await userIdOf(identify, request, log)
      await spend.byClient('chargesPerMinute', ip)
      if (userId !== undefined) await spend('chargesPerMinute', `user ${userId}`)

      return idempotent(request, { operation: 'charge', userId, ip, body }, async () => {
        if (body.intent !== undefined) {
          const { intent, payer_data } = check(ChargeByIntent, body)
          const payer = { intent: true, userId, ip, payerData: payerDataOf(payer_data) }
          const signed = await readIntent(services, intent)
          return chargeReply(services, await charges.ofIntent(signed, payer, log))
        }
        const { payer_data, ...stated } = check(ChargeByTerms, body)
        const payer = { intent: false, userId, ip, payerData: payerDataOf(payer_data) }
        const terms = termsOf(stated)
        checkTermsAllowed(terms, chargeLimits)
        return chargeReply(services, await charges.once(terms, payer, log))
      })
    },
  })
}
