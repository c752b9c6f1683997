import { LeydenError } from '@leyden/core'
import { CHARGE_PAID } from '../charge/charge-history.js'
import type { ChargeTerms } from '../charge/charge-terms.js'
import type {
  LegacyRows,
  OrderCharge,
  OrderPayment,
  OrderState,
  Store,
  StoredEvent,
  StoredOrder,
} from '../store/store.js'
import { type ChargeSubject, type IntentSubject, orderOf, type StoredTerms } from '../store/subject.js'

/** The recipient and amount of an order. The note is not one of its terms. */
export type Terms = Pick<StoredTerms, 'lnaddress' | 'amountMsat'>

/** The order of a reference. Everything that depends on signatures and payments of one reference decides by it. */
export interface Order extends Pick<StoredOrder, 'sequence' | 'state'> {
  /** Newest first. */
  charges: ChargeOfOrder[]
  /** What an earlier version has stored and `state` contains already, but the store's state does not. */
  legacy: LegacyRows | undefined
}

/** One of the order's charges. */
interface ChargeOfOrder extends OrderCharge {
  /** The event of its payment. */
  paid: StoredEvent | undefined
  /** What its payment means for the order; undefined until it is paid. */
  payment: OrderPayment | undefined
}

/** Each failed attempt means that another writer has succeeded, so more would be a flood. */
const MOST_ATTEMPTS = 100

/** Terms as the store has them. */
export function storedTerms({ lnaddress, amountMsat }: ChargeTerms): Terms {
  return { lnaddress, amountMsat: String(amountMsat) }
}

export function sameTerms(one: Terms, other: Terms): boolean {
  return one.lnaddress === other.lnaddress && one.amountMsat === other.amountMsat
}

/** Whether these terms are the ones that were signed last, so that they may be charged while the order is unpaid. */
export function isLastSigned({ state }: Pick<Order, 'state'>, terms: Terms): boolean {
  return state !== null && !state.unclear && sameTerms(state, terms)
}

/**
 * Checks that a charge of these terms may be created, or returned while it is open.
 *
 * @throws LeydenError `ALREADY_PAID`, `INTENT_SUPERSEDED`.
 */
export function checkChargeable(order: Pick<Order, 'state'>, terms: Terms): void {
  if (order.state?.paidBy !== undefined)
    throw new LeydenError('ALREADY_PAID', 'The order that the shop signed this intent for is already paid.', {
      field: 'intent',
    })
  if (!isLastSigned(order, terms))
    throw new LeydenError(
      'INTENT_SUPERSEDED',
      'The shop has signed this order again with other terms. Get the newest intent from the shop.',
      { field: 'intent' },
    )
}

/**
 * The state after a signature: its terms are the last ones from now on, and the next charge takes its note. If the order
 * is paid, nothing replaces the terms that were paid.
 */
export function afterSigning(state: OrderState | null, { lnaddress, amountMsat, description }: StoredTerms) {
  if (state?.paidBy !== undefined) return state
  const isSame = state && !state.unclear && sameTerms(state, { lnaddress, amountMsat })
  return isSame && state.description === description ? state : { lnaddress, amountMsat, description }
}

/**
 * What a payment means for the order, and the state after it: the first payment of the terms that were signed last pays
 * the order. A payment of other terms never pays it, not even if they are signed again later: the shop has been told not
 * to deliver for it.
 */
export function afterPayment(
  { state, charges }: Pick<Order, 'state' | 'charges'>,
  charge: ChargeSubject,
): { state: OrderState; payment: OrderPayment } {
  // A charge proves that its terms were signed, if retention of an earlier version has deleted its intent.
  const last = state ?? termsOf(charge)
  const matches = isLastSigned({ state: last }, charge)
  // If an earlier payment of the same terms had matched, the order would be paid, and this payment would match, too.
  const alike = charges.find(
    (other) => other.payment && !other.payment.duplicateOf && sameTerms(other.charge, charge),
  )
  const earlier = matches ? last.paidBy : alike?.charge.id
  return {
    state: matches && last.paidBy === undefined ? { ...last, paidBy: charge.id } : last,
    payment: { lnaddress: last.lnaddress, amountMsat: last.amountMsat, matches, duplicateOf: earlier },
  }
}

function termsOf({ lnaddress, amountMsat, description }: StoredTerms): OrderState {
  return { lnaddress, amountMsat, description }
}

