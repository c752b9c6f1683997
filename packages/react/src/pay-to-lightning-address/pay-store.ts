import type { ChargeState, Client } from '@leyden/core'
import { type LedgerPlace, ledgerOf, type NewCharge } from '../ledger/charge-ledger.js'
import { type PayEvent, type PayState, payTransition, type ShownCharge } from '../pay-flow/index.js'

/** What joins a widget to the ledger. */
export interface PayOrder {
  /** The same for equal props of the page; `key` besides names the page. */
  props: string
  /** What the page asks for, as text: charges of another order are not shown here. */
  key: string
  reference: string | undefined
  /** Whether a charge may be shown again from storage. With an intent the BFF says what is to be shown. */
  mayRestore: boolean
}

/** The state of one widget: the flow, with the ledger that remembers its charges. Without React. */
export interface PayStore {
  getState(): PayState
  /** The state as it is to be shown for these props: what was shown for others is not theirs, from the first render on. */
  getStateFor(props: string | null): PayState
  /** @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  send(event: PayEvent): void
  /**
   * Joins the ledger for an order. Charges of another order leave the state first; those of this one come back.
   *
   * @param onRestored is told of the charge that is shown again.
   * @returns a function that leaves the ledger, which goes on following the charges.
   */
  join(order: PayOrder, client: Client, onRestored: (shown: ShownCharge) => void): () => void
  /** Brings back the charge of an order that the BFF knows, with what has become of it. After `join`. */
  restore(shown: ShownCharge, chargeState: ChargeState, client: Client): void
}

export function createPayStore(): PayStore {
  let state: PayState = { status: 'empty' }
  let place: LedgerPlace | null = null
  let order: PayOrder | null = null
  const attempt = createAttempts()
  const listeners = new Set<() => void>()

  const send = (event: PayEvent) => {
    const before = state
    state = payTransition(state, event)
    if (state === before) return
    if (before.status === 'paid' && state.status !== 'paid') attempt.end()
    writeDown()
    for (const listener of [...listeners]) listener()
  }

  const writeDown = () => {
    if (!('charge' in state) || state.status === 'paid') return place?.show(null)
    const { recipient, charge, isOver, isUnclear } = state
    place?.show(entryOf({ recipient, charge, isOver, isUnclear }))
  }

  const entryOf = (shown: ShownCharge): NewCharge => ({
    shown,
    reference: order?.reference,
    attempt: attempt.of(shown.recipient.address),
  })

  return {
    getState: () => state,

    getStateFor: (props) =>
      order === null || order.props === props ? state : payTransition(state, { type: 'order_changed' }),

    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    send,

    join(next, client, onRestored) {
      if (order !== null && order.key !== next.key) {
        attempt.end()
        send({ type: 'order_changed' })
      }
      order = next
      const joined = ledgerOf(client).join(next.key, client, send)
      place = joined
      const { shown: last, earlier: others } = joined.restored
      const shown = next.mayRestore ? last : undefined
      const earlier = last && !shown ? [last, ...others] : others
      if (shown || earlier.length > 0) send({ type: 'restored', shown, earlier })
      if (shown && 'charge' in state && state.charge.id === shown.charge.id) onRestored(shown)
      return () => {
        joined.leave()
        if (place === joined) place = null
      }
    },

    restore(shown, chargeState, client) {
      place?.add(entryOf(shown))
      send(shown.isOver ? { type: 'restored', earlier: [shown] } : { type: 'restored', shown })
      ledgerOf(client).takeState(shown.charge.id, chargeState)
    },
  }
}

/**
 * Names the attempts of a person to pay: invoices to one recipient belong to one attempt until it is paid and
 * done with. Two payments of one attempt are one too many.
 */
function createAttempts() {
  let current: { address: string; name: string } | null = null
  return {
    of(address: string): string {
      if (current?.address !== address) current = { address, name: crypto.randomUUID() }
      return current.name
    },
    end() {
      current = null
    },
  }
}
