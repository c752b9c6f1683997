import { describe, expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { GUEST, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { type OpenedCharge, openShop, SECRET, type Shop } from '../../test-support/shop.js'
import { createTokens } from '../tokens/tokens.js'
import { createIdempotency } from './idempotency.js'

const PATH = 'v0/ln-address/fetch-charge'
const order = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const ORDER = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n }
const charge = (shop: Shop, key: string, body: object = order, ip = '192.0.2.1') =>
  shop.post<OpenedCharge>(PATH, body, { ip, headers: { 'idempotency-key': key } })
const posts = (shop: Shop) => shop.upstream.filter((request) => request.method === 'POST').length

describeOnEachStore('one key at two processes', (freshStore) => {
  function openTwo(options: { failsFirst?: boolean } = {}) {
    const store = freshStore()
    let opened = 0
    const sandboxShop = openRampShop({ store })
    const ramp = {
      async createRampSession(...args: Parameters<typeof sandboxShop.provider.createRampSession>) {
        opened++
        if (options.failsFirst && opened === 1) throw new Error('not now')
        return sandboxShop.provider.createRampSession(...args)
      },
    }
    const shops = [openRampShop({ store, ramp }), openRampShop({ store, ramp })] as const
    return { store, shops, opened: () => opened }
  }
  const requestSession = (shop: ReturnType<typeof openRampShop>, key = 'k1', body: object = GUEST) =>
    shop.post(RAMP_PATH, body, { ip: '192.0.2.1', headers: { 'idempotency-key': key } })

  it('opens one session, and both reply with it', async () => {
    const { shops, opened } = openTwo()
    const [one, other] = await Promise.all(shops.map((shop) => requestSession(shop)))
    expect(one?.status).toBe(200)
    expect(other?.data).toEqual(one?.data)
    expect(opened()).toBe(1)
    expect((await requestSession(shops[1], 'k1', { email: 'other@example.com' })).error.field).toBe(
      'idempotency-key',
    )
  })

  it('runs at the other process if it failed at the first', async () => {
    const { shops, opened } = openTwo({ failsFirst: true })
    const statuses = (await Promise.all(shops.map((shop) => requestSession(shop)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, 503])
    expect(opened()).toBe(2)
  })

  it('keeps the reply encrypted, and for ten minutes', async () => {
    const { store, shops } = openTwo()
    const storedReplies: string[] = []
    const { append } = store
    store.append = (id, event) => {
      if (event.type === 'request.reply')
        storedReplies.push(id, Buffer.from(event.body ?? []).toString('latin1'))
      return append(id, event)
    }
    const { data } = await requestSession(shops[0])
    const [id = '', body] = storedReplies
    expect(body).not.toContain(String(data.session_token))
    expect(await store.get(id)).not.toBeNull()
    shops[0].turnClock(600_001)
    await shops[0].bff.tick()
    expect(await store.get(id)).toBeNull()
    expect(await store.read(id, 0)).toEqual([])
  })
})

describeOnEachStore('a charge with a key', (freshStore) => {
  /** Two processes of one store; each asks for its invoice before either stores a charge. */
  function openTwo(invoiceOf: 'own' | 'same' = 'own') {
    const store = freshStore()
    const { provider } = openShop()
    let asked = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    let shared: ReturnType<typeof provider.createCharge> | undefined
    const pay = {
      ...provider,
      async createCharge(...args: Parameters<typeof provider.createCharge>) {
        if (++asked === 2) meet()
        await met
        if (invoiceOf === 'own') return provider.createCharge(...args)
        shared ??= provider.createCharge(...args)
        return shared
      },
    }
    return { store, shops: [openShop({ store, pay }), openShop({ store, pay })] as const, asked: () => asked }
  }

  it('is stored with the key in one step', async () => {
    const store = freshStore()
    const writes: string[] = []
    const { put, append, erase } = store
    store.put = (...args) => {
      writes.push('put')
      return put(...args)
    }
    store.append = (...args) => {
      writes.push('append')
      return append(...args)
    }
    store.erase = (...args) => {
      writes.push('erase')
      return erase(...args)
    }
    const shop = openShop({ store })
    const replies = [await charge(shop, 'k1'), await charge(shop, 'k1')]
    expect(replies[1]?.data).toEqual(replies[0]?.data)
    expect(writes).toEqual(['put'])
    shop.turnClock(600_001)
    expect((await charge(shop, 'k1')).data.invoice).not.toEqual(replies[0]?.data.invoice)
    expect(writes).toEqual(['put', 'put'])
  })

  it.each(['own', 'same'] as const)(
    'is one charge for two processes at once, which get their %s invoice, and both reply with it',
    async (invoiceOf) => {
      const { shops, asked } = openTwo(invoiceOf)
      const [one, other] = await Promise.all(shops.map((shop) => charge(shop, 'k1')))
      expect(one?.status).toBe(200)
      expect(other?.data).toEqual(one?.data)
      expect(asked()).toBe(2)
      for (const shop of shops) expect((await charge(shop, 'k1')).data).toEqual(one?.data)
      expect(asked()).toBe(2)
    },
  )

  it('is refused at one of two processes that have the key with different bodies', async () => {
    const { shops } = openTwo()
    const replies = await Promise.all(
      shops.map((shop, n) => charge(shop, 'k1', { ...order, amount: `${n + 1}000000` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)?.error.field).toBe('idempotency-key')
  })

  it('and terms or an intent is refused if the key was used with the other', async () => {
    const shop = openShop({ store: freshStore() })
    const intent = await shop.bff.sign({ ...ORDER, reference: 'order-1' })
    for (const [key, first, second] of [
      ['k1', order, { intent }],
      ['k2', { intent }, order],
    ] as const) {
      expect((await charge(shop, key, first)).status).toBe(200)
      expect((await charge(shop, key, second)).error.field).toBe('idempotency-key')
    }
  })

  it('of an intent is stored with the charge, or names the open charge of the order, in one commit', async () => {
    const store = freshStore()
    const shop = openShop({ store })
    const intent = await shop.bff.sign({ ...ORDER, reference: 'order-1' })
    const writes = [vi.spyOn(store, 'put'), vi.spyOn(store, 'append')]
    const commits = () => writes.map(({ mock }) => mock.calls.length)
    const first = await charge(shop, 'k1', { intent })
    expect([first.status, commits()]).toEqual([200, [1, 0]])
    const second = await charge(shop, 'k2', { intent })
    expect([second.data, commits()]).toEqual([first.data, [2, 0]])
    for (const key of ['k1', 'k2']) {
      expect((await charge(shop, key, { intent })).data).toEqual(first.data)
      expect((await charge(shop, key)).error.field).toBe('idempotency-key')
    }
    expect([commits(), posts(shop)]).toEqual([[2, 0], 1])
    shop.turnClock(600_001)
    await shop.bff.tick()
    for (const key of ['k1', 'k2']) expect((await charge(shop, key)).status).toBe(200)
  })

  it('is refused for one of two intents that have the key at once', async () => {
    const shop = openShop({ store: freshStore() })
    const intents = await Promise.all(
      ['order-1', 'order-2'].map((reference) => shop.bff.sign({ ...ORDER, reference })),
    )
    const replies = await Promise.all(intents.map((intent) => charge(shop, 'k1', { intent })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(replies.find(({ status }) => status === 400)?.error.field).toBe('idempotency-key')
  })

  it('of an intent belongs to the request that asked first, if two pages ask at once', async () => {
    const store = freshStore()
    const shop = openShop({ store })
    const intent = await shop.bff.sign({ ...ORDER, reference: 'order-1' })
    const keys = ['k1', 'k2']
    const replies = await Promise.all(keys.map((key) => charge(shop, key, { intent })))
    expect(replies[0]?.status).toBe(200)
    expect(replies[1]?.data).toEqual(replies[0]?.data)
    for (const key of keys) expect((await charge(shop, key)).error.field).toBe('idempotency-key')
    expect(posts(shop)).toBe(1)
  })

  it('is the one of an earlier version, which stored the key first', async () => {
    const store = freshStore()
    const shop = openShop({ store })
    const scope = { operation: 'charge', userId: undefined, ip: '4:192.0.2.1', body: order } as const
    const request = new Request(shop.url(PATH), { headers: { 'idempotency-key': 'k1' } })
    const { rowFirst } = createIdempotency(store, createTokens([SECRET]), shop.now)
    await rowFirst(request, scope, async () => ({ amount: 'of the earlier version' }))
    expect((await charge(shop, 'k1')).data.amount).toBe('of the earlier version')
    expect((await charge(shop, 'k1', { ...order, amount: '1000000' })).error.field).toBe('idempotency-key')
    shop.turnClock(600_001)
    expect((await charge(shop, 'k1')).data.amount).toBe('2100000')
  })
})

describe('a POST with an Idempotency-Key', () => {
  it('runs once, whether the retry comes at once or later', async () => {
    const shop = openShop()
    const replies = await Promise.all([charge(shop, 'k1'), charge(shop, 'k1')])
    const later = await charge(shop, 'k1')
    expect(new Set([...replies, later].map((reply) => JSON.stringify(reply.data))).size).toBe(1)
    expect(posts(shop)).toBe(1)
  })

  it('opens one ramp session', async () => {
    const shop = openRampShop()
    const requestSession = () =>
      shop.post(RAMP_PATH, GUEST, { ip: '192.0.2.1', headers: { 'idempotency-key': 'k1' } })
    const [first, second] = [await requestSession(), await requestSession()]
    expect(second.data).toEqual(first.data)
    expect(posts(shop)).toBe(1)
  })

  it('runs again with another key, for another client, or after ten minutes', async () => {
    const shop = openShop()
    const invoices = [
      await charge(shop, 'k1'),
      await charge(shop, 'k2'),
      await charge(shop, 'k1', order, '192.0.2.9'),
    ]
    shop.turnClock(600_001)
    invoices.push(await charge(shop, 'k1'))
    expect(new Set(invoices.map((reply) => reply.data.invoice.request)).size).toBe(4)
  })

  it('is refused if its body differs', async () => {
    const shop = openShop()
    await charge(shop, 'k1')
    const reply = await charge(shop, 'k1', { ...order, amount: '1000000' })
    expect([reply.status, reply.error.field]).toEqual([400, 'idempotency-key'])
  })

  it('runs again if it failed', async () => {
    const shop = openShop()
    let failing = true
    const { provider } = shop
    const flaky = openShop({
      pay: {
        ...provider,
        createCharge: async (...args) => {
          if (failing) throw new Error('not now')
          return provider.createCharge(...args)
        },
      },
    })
    expect((await charge(flaky, 'k1')).status).toBe(503)
    failing = false
    expect((await charge(flaky, 'k1')).status).toBe(200)
  })

  it('is refused with a malformed key', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b'])
      expect((await charge(openShop(), key)).error.field).toBe('idempotency-key')
  })

  it('belongs to the signed-in user, from any address', async () => {
    const identify = async (request: Request) => {
      const id = request.headers.get('authorization')
      return id ? { id, email: 'u@example.com' } : null
    }
    const shop = openShop({ identify })
    const requestInvoice = async (authorization: string, ip: string) => {
      const headers = { authorization, 'idempotency-key': 'k1' }
      return (await shop.post<OpenedCharge>(PATH, order, { ip, headers })).data.invoice.request
    }
    const invoice = await requestInvoice('u1', '192.0.2.1')
    expect(await requestInvoice('u1', '192.0.2.2')).toBe(invoice)
    expect(await requestInvoice('u2', '192.0.2.1')).not.toBe(invoice)
    // A guest with an address that looks like a user's id.
    expect(await requestInvoice('4:c0000209', '192.0.2.1')).not.toBe(await requestInvoice('', '192.0.2.9'))
  })

  describe('of a guest without an address', () => {
    const requestCharge = (shop: Shop, key: string, body: object = order) =>
      shop.post<OpenedCharge>(PATH, body, { headers: { 'idempotency-key': key } })

    it.each([
      'k1',
      'order-7',
      '1',
      'a'.repeat(31),
      'checkout-order-7-first-attempt-of-alice',
      'z'.repeat(64),
    ])('is refused if another guest could use the same: %s', async (key) => {
      const shop = openShop()
      const reply = await requestCharge(shop, key)
      expect([reply.status, reply.error.code, reply.error.field]).toEqual([
        400,
        'BAD_REQUEST',
        'idempotency-key',
      ])
      expect(reply.error.message).toMatch(/32 random hex digits/)
      expect(posts(shop)).toBe(0)
    })

    it.each([
      ['32 hex digits', '9f86d081884c7d659a2feaa0c55ad015'],
      ['a UUID', '5F3C2A10-6E1B-4D7C-9A2F-0C4B8E7D6A15'],
    ])('is accepted if it is random enough: %s', async (_, key) => {
      const shop = openShop()
      const replies = [await requestCharge(shop, key), await requestCharge(shop, key)]
      expect(new Set(replies.map(({ data }) => data.invoice.request)).size).toBe(1)
      expect(posts(shop)).toBe(1)
      expect((await requestCharge(shop, key, { ...order, amount: '1000000' })).error.field).toBe(
        'idempotency-key',
      )
    })

    it('causes one warning', async () => {
      const shop = openShop()
      for (let n = 0; n < 2; n++) await shop.get('v0/ln-address/validate/alice@wallet.example')
      const warnings = () => shop.log.lines.filter(({ fields }) => fields.code === 'CLIENT_ADDRESS_MISSING')
      expect(warnings()).toHaveLength(1)
      const shopWithAddress = openShop()
      await shopWithAddress.get('v0/ln-address/validate/alice@wallet.example', { ip: '192.0.2.1' })
      expect(shopWithAddress.log.text()).not.toContain('no client address')
    })

    it('causes no warning on a developer’s own machine', async () => {
      const shop = openShop({ publicUrl: 'http://localhost:3000/api/leyden' })
      const path = 'http://localhost:3000/api/leyden/v0/ln-address/validate/alice@wallet.example'
      expect((await shop.bff.fetch(new Request(path))).status).toBe(200)
      expect(shop.log.text()).not.toContain('no client address')
    })

    it('is refused for a guest’s ramp session as well', async () => {
      const shop = openRampShop()
      const reply = await shop.post(RAMP_PATH, GUEST, { headers: { 'idempotency-key': 'k1' } })
      expect([reply.status, reply.error.field]).toEqual([400, 'idempotency-key'])
      expect(posts(shop)).toBe(0)
    })
  })
})
