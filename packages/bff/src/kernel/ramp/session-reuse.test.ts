import type { RampSession } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import {
  completed,
  GUEST,
  isRampEvent,
  type OpenedSession,
  openRampShop,
  RAMP_PATH,
} from '../../test-support/ramp-shop.js'
import { asAdmin } from '../../test-support/shop.js'
import type { Identity } from '../http/identity.js'
import type { RampEvent } from '../outbox/event-message.js'
import { tokenPlace } from './webhook-urls.js'

const ANNA = { email: 'anna@mail.example', referenceId: 'S-1', destination: 'anna@wallet.example' }
const BERT = { email: 'bert@mail.example', referenceId: 'S-2', destination: 'bert@wallet.example' }
const USER = { id: 'u1', email: 'u1@mail.example' }

type ShopOptions = Parameters<typeof openRampShop>[0]

/** A shop whose service returns its first session to each request, changed as a test says. */
function openShop(
  options: ShopOptions = {},
  change: (reply: RampSession, first: RampSession) => object = () => ({}),
) {
  const { provider } = openRampShop()
  const addresses: string[] = []
  let identity: Identity | null = { guest: true }
  let first: RampSession | undefined
  const shop = openRampShop({
    identify: async () => identity,
    ...options,
    ramp: {
      provider: {
        async createRampSession(request, context) {
          addresses.push(request.webhook_url ?? '')
          if (first) return { ...first, ...change(await provider.createRampSession(request, context), first) }
          const reply = await provider.createRampSession(request, context)
          first = reply
          return reply
        },
      },
      ...options.ramp,
    },
  })
  return {
    ...shop,
    /** The webhook URLs that the service got. */
    addresses,
    signIn: (next: Identity | null) => {
      identity = next
    },
    ask: (body: object) => shop.post<OpenedSession>(RAMP_PATH, body),
    byOrder: async (order: Parameters<typeof shop.bff.rampOrder>[0]) =>
      shop.post<OpenedSession>(RAMP_PATH, { order: await shop.bff.rampOrder(order) }),
    async delivered(): Promise<RampEvent[]> {
      while ((await shop.bff.tick()) > 0);
      return shop.events.filter(isRampEvent)
    },
    logged: (code: string) => shop.log.lines.filter(({ fields }) => fields.code === code),
  }
}
type Shop = ReturnType<typeof openShop>

/** Expects that an event at the latest address counts for the first session, once. */
async function expectFirstCompleted(shop: Shop, session: OpenedSession) {
  for (const address of shop.addresses)
    expect((await shop.hook(completed('evt_1', { session_id: session.session_id }), address)).status).toBe(
      200,
    )
  expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  expect(await shop.delivered()).toMatchObject([
    { data: { meaning: 'completed', session_id: session.session_id } },
  ])
}

describe('a session that the service returns again is that session', () => {
  it('for the same order, and counts for none of its five', async () => {
    const shop = openShop()
    // Without a reference of the shop only the order itself connects them.
    const order = await shop.bff.rampOrder({ email: ANNA.email })
    const { data: first } = await shop.ask({ order })
    for (let count = 0; count < 6; count++) {
      const { status, data } = await shop.ask({ order, after: first.session_id })
      expect([status, data.session_id, data.sessions?.length]).toEqual([200, first.session_id, 1])
    }
    await expectFirstCompleted(shop, first)
  })

  it('for another order with the same reference, which then knows that it is complete', async () => {
    const shop = openShop()
    const { data: first } = await shop.byOrder(ANNA)
    const order = await shop.bff.rampOrder(ANNA)
    const { status, data } = await shop.ask({ order })
    expect([status, data.session_id, data.sessions]).toMatchObject([
      200,
      first.session_id,
      [{ status: 'created' }],
    ])
    await expectFirstCompleted(shop, first)
    expect(await shop.ask({ order })).toMatchObject({ status: 409, error: { code: 'ALREADY_PAID' } })
    expect(shop.addresses).toHaveLength(2)
  })

  it('for the same signed-in user with the same terms', async () => {
    const shop = openShop()
    shop.signIn(USER)
    const terms = { destination: 'u1@wallet.example', base_currency: 'BTC', quote_currency: 'EUR' }
    const { data: first } = await shop.ask(terms)
    const { status, data } = await shop.ask(terms)
    expect([status, data.session_id]).toEqual([200, first.session_id])
    await expectFirstCompleted(shop, first)
  })

  it('for the shop’s server, with the same reference', async () => {
    const shop = openShop()
    const first = await shop.bff.rampSession(ANNA)
    expect((await shop.bff.rampSession(ANNA)).session_id).toBe(first.session_id)
    await expectFirstCompleted(shop, first as OpenedSession)
  })

  it('for the guest whose page shows that it has it', async () => {
    const shop = openShop()
    const { data: first } = await shop.ask(GUEST)
    const { status, data } = await shop.ask({ ...GUEST, watch_url: first.watch_url })
    expect([status, data.session_id]).toEqual([200, first.session_id])
    await expectFirstCompleted(shop, first)
  })
})

