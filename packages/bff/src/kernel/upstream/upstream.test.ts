import { type AddressValidation, type FailedParty, LeydenError } from '@leyden/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openRampShop } from '../../test-support/ramp-shop.js'
import { openShop } from '../../test-support/shop.js'
import type { BffOptions } from '../bff-options.js'

const NO: AddressValidation = { valid: false, reason: 'not_lightning_address' }
const failing = (code: string, options: { status?: number; retryAfterMs?: number } = {}) =>
  new LeydenError(code, 'as told', options)

afterEach(() => void vi.useRealTimers())

/** A shop whose provider sends the set reply; `lookUp` looks up a new address of a domain each time. */
function start(
  answer: (address: string) => unknown,
  options: Partial<BffOptions> = {},
  party?: FailedParty | undefined,
) {
  const requests: string[] = []
  const shop = openShop({
    pay: {
      party,
      async validateLightningAddress(address) {
        requests.push(address)
        return (await answer(address)) as AddressValidation
      },
      createCharge: () => new Promise(() => {}),
    },
    ...options,
  })
  let count = 0
  const lookUp = (domain = 'wallet.example') =>
    shop.get(`v0/ln-address/validate/${encodeURIComponent(`user${++count}@${domain}`)}`)
  const requestsOf = (domain: string) => requests.filter((address) => address.endsWith(`@${domain}`)).length
  return { ...shop, lookUp, requestsOf }
}

const fail = (error: LeydenError) => () => Promise.reject(error)

describe('a provider that fails on every call', () => {
  it.each(['TIMEOUT', 'NETWORK', 'BAD_RESPONSE'])(
    'opens the circuit breaker after ten times %s',
    async (code) => {
      const { lookUp, requestsOf, log } = start(fail(failing(code)))
      for (let n = 0; n < 10; n++) expect((await lookUp()).error.code).toBe(code)
      for (let n = 0; n < 20; n++) {
        const { status, error, headers } = await lookUp()
        expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5'])
      }
      expect(requestsOf('wallet.example')).toBe(10)
      expect(log.lines.filter(({ fields }) => fields.code === 'CIRCUIT_BREAKER_OPEN')).toHaveLength(1)
    },
  )

  it.each([
    [undefined, 'service'],
    ['recipient', 'recipient'],
  ] as const)(
    'is named as the party that failed with %s, also while the circuit breaker is open',
    async (asks, party) => {
      const { lookUp } = start(fail(failing('TIMEOUT')), {}, asks)
      for (let n = 0; n < 11; n++) expect((await lookUp()).error).toMatchObject({ party })
    },
  )

  it('is not named if the BFF itself fails', async () => {
    const { lookUp } = start(() => Promise.resolve(NO), {
      limits: { rates: { domainPerMinute: 1 } },
    })
    await lookUp()
    const { error } = await lookUp()
    expect([error.code, error.party]).toEqual(['RATE_LIMITED', undefined])
  })

  it('gets no requests for charges either, and other domains do', async () => {
    const { lookUp, requestsOf, post } = start(fail(failing('SERVICE_UNAVAILABLE', { status: 503 })))
    for (let n = 0; n < 12; n++) await lookUp()
    const order = { lnaddress: 'bob@wallet.example', amount: '21000' }
    expect((await post('v0/ln-address/fetch-charge', order)).status).toBe(503)
    expect(requestsOf('wallet.example')).toBe(10)
    await lookUp('other.example')
    expect(requestsOf('other.example')).toBe(1)
  })

  it('gets one test request after a while, and all requests again once it responds', async () => {
    let isDown = true
    const { lookUp, requestsOf, turnClock } = start(() => (isDown ? Promise.reject(failing('NETWORK')) : NO))
    for (let n = 0; n < 10; n++) await lookUp()
    turnClock(5_001)
    await Promise.all([lookUp(), lookUp(), lookUp()])
    expect(requestsOf('wallet.example')).toBe(11)
    turnClock(5_001)
    isDown = false
    expect((await lookUp()).status).toBe(200)
    expect((await Promise.all([lookUp(), lookUp(), lookUp()])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ])
    expect(requestsOf('wallet.example')).toBe(15)
  })

  it('is tested by a buyer with an intent, after a stranger was refused by a rate limit', async () => {
    let isDown = true
    const { bff, lookUp, post, requestsOf, turnClock } = start(
      () => (isDown ? Promise.reject(failing('NETWORK')) : NO),
      { limits: { rates: { domainPerMinute: 20 } } },
    )
    const order = { lnaddress: 'bob@wallet.example', amountMsat: 21_000n, reference: 'order-7' }
    const intent = await bff.sign(order)
    // Strangers may use half of the rate.
    for (let n = 0; n < 10; n++) await lookUp()
    isDown = false
    turnClock(5_001)
    expect((await lookUp()).status).toBe(429)
    expect((await post('v0/ln-address/fetch-charge', { intent })).error.code).toBe('NOT_LIGHTNING_ADDRESS')
    expect(requestsOf('wallet.example')).toBe(11)
  })

  it('does not stay blocked longer when the clock is set back', async () => {
    const { lookUp, requestsOf, turnClock } = start(fail(failing('NETWORK')))
    for (let n = 0; n < 10; n++) await lookUp()
    turnClock(-3_600_000)
    await lookUp()
    expect(requestsOf('wallet.example')).toBe(11)
  })

  it('does not count refused requests against the rate limits', async () => {
    let isDown = true
    const rates = { keyPerMinute: 28, strangersPerMinute: 1_000 }
    const { lookUp, turnClock } = start(() => (isDown ? Promise.reject(failing('NETWORK')) : NO), {
      limits: { rates },
    })
    for (let n = 0; n < 30; n++) await lookUp()
    turnClock(5_001)
    isDown = false
    expect((await lookUp()).status).toBe(200)
    expect((await lookUp()).status).toBe(200)
  })

  it('blocks the ramp only while it fails', async () => {
    const createRampSession = vi.fn(fail(failing('NETWORK')))
    const shop = openRampShop({ ramp: { provider: { createRampSession } } })
    for (let n = 0; n < 12; n++) await expect(shop.open({ email: `guest${n}@example.com` })).rejects.toThrow()
    expect(createRampSession).toHaveBeenCalledTimes(10)
  })
})

