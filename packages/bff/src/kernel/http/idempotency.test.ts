import { describe, expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { GUEST, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { type OpenedCharge, openShop, type Shop } from '../../test-support/shop.js'

const requestSession = (
  shop: ReturnType<typeof openRampShop>,
  key = 'k1',
  body: object = GUEST,
  ip: string | undefined = '192.0.2.1',
) => shop.post(RAMP_PATH, body, { ip, headers: { 'idempotency-key': key } })
const posts = (shop: Shop) => shop.upstream.filter((request) => request.method === 'POST').length

describeOnEachStore('one key at two processes', (freshStore) => {
  function openTwo(options: { failsFirst?: boolean; hangsFirst?: boolean } = {}) {
    const store = freshStore()
    let opened = 0
    let die = (_: Error) => {}
    const sandboxShop = openRampShop({ store })
    const ramp = {
      async createRampSession(...args: Parameters<typeof sandboxShop.provider.createRampSession>) {
        opened++
        if (options.failsFirst && opened === 1) throw new Error('not now')
        if (options.hangsFirst && opened === 1)
          await new Promise((_, reject) => {
            die = reject
          })
        return sandboxShop.provider.createRampSession(...args)
      },
    }
    const shops = [
      openRampShop({ store, ramp: { provider: ramp } }),
      openRampShop({ store, ramp: { provider: ramp } }),
    ] as const
    return { store, shops, opened: () => opened, die: () => die(new Error('it died')) }
  }

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

  it('runs at the other process once the first must have died, whose late end changes nothing', async () => {
    const { shops, opened, die } = openTwo({ hangsFirst: true })
    const [first, other] = shops
    const hanging = requestSession(first)
    await vi.waitFor(() => expect(opened()).toBe(1))
    other.turnClock(70_001)
    const { status, data } = await requestSession(other)
    expect([status, opened()]).toEqual([200, 2])
    die()
    expect((await hanging).status).toBe(503)
    expect((await requestSession(other)).data).toEqual(data)
  })

  it('keeps the reply encrypted, and for ten minutes', async () => {
    const { store, shops } = openTwo()
    const commit = vi.spyOn(store, 'commit')
    const { data } = await requestSession(shops[0])
    const rows = commit.mock.calls.flatMap(([{ put = [] }]) => put.filter(({ kind }) => kind === 'request'))
    expect(rows.at(-1)?.data).toMatchObject({ reply: expect.any(String) })
    expect(JSON.stringify(rows)).not.toContain(String(data.session_token))
    const id = rows[0]?.id ?? ''
    expect((await store.get([id])).rows[0]).not.toBeNull()
    shops[0].turnClock(600_001)
    await shops[0].bff.tick()
    expect((await store.get([id])).rows).toEqual([null])
  })
})

it('a charge ignores the key: of an order one is open, and others are new ones', async () => {
  const shop = openShop()
  const charge = async (body: object, key = 'k1') =>
    shop.post<OpenedCharge>('v0/ln-address/fetch-charge', body, { headers: { 'idempotency-key': key } })
  const terms = { lnaddress: 'alice@wallet.example', amount: '2100000' }
  const invoices = [await charge(terms), await charge(terms), await charge({ ...terms, amount: '1000000' })]
  expect(invoices.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(invoices.map(({ data }) => data.invoice.request)).size).toBe(3)
  const order = { lnaddress: terms.lnaddress, amountMsat: 2_100_000n, reference: 'order-1' }
  const intent = await shop.bff.sign(order)
  expect((await charge({ intent })).data).toEqual((await charge({ intent }, 'k2')).data)
})

describe('a session with an Idempotency-Key', () => {
  it('runs once, whether the retry comes at once or later', async () => {
    const shop = openRampShop()
    const replies = await Promise.all([requestSession(shop), requestSession(shop)])
    const later = await requestSession(shop)
    expect(new Set([...replies, later].map((reply) => JSON.stringify(reply.data))).size).toBe(1)
    expect(posts(shop)).toBe(1)
  })

  it('runs again with another key, for another client, or after ten minutes', async () => {
    const shop = openRampShop()
    const replies = [
      await requestSession(shop),
      await requestSession(shop, 'k2'),
      await requestSession(shop, 'k1', GUEST, '192.0.2.9'),
    ]
    shop.turnClock(600_001)
    replies.push(await requestSession(shop))
    expect(new Set(replies.map(({ data }) => data.session_id)).size).toBe(4)
  })

  it('is refused if its body differs', async () => {
    const shop = openRampShop()
    await requestSession(shop)
    const reply = await requestSession(shop, 'k1', { email: 'other@example.com' })
    expect([reply.status, reply.error.field]).toEqual([400, 'idempotency-key'])
  })

  it('is refused with a malformed key', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b'])
      expect((await requestSession(openRampShop(), key)).error.field).toBe('idempotency-key')
  })

  it('belongs to the signed-in user, from any address', async () => {
    const identify = async (request: Request) => {
      const id = request.headers.get('authorization')
      return id ? { id, email: 'u@example.com' } : null
    }
    const shop = openRampShop({ identify })
    const sessionOf = async (authorization: string, ip: string) => {
      const headers = { authorization, 'idempotency-key': 'k1' }
      return (await shop.post(RAMP_PATH, authorization ? {} : GUEST, { ip, headers })).data.session_id
    }
    const session = await sessionOf('u1', '192.0.2.1')
    expect(await sessionOf('u1', '192.0.2.2')).toBe(session)
    expect(await sessionOf('u2', '192.0.2.1')).not.toBe(session)
    // A guest with an address that looks like a user's id.
    expect(await sessionOf('4:c0000209', '192.0.2.1')).not.toBe(await sessionOf('', '192.0.2.9'))
  })

  describe('of a guest without an address', () => {
    const requestOwn = (shop: ReturnType<typeof openRampShop>, key: string, body: object = GUEST) =>
      shop.post(RAMP_PATH, body, { headers: { 'idempotency-key': key } })

    it.each([
      'k1',
      'order-7',
      '1',
      'a'.repeat(31),
      'checkout-order-7-first-attempt-of-alice',
      'z'.repeat(64),
    ])('is refused if another guest could use the same: %s', async (key) => {
      const shop = openRampShop()
      const reply = await requestOwn(shop, key)
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
      const shop = openRampShop()
      const replies = [await requestOwn(shop, key), await requestOwn(shop, key)]
      expect(new Set(replies.map(({ data }) => data.session_id)).size).toBe(1)
      expect(posts(shop)).toBe(1)
      expect((await requestOwn(shop, key, { email: 'other@example.com' })).error.field).toBe(
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
  })
})
