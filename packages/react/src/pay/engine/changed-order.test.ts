import { LeydenError, type WatchOptions } from '@leyden/core'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'
import { unclearCharge } from '../flow/shown-charge.js'
import type { Payment } from '../pay-callbacks.js'
import type { PaySettings } from '../pay-settings.js'
import { createPayEngine } from './pay-engine.js'

const address = fixtureRecipient.address
const small = { lnaddress: address, amountMsat: 2_100_000n, reference: 'cart-7' }
const large = { ...small, amountMsat: 9_000_000n }
const UNMATCHED = [expect.objectContaining({ amountMsat: 2_100_000n })]

type Options = Partial<Pick<PaySettings, 'intent' | 'address' | 'amountSats' | 'reference' | 'autoTerms'>>

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

let unmounts: (() => void)[] = []

/** The engine of a widget on a page, whose look-ups are answered. */
function openPage(client: FakeClient, options: Options, createEngine = createPayEngine) {
  const queryClient = new QueryClient()
  const paid: Payment[] = []
  const errors: string[] = []
  const settingsOf = (next: Options): PaySettings => ({
    client,
    queryClient,
    lookup: { status: 'found', address, recipient: fixtureRecipient, mode: 'test' },
    onPaid: (payment) => paid.push(payment),
    onError: ({ code }) => errors.push(code),
    ...next,
  })
  let settings = settingsOf(options)
  const engine = createEngine(settings)
  const unmount = engine.mount()
  unmounts.push(unmount)
  const amountMsat = () => {
    const intent = engine.getIntent()
    return intent?.status === 'read' ? BigInt(intent.reading.amount) : undefined
  }
  return {
    paid,
    errors,
    /** The state that people see. */
    state: () => engine.getOptimisticState(settings),
    amountMsat,
    intent: () => engine.getIntent(),
    pass(next: Options) {
      settings = settingsOf(next)
      engine.update(settings)
    },
    update: () => engine.update(settings),
    back: engine.actions.back,
    retry: engine.actions.retryIntent,
    unmount,
    prove: engine.actions.provePayment,
    /** Presses "Pay" as soon as the order is known. */
    async press(wantedMsat: bigint) {
      if (settings.intent !== undefined) await vi.waitFor(() => expect(amountMsat()).toBe(wantedMsat))
      engine.requestInvoice({ amountMsat: wantedMsat }, true)
      await vi.waitFor(() => expect(engine.getState().status).not.toBe('requesting'))
    },
  }
}

