import type { LeydenError } from '@leyden/core'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { createPartLoader } from '../../foundation/later/part-loader.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'
import type { PaySettings } from '../pay-settings.js'
import { createLazyEngine } from './lazy-engine.js'
import type { PaymentPart } from './payment-part.js'

const { address } = fixtureRecipient
const terms = { amountMsat: 2_100_000n }

/** A file that arrives, or fails to, when the test says so. */
function heldFile() {
  const requests: { arrive: () => void; fail: () => void }[] = []
  const part: PaymentPart = createPartLoader(
    () =>
      new Promise((resolve, reject) => {
        requests.push({
          arrive: () => void import('./payment.js').then(resolve),
          fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
        })
      }),
  )
  const last = () => {
    const request = requests.at(-1)
    if (!request) throw new Error('Nothing was requested.')
    return request
  }
  return { part, requests, arrive: () => last().arrive(), fail: () => last().fail() }
}

let unmounts: (() => void)[] = []

/** A widget on a page whose look-ups are answered; the page is told its states and look-ups in order. */
function openWidget(
  part: PaymentPart,
  client: FakeClient = createFakeClient(),
  options: Partial<PaySettings> = {},
) {
  const told: string[] = []
  const errors: LeydenError[] = []
  const settingsOf = (next: Partial<PaySettings>): PaySettings => ({
    client,
    queryClient: new QueryClient(),
    lookup: { status: 'found', address, recipient: fixtureRecipient, mode: 'test' },
    onStateChange: ({ status }, lookup) => void told.push(`${status}, ${lookup.status}`),
    onError: (error) => void errors.push(error),
    ...options,
    ...next,
  })
  const engine = createLazyEngine(settingsOf({ lookup: { status: 'empty' } }), part)
  const unmount = engine.mount()
  unmounts.push(unmount)
  engine.update(settingsOf({}))
  return {
    client,
    engine,
    told,
    errors,
    unmount,
    status: () => engine.getState().status,
    pass: (next: Partial<PaySettings>) => engine.update(settingsOf(next)),
    press: () => engine.requestInvoice(terms, true),
  }
}

const logged = vi.fn()
let stored = new Map<string, string>()
beforeEach(() => {
  logged.mockClear()
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'loading' }),
  )
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  for (const unmount of unmounts) unmount()
  unmounts = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a press before the payment is loaded', () => {
  it('waits for it, and becomes one request, of which the page is told in order', async () => {
    const { part, arrive, requests } = heldFile()
    const { client, told, status, press } = openWidget(part)
    press()
    expect(status()).toBe('requesting')
    expect(told).toEqual(['idle, found', 'requesting, found'])
    arrive()
    await vi.waitFor(() => expect(status()).toBe('awaiting'))
    expect(told).toEqual(['idle, found', 'requesting, found', 'awaiting, found'])
    expect(client.charges).toHaveLength(1)
    expect(requests).toHaveLength(1)
  })

  it('ends in a failure that names the network, and works when it is tried again', async () => {
    const { part, arrive, fail, requests } = heldFile()
    const { client, engine, told, errors, status, press } = openWidget(part)
    press()
    fail()
    await vi.waitFor(() => expect(status()).toBe('failed'))
    expect(engine.getState()).toMatchObject({
      error: { code: 'NETWORK' },
      recipient: fixtureRecipient,
      terms,
    })
    expect(errors).toMatchObject([{ code: 'NETWORK', reason: 'file_not_loaded', retryable: true }])
    expect(logged.mock.lastCall?.[0]).toContain('part_not_loaded')
    engine.requestInvoice(terms)
    expect(status()).toBe('requesting')
    arrive()
    await vi.waitFor(() => expect(status()).toBe('awaiting'))
    expect(requests).toHaveLength(2)
    expect(client.charges).toHaveLength(1)
    expect(told.map((line) => line.split(',')[0])).toEqual([
      'idle',
      'requesting',
      'failed',
      'requesting',
      'awaiting',
    ])
  })

  it.each<[string, (widget: ReturnType<typeof openWidget>) => void]>([
    ['the person cancels it', ({ engine }) => engine.actions.back()],
    ['the page asks for another order', ({ pass }) => pass({ reference: 'another' })],
    ['the widget is gone', ({ unmount }) => unmount()],
  ])('requests nothing if %s', async (_, end) => {
    const { part, arrive } = heldFile()
    const widget = openWidget(part)
    widget.press()
    end(widget)
    expect(widget.status()).toBe('idle')
    arrive()
    await part.load()
    await Promise.resolve()
    expect(widget.client.charges).toEqual([])
    expect(widget.status()).toBe('idle')
  })
})

it('a press whose payment cannot be started ends in a failure, and not in waiting', async () => {
  const part: PaymentPart = createPartLoader(async () => ({
    ...(await import('./payment.js')),
    createPayEngine: () => {
      throw new TypeError('Something of the browser is missing.')
    },
  }))
  const { engine, errors } = openWidget(part)
  engine.requestInvoice(terms, true)
  await vi.waitFor(() => expect(engine.getState().status).toBe('failed'))
  expect(errors).toMatchObject([{ code: 'NETWORK', cause: expect.any(TypeError) }])
})

