import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BffOptions } from '../../kernel/bff-options.js'
import { openCharge, openShop, type Shop } from '../../test-support/shop.js'
import { promisedMs } from '../../test-support/soak.js'
import { nwc } from './nwc.js'
import { startNostrRelay } from './test-support/nostr-relay.js'
import { type NostrWalletOptions, startNostrWallet } from './test-support/nostr-wallet.js'

/** The time in which a payment is reported while the wallet and a relay are connected. */
const TOLD_WITHIN_MS = promisedMs(2_500)

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function startShop(
  walletOptions: Omit<NostrWalletOptions, 'relays'> = {},
  { relays: relayCount = 1, ...options }: Partial<BffOptions> & { relays?: number } = {},
) {
  const relays = await Promise.all(Array.from({ length: relayCount }, startNostrRelay))
  for (const relay of relays) ends.push(() => relay.kill())
  const wallet = startNostrWallet({ relays: relays.map(({ url }) => url), ...walletOptions })
  ends.push(() => wallet.kill())
  await vi.waitFor(() => expect(wallet.connections).toBe(relayCount))
  const rates = { chargesPerMinute: 10_000, lookUpsPerMinute: 10_000, domainPerMinute: 10_000 }
  const settlement = nwc({ url: wallet.url })
  const shop = openShop({
    settlement: { recipients: true, source: settlement },
    limits: { rates },
    ...options,
  })
  ends.push(() => shop.bff.close())
  return { relays: relays as [Relay, ...Relay[]], wallet, shop }
}
type Relay = Awaited<ReturnType<typeof startNostrRelay>>

async function start(...[walletOptions, options]: Parameters<typeof startShop>) {
  const world = await startShop(walletOptions, options)
  world.shop.bff.start()
  await connected(world.shop)
  return world
}

const connected = (shop: Shop, times = 1) =>
  vi.waitFor(() =>
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'NWC_CONNECTED')).toHaveLength(times),
  )

/** A charge, and its payment in the node behind the wallet. */
async function order(shop: Shop, body: object = {}) {
  const charge = await openCharge(shop, body)
  const pay = () => shop.sandbox.pay(charge.invoice.request)
  const status = async () => (await shop.get<{ status: string }>(charge.watch_url)).data.status
  return { charge, pay, status }
}

async function toldInTime({ status }: { status: () => Promise<string> }): Promise<void> {
  const startMs = performance.now()
  await vi.waitFor(async () => expect(await status()).toBe('paid'), { interval: 100 })
  expect(performance.now() - startMs).toBeLessThan(TOLD_WITHIN_MS)
}

