import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { fixedRates } from '../../exchange-rates.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { openShop, type Shop } from '../../test-support/shop.js'
import { createConsume, DEFAULT_RATES } from './limits.js'

it.each(['192.0.2.1', undefined])(
  'refuses every look-up if its rate limit is 0, from the address %s',
  async (ip) => {
    const shop = openShop({ limits: { rates: { lookUpsPerMinute: 0 } } })
    const reply = await shop.get('v0/ln-address/validate/alice@wallet.example', { ip })
    expect(reply).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
    expect(Number(reply.headers.get('retry-after'))).toBe(60)
  },
)

it.each(['192.0.2.1', undefined])(
  'opens no watch stream if its rate limit is 0, for the address %s',
  async (ip) => {
    const shop = openShop({ limits: { rates: { streamsPerIp: 0 } } })
    const { data } = await shop.post<{ watch_url: string }>('v0/ln-address/fetch-charge', {
      lnaddress: 'alice@wallet.example',
      amount: '2100000',
    })
    const reply = await shop.get(data.watch_url, { ip, headers: { accept: 'text/event-stream' } })
    expect(reply.headers.get('content-type')).toContain('json')
  },
)

it('refuses every part of a shared limit of 0, and allows one request of a small limit', async () => {
  const consume = createConsume(
    memoryStore(),
    { ...DEFAULT_RATES, keyPerMinute: 0, domainPerMinute: 1 },
    () => new Date(),
  )
  for (const share of [0.5, 1])
    await expect(consume.all([['keyPerMinute', 'key', share]])).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  await consume.all([['domainPerMinute', 'wallet.example', 0.5]])
})

it('keeps the default of a limit that is undefined, as in plain JavaScript', async () => {
  const rates: object = { chargesPerMinute: undefined }
  const chargeLimits: object = { minSats: 2n, maxSats: undefined }
  const shop = openShop({ limits: { rates, charges: chargeLimits } })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) {
    const terms = { lnaddress: 'alice@wallet.example', amount: '2100000' }
    const { status } = await shop.post('v0/ln-address/fetch-charge', terms, { ip: '192.0.2.1' })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

const LOOK_UP = 'v0/ln-address/validate/alice@wallet.example'
const CHARGE = 'v0/ln-address/fetch-charge'
const TERMS = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const ORDER = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n }

/** The statuses of requests one after the other. */
async function statusesOf(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await send()).status)
  return statuses
}

/** The limits that the log names in its lines of refused requests. */
const limitsIn = ({ log }: Pick<Shop, 'log'>) => [
  ...new Set(log.lines.flatMap(({ fields }) => (fields.status === 429 ? [fields.limit] : []))),
]

