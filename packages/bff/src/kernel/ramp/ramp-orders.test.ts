import { LeydenError } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import {
  completed,
  GUEST,
  isRampEvent,
  type OpenedSession,
  older,
  openRampShop,
  RAMP_ORIGIN,
  RAMP_PATH,
} from '../../test-support/ramp-shop.js'
import { ADMIN_TOKEN, asAdmin } from '../../test-support/shop.js'

const MINUTE_MS = 60_000
const ORDER = {
  email: 'buyer@example.com',
  referenceId: 'order-7',
  destination: 'Buyer@Wallet.Example',
  quoteCurrency: 'EUR',
  baseCurrency: 'BTC',
  metadata: { cart: [{ sku: 'lamp', count: 2 }], gift: true, note: null },
  accessToken: 'token-canary-0815',
}
const FIELDS = {
  email: 'buyer@example.com',
  reference_id: 'order-7',
  destination: 'buyer@wallet.example',
  quote_currency: 'EUR',
  base_currency: 'BTC',
  metadata: { cart: [{ sku: 'lamp', count: 2 }], gift: true, note: null },
  access_token: 'token-canary-0815',
}

type Shop = ReturnType<typeof openRampShop>
/** A shop without sign-in: a page can only have orders. */
const openShop = (options: Parameters<typeof openRampShop>[0] = {}) =>
  openRampShop({ identify: async () => null, ...options })
const requestSession = (shop: Shop, order: string, extra: object = {}) =>
  shop.post<OpenedSession>(RAMP_PATH, { order, ...extra })
const sessionsOf = ({ upstream }: Shop) => upstream.filter(({ url }) => url.endsWith(RAMP_PATH))
const lastSessionRequest = async (shop: Shop) => (await sessionsOf(shop).at(-1)?.clone().json()) ?? {}

