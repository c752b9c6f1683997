import type { ChargeState } from '@leyden/core'
import type { StoredEvent } from '../store/store.js'
import type { ChargeSubject } from '../store/subject.js'
import type { HistoryEntry } from '../watch/history-entry.js'

export const CHARGE_PAID = 'charge.paid'
export const CHARGE_EXPIRED = 'charge.expired'

/** The key of a kind of event that a charge has at most once, whatever its content. */
export function onceOnly(type: string) {
  return { key: type, hash: type, type }
}

/**
 * Derives the state of a charge: open, then paid by evidence or expired by the clock. Paid wins over expired, even if
 * it comes later.
 */
export function chargeHistory(
  charge: Pick<ChargeSubject, 'createdAt' | 'watchUntil'>,
  events: readonly StoredEvent[],
  now: Date,
): HistoryEntry<ChargeState>[] {
  const { createdAt, watchUntil } = charge
  const open: HistoryEntry<ChargeState> = {
    seq: 0,
    final: false,
    state: { kind: 'charge', status: 'open', at: createdAt },
  }
  const paid = events.find((event) => event.type === CHARGE_PAID)
  if (paid) return [open, { seq: paid.seq, final: true, state: paidState(paid) }]
  if (now.getTime() < Date.parse(watchUntil)) return [open]
  const seq = events.at(-1)?.seq ?? 0
  return [open, { seq, final: true, state: { kind: 'charge', status: 'expired', at: watchUntil } }]
}

function paidState({ at, facts }: StoredEvent): ChargeState {
  const { evidence = 'app', preimage, success, paidAt: paid_at } = facts
  return { kind: 'charge', status: 'paid', evidence, preimage, success, at: at.toISOString(), paid_at }
}
