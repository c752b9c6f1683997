import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_TOKEN, asAdmin, openShop, type Shop } from '../../test-support/shop.js'

const WRONG = 'not the admin token, but as long as one'

/** Sends a token without waiting for the reply. */
function sendToken(shop: Shop, ip: string | undefined, token = WRONG) {
  const sent: { status?: number | undefined; retryAfter?: string | null | undefined } = {}
  const reply = shop.post('admin/drain', {}, { ...asAdmin(token), ip }).then(({ status, headers }) => {
    sent.status = status
    sent.retryAfter = headers.get('retry-after')
  })
  return Object.assign(sent, { reply })
}

/** Sends wrong tokens. @returns the statuses of those that are answered at once. */
async function flood(shop: Shop, count: number, ipOf: (n: number) => string | undefined = () => '192.0.2.1') {
  const sent = Array.from({ length: count }, (_, n) => sendToken(shop, ipOf(n)))
  await vi.advanceTimersByTimeAsync(0)
  return sent.map((each) => each.status)
}

const linesOf = ({ log }: Shop, code: string) => log.lines.filter(({ fields }) => fields.code === code)

describe('wrong admin tokens', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(['192.0.2.1', undefined])('are slowed down after ten of the address %s in a minute', async (ip) => {
    const shop = openShop()
    expect(await flood(shop, 10, () => ip)).toEqual(Array(10).fill(401))
    const slow = sendToken(shop, ip)
    await vi.advanceTimersByTimeAsync(999)
    expect(slow.status).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(slow).toMatchObject({ status: 429, retryAfter: '60' })
    expect(await flood(shop, 1, () => '192.0.2.2')).toEqual([401])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await flood(shop, 1, () => ip)).toEqual([401])
  })

  it('are slowed down after sixty in all, of whatever addresses', async () => {
    const shop = openShop()
    expect(await flood(shop, 61, (n) => `192.0.2.${n}`)).toEqual([...Array(60).fill(401), undefined])
  })

  it('of one address do not slow down those of another', async () => {
    const shop = openShop()
    await flood(shop, 200)
    expect(await flood(shop, 10, () => '192.0.2.2')).toEqual(Array(10).fill(401))
  })

  it('wait in a small number, and beyond that are refused without a wait', async () => {
    const shop = openShop()
    await flood(shop, 10)
    expect(await flood(shop, 40)).toEqual([...Array(32).fill(undefined), ...Array(8).fill(429)])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await flood(shop, 1)).toEqual([undefined])
  })

  it.each([65, 200])('never slow down the right one: after %i of them', async (count) => {
    const shop = openShop({ onEvent() {} })
    const statuses = await flood(shop, count, (n) => `192.0.2.${n % 10}`)
    expect(statuses).toContain(undefined)
    const right = ['192.0.2.1', '198.51.100.1', undefined].map((ip) => sendToken(shop, ip, ADMIN_TOKEN))
    await vi.advanceTimersByTimeAsync(0)
    expect(right.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('make one line of the log in a minute, with their number', async () => {
    const shop = openShop()
    await flood(shop, 1)
    await flood(shop, 400)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG').map(({ fields }) => fields.count)).toEqual([1])
    // The first ones have lines like any other request.
    expect(linesOf(shop, 'REQUEST')).toHaveLength(10)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG').at(-1)).toMatchObject({
      level: 'warn',
      fields: { count: 400, slowed: 391, client: '4:192.0.2.1' },
    })
    expect(linesOf(shop, 'REQUEST')).toHaveLength(10)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG')).toHaveLength(2)
    await flood(shop, 1)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG').at(-1)?.fields).toMatchObject({ count: 1, slowed: 0 })
    expect(shop.log.text()).not.toContain(WRONG)
  })

  it('are all counted in the log before the BFF has closed', async () => {
    const shop = openShop()
    await flood(shop, 3)
    await shop.bff.close()
    const counts = () => linesOf(shop, 'ADMIN_TOKEN_WRONG').map(({ fields }) => fields.count)
    expect(counts()).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(counts()).toEqual([1, 2])
  })
})
