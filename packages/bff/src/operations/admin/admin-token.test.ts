import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_TOKEN, asAdmin, openShop, type Shop } from '../../test-support/shop.js'

const WRONG = 'not the admin token, but as long as one'

/** Sends a token without waiting for the reply. */
function sendToken(shop: Shop, ip: string | undefined, token = WRONG) {
  const sent: { status?: number | undefined } = {}
  const reply = shop.post('admin/drain', {}, { ...asAdmin(token), ip }).then(({ status }) => {
    sent.status = status
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

  it.each(['192.0.2.1', undefined])('of the address %s are answered after a second', async (ip) => {
    const shop = openShop()
    const sent = sendToken(shop, ip)
    await vi.advanceTimersByTimeAsync(999)
    expect(sent.status).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.status).toBe(401)
  })

  it('wait in a small number, and beyond that are refused without a wait', async () => {
    const shop = openShop()
    expect(await flood(shop, 40)).toEqual([...Array(32).fill(undefined), ...Array(8).fill(429)])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await flood(shop, 1)).toEqual([undefined])
  })

  it('never slow down the right one', async () => {
    const shop = openShop({ onEvent() {} })
    expect(await flood(shop, 200)).toContain(429)
    const right = ['192.0.2.1', '198.51.100.1', undefined].map((ip) => sendToken(shop, ip, ADMIN_TOKEN))
    await vi.advanceTimersByTimeAsync(0)
    expect(right.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('make one line of the log in a minute, with their number and the last client', async () => {
    const shop = openShop()
    await flood(shop, 1)
    await flood(shop, 400)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG').map(({ fields }) => fields.count)).toEqual([1])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG').at(-1)).toMatchObject({
      level: 'warn',
      fields: { count: 400, client: '4:192.0.2.1' },
    })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG')).toHaveLength(2)
    await flood(shop, 1)
    expect(linesOf(shop, 'ADMIN_TOKEN_WRONG').at(-1)?.fields).toMatchObject({ count: 1 })
    // They have no other lines.
    expect(linesOf(shop, 'REQUEST')).toEqual([])
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
