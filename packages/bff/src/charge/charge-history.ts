import type { WatchState } from '@leyden/core'
import type { StoredEvent } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import type { Moment } from '../watch/history.js'

export const CHARGE_PAID = 'charge.paid'
export const CHARGE_EXPIRED = 'charge.expired'

/** The states of a charge: open, then paid on evidence, or expired by the clock; paid beats expired, also late. */
export function chargeHistory(charge: ChargeSubject, events: readonly StoredEvent[], now: Date): Moment[] {
  const open: Moment = {
    seq: 0,
    final: false,
    state: { kind: 'charge', status: 'open', at: charge.createdAt },
  }
  const paid = events.find((event) => event.type === CHARGE_PAID)
  if (paid) return [open, { seq: paid.seq, final: true, state: paidState(paid) }]
  const isOver = now.getTime() >= Date.parse(charge.watchUntil)
  const expired: WatchState = { kind: 'charge', status: 'expired', at: charge.watchUntil }
  const seq = events.at(-1)?.seq ?? 0
  return isOver ? [open, { seq, final: true, state: expired }] : [open]
}

function paidState({ at, facts: { evidence = 'app', preimage, success, paidAt } }: StoredEvent): WatchState {
  return {
    kind: 'charge',
    status: 'paid',
    evidence,
    ...(preimage !== undefined && { preimage }),
    ...(success !== undefined && { success }),
    at: at.toISOString(),
    ...(paidAt !== undefined && { paid_at: paidAt }),
  }
}