describe('a session that the service returns to its buyer for another purchase', () => {
  const expectOpenElsewhere = async (
    shop: Shop,
    first: OpenedSession,
    reply: Awaited<ReturnType<Shop['ask']>>,
  ) => {
    expect(reply.status).toBe(409)
    expect(reply.error).toMatchObject({ code: 'NO_FURTHER_SESSION', reason: 'open_elsewhere' })
    const endsInMs = Date.parse(first.expires_at) - Date.now()
    expect(Math.abs(Number(reply.error.retry_after_ms) - endsInMs)).toBeLessThan(60_000)
    await expectFirstCompleted(shop, first)
  }

  it.each([{ destination: 'other@wallet.example' }, { quote_currency: 'USD' }, { base_currency: 'BTC' }])(
    'is refused to a signed-in user with %j',
    async (other) => {
      const shop = openShop()
      shop.signIn(USER)
      const terms = { destination: 'u1@wallet.example', quote_currency: 'EUR' }
      const { data: first } = await shop.ask(terms)
      await expectOpenElsewhere(shop, first, await shop.ask({ ...terms, ...other }))
    },
  )

  it.each([
    ['another reference', { ...ANNA, referenceId: 'S-9' }],
    ['another destination', { ...ANNA, destination: 'other@wallet.example' }],
    ['no reference', { ...ANNA, referenceId: undefined }],
  ])('is refused to an order for the same e-mail address with %s', async (_, order) => {
    const shop = openShop()
    const { data: first } = await shop.byOrder(ANNA)
    await expectOpenElsewhere(shop, first, await shop.byOrder(order))
  })

  const { referenceId: _, ...UNNAMED } = ANNA
  it('is refused to an order for the same terms, if neither has a reference', async () => {
    const shop = openShop()
    const { data: first } = await shop.byOrder(UNNAMED)
    await expectOpenElsewhere(shop, first, await shop.byOrder(UNNAMED))
  })

  it.each(['another order', 'no order'])(
    'is refused to the signed-in user of an order without a reference for %s',
    async (next) => {
      const shop = openShop()
      shop.signIn({ id: 'u1', email: UNNAMED.email })
      const { data: first } = await shop.byOrder(UNNAMED)
      const body = next === 'no order' ? {} : { order: await shop.bff.rampOrder(UNNAMED) }
      const terms = next === 'no order' ? { destination: UNNAMED.destination } : {}
      await expectOpenElsewhere(shop, first, await shop.ask({ ...body, ...terms }))
    },
  )

  it('is refused to a guest who shows it, and wants the bitcoin somewhere else', async () => {
    const shop = openShop()
    const { data: first } = await shop.ask({ ...GUEST, destination: 'guest@wallet.example' })
    const other = { ...GUEST, destination: 'other@wallet.example', watch_url: first.watch_url }
    await expectOpenElsewhere(shop, first, await shop.ask(other))
  })
})