describe('a wallet over Nostr', () => {
  it.each(['nip44_v2', 'nip04'] as const)('reports a payment by a notification in %s', async (encryption) => {
    const { shop, wallet } = await start({ answers: false, encryption })
    const tip = await order(shop)
    expect(tip.charge.detects).toEqual(['preimage', 'app'])
    const payment = tip.pay()
    wallet.receive(payment)
    await toldInTime(tip)
    const { data } = await shop.get(tip.charge.watch_url)
    expect(data).toMatchObject({ evidence: 'app', preimage: payment.preimage, paid_at: expect.any(String) })
  })

  it.each(['nip44_v2', 'nip04'] as const)(
    'is polled about open charges in %s, so that a payment without a notification is reported in time',
    async (encryption) => {
      const { shop, wallet } = await start({ notifies: false, encryption })
      // Payments at different times between two polls, the first one at once.
      const delaysMs = Array.from({ length: 5 }, async (_, index) => {
        const tip = await order(shop)
        await wait(index * 450)
        wallet.receive(tip.pay())
        const paidAtMs = performance.now()
        await vi.waitFor(async () => expect(await tip.status()).toBe('paid'), { interval: 20 })
        return performance.now() - paidAtMs
      })
      expect(Math.max(...(await Promise.all(delaysMs)))).toBeLessThan(TOLD_WITHIN_MS)
    },
  )

  it('reports payments that arrived while its service was down', async () => {
    const { shop, wallet } = await start()
    const tips = await Promise.all(Array.from({ length: 12 }, () => order(shop)))
    // By then the BFF has polled each charge.
    await vi.waitFor(() => expect(new Set(wallet.lookUps).size).toBe(12))
    wallet.kill()
    for (const tip of tips) wallet.receive(tip.pay())
    // Some polls fail meanwhile.
    await wait(1_000)
    wallet.start()
    await Promise.all(tips.map((tip) => toldInTime(tip)))
  })

  it('loses no payment while relay and wallet are repeatedly killed and restarted', async () => {
    const { shop, wallet, relays } = await start()
    const [relay] = relays
    /** When relay and wallet were last both up; in the future while they are not. */
    let upSinceMs = performance.now()
    let isOver = false
    const disturb = async () => {
      while (!isOver) {
        const victim = Math.random() < 0.5 ? relay : wallet
        await wait(500 + Math.random() * 500)
        upSinceMs = Number.POSITIVE_INFINITY
        await victim.kill()
        await wait(200 + Math.random() * 800)
        await victim.start()
        await vi.waitFor(() => expect(wallet.connections).toBe(1))
        upSinceMs = performance.now()
      }
    }
    const delays: number[] = []
    const chargeAndPay = async () => {
      const tip = await order(shop)
      await wait(Math.random() * 1_000)
      const payment = tip.pay()
      wallet.receive(payment)
      const paidAtMs = performance.now()
      let reachableSinceMs = Math.max(paidAtMs, upSinceMs)
      const isTold = async () => {
        // After an outage the measurement restarts.
        reachableSinceMs = Math.max(paidAtMs, upSinceMs)
        expect(await tip.status()).toBe('paid')
      }
      await vi.waitFor(isTold, { interval: 20 })
      delays.push(performance.now() - reachableSinceMs)
    }
    const disturbing = disturb()
    const sales: Promise<void>[] = []
    for (let count = 0; count < 40; count++) {
      sales.push(chargeAndPay())
      await wait(150)
    }
    isOver = true
    await disturbing
    await Promise.all(sales)
    expect(delays).toHaveLength(40)
    expect(Math.max(...delays)).toBeLessThan(TOLD_WITHIN_MS)
  })

  it('is reached through the other relay of its url while one is down', async () => {
    const { shop, wallet, relays } = await startShop({ answers: false }, { relays: 2 })
    shop.bff.start()
    await connected(shop, 2)
    await relays[0].kill()
    const tip = await order(shop)
    wallet.receive(tip.pay())
    await toldInTime(tip)
  })

  it('is ignored with a forged sender, a wrong preimage or an open invoice', async () => {
    const { shop, wallet } = await start()
    const tip = await order(shop)
    const payment = shop.sandbox.pay(tip.charge.invoice.request)
    wallet.forge(payment)
    wallet.receive(payment, { preimage: 'ab'.repeat(32) })
    wallet.receive(payment, { state: 'pending' })
    wallet.receive(payment, { type: 'outgoing' })
    await vi.waitFor(() => expect(wallet.lookUps).toContain(payment.paymentHash))
    await wait(300)
    expect(await tip.status()).toBe('open')
    expect(shop.log.text()).toContain('PAYMENT_NOT_SETTLED')
    wallet.receive(payment)
    await toldInTime(tip)
  })

  it('survives malformed messages of a relay, and writes nothing to the console', async () => {
    const consoles = (['log', 'info', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    )
    const { shop, wallet, relays } = await start({ answers: false })
    for (const text of [
      '{',
      '[]',
      '["EVENT"]',
      '["EVENT","sub:1",{}]',
      '["EOSE","x"]',
      'null',
      '["NOTICE","hi"]',
    ])
      relays[0].babble(text)
    const tip = await order(shop)
    wallet.receive(tip.pay())
    await toldInTime(tip)
    await relays[0].kill()
    await wait(500)
    for (const spy of consoles) {
      expect(spy.mock.calls).toEqual([])
      spy.mockRestore()
    }
  })

  it('keeps the secret of the url out of the log', async () => {
    const { shop, wallet, relays } = await start()
    const tip = await order(shop)
    wallet.receive(tip.pay())
    await toldInTime(tip)
    await relays[0].kill()
    await vi.waitFor(() => expect(shop.log.text()).toContain('NWC_DISCONNECTED'))
    // Logged once, however often it is retried.
    await wait(1_500)
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'NWC_DISCONNECTED')).toHaveLength(1)
    expect(shop.log.text()).not.toContain(wallet.secret)
    expect(shop.log.text()).not.toContain('walletconnect')
  })

  it('logs when the connection lacks the permissions that are needed', async () => {
    const { shop } = await start({ answers: false, notifies: false })
    await vi.waitFor(() => expect(shop.log.text()).toContain('NWC_PERMISSIONS_MISSING'))
  })

  it('opens nothing before start, and stops on close while a relay is down', async () => {
    const { shop, wallet, relays } = await startShop()
    const tip = await order(shop)
    wallet.receive(tip.pay())
    await wait(500)
    expect(shop.log.text()).not.toContain('NWC_CONNECTED')
    shop.bff.start()
    await connected(shop)
    await relays[0].kill()
    const startedAtMs = performance.now()
    await shop.bff.close()
    expect(performance.now() - startedAtMs).toBeLessThan(promisedMs(2_000))
  })
})
