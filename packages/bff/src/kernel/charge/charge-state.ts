import type { ChargeState } from '@leyden/core'
import type { Reduction } from '../store/reduction.js'
import type { StoredEvent } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'

export const CHARGE_PAID = 'charge.paid'
export const CHARGE_EXPIRED = 'charge.expired'

/** The key of a kind of event that a charge has at most once, whatever its content. */
export function onceOnly(type: string) {
  return { key: type, hash: type, type }
}

export function newCharge({ createdAt }: Pick<ChargeSubject, 'createdAt'>): Reduction {
  return { seq: 0, shown: { seq: 0, state: { kind: 'charge', status: 'open', at: createdAt } } }
}

/** A charge is open, then paid by evidence or expired by the clock. Paid wins over expired, even if it comes later. */
export function chargeAfter({ shown }: Reduction, event: Omit<StoredEvent, 'body'>): Reduction {
  const { seq, type } = event
  const isFirst = type === CHARGE_PAID && shown.state.status !== 'paid'
  return { seq, shown: isFirst ? { seq, state: paidState(event) } : shown }
}

function paidState({ at, facts }: Omit<StoredEvent, 'body'>): ChargeState {
  const { evidence = 'app', preimage, success, paidAt: paid_at } = facts
  return { kind: 'charge', status: 'paid', evidence, preimage, success, at: at.toISOString(), paid_at }
}
