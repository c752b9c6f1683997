import type * as wire from '@leyden/core'
import type { ChargeReply } from '../charge/charge-messages.js'
import { pageRoute, type Route } from '../http/route.js'
import type { Consume } from '../limits/limits.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import { readSubject } from '../store/subject-rows.js'
import { stateAt } from '../watch/states.js'
import { type ReadIntent, referenceKey, SignedIntent } from './intent.js'
import { type Order, type OrderCharge, readOrder } from './order.js'
import { isLastSigned, sameTerms, storedTerms, type Terms } from './order-rule.js'

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

  /** A charge of an order for its page; undefined if it was erased. */
  async function chargeOf({ id }: OrderCharge, at: Date) {
    const charge = await readSubject(store, id)
    if (charge?.kind !== 'charge') return undefined
    const { state } = stateAt(charge, at)
    if (state.kind !== 'charge') return undefined
    return { ...replyOf(charge), created_at: charge.createdAt, state }
  }

  return pageRoute('POST /v0/intent', {
    name: 'intent',
    open: true,
    identifies: true,
    body: SignedIntent,
    async handle({ ip }, readBody): Promise<wire.IntentReading> {
      const { intent } = await readBody()
      await consume.byClient('lookUpsPerMinute', ip, {
        purpose: 'intent ',
        knownBy: () => referenceKey(() => readIntent(intent)),
      })
      const signed = await readIntent(intent)
      // Before the order is read.
      const at = now()
      const { terms, reference, expiresAt } = signed
      const { shown, arrived, isSuperseded } = viewOfOrder(
        await readOrder(store, reference),
        storedTerms(terms),
      )
      const charge = shown && (await chargeOf(shown, at))
      return {
        lnaddress: terms.lnaddress,
        amount: String(terms.amountMsat),
        description: terms.description,
        reference,
        expires_at: expiresAt.toISOString(),
        charge,
        arrived: arrived.length > 0 ? arrived : undefined,
        superseded: isSuperseded || undefined,
        mode,
        network,
      }
    },
  })
}

/** What a page with an intent of these terms may see of its order. */
function viewOfOrder({ state, charges }: Order, terms: Terms) {
  const own = charges.filter((charge) => sameTerms(charge, terms))
  const paying = own.find(({ payment }) => payment?.matches && !payment.duplicateOf)
  // Do not offer an invoice of earlier terms, nor one of an order that is paid.
  const isLast = isLastSigned({ state }, terms)
  const isOpen = state?.paidBy === undefined && isLast
  const arrived = charges.flatMap((charge) => {
    const { id, amountMsat: amount, paidAt: at, payment } = charge
    const paysThis = payment?.matches && sameTerms(charge, terms)
    return at !== undefined && !paysThis ? { id, amount, at } : []
  })
  return {
    shown: paying ?? (isOpen ? own.find(({ payment }) => !payment) : undefined),
    arrived: arrived.sort((a, b) => (a.at < b.at ? -1 : 1)),
    isSuperseded: state !== null && state.paidBy === undefined && !isLast,
  }
}
