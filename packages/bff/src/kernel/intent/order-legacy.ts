import type { LegacyRows, StoredEvent } from '../store/store.js'
import type { IntentSubject, StoredTerms } from '../store/subject.js'
import {
  afterPayment,
  afterSigning,
  type ChargeOfOrder,
  type Order,
  sameTerms,
  unpaidState,
} from './order-rule.js'

type SignedTerms = StoredTerms & { createdAt: string }

/**
 * Repeats what an earlier version has signed and settled since the state, in the order of its times, because that
 * version has stored no sequence. At equal times a signature comes before a payment: then nothing is delivered for terms
 * that may have been replaced.
 */
export function withLegacy({ sequence, ...stored }: Order, intents: readonly IntentSubject[]): Order {
  const order: Order = { sequence, ...stored, charges: stored.charges.map((each) => ({ ...each })) }
  const payments: LegacyRows['payments'][number][] = []
  const signed: readonly SignedTerms[] =
    intents.length > 0 || stored.state ? intents : stored.charges.map(({ charge }) => charge)

  const tiedTimes = timesOfOtherTerms(signed)

  function sign(terms: SignedTerms): void {
    const next = afterSigning(order.state, terms)
    const isTied = tiedTimes.has(terms.createdAt) && next.paidBy === undefined
    order.state = isTied ? { ...next, unclear: true } : next
  }

  function settle(each: ChargeOfOrder, { seq, facts }: StoredEvent): void {
    const { charge, payment } = each
    if (payment) {
      // Decided by a version with orders, before its schema was migrated back.
      if (payment.matches && order.state?.paidBy === undefined)
        order.state = { ...unpaidState(charge), paidBy: payment.duplicateOf ?? charge.id }
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

/** The times at which more than one recipient or amount was signed. */
function timesOfOtherTerms(signed: readonly SignedTerms[]): Set<string> {
  const firstAt = new Map<string, SignedTerms>()
  const times = new Set<string>()
  for (const terms of signed) {
    const first = firstAt.get(terms.createdAt) ?? terms
    firstAt.set(terms.createdAt, first)
    if (!sameTerms(first, terms)) times.add(terms.createdAt)
  }
  return times
}