describe('a ramp order', () => {
  it('sets seven of the service’s fields for a page without a signed-in user', async () => {
    const shop = openShop()
    const { status, data } = await requestSession(shop, await shop.bff.rampOrder(ORDER))
    expect(status).toBe(200)
    expect(data).toMatchObject({ ramp_origins: [RAMP_ORIGIN], mode: 'test' })
    const { webhook_url, ...rest } = await lastSessionRequest(shop)
    expect(rest).toEqual(FIELDS)
    expect(webhook_url).toMatch(/^https:\/\/shop\.example\/api\/leyden\/webhooks\/ramp\/[\w.]+$/)
    expect(await shop.state(data)).toMatchObject({ kind: 'ramp', status: 'created' })
  })

  it('is signed by the admin route for servers in any language', async () => {
    const shop = openShop()
    const { data } = await shop.post<{ order: string }>('admin/ramp-orders', FIELDS, asAdmin())
    expect((await requestSession(shop, data.order)).status).toBe(200)
    expect(await lastSessionRequest(shop)).toMatchObject(FIELDS)
    expect((await shop.post('admin/ramp-orders', FIELDS)).status).toBe(401)
    expect((await shop.post('admin/ramp-orders', FIELDS, asAdmin(`${ADMIN_TOKEN}x`))).status).toBe(401)
  })

  it('contains an id and nothing else', async () => {
    const shop = openShop()
    const order = await shop.bff.rampOrder(ORDER)
    expect(order).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{32}\.[0-9a-z]+\.[0-9a-f]{32}$/)
    const { text } = await requestSession(shop, order)
    expect(text + JSON.stringify(shop.log.lines)).not.toMatch(/token-canary|buyer@/)
  })

  it.each([
    'email',
    'quote_currency',
    'base_currency',
    'destination',
    'metadata',
    'access_token',
    'webhook_url',
  ])('refuses %s that the page sends with it, and names the field', async (field) => {
    const shop = openShop()
    const reply = await requestSession(shop, await shop.bff.rampOrder(ORDER), { [field]: 'x' })
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', field])
    expect(sessionsOf(shop)).toHaveLength(0)
  })

  it.each([
    [
      'of another shop',
      async () =>
        openShop({ secrets: ['another secret, with more than 32 characters'] }).bff.rampOrder(ORDER),
    ],
    [
      'that is an intent',
      async (shop: Shop) =>
        shop.bff.sign({ lnaddress: 'a@wallet.example', amountMsat: 1_000n, reference: 'r' }),
    ],
    [
      'that was changed',
      async (shop: Shop) =>
        (await shop.bff.rampOrder(ORDER)).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
    ['that is a number', async () => 7 as unknown as string],
  ])('is refused %s', async (_, make) => {
    const shop = openShop()
    const reply = await requestSession(shop, await make(shop))
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', 'order'])
  })

  it.each([
    [{ email: 'nobody' }, 'INVALID_EMAIL', 'email'],
    [{ referenceId: 'r'.repeat(256) }, 'BAD_REQUEST', 'reference_id'],
    [{ quoteCurrency: 'US Dollar' }, 'BAD_REQUEST', 'quote_currency'],
    [{ destination: 'nowhere' }, 'BAD_REQUEST', 'destination'],
    [{ webhookUrl: 'https://evil.example' }, 'BAD_REQUEST', 'webhookUrl'],
    [{ metadata: JSON.parse('{"a":{"__proto__":{"admin":true}}}') }, 'BAD_REQUEST', 'metadata'],
    [{ metadata: { when: new Date() } }, 'BAD_REQUEST', 'metadata'],
    [{ metadata: { long: 'x'.repeat(501) } }, 'BAD_REQUEST', 'metadata'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 11 }, (_, key) => [key, ''])) },
      'BAD_REQUEST',
      'metadata',
    ],
    [{ metadata: { deep: JSON.parse('['.repeat(9) + ']'.repeat(9)) } }, 'BAD_REQUEST', 'metadata'],
  ])('is not signed with %j', async (field, code, name) => {
    await expect(openShop().bff.rampOrder({ ...ORDER, ...field })).rejects.toMatchObject({
      code,
      field: name,
    })
  })

  it('sends the order’s own fields, not those of the user who opens it', async () => {
    const shop = openRampShop({ identify: async () => ({ id: 'u1', email: 'u1@example.com' }) })
    const { data } = await requestSession(shop, await shop.bff.rampOrder(ORDER))
    expect(await lastSessionRequest(shop)).toMatchObject(FIELDS)
    await shop.hook(completed('evt_1', { session_id: data.session_id }))
    await shop.bff.tick()
    expect(shop.events).toMatchObject([{ data: { user_id: 'u1', reference_id: 'order-7' } }])
  })

  it('does not need an `identify` that works', async () => {
    const shop = openShop({ identify: async () => Promise.reject(new Error('down')) })
    expect((await requestSession(shop, await shop.bff.rampOrder(ORDER))).status).toBe(200)
  })

  it('reports that its own e-mail address was refused, not the guest’s', async () => {
    const shop = openShop()
    const reply = await requestSession(shop, await shop.bff.rampOrder({ email: 'invalidemail@example.com' }))
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'INVALID_EMAIL', 'order'])
  })

  it('is limited per IP', async () => {
    const shop = openShop({ limits: { rates: { lookUpsPerMinute: 1 } } })
    const order = await shop.bff.rampOrder(ORDER)
    const status = async () => (await shop.post(RAMP_PATH, { order }, { ip: '192.0.2.1' })).status
    expect([await status(), await status()]).toEqual([200, 429])
  })

  it('is limited while the service refuses it', async () => {
    const shop = openShop({ limits: { rates: { sessionsPerHour: 2 } } })
    const order = await shop.bff.rampOrder({ email: 'othererror@example.com' })
    const codes = []
    for (let round = 0; round < 3; round++) codes.push((await requestSession(shop, order)).error.code)
    expect(codes).toEqual(['REGION_NOT_SUPPORTED', 'REGION_NOT_SUPPORTED', 'RATE_LIMITED'])
  })
})

