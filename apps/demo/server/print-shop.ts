import { randomUUID } from 'node:crypto'
import { type BffEvent, standardWebhooksVerifier } from '@leyden/bff'
import express, { Router } from 'express'
import type { DemoSettings } from './settings.js'
import type { PrintOrder } from './shop-config.js'

const PRICE_CENTS = 200n
const RECIPIENT = 'alice@wallet.example'

interface Order {
  amountMsat: bigint
  isDelivered: boolean
  /** Payments to give back: the order was paid twice, or at an earlier price. */
  refunds: Set<string>
}

/**
 * Sells a print for a price in dollars. The sats are computed once, when the order is placed, and stored with it: every
 * intent of the order is signed for the same amount, however often the page is loaded.
 */
export function printShop({ bffUrl, adminToken }: DemoSettings): { routes: Router; receive: EventReceiver } {
  // A real shop has a database.
  const orders = new Map<string, Order>()
  const routes = Router()

  routes.post('/orders', async (_, response) => {
    const { rate } = await dataOf<{ rate: string }>(await fetch(`${bffUrl}/v0/rates/USD`))
    const id = `print-${randomUUID()}`
    const amountMsat = satsFor(PRICE_CENTS, rate) * 1_000n
    orders.set(id, { amountMsat, isDelivered: false, refunds: new Set() })
    response.json({ id, isDelivered: false } satisfies PrintOrder)
  })

  routes.get('/orders/:id', ({ params: { id } }, response) => {
    const order = orders.get(id)
    if (!order) return void response.status(404).json({ error: 'There is no such order.' })
    response.json({ id, isDelivered: order.isDelivered } satisfies PrintOrder)
  })

  routes.post('/orders/:id/intent', async ({ params: { id } }, response) => {
    const order = orders.get(id)
    if (!order) return void response.status(404).json({ error: 'There is no such order.' })
    const signed = await fetch(`${bffUrl}/admin/intents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({
        lnaddress: RECIPIENT,
        amount: String(order.amountMsat),
        description: 'A print',
        reference: id,
      }),
    })
    response.json(await dataOf<{ intent: string }>(signed))
  })

  return {
    routes,
    receive({ type, data }) {
      if (type !== 'charge.paid' || !data.intent) return
      const order = orders.get(data.reference ?? '')
      if (!order) return
      // An event may arrive twice: both lines have the same effect then.
      if (data.order?.matches && !data.duplicate_of) order.isDelivered = true
      else order.refunds.add(data.payment_hash)
    },
  }
}

type EventReceiver = (event: BffEvent) => void

/** The route to which the BFF posts its events, signed by Standard Webhooks. */
export function eventsRoute(secret: string, receive: EventReceiver): Router {
  const { verify } = standardWebhooksVerifier({ secrets: [secret] })
  return Router().post('/events', express.raw({ type: () => true }), ({ headers, body }, response) => {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    if (!verify(new Headers(given), body, new Date())) return void response.sendStatus(401)
    receive(JSON.parse(new TextDecoder().decode(body)))
    response.sendStatus(204)
  })
}

/** The price in satoshis at a rate such as `97142.86`, rounded up. */
function satsFor(cents: bigint, rate: string): bigint {
  const [whole = '', fraction = ''] = rate.split('.')
  const scaledRate = BigInt(whole + fraction)
  const scaledPrice = cents * 1_000_000n * 10n ** BigInt(fraction.length)
  return (scaledPrice + scaledRate - 1n) / scaledRate
}

async function dataOf<Data>(response: Response): Promise<Data> {
  const { data } = (await response.json()) as { data?: Data }
  if (!data) throw new Error(`The BFF answered ${response.status}.`)
  return data
}