describe('a session that the service returns to somebody else', () => {
  const expectRefused = async (shop: Shop, first: OpenedSession, reply: Awaited<ReturnType<Shop['ask']>>) => {
    expect(reply).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE', party: 'service' } })
    expect(reply.text).not.toContain(first.session_token)
    const [line, ...more] = shop.logged('RAMP_SESSION_REUSED')
    expect(line?.fields).toMatchObject({ session: expect.any(String), later: expect.any(String) })
    expect(more).toEqual([])
    await expectFirstCompleted(shop, first)
  }

  it('is refused to the order of another buyer', async () => {
    const shop = openShop()
    const { data: first } = await shop.byOrder(ANNA)
    await expectRefused(shop, first, await shop.byOrder(BERT))
  })

  it('is refused to a guest who has only typed the e-mail address', async () => {
    const shop = openShop()
    const { data: first } = await shop.ask(GUEST)
    await expectRefused(shop, first, await shop.ask(GUEST))
  })

  it('is refused to a guest who shows another session', async () => {
    const shop = openShop()
    const { data: first } = await shop.ask(GUEST)
    const { data: other } = await openRampShop().post<OpenedSession>(RAMP_PATH, GUEST)
    await expectRefused(shop, first, await shop.ask({ ...GUEST, watch_url: other.watch_url }))
  })

  it('is refused to a guest who has typed the e-mail address of an order, or of a user', async () => {
    const shop = openShop()
    const { data: first } = await shop.byOrder(ANNA)
    const typed = { email: ANNA.email, destination: ANNA.destination, watch_url: first.watch_url }
    await expectRefused(shop, first, await shop.ask(typed))
  })

  it('is refused to the order of a buyer whose e-mail address a guest has typed', async () => {
    const shop = openShop()
    const { data: first } = await shop.ask({ email: ANNA.email, destination: ANNA.destination })
    await expectRefused(shop, first, await shop.byOrder(ANNA))
  })

  it('is refused to a guest who shows the session of a user', async () => {
    const shop = openShop()
    shop.signIn(USER)
    const { data: first } = await shop.ask({})
    shop.signIn({ guest: true })
    await expectRefused(shop, first, await shop.ask({ email: USER.email, watch_url: first.watch_url }))
  })

  it('is refused to another signed-in user', async () => {
    const shop = openShop()
    shop.signIn(USER)
    const { data: first } = await shop.ask({})
    shop.signIn({ ...USER, id: 'u2' })
    await expectRefused(shop, first, await shop.ask({}))
  })

  it('is recognised by its id in another spelling, with a new token', async () => {
    const shop = openShop({}, (other, { session_id }) => ({
      ...other,
      session_id: ` ${session_id.replace(/^ses_/, 'sess_')}`,
    }))
    const { data: first } = await shop.byOrder(ANNA)
    await expectRefused(shop, first, await shop.byOrder(BERT))
  })

  it('is recognised by its token, with a new id', async () => {
    const shop = openShop({}, ({ session_id }) => ({ session_id }))
    const { data: first } = await shop.byOrder(ANNA)
    await expectRefused(shop, first, await shop.byOrder(BERT))
  })

  /** Two requests at once get replies that differ as a test says. @returns the session that is framed, and the lost one. */
  async function race(change: (reply: RampSession) => object) {
    const { provider } = openRampShop()
    const addresses: string[] = []
    const arrived: (() => void)[] = []
    const replies: RampSession[] = []
    const shop = openRampShop({
      ramp: {
        provider: {
          async createRampSession(request, context) {
            const reply = await provider.createRampSession(request, context)
            addresses.push(request.webhook_url ?? '')
            const [first, second] = replies
            // The third one has the id of the second one, and a token of its own.
            if (second) return { ...reply, session_id: second.session_id }
            const changed = first ? { ...first, ...change(reply) } : reply
            replies.push(changed)
            await new Promise<void>((resolve) => void arrived.push(resolve))
            return changed
          },
        },
      },
    })
    const asked = [shop.post<OpenedSession>(RAMP_PATH, GUEST), shop.post<OpenedSession>(RAMP_PATH, GUEST)]
    await vi.waitFor(() => expect(arrived).toHaveLength(2))
    for (const arrive of arrived) arrive()
    const outcomes = await Promise.all(asked)
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 502])
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'RAMP_SESSION_REUSED')).toHaveLength(1)
    const framed = outcomes.find(({ status }) => status === 200)?.data as OpenedSession
    const lostId = replies.find(({ session_id }) => session_id !== framed.session_id)?.session_id
    return { shop, framed, addresses, lostId }
  }
  const oneToken = ({ session_id }: RampSession) => ({ session_id })

  it.each([
    ['with one token', oneToken],
    ['with one id', ({ widget_url, session_token }: RampSession) => ({ widget_url, session_token })],
  ])('is framed for one of two requests at once, %s', async (_, change) => {
    const { shop, framed, addresses } = await race(change)
    expect((await shop.post(RAMP_PATH, GUEST)).status).toBe(502)
    // All addresses are of the session that is framed.
    for (const address of addresses) await shop.hook({ ...completed('evt_1'), data: {} }, address)
    while ((await shop.bff.tick()) > 0);
    expect(await shop.state(framed)).toMatchObject({ status: 'completed' })
    expect(shop.events).toMatchObject([{ data: { meaning: 'completed', session_id: framed.session_id } }])
  })

  it('stays if the session that lost to it is to be erased', async () => {
    const { shop, framed, addresses, lostId } = await race(oneToken)
    // Nothing is stored of it but that its events count for the other one.
    expect(await shop.ops.erase(lostId ?? '')).toBe(false)
    for (const address of addresses) await shop.hook(completed('evt_1'), address)
    expect(await shop.state(framed)).toMatchObject({ status: 'completed' })
  })

  it.each(['session_id', 'session_token'] as const)(
    'is another session where %s is not compared',
    async (name) => {
      const keeps = name === 'session_id' ? 'session_token' : 'session_id'
      const change = ({ widget_url, session_token, session_id }: RampSession) =>
        keeps === 'session_token' ? { widget_url, session_token } : { session_id }
      const shop = openShop({ ramp: { compare: { [name]: false } } }, change)
      const [one, two] = [await shop.byOrder(ANNA), await shop.byOrder(BERT)]
      expect([one.status, two.status]).toEqual([200, 200])
      await shop.hook(completed('evt_1'), shop.addresses[1])
      expect(await shop.state(two.data)).toMatchObject({ status: 'completed' })
      expect(await shop.state(one.data)).toMatchObject({ status: 'created' })
    },
  )
})