describe('behind a host that passes no client address', () => {
  /** What strangers can send, by its purpose. */
  const PURPOSES = {
    'look-ups': (shop: Shop) => shop.get(LOOK_UP),
    'exchange rates': (shop: Shop) => shop.get('v0/rates/USD'),
    charges: (shop: Shop) => shop.post(CHARGE, TERMS),
    'readings of unsigned intents': (shop: Shop) => shop.post('v0/intent', { intent: 'unsigned' }),
    'unsigned orders': (shop: Shop) => shop.post(RAMP_PATH, { order: 'unsigned' }),
  } satisfies Record<string, (shop: Shop) => Promise<{ status: number }>>
  const purposes = Object.keys(PURPOSES) as (keyof typeof PURPOSES)[]

  it('strangers share 600 requests a minute over a socket, and then buyers with an order are still served', async () => {
    const shop = openShop()
    const app = new Hono().all('/api/leyden/*', (context) => shop.bff.fetch(context.req.raw))
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`
    const lookUp = async () => {
      const reply = await fetch(`${base}/${LOOK_UP}`)
      await reply.arrayBuffer()
      return reply
    }
    try {
      const statuses = await statusesOf(640, lookUp)
      expect(statuses).toEqual([...Array(600).fill(200), ...Array(40).fill(429)])
      expect(limitsIn(shop)).toEqual(['strangersPerMinute'])
      const intent = await shop.bff.sign({ ...ORDER, reference: 'order-1' })
      expect((await shop.post(CHARGE, { intent })).status).toBe(200)
      shop.turnClock(60_000)
      expect((await lookUp()).status).toBe(200)
    } finally {
      server.close()
    }
  })

  it.each(purposes)('strangers share a limit of %s, and it is not that of anything else', async (purpose) => {
    const rates = { strangersPerMinute: 3 }
    const shop = openRampShop({ limits: { rates }, extensions: [fixedRates({ USD: '100000' })] })
    const served = (await PURPOSES[purpose](shop)).status
    expect(await statusesOf(4, () => PURPOSES[purpose](shop))).toEqual([served, served, 429, 429])
    expect(served).not.toBe(429)
    expect(limitsIn(shop)).toEqual(['strangersPerMinute'])
    for (const other of purposes)
      if (other !== purpose) expect([other, (await PURPOSES[other](shop)).status]).not.toEqual([other, 429])
  })

  it('strangers get half of the key’s requests by default', async () => {
    const shop = openShop({ limits: { rates: { keyPerMinute: 7 } } })
    expect(await statusesOf(5, () => shop.get(LOOK_UP))).toEqual([200, 200, 200, 200, 429])
  })

  it('an address has its own limit, whatever strangers have used', async () => {
    const shop = openShop({ limits: { rates: { strangersPerMinute: 1 } } })
    expect(await statusesOf(2, () => shop.get(LOOK_UP))).toEqual([200, 429])
    expect(await statusesOf(3, () => shop.get(LOOK_UP, { ip: '192.0.2.1' }))).toEqual([200, 200, 200])
  })

  describe('after strangers have used their limit', () => {
    /** A shop whose strangers are refused everything. */
    async function openFloodedShop() {
      const identify = async (request: Request) => {
        const id = request.headers.get('authorization')
        return id === null ? null : { id, email: `${id}@mail.example` }
      }
      const rates = { strangersPerMinute: 1, chargesPerMinute: 2, lookUpsPerMinute: 2 }
      const shop = openRampShop({ limits: { rates }, identify })
      for (const purpose of ['charges', 'readings of unsigned intents', 'unsigned orders'] as const)
        expect((await statusesOf(2, () => PURPOSES[purpose](shop)))[1]).toBe(429)
      return shop
    }

    it.each([
      [
        'a signed intent',
        CHARGE,
        async ({ bff }: Shop, n: number) => ({
          intent: await bff.sign({ ...ORDER, reference: `order-${n}` }),
        }),
        'chargesPerMinute',
      ],
      [
        'the reading of a signed intent',
        'v0/intent',
        async ({ bff }: Shop, n: number) => ({
          intent: await bff.sign({ ...ORDER, reference: `order-${n}` }),
        }),
        'lookUpsPerMinute',
      ],
      [
        'a signed ramp order',
        RAMP_PATH,
        async ({ bff }: Shop, n: number) => ({
          order: await bff.rampOrder({ email: `guest${n}@mail.example` }),
        }),
        'lookUpsPerMinute',
      ],
    ] as const)('%s has a limit of its own', async (_, path, bodyOf, limit) => {
      const shop = await openFloodedShop()
      const first = await bodyOf(shop, 1)
      expect(await statusesOf(3, () => shop.post(path, first))).toEqual([200, 200, 429])
      expect(limitsIn(shop)).toEqual(['strangersPerMinute', limit])
      expect((await shop.post(path, await bodyOf(shop, 2))).status).toBe(200)
    })

    it('an intent that was signed again for an order has no further limit', async () => {
      const shop = await openFloodedShop()
      const sign = () => shop.bff.sign({ ...ORDER, reference: 'order-1' })
      const charge = async () => shop.post(CHARGE, { intent: await sign() })
      expect(await statusesOf(3, charge)).toEqual([200, 200, 429])
    })

    it('a user has a limit of their own', async () => {
      const shop = await openFloodedShop()
      const charge = (user: string) => shop.post(CHARGE, TERMS, { headers: { authorization: user } })
      expect(await statusesOf(3, () => charge('u1'))).toEqual([200, 200, 429])
      expect((await charge('u2')).status).toBe(200)
    })
  })
})