describe('a reply that is not a failure of the provider', () => {
  it.each([
    ['a no', () => NO],
    ['a "no" as an error', fail(failing('NOT_LIGHTNING_ADDRESS', { status: 404 }))],
    ['an address that requires payer data', fail(failing('PAYER_DATA_REQUIRED'))],
    ['a payment that it refuses', fail(failing('SERVICE_UNAVAILABLE', { status: 200 }))],
    ['our own rate limit', fail(failing('RATE_LIMITED', { retryAfterMs: 1_000 }))],
  ])('is %s, whatever the number', async (_, answer) => {
    const { lookUp, requestsOf } = start(answer)
    for (let n = 0; n < 25; n++) await lookUp()
    expect(requestsOf('wallet.example')).toBe(25)
  })

  it.each([
    ['an answer', () => NO],
    ['a "no" as an error', fail(failing('NOT_LIGHTNING_ADDRESS', { status: 404 }))],
  ])('is an occasional failure, with %s in between', async (_, answer) => {
    let count = 0
    const { lookUp, requestsOf } = start(() => (++count % 10 === 0 ? answer() : fail(failing('TIMEOUT'))()))
    for (let n = 0; n < 40; n++) await lookUp()
    expect(requestsOf('wallet.example')).toBe(40)
  })
})

describe('a provider that rate-limits us', () => {
  it('gets no requests for the requested time, after several rate-limit replies', async () => {
    const { lookUp, requestsOf, turnClock } = start(
      fail(failing('RATE_LIMITED', { status: 429, retryAfterMs: 8_000 })),
    )
    for (let n = 0; n < 3; n++) await lookUp()
    for (let n = 0; n < 5; n++) {
      const { status, error, headers } = await lookUp()
      expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '8'])
    }
    turnClock(7_500)
    await lookUp()
    expect(requestsOf('wallet.example')).toBe(3)
    turnClock(501)
    await lookUp()
    expect(requestsOf('wallet.example')).toBe(4)
  })

  it('cannot block a shop for longer than ten seconds at a time', async () => {
    const { lookUp, requestsOf, turnClock } = start(
      fail(failing('RATE_LIMITED', { status: 429, retryAfterMs: 86_400_000 })),
    )
    for (let n = 0; n < 4; n++) await lookUp()
    turnClock(10_001)
    await lookUp()
    expect(requestsOf('wallet.example')).toBe(4)
  })
})

describe('a provider that does not answer', () => {
  it('blocks at most 64 requests of strangers to one domain, and no other domain', async () => {
    let answer = (_: AddressValidation) => {}
    const answered = new Promise<AddressValidation>((resolve) => {
      answer = resolve
    })
    const { lookUp, requestsOf } = start((address) => (address.endsWith('@wallet.example') ? answered : NO))
    const many = Array.from({ length: 80 }, () => lookUp())
    expect((await lookUp('other.example')).status).toBe(200)
    const refused = await Promise.any(many)
    expect([refused.error.code, refused.error.party]).toEqual(['RATE_LIMITED', undefined])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    answer(NO)
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(16)
    expect(requestsOf('wallet.example')).toBe(64)
    expect((await lookUp()).status).toBe(200)
  })

  it('delays a page for at most one timeout, including the look-up before the invoice', async () => {
    vi.useFakeTimers()
    const metadata = {
      minSendable: 1,
      maxSendable: 1e9,
      tag: 'payRequest',
      metadata: '[["text/plain","x"]]',
      callback: 'https://wallet.example/callback',
    }
    const slow = () => new Promise((resolve) => setTimeout(resolve, 5_000, { valid: true, metadata }))
    const { post } = start(slow, { limits: { timeoutMs: 8_000 } })
    let status = 0
    void post('v0/ln-address/fetch-charge', { lnaddress: 'bob@wallet.example', amount: '21000' }).then(
      (reply) => {
        status = reply.status
      },
    )
    await vi.advanceTimersByTimeAsync(7_900)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(status).toBe(504)
  })
})