describe('an address that the service got with a later request', () => {
  it('has events that come before its reply', async () => {
    const { provider } = openRampShop()
    let count = 0
    let reply: RampSession | undefined
    const shop: ReturnType<typeof openRampShop> = openRampShop({
      ramp: {
        provider: {
          async createRampSession(request, context) {
            reply ??= await provider.createRampSession(request, context)
            if (++count === 2) {
              await shop.hook(completed('evt_1', { session_id: reply.session_id }), request.webhook_url)
              // The event is tried, and has no session yet.
              await shop.bff.tick()
            }
            return reply
          },
        },
      },
    })
    const first = await shop.open()
    expect((await shop.post(RAMP_PATH, GUEST)).status).toBe(502)
    expect(await shop.state(first)).toMatchObject({ status: 'completed' })
    while ((await shop.bff.tick()) > 0);
    expect(shop.events).toMatchObject([{ data: { meaning: 'completed', session_id: first.session_id } }])
  })

  it('keeps its session’s comparisons', async () => {
    const shop = openShop()
    const { data: first } = await shop.byOrder(ANNA)
    await shop.byOrder(BERT)
    await shop.hook(completed('evt_1', { destination: BERT.destination }), shop.addresses[1])
    expect(await shop.state(first)).toMatchObject({ status: 'needs_review', suspect: ['destination'] })
  })

  it('is erased with its session', async () => {
    const store = memoryStore()
    const commit = vi.spyOn(store, 'commit')
    const shop = openShop({ store })
    const { data: first } = await shop.byOrder(ANNA)
    await shop.byOrder(BERT)
    const order = await shop.bff.rampOrder(ANNA)
    await shop.ask({ order })
    const body = { session_id: first.session_id }
    expect((await shop.post('admin/erase', body, asAdmin())).data).toEqual({ erased: true })
    for (const address of shop.addresses) {
      const id = /\.([0-9a-f]{32})\./.exec(address)?.[1] ?? ''
      expect((await store.get([id])).rows).toEqual([null])
    }
    expect((await store.get([/\.([0-9a-f]{32})\./.exec(order)?.[1] ?? ''])).rows).toEqual([null])
    // The token opens the session, so the store has only a hash of it.
    const written = commit.mock.calls.flatMap(([{ put = [] }]) => put)
    expect(JSON.stringify(written)).not.toContain(first.session_token)
    expect(written.map(({ id }) => id)).toContain(tokenPlace(first.session_token))
    expect((await store.get([tokenPlace(first.session_token)])).rows).toEqual([null])
    expect((await shop.ask(GUEST)).status).toBe(200)
  })
})

