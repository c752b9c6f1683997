import { decodeInvoice } from '@leyden/lightning'
import { lnurlProvider } from '@leyden/lnurl'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { serviceProvider } from '../../providers/service-provider.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { type Answer, json, startUpstream } from '../../test-support/misbehaving-server.js'
import { KEY, openShop } from '../../test-support/shop.js'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const NO = json({ success: true, data: { valid: false } })

/** A shop whose service answers by the current `now.answer`. */
async function start(options: Parameters<typeof openShop>[0] = {}) {
  const now: { answer: Answer } = { answer: NO }
  let requests = 0
  const server = await startUpstream((response, request) => {
    requests++
    now.answer(response, request)
  })
  const shop = openShop({ pay: serviceProvider({ apiKey: KEY, baseUrl: server.url }), ...options })
  closers.push(server.close, shop.bff.close)
  const becomes = (ready: boolean, problem = '') =>
    vi.waitFor(
      async () =>
        expect(await shop.bff.ready()).toEqual({
          ready,
          problems: ready ? [] : [expect.stringContaining(problem)],
          endpoint: { working: true },
        }),
      { interval: 200 },
    )
  return { ...shop, now, becomes, requestCount: () => requests, host: new URL(server.url).host }
}

// Each test waits for seconds, until the cached result ends.
describe.concurrent('readiness', () => {
  it.each<[string, Answer, string]>([
    [
      'refuses the key',
      json({ success: false, message: 'Unknown key' }, 401),
      'refuses the API key (401, UNAUTHORIZED, Unknown key)',
    ],
    ['is no such service', (response) => response.writeHead(404).end('<h1>nginx</h1>'), 'NOT_FOUND'],
    ['is out of order', json({ success: false, message: 'maintenance' }, 503), 'maintenance'],
    ['hangs up', (response) => response.destroy(), 'NETWORK'],
    ['does not answer', () => {}, 'TIMEOUT'],
  ])('is false while the service %s, with the name of its host', async (_, answer, problem) => {
    const { now, becomes, bff, host } = await start()
    await becomes(true)
    now.answer = answer
    await becomes(false, problem)
    expect((await bff.ready()).problems.join()).toContain(host)
    now.answer = NO
    await becomes(true)
  })

  it('is cached for seconds, and needs no request while other calls succeed', async () => {
    const { bff, requestCount, get } = await start()
    await get('v0/ln-address/validate/alice%40wallet.example')
    for (let n = 0; n < 20; n++) await bff.ready()
    expect(requestCount()).toBe(1)
  })

  it('does not depend on the look-ups of strangers', async () => {
    const { bff, now, get } = await start()
    now.answer = (response, request) =>
      request.url?.includes('mallory') ? json({}, 503)(response, request) : NO(response, request)
    await get('v0/ln-address/validate/mallory%40wallet.example')
    expect(await bff.ready()).toMatchObject({ ready: true })
  })

  it('needs no service with LNURL payments', async () => {
    const { bff } = await start({
      pay: lnurlProvider({ network: 'regtest', sandboxUrl: 'http://127.0.0.1:1' }),
    })
    expect(await bff.ready()).toEqual({ ready: true, problems: [], endpoint: { working: true } })
  })

  it('reports an endpoint that is down, and is true nevertheless', async () => {
    let isDown = true
    const { bff, post } = await start({
      onEvent() {
        if (isDown) throw new Error('down')
      },
      pay: openShop().provider,
    })
    const { data } = await post<{ invoice: { request: string } }>('v0/ln-address/fetch-charge', {
      lnaddress: 'alice@wallet.example',
      amount: '2100000',
    })
    const { paymentHash } = decodeInvoice(data.invoice.request)
    await bff.ready()
    await bff.settle({ paymentHash })
    await bff.tick()
    // The rest of the report is cached, but not this.
    expect(await bff.ready()).toMatchObject({
      ready: true,
      endpoint: { working: false, downSince: expect.any(Date) },
    })
    isDown = false
    await vi.waitFor(async () => expect(await bff.tick()).toBe(1), { interval: 200 })
    expect(await bff.ready()).toMatchObject({ ready: true, endpoint: { working: true } })
  })

  it('is false while the store cannot be written', async () => {
    const store = memoryStore()
    const { commit } = store
    const { becomes } = await start({ store })
    await becomes(true)
    store.commit = () => Promise.reject(new Error('SQLite: database or disk is full'))
    await becomes(false, 'cannot be written: SQLite: database or disk is full')
    store.commit = commit
    await becomes(true)
  })

  it('is false while the outbox cannot read the store, and leaves nothing in it', async () => {
    const store = memoryStore()
    const { claim } = store
    const { becomes, bff } = await start({ store, onEvent() {} })
    await becomes(true)
    store.claim = () => Promise.reject(new Error('SQLite: disk I/O error'))
    bff.start()
    await becomes(false, 'disk I/O error')
    store.claim = claim
    await becomes(true)
    for (const lane of ['event', 'wake'] as const)
      expect(await store.claim(lane, 10, 1, new Date(Date.now() + 1e9))).toEqual([])
  })

  it('is false after damage of the store was detected', async () => {
    const store = memoryStore()
    const read = store.get
    const damaged = () => Promise.reject(new Error('SQLite: database disk image is malformed'))
    store.get = (ids, events) => (ids[0]?.startsWith('check ') ? read(ids, events) : damaged())
    const { becomes, get, bff } = await start({ store })
    await becomes(true)
    await expect(bff.settle({ paymentHash: '00'.repeat(32) })).rejects.toThrow('malformed')
    await get('healthz')
    await becomes(false, 'database disk image is malformed')
  })
})
