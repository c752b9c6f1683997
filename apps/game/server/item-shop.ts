import { randomBytes, randomUUID } from 'node:crypto'
import { type BffEvent, createBff, serviceProvider } from '@leyden/bff'
import { fixedRates } from '@leyden/bff/exchange-rates'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import express, { Router } from 'express'
import type { GameSettings } from './settings.js'

/** The path of the BFF in the game's server. */
export const BFF_PATH = '/leyden'

/** The only item so far. */
const COPPER_JAR = { name: 'Copper jar', sats: 500n }

interface Player {
  items: Set<string>
  /** The order of the item. It stays the same until it is paid, so that a player is asked for one invoice only. */
  orderId: string
}

type Sandbox = NonNullable<GameSettings['sandbox']>

/**
 * Sells an item of the game, and has a BFF of its own, as the server of a small studio would. The BFF also takes the
 * tips and makes the sessions of the ramp.
 *
 * @param url the address of this server
 */
export function itemShop(url: string, sandbox: Sandbox, { pagePort, tipTo }: GameSettings) {
  // A real game has a database.
  const players = new Map<string, Player>()
  const provider = serviceProvider({ apiKey: sandbox.apiKey, baseUrl: sandbox.url })
  const bff = createBff({
    pay: provider,
    ramp: { provider, origins: sandbox.rampOrigins },
    store: memoryStore(),
    publicUrl: url + BFF_PATH,
    allowedOrigins: [
      // `npm start` prints localhost, but listens on 127.0.0.1.
      ...['localhost', '127.0.0.1'].map((host) => `http://${host}:${pagePort ?? new URL(url).port}`),
      // The portal page shows the game in a frame with an opaque origin.
      'null',
    ],
    identify: async () => ({ guest: true }),
    // All data is lost when the process ends, so its tokens may be too.
    secrets: [randomBytes(32).toString('base64url')],
    network: 'regtest',
    settlement: { recipients: true },
    extensions: [fixedRates({ USD: '100000' })],
    onEvent: deliver,
  })

  /** Delivers a paid item. An event may arrive twice, and then changes nothing. */
  function deliver({ type, data }: BffEvent): void {
    if (type !== 'charge.paid' || !data.intent) return
    const { reference } = data
    const player = [...players.values()].find(({ orderId }) => orderId === reference)
    if (!player) return
    if (!data.order?.matches || data.duplicate_of) console.log(`${reference}: give this payment back`)
    else player.items.add(COPPER_JAR.name)
  }

  /**
   * Their bodies are text, because JSON from a frame with an opaque origin would need a preflight request. The text is
   * the player's secret id, which no URL contains, as URLs are logged.
   */
  const routes: Router = Router().use(express.text())
  routes.post('/player', ({ body }, response) => {
    const id = players.has(body) ? body : randomUUID()
    const player = players.get(id) ?? { items: new Set(), orderId: `copper-jar-${randomUUID()}` }
    players.set(id, player)
    response.json({ id, items: [...player.items] })
  })
  routes.post('/order', async ({ body }, response) => {
    const player = players.get(body)
    if (!player) return void response.status(404).send('There is no such player.')
    const { name, sats } = COPPER_JAR
    const order = {
      lnaddress: tipTo,
      amountMsat: sats * 1_000n,
      description: name,
      reference: player.orderId,
    }
    response.type('text').send(await bff.sign(order))
  })
  routes.post('/wallet/pay', async ({ body }, response) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${sandbox.url}/sandbox/pay`, { method: 'POST', headers, body })
    const payment = (await reply.json()) as { data?: { payment_hash: string } }
    // The server of a studio learns of payments from its own node or wallet, and reports them to the BFF.
    if (payment.data) await bff.settle({ paymentHash: payment.data.payment_hash })
    response.status(reply.status).json(payment)
  })

  bff.start()
  return {
    item: { ...COPPER_JAR, sats: Number(COPPER_JAR.sats) },
    handle: toNodeHandler(bff),
    routes,
    close: () => bff.close(),
  }
}