/** A page that has shown an invoice of the small order, and now asks for the large one. */
async function changeOrder(delayMs = 0) {
  const client = createFakeClient({ intents: { small }, delayMs })
  const page = openPage(client, { intent: 'small' })
  await page.press(small.amountMsat)
  expect(page.state().status).toBe('awaiting')
  client.sign('large', large)
  page.pass({ intent: 'large' })
  expect(page.state()).toEqual({ status: 'idle' })
  const [smallCharge] = client.charges
  return { client, page, smallCharge }
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
})
afterEach(() => {
  for (const unmount of unmounts) unmount()
  unmounts = []
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an order that the shop has signed again with another amount', () => {
  it('has no invoice at once, while the former one is watched; its payment never pays the new order', async () => {
    const { client, page, smallCharge } = await changeOrder()
    await vi.waitFor(() => expect(page.amountMsat()).toBe(large.amountMsat))
    expect(client.watching).toBe(1)
    client.settle({ charge: smallCharge })
    expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED })
    await page.press(large.amountMsat)
    expect(page.state()).toMatchObject({ status: 'awaiting', unmatched: UNMATCHED })
    expect(client.charges.map(({ request }) => request.intent)).toEqual(['small', 'large'])
    expect(page.paid).toEqual([])
    client.settle()
    await vi.waitFor(() => expect(page.state().status).toBe('paid'))
    expect(page.state()).toMatchObject({ charge: { amountMsat: large.amountMsat }, unmatched: UNMATCHED })
    expect(page.paid).toMatchObject([{ charge: { amountMsat: large.amountMsat }, duplicateOf: undefined }])
  })

  it('shows a payment that arrives beside the new invoice, once, whoever reports it first', async () => {
    const { client, page, smallCharge } = await changeOrder()
    await page.press(large.amountMsat)
    client.settle({ charge: smallCharge })
    // The BFF reports it too, when the new charge is paid and the intent is read again.
    client.settle()
    await vi.waitFor(() => {
      const intent = page.intent()
      expect(intent?.status === 'read' && intent.reading.arrived).toHaveLength(1)
    })
    expect(page.state()).toMatchObject({ status: 'paid', unmatched: UNMATCHED })
  })

  it('shows a payment that arrives before the new intent is read in a notice, then as what it is', async () => {
    const { client, page, smallCharge } = await changeOrder(50)
    client.settle({ charge: smallCharge })
    await nextTask()
    expect(page.intent()).toEqual({ status: 'reading' })
    expect(page.state().arrived?.map(({ charge, isOwn }) => [charge.id, isOwn])).toEqual([
      [smallCharge?.paymentHash, false],
    ])
    await vi.waitFor(() =>
      expect(page.state()).toEqual({ status: 'idle', arrived: [], unmatched: UNMATCHED }),
    )
    expect(page.paid).toEqual([])
  })

  it('is not paid by its first payment if the shop signs the former amount again, and can be paid anew', async () => {
    const { client, page, smallCharge } = await changeOrder()
    await vi.waitFor(() => expect(page.amountMsat()).toBe(large.amountMsat))
    client.settle({ charge: smallCharge })
    client.sign('small again', small)
    page.pass({ intent: 'small again' })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(small.amountMsat))
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED }))
    await page.press(small.amountMsat)
    expect(page.state()).toMatchObject({ status: 'awaiting', unmatched: UNMATCHED })
    expect(client.charges).toHaveLength(2)
    expect(page.paid).toEqual([])
    client.settle()
    await vi.waitFor(() => expect(page.state().status).toBe('paid'))
    expect(page.paid).toMatchObject([
      { charge: { id: client.charges[1]?.paymentHash }, duplicateOf: undefined },
    ])
  })

  it('is paid if a page without an intent asks for the former amount again after its payment', async () => {
    const former = { address, amountSats: 2_100, reference: 'cart-7' }
    const client = createFakeClient()
    const page = openPage(client, former)
    await page.press(small.amountMsat)
    page.pass({ ...former, amountSats: 9_000 })
    client.settle()
    expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED })
    page.pass(former)
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'paid' }))
    expect([page.state().arrived ?? [], page.state().unmatched ?? []]).toEqual([[], []])
    expect(page.paid).toMatchObject([{ charge: { amountMsat: small.amountMsat } }])
  })

  it('is not paid by an invoice that another tab has replaced, though its watch reports the payment', async () => {
    const client = createFakeClient({ intents: { small } })
    const page = openPage(client, { intent: 'small' })
    await page.press(small.amountMsat)
    client.sign('large', large)
    client.settle()
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED }))
    expect([page.paid, page.state().earlier ?? []]).toEqual([[], []])
  })

  it('is paid by a proof at once, until the BFF has the proof and says what it pays', async () => {
    const client = createFakeClient({ intents: { small } })
    const page = openPage(client, { intent: 'small' })
    await page.press(small.amountMsat)
    client.sign('large', large)
    expect(page.prove(client.charges[0]?.preimage ?? '')).toBe('proven')
    expect(page.state()).toMatchObject({ status: 'paid', proofDelivery: 'pending' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED }))
  })

  it('is shown as paid if nobody can say whether another tab has replaced its invoice', async () => {
    const client = createFakeClient({ intents: { small } })
    const page = openPage(client, { intent: 'small' })
    await page.press(small.amountMsat)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    client.readIntent = async () => {
      throw new LeydenError('NETWORK', 'The request did not arrive.')
    }
    client.settle()
    await vi.waitFor(() => expect(page.state().status).toBe('paid'))
    expect(page.paid).toHaveLength(1)
  })

  it('shows its open invoice again when the shop signs the former amount again', async () => {
    const { client, page } = await changeOrder()
    await vi.waitFor(() => expect(page.amountMsat()).toBe(large.amountMsat))
    client.sign('small again', small)
    page.pass({ intent: 'small again' })
    await vi.waitFor(() => expect(page.state().status).toBe('awaiting'))
    expect(page.state()).toMatchObject({ charge: { id: client.charges[0]?.paymentHash } })
    expect([client.charges.length, client.watching]).toEqual([1, 1])
  })

  it('is requested without a press only while nothing has arrived for it', async () => {
    const client = createFakeClient({ intents: { small } })
    await client.createCharge({ intent: 'small' })
    client.sign('large', large)
    client.settle()
    const page = openPage(client, { intent: 'large', autoTerms: { amountMsat: large.amountMsat } })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(large.amountMsat))
    page.update()
    expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED })
    await page.press(large.amountMsat)
    expect(page.state().status).toBe('awaiting')
  })
})

