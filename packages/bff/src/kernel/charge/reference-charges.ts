import type { Store, StoredEvent } from '../store/store.js'
import type { ChargeSubject, Subject } from '../store/subject.js'
import { CHARGE_PAID } from './charge-history.js'

/** Bounds the work for an order that is opened repeatedly and never paid. */
const MOST_REPLACED = 100

/** A charge that was created from an intent, with its events. */
export interface ReferenceCharge {
  charge: ChargeSubject
  events: StoredEvent[]
}

/** The name of the slot of the newest charge of an intent's reference. */
export function slotOf(reference: string): string {
  return `reference ${reference}`
}

/** The charges of one reference's intents, newest first. Each replaced an expired one. */
export async function chargesOf(store: Store, reference: string): Promise<ReferenceCharge[]> {
  return chainFrom(store, await store.holder(slotOf(reference)))
}

async function chainFrom(store: Store, newest: Subject | null): Promise<ReferenceCharge[]> {
  const chain: ReferenceCharge[] = []
  let subject = newest
  while (subject?.kind === 'charge' && chain.length <= MOST_REPLACED) {
    chain.push({ charge: subject, events: await store.read(subject.id, 0) })
    subject = subject.replaces === undefined ? null : await store.get(subject.replaces)
  }
  return chain
}

/** The charge whose payment was detected first; undefined if none was paid. */
export function firstPaid(newestFirst: readonly ReferenceCharge[]): ReferenceCharge | undefined {
  let first: ReferenceCharge | undefined
  let firstMs = Number.POSITIVE_INFINITY
  for (const each of newestFirst) {
    const paidMs = each.events.find(({ type }) => type === CHARGE_PAID)?.at.getTime()
    // If two payments were detected in the same millisecond, the payment of the older charge counts as the first.
    if (paidMs === undefined || paidMs > firstMs) continue
    first = each
    firstMs = paidMs
  }
  return first
}

/**
 * The payment hash of the charge of the same intent reference that was paid before this paid one, or undefined if this
 * was the first. "Before" refers to when the payments were detected, so that a later payment never changes the result.
 */
export async function duplicateOf(store: Store, charge: ChargeSubject): Promise<string | undefined> {
  if (!charge.intent || charge.reference === undefined) return undefined
  const charges = await chargesOf(store, charge.reference)
  // If a charge in between was erased, the chain from the newest charge does not reach this one.
  if (!charges.some((each) => each.charge.id === charge.id)) charges.push(...(await chainFrom(store, charge)))
  const first = firstPaid(charges)?.charge.id
  return first === charge.id ? undefined : first
}
