import type { ProviderCharge } from '@leyden/core/provider'
import { describe, expect, it, vi } from 'vitest'
import { createWindowCounter } from '../../stores/window-counter.js'
import { openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { type OpenedCharge, openShop, type Shop, stateOf } from '../../test-support/shop.js'
import { printFigure, soakSize } from '../../test-support/soak.js'

const ADDRESS = 'alice@wallet.example'
const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status)

/** Look-ups of addresses that are not in the cache. */
async function flood(shop: Shop, ips: readonly string[], each: number, domain: string): Promise<void> {
  for (let n = 0; n < each; n++)
    await Promise.all(
      ips.map((ip) => shop.get(`v0/ln-address/validate/x${n}.${ip.replaceAll(':', '-')}@${domain}`, { ip })),
    )
}

const buy = (shop: Shop, body: object, ip: string) => shop.post('v0/ln-address/fetch-charge', body, { ip })

/** People who look up the shop's address and pay it, each over a separate connection. */
async function ordinaryBuyers(shop: Shop, count: number, first = 0) {
  const bought: number[] = []
  for (let n = first; n < first + count; n++) {
    const ip = `198.51.100.${n}`
    const found = await shop.get(`v0/ln-address/validate/${ADDRESS}`, { ip })
    const charge = await buy(shop, { lnaddress: ADDRESS, amount: '2100000' }, ip)
    bought.push(Math.max(found.status, charge.status))
  }
  return bought
}

async function buyerWithIntent(shop: Shop, ip: string, reference: string) {
  const intent = await shop.bff.sign({ lnaddress: ADDRESS, amountMsat: 2_100_000n, reference })
  return (await buy(shop, { intent }, ip)).status
}

describe('a flood of look-ups', () => {
  const networks = (network: (n: number) => string) => Array.from({ length: 11 }, (_, n) => network(n))

  const floods: [where: string, domain: string, ips: string[]][] = [
    ['of one /48', 'other.example', networks((n) => `2001:db8:1:${n}::1`)],
    ['of eleven sites, at the shop’s own provider', 'wallet.example', networks((n) => `2001:db8:${n}::1`)],
    ['of one /48, at the shop’s own provider', 'wallet.example', networks((n) => `2001:db8:1:${n}::1`)],
  ]
  it.each(floods.slice(0, soakSize(2, floods.length)))(
    'from eleven /64 networks %s leaves every other buyer served',
    async (_, domain, ips) => {
      const shop = openShop()
      await flood(shop, ips, 119, domain)
      expect(await ordinaryBuyers(shop, 30)).toEqual(Array(30).fill(200))
      // The flood continues at twenty a second into the next minute.
      for (let second = 0; second < 2; second++) {
        shop.turnClock(45_000)
        await flood(shop, ips, 40, domain)
        expect(await buyerWithIntent(shop, `203.0.113.${second}`, `order-${second}`)).toBe(200)
        // Even a buyer in the same network.
        expect(await buyerWithIntent(shop, ips[0] ?? '', `order-${second}-b`)).toBe(200)
      }
      expect(await ordinaryBuyers(shop, 5)).toEqual(Array(5).fill(200))
    },
  )

  it.runIf(soakSize(0, 1))(
    'of a minute does not stop buyers with an intent or order, nor 99 of 100 others',
    async () => {
      const shop = openRampShop()
      const endsAtMs = performance.now() + 63_000
      const isOver = () => performance.now() >= endsAtMs
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const attack = async () => {
        // 1,300 in 2.6 seconds, then 20 a second.
        for (let n = 0; !isOver(); n++) {
          const ip = `2001:db8:1:${n % 11}::1`
          void shop.get(`v0/ln-address/validate/x${n}@other.example`, { ip })
          if (n >= 1_300) await pause(50)
          else if (n % 10 === 9) await pause(20)
        }
      }
      const served: Record<'intent' | 'order' | 'ordinary', number[]> = {
        intent: [],
        order: [],
        ordinary: [],
      }
      const attacking = attack()
      for (let n = 0; !isOver(); n++) {
        const [ip, email] = [`203.0.113.${n}`, `guest${n}@mail.example`]
        const order = await shop.bff.rampOrder({ email })
        served.intent.push(await buyerWithIntent(shop, ip, `order-${n}`))
        served.order.push((await shop.post(RAMP_PATH, { order }, { ip })).status)
        served.ordinary.push(...(await ordinaryBuyers(shop, 1, n)))
        await pause(1_000)
      }
      await attacking
      const rate = (of: keyof typeof served) =>
        served[of].filter((status) => status === 200).length / served[of].length
      for (const [of, promised] of [
        ['intent', 1],
        ['order', 1],
        ['ordinary', 0.99],
      ] as const) {
        const what = `under an attack, buyers served: ${of}`
        printFigure(what, `${100 * rate(of)} % of ${served[of].length}`, `${100 * promised} %`)
      }
      expect([rate('intent'), rate('order')]).toEqual([1, 1])
      expect(rate('ordinary')).toBeGreaterThanOrEqual(0.99)
    },
  )

  it('from very many addresses does not stop the buyers whom the shop knows', async () => {
    const identify = async (request: Request) =>
      request.headers.has('authorization') ? { id: 'u1', email: 'u@example.com' } : null
    const shop = openShop({ identify, limits: { rates: { keyPerMinute: 300 } } })
    await flood(
      shop,
      Array.from({ length: 60 }, (_, n) => `192.0.2.${n}`),
      5,
      'other.example',
    )
    expect((await ordinaryBuyers(shop, 1))[0]).toBe(429)
    const order = { lnaddress: ADDRESS, amount: '2100000' }
    const signedIn = { ip: '198.51.100.77', headers: { authorization: 'u1' } }
    expect((await shop.post('v0/ln-address/fetch-charge', order, signedIn)).status).toBe(200)
    expect(await buyerWithIntent(shop, '198.51.100.78', 'order-1')).toBe(200)
  })

  it('does not affect other look-ups of the same address', async () => {
    const shop = openShop({ limits: { rates: { keyPerMinute: 20 } } })
    await flood(shop, ['192.0.2.1'], 30, 'other.example')
    const lookUp = (ip: string) => shop.get(`v0/ln-address/validate/${ADDRESS}`, { ip })
    expect(statusesOf(await Promise.all([lookUp('192.0.2.1'), lookUp('192.0.2.9')]))).toEqual([429, 200])
  })
})