describe('a press', () => {
  /** Another device shows the invoice of the small order, when the page has read the large one some time ago. */
  async function readEarlier(secondsAgo: number) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = createFakeClient({ intents: { small } })
    await client.createCharge({ intent: 'small' })
    client.sign('large', large)
    const page = openPage(client, { intent: 'large' })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(large.amountMsat))
    vi.setSystemTime(Date.now() + secondsAgo * 1_000)
    return { client, page, createCharge: vi.spyOn(client, 'createCharge') }
  }

  it('requests nothing if something has arrived that the person has not seen yet', async () => {
    const { client, page, createCharge } = await readEarlier(11)
    client.settle()
    await page.press(large.amountMsat)
    expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED })
    expect(createCharge).not.toHaveBeenCalled()
    await page.press(large.amountMsat)
    expect(page.state().status).toBe('awaiting')
  })

  it.each([
    [11, 0],
    [1, 1],
  ])(
    'shows the order as paid that was paid elsewhere, if it was read %i s ago',
    async (secondsAgo, requests) => {
      const { client, page, createCharge } = await readEarlier(secondsAgo)
      await client.createCharge({ intent: 'large' })
      client.settle()
      createCharge.mockClear()
      await page.press(large.amountMsat)
      await vi.waitFor(() => expect(page.state().status).toBe('paid'))
      expect(page.state()).toMatchObject({ charge: { amountMsat: large.amountMsat } })
      expect(createCharge).toHaveBeenCalledTimes(requests)
    },
  )
})

