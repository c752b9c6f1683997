import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedGet, type GuardedGetOptions } from './guarded-get.js'
import { OUTSIDE, OUTSIDE_IPV6, startTestInternet, type TestInternet } from './test-support/test-internet.js'

let internet: TestInternet

afterEach(() => internet.close())

async function start(options: GuardedGetOptions = {}) {
  internet = await startTestInternet({ openPorts: [8443, 8444, 8445, 8446, 8447] })
  return createGuardedGet({ connect: internet.connect, resolve: async () => [OUTSIDE], ...options })
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ code, message, reason, retryable, retryAfterMs }) => ({
      code,
      message,
      reason,
      retryable,
      retryAfterMs,
    }),
  )

describe('a port other than the standard one', () => {
  it('is requested at a public address', async () => {
    const get = await start()
    expect(await get('https://shop.example:8443/cb')).toMatchObject({ status: 200 })
    expect(internet.requests).toEqual(['shop.example:8443 /cb'])
  })

  it('is refused before any request if servers of other protocols listen there', async () => {
    const get = await start()
    expect(await errorOf(get('https://shop.example:25/'))).toMatchObject({ reason: 'port_url' })
    expect([internet.requests, internet.hits]).toEqual([[], []])
  })

  it('is one of at most four of an address in an hour, however many names lead there', async () => {
    let nowMs = 0
    const get = await start({ now: () => nowMs })
    for (const port of [8443, 8444, 8445, 8446]) await get(`https://h${port}.example:${port}/`)
    const refused = { code: 'RATE_LIMITED', reason: 'too_many_ports', retryAfterMs: 3_600_000 }
    expect(await errorOf(get('https://other.example:8447/'))).toMatchObject(refused)
    expect(await get('https://other.example/')).toMatchObject({ status: 200 })
    nowMs = 3_600_000
    expect(await get('https://other.example:8447/')).toMatchObject({ status: 200 })
    expect(internet.hits).toEqual([])
  })

  it.each([
    ['an interface of this machine', {}, Object.values(networkInterfaces()).flat()[0]?.address ?? ''],
    ['the host of the public URL', { publicHost: 'shop.example' }, OUTSIDE],
    [
      'a public URL that is an address',
      { publicHost: '[2606:2800:21F:CB07:6820:80DA:AF6B:8B2C]' },
      OUTSIDE_IPV6,
    ],
  ])('is not requested at %s, and an error does not tell that', async (_, options, address) => {
    const get = await start({ ...options, isAllowedAddress: () => true, resolve: async () => [address] })
    const own = await errorOf(get('https://evil.example:8443/'))
    expect(own).toMatchObject({ code: 'NOT_LIGHTNING_ADDRESS', reason: 'own_address' })
    const missing = createGuardedGet({ resolve: async () => [] })
    expect(own).toMatchObject({ ...(await errorOf(missing('https://evil.example/'))), reason: 'own_address' })
    expect([internet.requests, internet.hits]).toEqual([[], []])
  })

  it('is requested at the host of the public URL if it is the standard one', async () => {
    const get = await start({ publicHost: 'shop.example' })
    expect(await get('https://shop.example/cb')).toMatchObject({ status: 200 })
  })

  it('gives a page the same error if it is closed and if it does not respond', async () => {
    internet = await startTestInternet({ answer: () => {}, openPorts: [8443] })
    const budgets = { firstByteMs: 50 }
    const silent = createGuardedGet({ connect: internet.connect, resolve: async () => [OUTSIDE], budgets })
    const closed = createGuardedGet({ connect: internet.connect, resolve: async () => ['93.184.216.99'] })
    const [one, other] = await Promise.all([
      errorOf(silent('https://shop.example:8443/')),
      errorOf(closed('https://shop.example:8443/')),
    ])
    expect([one?.reason, other?.reason]).toEqual(['timeout', 'unreachable'])
    expect({ ...one, reason: '' }).toEqual({ ...other, reason: '' })
  })
})