/** Reads the order of a reference, with everything that an earlier version of the BFF has stored for it. */
export async function readOrder(store: Pick<Store, 'order'>, reference: string): Promise<Order> {
  const { legacyIntents, charges, ...stored } = await store.order(reference)
  const known = charges.map((each): ChargeOfOrder => {
    const paid = each.events.find(({ type }) => type === CHARGE_PAID)
    return { ...each, paid, payment: paid?.facts.order }
  })
  const order: Order = { ...stored, charges: known, legacy: undefined }
  const isUndecided = known.some(({ paid, payment }) => paid && !payment)
  // Without a state, the charges tell what was signed.
  const isFromCharges = stored.state === null && charges.length > 0
  return legacyIntents.length > 0 || isUndecided || isFromCharges ? withLegacy(order, legacyIntents) : order
}

/**
 * Repeats what an earlier version has signed and settled since the state, in the order of its times, because that
 * version has stored no sequence. At equal times a signature comes before a payment: then nothing is delivered for terms
 * that may have been replaced.
 */
function withLegacy({ sequence, ...stored }: Order, intents: readonly IntentSubject[]): Order {
  const order: Order = { sequence, ...stored, charges: stored.charges.map((each) => ({ ...each })) }
  const payments: LegacyRows['payments'][number][] = []
  const signed: readonly (StoredTerms & { createdAt: string })[] =
    intents.length > 0 || stored.state ? intents : stored.charges.map(({ charge }) => charge)

  function sign(terms: (typeof signed)[number]): void {
    const next = afterSigning(order.state, terms)
    const isTied = signed.some((other) => other.createdAt === terms.createdAt && !sameTerms(other, terms))
    order.state = isTied && next.paidBy === undefined ? { ...next, unclear: true } : next
  }

  function settle(each: ChargeOfOrder, { seq, facts }: StoredEvent): void {
    const { charge, payment } = each
    if (payment) {
      // Decided by a version with orders, before its schema was migrated back.
      if (payment.matches && order.state?.paidBy === undefined)
        order.state = { ...termsOf(charge), paidBy: payment.duplicateOf ?? charge.id }
      return
    }
    const after = afterPayment(order, charge)
    order.state = after.state
    each.payment = after.payment
    payments.push({ paymentHash: charge.id, seq, facts: { ...facts, order: after.payment } })
  }

  const steps = signed.map((terms) => ({ atMs: Date.parse(terms.createdAt), run: () => sign(terms) }))
  for (const each of [...order.charges].reverse()) {
    const { paid, payment } = each
    if (paid && (!payment || stored.state === null))
      steps.push({ atMs: paid.at.getTime(), run: () => settle(each, paid) })
  }
  for (const { run } of steps.sort((a, b) => a.atMs - b.atMs)) run()
  return { ...order, legacy: { intents: intents.map(({ id }) => id), payments } }
}

/**
 * Reads an order and writes what follows from it, and repeats both if another writer was faster.
 *
 * @param write returns `order_changed` if nothing was written because of another writer.
 * @throws LeydenError `SERVICE_UNAVAILABLE` if that happens again and again.
 */
export async function changeOrder<Outcome>(
  store: Pick<Store, 'order' | 'adoptLegacy'>,
  reference: string,
  write: (order: Order) => Promise<Outcome | 'order_changed'>,
): Promise<Outcome> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const order = await readOrder(store, reference)
    if (order.legacy) {
      const { sequence, state } = order
      await store.adoptLegacy({ reference, sequence, state: state ?? undefined }, order.legacy)
      continue
    }
    const outcome = await write(order)
    if (outcome !== 'order_changed') return outcome
  }
  throw new LeydenError('SERVICE_UNAVAILABLE', 'Too many requests change this order at once. Try again.', {
    retryAfterMs: 1_000,
  })
}

/** What a paid charge means for its order; undefined if it belongs to none. Decides it for an earlier version. */
export async function paymentOf(
  store: Pick<Store, 'order' | 'adoptLegacy'>,
  charge: ChargeSubject,
): Promise<OrderPayment | undefined> {
  const reference = orderOf(charge)
  if (reference === undefined) return undefined
  let payment: OrderPayment | undefined
  await changeOrder(store, reference, async ({ charges }) => {
    payment = charges.find((each) => each.charge.id === charge.id)?.payment
    return 'read'
  })
  return payment
}
