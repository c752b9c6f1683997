import type { Randomness } from '../randomness.js'
import type { Delivery } from '../webhook/webhook-sender.js'
import type { Quote } from './fiat.js'
import type { Session } from './session-store.js'

/** The events to send: the documented one only, or also the older ones during the purchase. */
export type EventSelection = 'completed' | 'all'

/** A kind of the older envelope. */
export type OlderKind = `RAMP_WIDGET.V1.${string}`

/** Writes the events of a session as webhooks. */
export type EventWriter = ReturnType<typeof createEventWriter>

export function createEventWriter({ now, randomness }: { now: () => number; randomness: Randomness }) {
  const timestamp = () => new Date(now()).toISOString()
  const deliveryOf = ({ id, webhookUrl }: Session, type: string, body: object): Delivery => {
    return { sessionId: id, url: webhookUrl, type, body }
  }

  return {
    /** `ramp.purchase.completed` in the documented envelope (section 6 of the service's interface). */
    completed: (session: Session, purchase: Quote) =>
      deliveryOf(session, 'ramp.purchase.completed', {
        id: `evt_${randomness.id('event')}`,
        type: 'ramp.purchase.completed',
        created_at: timestamp(),
        livemode: false,
        data: { ...identify(session), status: 'completed', ...describePurchase(purchase) },
      }),
    /** The older envelope, as seen in production: without an id and a live mode, but with the receiver's URL. */
    older: (session: Session, kind: OlderKind, details: object = {}) =>
      deliveryOf(session, kind, {
        event: kind,
        data: { ...identify(session), ...details },
        url: session.webhookUrl,
        created_at: timestamp(),
      }),
  }
}

/** The details of a purchase in events of the older envelope. */
export function describePurchase(purchase: Quote): object {
  return {
    amount: purchase.bitcoinAmount,
    currency: 'BTC',
    fiat_amount: purchase.fiatAmount,
    fiat_currency: purchase.fiatCurrency,
    fiat_fee: purchase.fee,
  }
}

function identify(session: Session): object {
  return {
    session_id: session.id,
    email: session.email,
    reference_id: session.referenceId,
    destination: session.destination,
    metadata: session.metadata,
  }
}