describeOnEachStore('an order that is opened again', (freshStore) => {
  const open = async (shop: Shop, order: string) => (await requestSession(shop, order)).data

  it('returns the same session while that is open, also to concurrent requests and after the order has expired', async () => {
    const shop = openShop({ store: freshStore() })
    const order = await shop.bff.rampOrder(ORDER)
    const both = await Promise.all([open(shop, order), open(shop, order)])
    shop.turnClock(14 * MINUTE_MS)
    const all = [...both, await open(shop, order)]
    expect(new Set(all.map(({ widget_url }) => widget_url)).size).toBe(1)
    expect(await shop.state(all[2] as OpenedSession)).toMatchObject({ status: 'created' })
    expect(sessionsOf(shop)).toHaveLength(1)
  })

  it('returns one session to two processes', async () => {
    const store = freshStore()
    const shops = [openShop({ store }), openShop({ store })]
    const order = (await shops[0]?.bff.rampOrder(ORDER)) ?? ''
    const sessions = await Promise.all(shops.map((shop) => open(shop, order)))
    expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(1)
  })

  it('expires after 15 minutes', async () => {
    const shop = openShop({ store: freshStore() })
    const order = await shop.bff.rampOrder(ORDER)
    shop.turnClock(16 * MINUTE_MS)
    const reply = await requestSession(shop, order)
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([410, 'ORDER_EXPIRED', 'order'])
  })

  it.each([
    ['was closed', older('SESSION.CLOSED')],
    ['has failed', older('PAYMENT.FAILED')],
  ])('returns another session if the first one %s', async (_, event) => {
    const shop = openShop({ store: freshStore() })
    const order = await shop.bff.rampOrder(ORDER)
    const first = await open(shop, order)
    await shop.hook(event)
    const second = await open(shop, order)
    expect(second.session_id).not.toBe(first.session_id)
    expect((await open(shop, order)).session_id).toBe(second.session_id)
  })

  it('is refused if its purchase is complete, or is processing after the session has ended', async () => {
    const shop = openShop({ store: freshStore() })
    const order = await shop.bff.rampOrder(ORDER)
    const session = await open(shop, order)
    await shop.hook(older('PAYMENT.INITIATED'))
    expect((await open(shop, order)).session_id).toBe(session.session_id)
    shop.turnClock(16 * MINUTE_MS)
    expect((await requestSession(shop, order)).error).toMatchObject({
      code: 'NO_FURTHER_SESSION',
      reason: 'payment_started',
      field: 'order',
    })
    await shop.hook(completed('evt_1', { session_id: session.session_id }))
    expect((await requestSession(shop, order)).error).toMatchObject({ code: 'ALREADY_PAID', field: 'order' })
  })

  it('is erased with its session', async () => {
    const shop = openShop({ store: freshStore() })
    const order = await shop.bff.rampOrder(ORDER)
    const { session_id } = await open(shop, order)
    expect(await shop.ops.erase(session_id)).toBe(true)
    const { error } = await requestSession(shop, order)
    expect(error).toMatchObject({ code: 'NOT_FOUND', reason: 'unknown_here', field: 'order' })
  })

  it('is stored encrypted', async () => {
    const store = freshStore()
    const commit = vi.spyOn(store, 'commit')
    const shop = openShop({ store })
    const { session_token } = await open(shop, await shop.bff.rampOrder(ORDER))
    const orders = commit.mock.calls.flatMap(([{ put = [] }]) =>
      put.filter(({ kind }) => kind === 'ramp_order'),
    )
    const written = JSON.stringify(orders)
    expect(orders).toHaveLength(2)
    expect(written).not.toMatch(/token-canary|buyer|order-7/)
    expect(written).not.toContain(session_token)
  })
})