describe('an intent that the shop has superseded', () => {
  const SUPERSEDED = expect.objectContaining({
    status: 'failed',
    error: expect.objectContaining({ code: 'INTENT_SUPERSEDED' }),
  })

  it('is refused, and its open invoice is not shown again to a person who went back from it', async () => {
    const client = createFakeClient({ intents: { small } })
    const page = openPage(client, { intent: 'small' })
    await page.press(small.amountMsat)
    page.back()
    client.sign('large', large)
    await page.press(small.amountMsat)
    expect([page.intent(), page.state().status]).toEqual([SUPERSEDED, 'idle'])
    expect([client.charges.length, client.watching, page.errors]).toEqual([1, 1, ['INTENT_SUPERSEDED']])
  })

  it('cannot be paid by a page that is opened with it, which still watches its open invoice', async () => {
    const client = createFakeClient({ intents: { small } })
    const before = openPage(client, { intent: 'small' })
    await before.press(small.amountMsat)
    before.unmount()
    client.sign('large', large)
    const page = openPage(client, { intent: 'small', autoTerms: { amountMsat: small.amountMsat } })
    await vi.waitFor(() => expect(page.intent()).toEqual(SUPERSEDED))
    expect([page.state().status, client.watching, page.errors]).toEqual(['idle', 1, ['INTENT_SUPERSEDED']])
    client.settle()
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'idle', unmatched: UNMATCHED }))
    expect([page.intent(), page.paid, client.charges.length]).toEqual([SUPERSEDED, [], 1])
  })

  it('is fetched again by its function, and nothing is requested before its new amount is shown', async () => {
    const client = createFakeClient({ intents: { small } })
    const intent = vi.fn(async () => 'large').mockResolvedValueOnce('small')
    const page = openPage(client, { intent })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(small.amountMsat))
    client.sign('large', large)
    await page.press(small.amountMsat)
    expect([page.amountMsat(), page.state()]).toEqual([large.amountMsat, { status: 'idle' }])
    expect([intent.mock.calls.length, client.charges.length]).toEqual([2, 0])
    await page.press(large.amountMsat)
    expect(page.state()).toMatchObject({ status: 'awaiting', charge: { amountMsat: large.amountMsat } })
    expect(intent).toHaveBeenCalledTimes(2)
  })

  it('is requested once more with the new intent if that has the same terms', async () => {
    const client = createFakeClient({ intents: { small } })
    const signAgain = vi.fn(async () => {
      client.sign('small again', small)
      return 'small again'
    })
    const page = openPage(client, { intent: signAgain.mockResolvedValueOnce('small') })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(small.amountMsat))
    client.sign('large', large)
    await page.press(small.amountMsat)
    expect(page.state().status).toBe('awaiting')
    expect(client.charges.map(({ request }) => request.intent)).toEqual(['small again'])
    expect(signAgain).toHaveBeenCalledTimes(2)
  })

  it('is shown again before it is requested if the note for its recipient has changed', async () => {
    const client = createFakeClient({ intents: { small } })
    const intent = vi.fn(async () => {
      client.sign('small again', { ...small, description: 'Three coffees' })
      return 'small again'
    })
    const page = openPage(client, { intent: intent.mockResolvedValueOnce('small') })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(small.amountMsat))
    client.sign('large', large)
    await page.press(small.amountMsat)
    expect([page.state().status, client.charges.length]).toEqual(['idle', 0])
    await page.press(small.amountMsat)
    expect([page.state().status, intent.mock.calls.length]).toEqual(['awaiting', 2])
  })

  it.each([undefined, { amountMsat: small.amountMsat }])(
    'is fetched twice at first, and once for each press, where two tabs replace each other’s orders (invoice without a press: %o)',
    async (autoTerms) => {
      const client = createFakeClient()
      let amountMsat = small.amountMsat
      const sign = () => {
        amountMsat += 1_000n
        client.sign(`${amountMsat}`, { ...small, amountMsat })
        return `${amountMsat}`
      }
      // The other tab signs its own terms right after this one.
      const intent = vi.fn(async () => {
        const own = sign()
        sign()
        return own
      })
      const page = openPage(client, { intent, autoTerms })
      for (let presses = 0; presses < 3; presses++) {
        if (presses > 0) page.retry()
        await vi.waitFor(() => expect(page.intent()).toEqual(SUPERSEDED))
        page.update()
        // Tasks of a request that nobody has asked for.
        for (let tasks = 0; tasks < 5; tasks++) await nextTask()
        expect(intent).toHaveBeenCalledTimes(2 + presses)
        expect(page.errors).toHaveLength(1 + presses)
      }
      expect(client.charges).toEqual([])
    },
  )

  it('is fetched once for a press, and shown as changed if the next one is superseded, too', async () => {
    const client = createFakeClient({ intents: { small } })
    const intent = vi.fn(async () => 'small')
    const page = openPage(client, { intent })
    await vi.waitFor(() => expect(page.amountMsat()).toBe(small.amountMsat))
    client.sign('large', large)
    await page.press(small.amountMsat)
    expect([page.intent(), page.state().status]).toEqual([SUPERSEDED, 'idle'])
    expect([intent.mock.calls.length, client.charges, page.errors]).toEqual([2, [], ['INTENT_SUPERSEDED']])
  })
})

