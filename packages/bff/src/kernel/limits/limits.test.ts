import { expect, it } from 'vitest'
import { openShop } from '../../test-support/shop.js'
import { memoryStore } from '../store/memory-store.js'
import { createConsume, DEFAULT_RATES } from './limits.js'

it.each(['192.0.2.1', undefined])(
  'refuses every look-up if its rate limit is 0, from the address %s',
  async (ip) => {
    const shop = openShop({ rates: { lookUpsPerMinute: 0 } })
    const reply = await shop.get('v0/ln-address/validate/alice@wallet.example', { ip })
    expect(reply).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
    expect(Number(reply.headers.get('retry-after'))).toBe(60)
  },
)

it.each(['192.0.2.1', undefined])(
  'opens no watch stream if its rate limit is 0, for the address %s',
  async (ip) => {
    const shop = openShop({ rates: { streamsPerIp: 0 } })
    const { data } = await shop.post<{ watch_url: string }>('v0/ln-address/fetch-charge', {
      lnaddress: 'alice@wallet.example',
      amount: '2100000',
    })
    const reply = await shop.get(data.watch_url, { ip, headers: { accept: 'text/event-stream' } })
    expect(reply.headers.get('content-type')).toContain('json')
  },
)

it('refuses every part of a shared limit of 0, and allows one request of a small limit', async () => {
  const consume = createConsume(
    memoryStore(),
    { ...DEFAULT_RATES, keyPerMinute: 0, domainPerMinute: 1 },
    () => new Date(),
  )
  for (const share of [0.5, 1])
    await expect(consume('keyPerMinute', 'key', share)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await consume('domainPerMinute', 'wallet.example', 0.5)
})

it('keeps the default of a limit that is undefined, as in plain JavaScript', async () => {
  const rates: object = { chargesPerMinute: undefined }
  const chargeLimits: object = { minSats: 2n, maxSats: undefined }
  const shop = openShop({ rates, chargeLimits })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) {
    const terms = { lnaddress: 'alice@wallet.example', amount: '2100000' }
    const { status } = await shop.post('v0/ln-address/fetch-charge', terms, { ip: '192.0.2.1' })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})