describe('hosts that hang', () => {
  it('delay at most eight requests of one client, and no other requests', async () => {
    let lookUps = 0
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const shop = openShop({
      pay: {
        async validateLightningAddress(address) {
          lookUps++
          if (address.endsWith('.hanging.example')) await answered
          return { valid: false, reason: 'no_such_user' }
        },
        createCharge: () => new Promise<ProviderCharge>(() => {}),
      },
    })
    const lookUp = (n: number, ip: string, domain = `h${n}.hanging.example`) =>
      shop.get(`v0/ln-address/validate/x${n}@${domain}`, { ip })
    const ips = Array.from({ length: 10 }, (_, n) => `192.0.2.${n}`)
    const hanging = ips.flatMap((ip, i) => Array.from({ length: 16 }, (_, n) => lookUp(100 * i + n, ip)))
    const visitors = Array.from({ length: 30 }, (_, n) => lookUp(n, `198.51.100.${n}`, 'good.example'))
    expect(statusesOf(await Promise.all(visitors))).toEqual(Array(30).fill(200))
    expect(lookUps).toBe(30 + 10 * 8)
    answer()
    const statuses = statusesOf(await Promise.all(hanging))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10 * 8)
  })
})

describe('providers that hang when the BFF checks whether an invoice is paid', () => {
  it('get four requests of one client and eight per host, and delay no other payment', async () => {
    const hanging: string[] = []
    let mostOfHost = 0
    const shop = openShop({
      pay: {
        validateLightningAddress: (...args) => shop.provider.validateLightningAddress(...args),
        async createCharge(request, options) {
          const charge = await shop.provider.createCharge(request, options)
          const host = request.lnaddress.slice(request.lnaddress.indexOf('@') + 1)
          return { ...charge, verifyUrl: `https://${host}/verify` }
        },
        async verify({ verifyUrl }) {
          const { hostname } = new URL(verifyUrl)
          if (hostname === 'good.example') return { status: 'paid' }
          hanging.push(hostname)
          mostOfHost = Math.max(mostOfHost, hanging.filter((host) => host === 'slow.example').length)
          return new Promise(() => {})
        },
      },
    })
    const order = (domain: string) => ({ lnaddress: `alice@${domain}`, amount: '2100000' })
    for (let n = 0; n < 16; n++) await buy(shop, order(`h${n % 8}.example`), '192.0.2.1')
    for (let n = 0; n < 12; n++) await buy(shop, order('slow.example'), `192.0.2.${10 + n}`)
    const { data } = await shop.post<OpenedCharge>('v0/ln-address/fetch-charge', order('good.example'), {
      ip: '198.51.100.1',
    })
    shop.turnClock(2_500)
    shop.bff.start()
    const startedAtMs = performance.now()
    await vi.waitFor(async () =>
      expect(await stateOf(shop, data.watch_url)).toMatchObject({ status: 'paid' }),
    )
    printFigure(
      '28 requests to hanging providers, and another buyer',
      `paid is reported after ${(performance.now() - startedAtMs).toFixed(0)} ms`,
      '1,000 ms',
    )
    expect(hanging.filter((host) => host.startsWith('h'))).toHaveLength(4)
    expect(mostOfHost).toBe(8)
    await shop.bff.close()
  })
})

describe('a window counter with more keys than windows', () => {
  const at = (ms: number) => new Date(1_000_000 + ms)

  const minute = 60_000
  /** Counts a request. @returns whether it is allowed. */
  const counter = () => {
    const take = createWindowCounter(100)
    return async (key: string, limit: number, now: Date) =>
      (await take([{ key, limit, windowMs: minute }], now)) === null
  }

  it('keeps limiting old keys, accepts new keys, and limits them too', async () => {
    const take = counter()
    for (let n = 0; n < 5; n++) await take('all', 5, at(0))
    let allowed = 0
    for (let n = 0; n < 10_000; n++) if (await take(`flood ${n}`, 2, at(1))) allowed++
    expect(await take('all', 5, at(2))).toBe(false)
    // Beyond its capacity it has 4,096 shared windows, of two each.
    expect(allowed).toBeGreaterThan(100)
    expect(allowed).toBeLessThanOrEqual(100 + 2 * 4_096)
    for (let n = 0; n < 2; n++) await take('flood 9999', 2, at(3))
    expect(await take('flood 9999', 2, at(3))).toBe(false)
  })

  it('has free windows again when old ones have ended', async () => {
    const take = counter()
    for (let n = 0; n < 200; n++) await take(`flood ${n}`, 1, at(0))
    for (let n = 0; n < 100; n++) expect(await take(`fresh ${n}`, 1, at(60_001))).toBe(true)
  })
})