describe('the address of a request without a reply', () => {
  /** A shop whose first request fails, although the service has opened the session that the second one gets. */
  function openLost(options: ShopOptions = {}) {
    const { provider } = openRampShop()
    const addresses: string[] = []
    let reply: RampSession | undefined
    let turnedMs = 0
    const shop = openRampShop({
      ...options,
      now: () => new Date(Date.now() + turnedMs),
      ramp: {
        provider: {
          async createRampSession(request, context) {
            addresses.push(request.webhook_url ?? '')
            reply ??= await provider.createRampSession(request, context)
            if (addresses.length === 1) throw new Error('The connection was reset.')
            return reply
          },
        },
        ...options.ramp,
      },
    })
    return {
      ...shop,
      /** Lets the outbox try again what it has tried. */
      turnClock: () => {
        turnedMs = 60_000
      },
      fail: async () => expect((await shop.post(RAMP_PATH, GUEST)).status).toBeGreaterThanOrEqual(500),
      named: (event: object) => ({ ...event, data: { session_id: reply?.session_id } }),
      /** Posts to the address of the request that has failed. */
      hookLost: (event: object) => shop.hook(event, addresses[0]),
    }
  }

  it.each(['before', 'after'])('has events that name a session and come %s it is known', async (when) => {
    const shop = openLost()
    await shop.fail()
    const post = () => shop.hookLost(shop.named(completed('evt_1')))
    if (when === 'before') await post()
    await shop.bff.tick()
    const session = await shop.open()
    if (when === 'after') await post()
    shop.turnClock()
    while ((await shop.bff.tick()) > 0);
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    expect(shop.events).toMatchObject([{ data: { meaning: 'completed', session_id: session.session_id } }])
  })

  it('has every event of the session that one of them names', async () => {
    const shop = openLost()
    await shop.fail()
    const session = await shop.open()
    await shop.hookLost({ ...completed('evt_1'), data: {} })
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    await shop.hookLost(shop.named({ ...completed('evt_2'), type: 'ramp.other' }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('has the session also if an event has the id of our own mark', async () => {
    const shop = openLost()
    await shop.fail()
    await shop.hookLost(shop.named({ ...completed('session'), type: 'ramp.other' }))
    const session = await shop.open()
    shop.turnClock()
    while ((await shop.bff.tick()) > 0);
    await shop.hookLost({ ...completed('evt_2'), data: {} })
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('has no session where session_id is not compared', async () => {
    const shop = openLost({ ramp: { compare: { session_id: false } } })
    await shop.fail()
    const session = await shop.open()
    await shop.hookLost(shop.named(completed('evt_1')))
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
  })
})

describe('two orders with one reference', () => {
  it.each([
    [
      'the second one',
      async ({ bff, post }: ReturnType<typeof openRampShop>) =>
        (await post<OpenedSession>(RAMP_PATH, { order: await bff.rampOrder(ANNA) })).data,
    ],
    [
      'a session of the shop’s server',
      async ({ bff }: ReturnType<typeof openRampShop>) => (await bff.rampSession(ANNA)) as OpenedSession,
    ],
  ])('that are both completed tell %s, as two sessions of one order do', async (_, openSecond) => {
    const shop = openRampShop({ identify: async () => null })
    const order = await shop.bff.rampOrder(ANNA)
    const { data: first } = await shop.post<OpenedSession>(RAMP_PATH, { order })
    const sessions = [first, await openSecond(shop)]
    const urls = [...new Set(shop.posts.map(({ url }) => url))]
    for (const [index, url] of urls.entries()) await shop.hook(completed(`evt_${index}`), url)
    while ((await shop.bff.tick()) > 0);
    expect(shop.events).toMatchObject([
      { data: { meaning: 'completed', duplicate_of: undefined } },
      { data: { meaning: 'completed', duplicate_of: sessions[0]?.session_id } },
    ])
    expect(await shop.state(sessions[1] as OpenedSession)).toMatchObject({
      duplicate_of: sessions[0]?.session_id,
    })
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'PURCHASE_DUPLICATE')).toHaveLength(1)
  })
})
