import { LeydenError } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { completed, older, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { asAdmin } from '../../test-support/shop.js'
import { anEvent } from '../../test-support/store-conformance.js'

const TOKEN = 'token-canary-0815'
const USER = { id: 'u1', email: 'u1@example.com' }
type Shop = ReturnType<typeof openRampShop>

const openShop = (options: Parameters<typeof openRampShop>[0] = {}) =>
  openRampShop({ identify: async () => USER, keepAccessTokens: true, ...options })
const tokenEvent = (token = TOKEN) =>
  older('USER_ACCESS_TOKEN.CREATED', { access_token: token, refresh_token: 'r' })
const tokenSent = async ({ upstream }: Shop) => (await upstream.at(-1)?.clone().json())?.access_token
const warnings = ({ log }: Shop) =>
  log.lines
    .filter(({ level, message }) => level === 'warn' && /token/.test(message))
    .map(({ fields }) => fields)

describeOnEachStore('the access token of a returning user', (freshStore) => {
  it('is stored from the event that contains it, for the next sessions of this user', async () => {
    const store = freshStore()
    const shop = openShop({ store })
    await shop.open({})
    expect(await tokenSent(shop)).toBeUndefined()
    await shop.hook(tokenEvent('an earlier one'))
    await shop.hook(tokenEvent())
    for (let round = 0; round < 2; round++) {
      await shop.open({})
      expect(await tokenSent(shop)).toBe(TOKEN)
    }
    const other = openShop({ store, identify: async () => ({ id: 'u2', email: 'u2@example.com' }) })
    await other.open({})
    expect(await tokenSent(other)).toBeUndefined()
    // Another process of the same shop.
    const restarted = openShop({ store })
    await restarted.open({})
    expect(await tokenSent(restarted)).toBe(TOKEN)
  })

  it('is stored only from an event that reports neither another e-mail address nor another session', async () => {
    for (const [data, kept] of [
      [{ email: 'mallory@example.com' }, undefined],
      [{ session_id: 'ses_another' }, undefined],
      [{ email: 'U1@example.com' }, TOKEN],
    ] as const) {
      const shop = openShop({ store: freshStore() })
      await shop.open({})
      await shop.hook(older('USER_ACCESS_TOKEN.CREATED', { ...data, access_token: TOKEN }))
      await shop.open({})
      expect(await tokenSent(shop)).toBe(kept)
    }
  })

  it('is not stored from an event after a flood, which may be of anybody who has the URL', async () => {
    const store = freshStore()
    const shop = openShop({ store })
    await shop.open({})
    const [session] = await store.subjects({ kind: 'ramp', limit: 1 })
    await store.append(session?.id ?? '', anEvent({ facts: { flood: 'begun' }, deliver: false }))
    await shop.hook(older('PAYMENT.SETTLED', { access_token: TOKEN, refresh_token: 'r' }))
    await shop.open({})
    expect(await tokenSent(shop)).toBeUndefined()
  })

  it('is not stored without the option', async () => {
    const shop = openShop({ store: freshStore(), keepAccessTokens: undefined })
    await shop.open({})
    await shop.hook(tokenEvent())
    await shop.open({})
    expect(await tokenSent(shop)).toBeUndefined()
  })

  it('is not readable in the store, the log or a reply', async () => {
    const store = freshStore()
    const append = vi.spyOn(store, 'append')
    const shop = openShop({ store, onEvent: undefined })
    await shop.open({})
    await shop.hook(tokenEvent())
    const reply = await shop.post(RAMP_PATH, {})
    expect(await tokenSent(shop)).toBe(TOKEN)
    const written = append.mock.calls.map(([id, { body, ...event }]) => [
      id,
      event,
      new TextDecoder().decode(body),
    ])
    expect(JSON.stringify(written) + shop.log.text() + reply.text).not.toContain(TOKEN)
  })

  it.each([
    ['the admin route', (shop: Shop) => shop.post('admin/erase', { user_id: 'u1' }, asAdmin())],
    ['`erase` with the user’s id', (shop: Shop) => shop.ops.erase({ userId: 'u1' })],
    ['`erase` with a session of the user', (shop: Shop, id: string) => shop.ops.erase(id)],
  ])('is erased by %s', async (_, erase) => {
    const shop = openShop({ store: freshStore() })
    const { session_id } = await shop.open({})
    await shop.hook(tokenEvent())
    await erase(shop, session_id)
    await shop.open({})
    expect(await tokenSent(shop)).toBeUndefined()
  })
})

describe('an access token', () => {
  it('is not stored for guests, for orders, or from events that contradict their session', async () => {
    const guest = openShop({ identify: async () => ({ guest: true }) })
    await guest.open()
    await guest.hook(tokenEvent())
    const shop = openShop()
    await shop.open({ order: await shop.bff.rampOrder({ email: 'other@example.com' }) })
    await shop.hook(tokenEvent())
    await shop.open({})
    expect(await tokenSent(shop)).toBeUndefined()
    const suspicious = openShop()
    await suspicious.open({})
    const data = { session_id: 'ses_other', access_token: TOKEN }
    await suspicious.hook(older('USER_ACCESS_TOKEN.CREATED', data))
    await suspicious.open({})
    expect(await tokenSent(suspicious)).toBeUndefined()
  })

  it('is replaced by the one of `identify`', async () => {
    const user = { ...USER, accessToken: undefined as string | undefined }
    const shop = openShop({ identify: async () => user })
    await shop.open({})
    await shop.hook(tokenEvent())
    user.accessToken = 'from identify'
    await shop.open({})
    expect(await tokenSent(shop)).toBe('from identify')
  })

  it('does not stop a webhook if it cannot be stored', async () => {
    const shop = openShop()
    await shop.open({})
    vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValueOnce(new Error('no entropy'))
    expect((await shop.hook(tokenEvent())).status).toBe(200)
    expect(warnings(shop)).toMatchObject([{ reason: 'no entropy' }])
  })

  const STALE = { email: 'staletoken@example.com' }
  it('that is refused is left out, logged with its source, and deleted', async () => {
    const shop = openShop({ identify: async () => ({ id: 'u1', ...STALE }) })
    await shop.open({})
    await shop.hook(tokenEvent())
    const before = shop.upstream.length
    const session = await shop.open({})
    expect(shop.upstream.length - before).toBe(2)
    expect(await tokenSent(shop)).toBeUndefined()
    expect(warnings(shop)).toMatchObject([
      { code: 'ACCESS_TOKEN_REFUSED', source: 'kept', errorCode: 'UNAUTHORIZED', status: 401 },
    ])
    await shop.open({})
    expect(shop.upstream.length - before).toBe(3)
    await shop.hook(
      completed('evt_1', { session_id: session.session_id }),
      shop.posts.find(({ url }) => url)?.url,
    )
    expect(shop.log.text()).not.toContain('check its key')
  })

  it('of `identify`, an order or `rampSession` that is refused does not stop the purchase', async () => {
    const accessToken = TOKEN
    const shop = openShop({ identify: async () => ({ id: 'u1', ...STALE, accessToken }) })
    await shop.open({})
    await shop.open({ order: await shop.bff.rampOrder({ ...STALE, accessToken }) })
    await shop.bff.rampSession({ ...STALE, accessToken })
    expect(warnings(shop).map(({ source }) => source)).toEqual(['identify', 'order', 'order'])
    expect(shop.log.text()).not.toContain(TOKEN)
  })

  it.each([
    ['a code of the service’s own', new LeydenError('ACCESS_TOKEN_EXPIRED', '', { status: 422 }), 2],
    ['a refusal without a code', new LeydenError('BAD_REQUEST', '', { status: 400 }), 2],
    ['an e-mail address', new LeydenError('INVALID_EMAIL', '', { status: 400 }), 1],
    ['too many requests', new LeydenError('RATE_LIMITED', '', { status: 429 }), 1],
    ['an outage', new LeydenError('MAINTENANCE', '', { status: 503 }), 1],
    ['silence', new LeydenError('TIMEOUT', ''), 1],
  ])('is left out after %s only if the token may be the cause', async (_, error, times) => {
    const createRampSession = vi.fn(async () => Promise.reject(error))
    const shop = openShop({
      identify: async () => ({ ...USER, accessToken: TOKEN }),
      ramp: { createRampSession },
    })
    expect((await shop.post(RAMP_PATH, {})).status).not.toBe(200)
    expect(createRampSession).toHaveBeenCalledTimes(times)
  })
})