describe('an order that the server has lost', () => {
  const notFound = () => new LeydenError('NOT_FOUND', 'The store is new.', { reason: 'unknown_here' })
  /** From now on the server knows no order and no charge. */
  const loseStore = (client: FakeClient) =>
    Object.assign(client, {
      readIntent: () => Promise.reject(notFound()),
      watch: (_url: string, { onError }: WatchOptions) => {
        queueMicrotask(() => onError?.(notFound()))
        return { refresh() {} }
      },
    })

  /** A page that has shown an invoice of each order is reloaded when the server has lost them. */
  async function reloadWithoutStore(
    newPage: Options,
    prepare = (_client: FakeClient) => {},
    intents: Record<string, typeof small> = { small },
  ) {
    const client = createFakeClient({ intents })
    for (const [intent, { amountMsat }] of Object.entries(intents)) {
      const before = openPage(client, { intent })
      await before.press(amountMsat)
      before.unmount()
    }
    vi.resetModules()
    loseStore(client)
    prepare(client)
    const { createPayEngine: createEngine } = await import('./pay-engine.js')
    return { client, page: openPage(client, newPage, createEngine) }
  }

  it('shows its open invoice again, asks for no second one, and can be asked for again', async () => {
    const { client, page } = await reloadWithoutStore({ intent: 'small' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'awaiting', phase: 'unwatched' }))
    expect(page.errors).toEqual(['NOT_FOUND'])
    page.back()
    expect([page.state(), page.intent()]).toMatchObject([
      { status: 'idle', earlier: [{ phase: 'unwatched' }] },
      { status: 'failed' },
    ])
    expect(unclearCharge(page.state())?.phase).toBe('unwatched')
    expect(client.charges).toHaveLength(1)
  })

  it('shows the invoice of its own order, not that of another one', async () => {
    const other = { ...large, reference: 'cart-8' }
    const { page } = await reloadWithoutStore({ intent: 'small' }, undefined, { other, small })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'awaiting', phase: 'unwatched' }))
    expect(page.state()).toMatchObject({ charge: { amountMsat: small.amountMsat } })
  })

  it('warns of the open invoice before another one, if the shop signs it again', async () => {
    const { client, page } = await reloadWithoutStore(
      { intent: 'small again', autoTerms: { amountMsat: small.amountMsat } },
      (lost) => {
        const fresh = createFakeClient({ intents: { 'small again': small } })
        Object.assign(lost, { readIntent: fresh.readIntent, createCharge: fresh.createCharge })
      },
    )
    await vi.waitFor(() => expect(unclearCharge(page.state())?.phase).toBe('unwatched'))
    page.update()
    expect([page.state().status, page.amountMsat(), client.charges.length]).toEqual([
      'idle',
      small.amountMsat,
      1,
    ])
    await page.press(small.amountMsat)
    expect(page.state()).toMatchObject({ status: 'awaiting', earlier: [{ phase: 'unwatched' }] })
  })
})

describe('an order that was paid before it changed', () => {
  it('is paid again when the page asks for its terms again, and onPaid is called once', async () => {
    const client = createFakeClient({ intents: { small } })
    const page = openPage(client, { intent: 'small' })
    await page.press(small.amountMsat)
    client.settle()
    await vi.waitFor(() => expect(page.state().status).toBe('paid'))
    client.sign('large', large)
    page.pass({ intent: 'large' })
    await vi.waitFor(() => expect(page.state()).toEqual({ status: 'idle', unmatched: UNMATCHED }))
    client.sign('small again', small)
    page.pass({ intent: 'small again' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'paid' }))
    expect(page.state().unmatched ?? []).toEqual([])
    expect(page.paid).toHaveLength(1)
  })

  it('is refused as paid, and says what arrived', async () => {
    const client = createFakeClient({ intents: { small } })
    await client.createCharge({ intent: 'small' })
    client.settle()
    client.sign('large', large)
    const page = openPage(client, { intent: 'large' })
    await page.press(large.amountMsat)
    expect(page.state()).toMatchObject({
      status: 'failed',
      error: { code: 'ALREADY_PAID' },
      unmatched: UNMATCHED,
    })
    expect([page.paid, client.charges.length]).toEqual([[], 1])
  })
})
