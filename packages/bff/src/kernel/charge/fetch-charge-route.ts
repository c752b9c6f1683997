import type { PayProvider } from '@leyden/core/provider'
import { badField } from '../http/bad-field.js'
import { readJson } from '../http/body.js'
import type { Idempotency, KeySlot } from '../http/idempotency.js'
import { pageRoute, type Route } from '../http/route.js'
import { check } from '../http/schema.js'
import { type ReadIdentity, userIdOf } from '../identity/identity.js'
import { type ReadIntent, referenceKey } from '../intent/intent.js'
import type { ChargeLimits, Consume } from '../limits/limits.js'
import type { ChargeSubject } from '../store/subject.js'
import { Charge, ChargeByIntent, ChargeByTerms, type ChargeReply, ChargeRequest } from './charge-messages.js'
import { checkTermsAllowed, termsOf } from './charge-terms.js'
import type { Payer } from './make-charge.js'
import type { Charges } from './open-charge.js'

interface FetchChargeOptions {
  identify: ReadIdentity
  consume: Consume
  idempotency: Idempotency
  pay: Pick<PayProvider, 'takesPayerData'>
  chargeLimits: ChargeLimits
  charges: Charges
  readIntent: (intent: string) => Promise<ReadIntent>
  replyOf: (charge: ChargeSubject) => ChargeReply
}

/** `POST /v0/ln-address/fetch-charge`: creates a charge with a checked invoice, stores it and watches it. */
export function fetchChargeRoute(options: FetchChargeOptions): Route {
  const { identify, consume, idempotency, pay, chargeLimits, charges, readIntent, replyOf } = options

  /** Ignores empty texts. Payer data is sent to the recipient's provider and not stored. */
  function payerDataOf(data: Record<string, string | undefined> | undefined): Payer['payerData'] {
    if (data && !pay.takesPayerData)
      throw badField('payer_data', 'is not supported: the provider of this shop does not pass it on')
    return (
      data &&
      Object.fromEntries(Object.entries(data).filter((entry): entry is [string, string] => !!entry[1]))
    )
  }

  const intentOf = (body: Record<string, unknown>) => check(ChargeByIntent, body).intent

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
      const user = userId === undefined ? undefined : `user ${userId}`
      await consume.byClient('chargesPerMinute', ip, {
        knownBy: async () => user ?? (await referenceKey(async () => readIntent(intentOf(body)))),
      })
      // Without an address the user's limit has counted the request already.
      if (user !== undefined && ip !== null) await consume('chargesPerMinute', user)

      const scope = { operation: 'charge', userId, ip, body } as const
      if (body.intent !== undefined) {
        const read = () => readIntent(intentOf(body))
        const recheck = async () => charges.refuseSuperseded(await read())
        const open = async (key: KeySlot | undefined) => {
          const { payer_data } = check(ChargeByIntent, body)
          const payer = { intent: true, userId, ip, payerData: payerDataOf(payer_data) }
          return charges.ofIntent(await read(), payer, log, key)
        }
        return idempotency.inOwnRow(request, { ...scope, recheck }, open, replyOf)
      }
      const create = async (key: KeySlot | undefined) => {
        const { payer_data, ...stated } = check(ChargeByTerms, body)
        const payer = { intent: false, userId, ip, payerData: payerDataOf(payer_data) }
        const terms = termsOf(stated)
        checkTermsAllowed(terms, chargeLimits)
        return charges.once(terms, payer, log, key)
      }
      return idempotency.inOwnRow(request, scope, create, replyOf)
    },
  })
}