describeOnEachStore('a further session of an order', (freshStore) => {
  const start = async (options: Parameters<typeof openRampShop>[0] = {}, fields: object = {}) => {
    const shop = openShop({ store: freshStore(), ...options })
    const order = await shop.bff.rampOrder({ ...ORDER, ...fields })
    const first = (await requestSession(shop, order)).data
    const after = (session: OpenedSession, id = order) =>
      requestSession(shop, id, { after: session.session_id })
    return { shop, order, first, after, firstUrl: shop.webhookUrl() }
  }
  const idsOf = ({ sessions = [] }: Pick<OpenedSession, 'sessions'>) =>
    sessions.map((each) => each.session_id)

  it('is opened after the one that the person has seen, and is the order’s session from then on', async () => {
    const { shop, order, first, after } = await start()
    expect(first.sessions).toMatchObject([
      { session_id: first.session_id, status: 'created', widget_url: first.widget_url },
    ])
    const second = (await after(first)).data
    expect(second.session_id).not.toBe(first.session_id)
    expect(idsOf(second)).toEqual([first.session_id, second.session_id])
    for (const each of second.sessions ?? [])
      expect(await shop.state({ ...first, watch_url: each.watch_url })).toMatchObject({ status: 'created' })
    expect((await requestSession(shop, order)).data.session_id).toBe(second.session_id)
    expect(await lastSessionRequest(shop)).toMatchObject(FIELDS)
  })

  it('is one for several tabs and devices that ask at one time, or one after the other', async () => {
    const { shop, first, after } = await start()
    const both = await Promise.all([after(first), after(first)])
    const ids = [...both, await after(first)].map(({ data }) => data.session_id)
    expect(new Set(ids).size).toBe(1)
    expect(sessionsOf(shop)).toHaveLength(2)
  })

  it('is not opened for a session that the order does not have', async () => {
    const { order, shop, first } = await start()
    const reply = await requestSession(shop, order, { after: 'ses_of_another' })
    expect(reply.data.session_id).toBe(first.session_id)
    expect((await requestSession(shop, order, { after: 7 })).error.field).toBe('after')
  })

  it.each([
    ['processing', older('PAYMENT.SETTLED')],
    ['needs_review', completed('evt_1', { destination: 'mallory@wallet.example' })],
  ])('is refused while one is %s, with the link of that one', async (status, event) => {
    const { shop, order, first, after, firstUrl } = await start()
    const second = (await after(first)).data
    await shop.hook(event, firstUrl)
    const { status: code, error } = await after(second)
    expect(code).toBe(409)
    expect(error).toMatchObject({ code: 'NO_FURTHER_SESSION', reason: 'payment_started', field: 'order' })
    expect(error.sessions).toMatchObject([
      { session_id: first.session_id, status, widget_url: first.widget_url },
      { session_id: second.session_id, status: 'created' },
    ])
    // Another tab or device gets the session with the sign of payment.
    expect((await requestSession(shop, order)).data.session_id).toBe(first.session_id)
    expect(sessionsOf(shop)).toHaveLength(2)
  })

  it('is refused after five', async () => {
    const { shop, order, first, after } = await start()
    let newest = first
    for (let n = 2; n <= 5; n++) newest = (await after(newest)).data
    const { error } = await after(newest)
    expect(error).toMatchObject({ code: 'NO_FURTHER_SESSION', reason: 'too_many_sessions' })
    expect(error.sessions).toHaveLength(5)
    expect(sessionsOf(shop)).toHaveLength(5)
    expect((await requestSession(shop, order)).data.session_id).toBe(newest.session_id)
  })

  it('is refused for an order that is older than 15 minutes, with its sessions and no dead link', async () => {
    const { shop, first, after } = await start()
    shop.turnClock(16 * MINUTE_MS)
    const { status, error } = await after(first)
    expect([status, error.code]).toEqual([410, 'ORDER_EXPIRED'])
    expect(error.sessions).toMatchObject([{ session_id: first.session_id, status: 'created' }])
    expect(error.sessions?.[0]).not.toHaveProperty('widget_url')
  })

  it('is refused if the service refuses a second one of the same reference, with the link of the first', async () => {
    const { shop, order, first, after } = await start({}, { email: 'oncereference@example.com' })
    const { error } = await after(first)
    expect(error).toMatchObject({ code: 'NO_FURTHER_SESSION', reason: 'refused_by_service' })
    expect(error.sessions).toMatchObject([{ session_id: first.session_id, widget_url: first.widget_url }])
    const line = shop.log.lines.find(({ fields }) => fields.code === 'PAYMENT_SERVICE_FAILED')
    expect(line?.fields).toMatchObject({ serviceCode: 'DUPLICATE_REFERENCE' })
    expect((await requestSession(shop, order)).data.session_id).toBe(first.session_id)
  })

  it('is not refused for good while the service is only down', async () => {
    const { createRampSession } = openShop().provider
    let isDown = false
    const { first, after } = await start({
      ramp: {
        provider: {
          createRampSession: (request, options) =>
            isDown
              ? Promise.reject(new LeydenError('SERVICE_UNAVAILABLE', '', { status: 503 }))
              : createRampSession(request, options),
        },
      },
    })
    isDown = true
    expect((await after(first)).error.code).toBe('SERVICE_UNAVAILABLE')
    isDown = false
    expect((await after(first)).status).toBe(200)
  })

  it('completes the order like the first one, and a second completion is marked as a duplicate', async () => {
    const { shop, order, first, after, firstUrl } = await start()
    const second = (await after(first)).data
    const secondUrl = shop.webhookUrl()
    await shop.hook(completed('evt_2', {}), secondUrl)
    const paid = await after(second)
    expect(paid.error).toMatchObject({ code: 'ALREADY_PAID' })
    expect(paid.error.sessions).toMatchObject([{ status: 'created' }, { status: 'completed' }])
    await shop.hook(completed('evt_1', {}), firstUrl)
    await shop.hook(older('WITHDRAWAL.SUCCEEDED'), firstUrl)
    await shop.hook(older('WITHDRAWAL.SUCCEEDED'), secondUrl)
    expect(await shop.state(first)).toMatchObject({ status: 'completed', duplicate_of: second.session_id })
    expect(await shop.state(second)).not.toHaveProperty('duplicate_of')
    while ((await shop.bff.tick()) > 0);
    const duplicates = shop.events
      .filter(isRampEvent)
      .map(({ data }) => [data.session_id, data.meaning, data.duplicate_of])
    const [one, other] = [first.session_id, second.session_id]
    expect(duplicates.sort()).toEqual(
      [
        [one, 'completed', other],
        [one, 'completed', other],
        [other, 'completed', undefined],
        [other, 'completed', undefined],
      ].sort(),
    )
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'PURCHASE_DUPLICATE')).not.toEqual([])
    expect((await requestSession(shop, order)).error.code).toBe('ALREADY_PAID')
  })

  it('is no duplicate of one whose event is held; the release decides', async () => {
    const { shop, first, after, firstUrl } = await start()
    const second = (await after(first)).data
    const secondUrl = shop.webhookUrl()
    await shop.hook(completed('evt_1', { reference_id: 'order-8' }), firstUrl)
    await shop.hook(completed('evt_2'), secondUrl)
    expect(await shop.state(second)).not.toHaveProperty('duplicate_of')
    expect(await shop.ops.releaseAll()).toBe(1)
    expect(await shop.state(first)).toMatchObject({ status: 'completed', duplicate_of: second.session_id })
    while ((await shop.bff.tick()) > 0);
    const released = shop.events.filter(({ data }) => 'released' in data && data.released)
    expect(released).toMatchObject([{ data: { meaning: 'completed', duplicate_of: second.session_id } }])
  })
})

describe('a session that the shop’s server opens', () => {
  it('has all that a widget needs, and is watched like others', async () => {
    const shop = openShop()
    const session = (await shop.bff.rampSession({ ...ORDER, userId: 'u1' })) as OpenedSession
    expect(Object.keys(session)).toEqual([
      ...['session_token', 'widget_url', 'session_id', 'expires_at', 'watch_url', 'ramp_origins', 'mode'],
    ])
    expect(await lastSessionRequest(shop)).toMatchObject(FIELDS)
    await shop.hook(completed('evt_1', { session_id: session.session_id }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    await shop.bff.tick()
    expect(shop.events).toMatchObject([{ data: { user_id: 'u1', guest: false, reference_id: 'order-7' } }])
  })

  it('names the wrong field', async () => {
    await expect(openShop().bff.rampSession({ email: 'nobody' })).rejects.toMatchObject({
      code: 'INVALID_EMAIL',
    })
    await expect(openShop({ ramp: { provider: undefined } }).bff.rampSession(GUEST)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
  })
})
