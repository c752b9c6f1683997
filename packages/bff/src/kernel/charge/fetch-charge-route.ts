import type { PayProvider } from '@leyden/core/provider'
import { badField } from '../http/bad-field.js'
import { readJson } from '../http/body.js'
import { type ReadIdentity, userIdOf } from '../http/identity.js'
import { pageRoute, type Route } from '../http/route.js'
import { check } from '../http/schema.js'
import type { ChargeLimits, Consume } from '../limits/limits.js'
import { type ReadIntent, referenceKey } from '../order/intent.js'
import type { ChargeSubject } from '../store/subject.js'
import { ChargeByIntent, ChargeByTerms, type ChargeReply } from './charge-messages.js'
import { checkTermsAllowed, termsOf } from './charge-terms.js'
import type { Payer } from './make-charge.js'
import type { Charges } from './open-charge.js'

interface FetchChargeOptions {
  identify: ReadIdentity
  consume: Consume
  pay: Pick<PayProvider, 'takesPayerData'>
  chargeLimits: ChargeLimits
  charges: Charges
  readIntent: (intent: string) => Promise<ReadIntent>
  replyOf: (charge: ChargeSubject) => ChargeReply
}

/** `POST /v0/ln-address/fetch-charge`: creates a charge with a checked invoice, stores it and watches it. */
export function fetchChargeRoute(options: FetchChargeOptions): Route {
  const { identify, consume, pay, chargeLimits, charges, readIntent, replyOf } = options

  /** Ignores empty texts. Payer data is sent to the recipient's provider and not stored. */
  function payerDataOf(data: Record<string, string | undefined> | undefined): Payer['payerData'] {
    if (data && !pay.takesPayerData)
      throw badField('payer_data', 'is not supported: the provider of this shop does not pass it on')
    return (
      data &&
      Object.fromEntries(Object.entries(data).filter((entry): entry is [string, string] => !!entry[1]))
    )
  }

  return pageRoute('POST /v0/ln-address/fetch-charge', {
    name: 'fetch-charge',
    open: true,
    identifies: true,
    async handle({ request, ip, log }): Promise<ChargeReply> {
      const startedAtMs = performance.now()
      const body = await readJson(request)
      // A tip needs no user, so it goes on if `identify` fails.
      const userId = await userIdOf(identify, request, log)
      const user = userId === undefined ? undefined : `user ${userId}`
      await consume.byClient('chargesPerMinute', ip, {
        knownBy: async () =>
          user ?? (await referenceKey(async () => readIntent(check(ChargeByIntent, body).intent))),
        also: user === undefined ? [] : [['chargesPerMinute', user]],
      })

      if (body.intent !== undefined) {
        const { intent, payer_data } = check(ChargeByIntent, body)
        const payer = { intent: true, userId, ip, payerData: payerDataOf(payer_data), startedAtMs }
        return replyOf(await charges.ofIntent(await readIntent(intent), payer, log))
      }
      const { payer_data, ...stated } = check(ChargeByTerms, body)
      const payer = { intent: false, userId, ip, payerData: payerDataOf(payer_data), startedAtMs }
      const terms = termsOf(stated)
      checkTermsAllowed(terms, chargeLimits)
      return replyOf(await charges.once(terms, payer, log))
    },
  })
}
