import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openCharge, openShop, type Shop } from '../../test-support/shop.js'

interface SentEvent {
  id: string
  event: string
  data: { status: string; at: string; server_time: string }
}

/** Reads a stream event by event; comments are skipped. */
async function follow(shop: Shop, watchUrl: string, headers: Record<string, string> = {}, ip = '') {
  const gone = new AbortController()
  const response = await shop.bff.fetch(
    new Request(shop.url(watchUrl), {
      headers: { accept: 'text/event-stream', ...headers },
      signal: gone.signal,
    }),
    ip === '' ? {} : { ip },
  )
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  const reader = isStream ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  let rest = ''
  const next = async (): Promise<SentEvent | null> => {
    for (;;) {
      const [block, ...others] = rest.split('\n\n')
      if (others.length > 0 && block !== undefined) {
        rest = others.join('\n\n')
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        if (field('data')) return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
        continue
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return null
      rest += value
    }
  }
  return { response, next, leave: () => gone.abort() }
}

const settle = (shop: Shop, invoice: string) =>
  shop.bff.settle({ paymentHash: decodeInvoice(invoice).paymentHash })

describe('the watch as a stream', () => {
  it('begins with the present state, sends the payment, and ends', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const { response, next } = await follow(shop, charge.watch_url)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await next()).toMatchObject({ id: '0', event: 'state', data: { kind: 'charge', status: 'open' } })
    const paid = next()
    await settle(shop, charge.invoice.request)
    expect(await paid).toMatchObject({ id: '1', event: 'state', data: { status: 'paid', evidence: 'app' } })
    expect(await next()).toBeNull()
  })

  it('sends earlier events at once', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    await settle(shop, charge.invoice.request)
    const { next } = await follow(shop, charge.watch_url)
    expect(await next()).toMatchObject({ id: '1', data: { status: 'paid' } })
    expect(await next()).toBeNull()
  })

  it('says that a charge is unknown here, never unpaid or expired, if the store has lost it', async () => {
    const charge = await openCharge(openShop())
    // The same secret, so that the URL is genuine.
    const { response } = await follow(openShop(), charge.watch_url)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', reason: 'unknown_here' } })
  })

  it('contains in each event the time of sending, which may be long after the event', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    await settle(shop, charge.invoice.request)
    shop.turnClock(60 * 60_000)
    const paid = await (await follow(shop, charge.watch_url)).next()
    const sentAfterMs = Date.parse(paid?.data.server_time ?? '') - Date.parse(paid?.data.at ?? '')
    expect(Math.abs(sentAfterMs - 60 * 60_000)).toBeLessThan(2 * 60_000)
  })

  it('continues after the last event that a page has seen', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const { next } = await follow(shop, charge.watch_url, { 'last-event-id': '0' })
    const paid = next()
    await settle(shop, charge.invoice.request)
    expect(await paid).toMatchObject({ id: '1', data: { status: 'paid' } })
  })

  it('repeats a final state to a page that missed the end of the stream', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    await settle(shop, charge.invoice.request)
    const { next } = await follow(shop, charge.watch_url, { 'last-event-id': '1' })
    expect(await next()).toMatchObject({ data: { status: 'paid' } })
    expect(await next()).toBeNull()
  })

  it.each(['7', '999999999', '-1', 'x', '1e3'])(
    'starts again after the event %s, which never existed',
    async (id) => {
      const shop = openShop()
      const charge = await openCharge(shop)
      const { next } = await follow(shop, charge.watch_url, { 'last-event-id': id })
      expect(await next()).toMatchObject({ id: '0', data: { status: 'open' } })
    },
  )

  it('reaches each of many streams, whenever they were opened', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const following = Array.from({ length: 16 }, () => follow(shop, charge.watch_url))
    const settled = settle(shop, charge.invoice.request)
    const endings = await Promise.all(
      following.map(async (stream) => {
        const { next } = await stream
        let last: SentEvent | null = null
        for (let event = await next(); event; event = await next()) last = event
        return last?.data.status
      }),
    )
    await settled
    expect(endings).toEqual(Array(16).fill('paid'))
  })

  it('sends an expiry, which has no event', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const shop = openShop({ settlement: { graceMs: 200 } })
    const charge = await openCharge(shop, { lnaddress: 'shortlived-60@wallet.example' })
    const { next } = await follow(shop, charge.watch_url)
    expect(await next()).toMatchObject({ data: { status: 'open' } })
    const expired = next()
    await vi.advanceTimersByTimeAsync(62_000)
    expect(await expired).toMatchObject({ id: '0', data: { status: 'expired' } })
    expect(await next()).toBeNull()
  })

  it('does not miss events between a read and the wait for the next hint', async () => {
    const store = memoryStore()
    const shop = openShop({ store })
    const charge = await openCharge(shop)
    const read = store.get.bind(store)
    let reads = 0
    vi.spyOn(store, 'get').mockImplementation(async (...args) => {
      const before = await read(...args)
      if (++reads === 3) await settle(shop, charge.invoice.request)
      return before
    })
    const { next } = await follow(shop, charge.watch_url)
    expect(await next()).toMatchObject({ data: { status: 'open' } })
    expect(await next()).toMatchObject({ data: { status: 'paid' } })
  })

  it('releases the stream slot of a page that has disconnected', async () => {
    const shop = openShop({ limits: { rates: { streamsPerWatch: 1 } } })
    const charge = await openCharge(shop)
    const first = await follow(shop, charge.watch_url)
    expect((await follow(shop, charge.watch_url)).response.status).toBe(429)
    first.leave()
    const third = await follow(shop, charge.watch_url)
    expect(third.response.status).toBe(200)
    await third.response.body?.cancel().catch(() => {})
  })

  it('is plain JSON for an address with many open streams, and does not affect other addresses', async () => {
    const shop = openShop({ limits: { rates: { streamsPerIp: 2 } } })
    const charges = [await openCharge(shop), await openCharge(shop), await openCharge(shop)]
    const [first = '', second = '', third = ''] = charges.map(({ watch_url }) => watch_url)
    const from = async (ip: string, watchUrl: string) => {
      const { response, leave } = await follow(shop, watchUrl, {}, ip)
      return { type: response.headers.get('content-type'), response, leave }
    }
    const one = await from('192.0.2.1', first)
    expect([one.type, (await from('192.0.2.1', second)).type]).toEqual(Array(2).fill('text/event-stream'))
    const polled = await from('192.0.2.1', third)
    expect([polled.type, polled.response.status]).toEqual(['application/json', 200])
    // It does not count against any limit.
    for (const ip of ['192.0.2.2', '']) expect((await from(ip, third)).type).toBe('text/event-stream')
    one.leave()
    expect((await from('192.0.2.1', third)).type).toBe('text/event-stream')
    await shop.bff.close()
  })

  it('does not log a page that disconnects', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const response = await shop.bff.fetch(
      new Request(shop.url(charge.watch_url), { headers: { accept: 'text/event-stream' } }),
    )
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.read()
    // The stream has nothing to send and waits.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await reader?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(shop.log.text()).not.toContain('stream broke')
  })

  it('sends a heartbeat every fifteen seconds, and ends after fifteen minutes', async () => {
    vi.useFakeTimers()
    try {
      const shop = openShop()
      const charge = await openCharge(shop)
      const { body } = await shop.bff.fetch(
        new Request(shop.url(charge.watch_url), { headers: { accept: 'text/event-stream' } }),
      )
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      for (const expected of ['retry: ', 'event: state', ': still here', ': still here']) {
        const read = reader?.read()
        await vi.advanceTimersByTimeAsync(15_500)
        expect((await read)?.value).toContain(expected)
      }
      let isDone = false
      const rest = (async () => {
        while (!isDone) isDone = (await reader?.read())?.done ?? true
      })()
      await vi.advanceTimersByTimeAsync(15 * 60_000)
      expect(isDone).toBe(true)
      await rest
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends when the BFF closes', async () => {
    const shop = openShop()
    const { next } = await follow(shop, (await openCharge(shop)).watch_url)
    await next()
    const end = next()
    await shop.bff.close()
    expect(await end).toBeNull()
  })

  it('does not open with a token of another purpose, a forged one, or an expired one', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const token = charge.watch_url.split('/').at(-1) ?? ''
    const intent = await shop.bff.sign({ lnaddress: 'a@b.example', amountMsat: 1000n, reference: 'r' })
    for (const wrong of [intent, `${token.slice(0, -1)}x`, 'x', '%00', '..%2f..%2fhealthz'])
      expect((await shop.get(`v0/watch/${wrong}`)).status).toBe(404)
    shop.turnClock(2 * 86_400_000)
    expect((await shop.get(charge.watch_url)).status).toBe(404)
  })
})