describe('the payment is loaded at once', () => {
  it.each<[string, Partial<PaySettings>]>([
    ['an intent', { intent: 'token' }],
    ['an automatic invoice', { autoInvoice: true, address, amountSats: 2_100 }],
    ['a wallet to connect', { connectWallet: () => Promise.reject(new Error('None.')) }],
  ])('for %s', (_, options) => {
    const { part, requests } = heldFile()
    openWidget(part, createFakeClient({ intents: { token: { lnaddress: address, ...terms } } }), options)
    expect(requests).toHaveLength(1)
  })

  it('for a charge that this tab has stored', async () => {
    const { part, requests, arrive } = heldFile()
    const client = createFakeClient()
    stored.set(`leyden:charges:${client.baseUrl}`, '{}')
    openWidget(part, client)
    expect(requests).toHaveLength(1)
    arrive()
    await part.load()
  })

  it('and not for a form, which the page loads when it is idle', () => {
    const { part, requests } = heldFile()
    openWidget(part)
    openWidget(part)
    expect(requests).toEqual([])
  })

  it('and an order whose payment cannot be loaded says so, tells the page, and is read when it is tried again', async () => {
    const { part, fail, arrive } = heldFile()
    const client = createFakeClient({ intents: { token: { lnaddress: address, ...terms } } })
    const { engine, errors } = openWidget(part, client, { intent: 'token' })
    expect(engine.getIntent()).toEqual({ status: 'reading' })
    fail()
    await vi.waitFor(() =>
      expect(engine.getIntent()).toMatchObject({ status: 'failed', error: { code: 'NETWORK' } }),
    )
    expect(errors).toMatchObject([{ code: 'NETWORK', reason: 'file_not_loaded' }])
    window.dispatchEvent(new Event('online'))
    fail()
    await vi.waitFor(() => expect(engine.getIntent()).toMatchObject({ status: 'failed' }))
    expect(errors).toHaveLength(1)
    expect(logged).toHaveBeenCalledTimes(1)
    engine.actions.retryIntent()
    expect(engine.getIntent()).toEqual({ status: 'reading' })
    fail()
    await vi.waitFor(() => expect(errors).toHaveLength(2))
    engine.actions.retryIntent()
    arrive()
    await vi.waitFor(() => expect(engine.getIntent()).toMatchObject({ status: 'read' }))
  })

  it('and an order that the page passes after that says so too', async () => {
    const { part, fail } = heldFile()
    const connectWallet = () => Promise.reject(new Error('None.'))
    const { engine, errors, pass } = openWidget(part, createFakeClient(), { connectWallet })
    fail()
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    pass({ intent: 'token' })
    expect(engine.getIntent()).toMatchObject({ status: 'failed', error: { code: 'NETWORK' } })
  })

  it('and “Back” after a press that failed leads to the form, of an automatic invoice too', async () => {
    const { part, fail } = heldFile()
    const order = { autoInvoice: true, address, amountSats: 2_100, autoTerms: terms }
    const { engine, pass, press, status } = openWidget(part, createFakeClient(), order)
    press()
    fail()
    await vi.waitFor(() => expect(status()).toBe('failed'))
    engine.actions.back()
    pass({ autoTerms: terms })
    expect(status()).toBe('idle')
  })

  it.each([
    ['before', true],
    ['after', false],
  ])('and an automatic invoice whose payment cannot be loaded fails, %s the look-up', async (_, isFound) => {
    const { part, fail, arrive } = heldFile()
    const order = { autoInvoice: true, address, amountSats: 2_100 }
    const { client, engine, errors, told, pass, status } = openWidget(part, createFakeClient(), order)
    if (isFound) pass({ autoTerms: terms })
    fail()
    await vi.waitFor(() => expect(errors).toMatchObject([{ reason: 'file_not_loaded' }]))
    if (!isFound) pass({ autoTerms: terms })
    expect(engine.getState()).toMatchObject({ status: 'failed', terms, recipient: fixtureRecipient })
    expect(told.at(-1)).toBe('failed, found')
    expect(errors).toHaveLength(1)
    engine.actions.back()
    pass({ autoTerms: terms })
    expect(status()).toBe('idle')
    pass({})
    engine.requestInvoice(terms)
    arrive()
    await vi.waitFor(() => expect(status()).toBe('awaiting'))
    engine.actions.back()
    pass({ autoTerms: terms })
    expect(status()).toBe('idle')
    expect(client.charges).toHaveLength(1)
  })

  it('and a widget that is removed meanwhile reports nothing', async () => {
    const { part, fail } = heldFile()
    const { errors, unmount } = openWidget(part, createFakeClient(), { intent: 'token' })
    unmount()
    fail()
    await part.load().catch(() => {})
    expect(errors).toEqual([])
    expect(logged).not.toHaveBeenCalled()
  })
})

describe('identical widgets', () => {
  it('are numbered in the order of the page, whichever is pressed first', async () => {
    const { part, arrive } = heldFile()
    const client = createFakeClient()
    const [first, second, third] = [1, 2, 3].map(() => openWidget(part, client))
    third?.press()
    arrive()
    await vi.waitFor(() => expect(third?.status()).toBe('awaiting'))
    first?.press()
    await vi.waitFor(() => expect(first?.status()).toBe('awaiting'))
    second?.press()
    await vi.waitFor(() => expect(second?.status()).toBe('awaiting'))
    const { charges } = JSON.parse(stored.get(`leyden:charges:${client.baseUrl}`) ?? '{}') as {
      charges: { order: string }[]
    }
    expect(charges.map(({ order }) => order.slice(order.lastIndexOf('#')))).toEqual(['#2', '#0', '#1'])
  })

  it('that nobody has touched tell the page of a payment whose own widget is gone', async () => {
    const { part, arrive } = heldFile()
    const client = createFakeClient()
    const pressed = openWidget(part, client)
    const other = openWidget(part, client, { reference: 'another order' })
    pressed.press()
    arrive()
    await vi.waitFor(() => expect(pressed.status()).toBe('awaiting'))
    pressed.unmount()
    client.settle()
    await vi.waitFor(() => expect(other.engine.getState().arrived).toHaveLength(1))
  })
})
