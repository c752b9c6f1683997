import { LeydenError } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { completed, older, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'

const TOKEN = 'token-canary-0815'
const USER = { id: 'u1', email: 'u1@example.com' }
type Shop = ReturnType<typeof openRampShop>

const tokenSent = async ({ upstream }: Shop) => (await upstream.at(-1)?.clone().json())?.access_token
const warnings = ({ log }: Shop) =>
  log.lines
    .filter(({ level, message }) => level === 'warn' && /token/.test(message))
    .map(({ fields }) => fields)

describe('the access token of a returning user', () => {
  it('is sent as `identify` returns it, and is in no reply and no line of the log', async () => {
    const shop = openRampShop({ identify: async () => ({ ...USER, accessToken: TOKEN }) })
    const reply = await shop.post(RAMP_PATH, {})
    expect(await tokenSent(shop)).toBe(TOKEN)
    expect(shop.log.text() + reply.text).not.toContain(TOKEN)
  })

  it('reaches the app with its event, and is not sent unless the app returns it', async () => {
    const shop = openRampShop({ identify: async () => USER })
    await shop.open({})
    await shop.hook(older('USER_ACCESS_TOKEN.CREATED', { access_token: TOKEN }))
    await shop.bff.tick()
    expect(shop.events).toMatchObject([{ data: { user_tokens: { access_token: TOKEN }, user_id: USER.id } }])
    await shop.open({})
    expect(await tokenSent(shop)).toBeUndefined()
  })

  const STALE = { email: 'staletoken@example.com' }
  it('that is refused is left out, and logged with its source', async () => {
    const shop = openRampShop({ identify: async () => ({ id: 'u1', ...STALE, accessToken: TOKEN }) })
    const session = await shop.open({})
    expect(shop.upstream).toHaveLength(2)
    expect(await tokenSent(shop)).toBeUndefined()
    expect(warnings(shop)).toMatchObject([
      { code: 'ACCESS_TOKEN_REFUSED', source: 'identify', errorCode: 'UNAUTHORIZED', status: 401 },
    ])
    await shop.hook(completed('evt_1', { session_id: session.session_id }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    expect(shop.log.text()).not.toContain('check its key')
  })

  it('of `identify`, an order or `rampSession` that is refused does not stop the purchase', async () => {
    const accessToken = TOKEN
    const shop = openRampShop({ identify: async () => ({ id: 'u1', ...STALE, accessToken }) })
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
    const shop = openRampShop({
      identify: async () => ({ ...USER, accessToken: TOKEN }),
      ramp: { provider: { createRampSession } },
    })
    expect((await shop.post(RAMP_PATH, {})).status).not.toBe(200)
    expect(createRampSession).toHaveBeenCalledTimes(times)
  })
})
