import type { Randomness } from '../randomness.js'
import { own } from '../reply.js'
import type { Delivery, WebhookSender } from '../webhook/webhook-sender.js'
import type { Quote } from './fiat.js'
import type { Session } from './session-store.js'

/** The events to send: the documented one only, or also the older ones during the purchase. */
export type EventSelection = 'completed' | 'all'

/** Sends the events of sessions to their webhooks. */
export type RampEvents = ReturnType<typeof createRampEvents>

export function createRampEvents(options: {
  events: EventSelection
  lateMs: number
  now: () => number
  randomness: Randomness
  webhooks: WebhookSender
}) {
  const timestamp = () => new Date(options.now()).toISOString()

  function deliveryOf({ id, webhook_url }: Session, type: string, body: object): Delivery {
    return { sessionId: id, url: webhook_url, type, body: { ...body, created_at: timestamp() } }
  }

  /** The older envelope, as seen in production: without an id and a live mode, but with the receiver's URL. */
  function older(session: Session, step: string, details: object): Delivery {
    const event = `RAMP_WIDGET.V1.${step}`
    const data = { ...identify(session), ...details }
    return deliveryOf(session, event, { event, data, url: session.webhook_url })
  }

  /** The documented envelope (section 6 of the service's interface). */
  function completed(session: Session, details: object): Delivery {
    const type = 'ramp.purchase.completed'
    const id = `evt_${options.randomness.id('event')}`
    const data = { ...identify(session), status: 'completed', ...details }
    return deliveryOf(session, type, { id, type, livemode: false, data })
  }

  /** The webhooks after a purchase, in order, with the fault that the session's e-mail address selects. */
  function purchaseDeliveries(session: Session, purchase: Quote): Delivery[] {
    // The older envelope has base and quote the other way round, as seen in production.
    const isSwapped = session.user === 'swapped'
    const details = money(purchase, isSwapped ? 'quote' : 'base')
    const olderDetails = money(purchase, isSwapped ? 'base' : 'quote')
    const end = completed(session, details)
    const initiated = older(session, 'PAYMENT.INITIATED', olderDetails)
    const settled = older(session, 'PAYMENT.SETTLED', olderDetails)
    const faulty: Record<string, Delivery[]> = {
      twice: [end, end],
      late: [{ ...end, delayMs: options.lateMs }],
      reordered: [end, settled, initiated],
      forged: [{ ...end, url: forge(end.url), once: true }],
      conflict: [end, contradict(end)],
      never: [],
      failed: [initiated, older(session, 'PAYMENT.FAILED', olderDetails)],
      otherdestination: [withData(end, { destination: 'mallory@wallet.example' })],
      otherreference: [withData(end, { reference_id: 'somebody-else' })],
      othercurrency: [withData(end, { base_currency: 'ETH' })],
      otherprice: [withData(end, { quote_currency: 'JPY' })],
    }
    const withdrawn = older(session, 'WITHDRAWAL.SUCCEEDED', olderDetails)
    const ordinary = options.events === 'all' ? [initiated, settled, withdrawn, end] : [end]
    return own(faulty, session.user) ?? ordinary
  }

  return {
    /** A step on the way to the purchase, of which only the older envelope has events. */
    sendStep(session: Session, step: string, details: object = {}): void {
      if (options.events === 'all') options.webhooks.send([older(session, step, details)])
    },
    sendPurchase(session: Session, purchase: Quote): void {
      options.webhooks.send(purchaseDeliveries(session, purchase))
    },
  }
}

function identify(session: Session): object {
  return {
    session_id: session.id,
    email: session.email,
    reference_id: session.reference_id,
    destination: session.destination,
    metadata: session.metadata,
  }
}

/**
 * Another capability of the same form. Changes the middle of the last path segment, because the last characters of an
 * encoded secret may contain unused bits.
 */
function forge(webhookUrl: string): string {
  const url = new URL(webhookUrl)
  const start = url.pathname.lastIndexOf('/') + 1
  const middle = Math.floor((start + url.pathname.length) / 2)
  const other = url.pathname[middle] === 'A' ? 'B' : 'A'
  url.pathname = url.pathname.slice(0, middle) + other + url.pathname.slice(middle + 1)
  return url.href
}

/** The amounts of a purchase, with the bitcoin under this name, and the price under the other one. */
function money(purchase: Quote, bitcoin: 'base' | 'quote'): object {
  const fiat = bitcoin === 'base' ? 'quote' : 'base'
  return {
    [`${bitcoin}_amount`]: purchase.bitcoinAmount,
    [`${bitcoin}_currency`]: 'BTC',
    [`${fiat}_amount`]: purchase.fiatAmount,
    [`${fiat}_currency`]: purchase.fiatCurrency,
    fee: purchase.fee,
    fee_currency: purchase.fiatCurrency,
    rate: purchase.price,
  }
}

/** The same event id with another destination. */
function contradict(delivery: Delivery): Delivery {
  return withData(delivery, { destination: 'mallory@wallet.example' })
}

function withData(delivery: Delivery, change: object): Delivery {
  const body = delivery.body as { data: object }
  return { ...delivery, body: { ...body, data: { ...body.data, ...change } } }
}
