import { type ChargeCheck, type ChargeRequest, type ChargeState, LeydenError } from '@leyden/core'
import { paymentHashOf } from '@leyden/lightning/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'
import { checkCharge, withPrice } from '../flow/check-charge.js'
import type { PayEvent, ShownCharge } from '../flow/pay-state.js'
import { createLedger, ledgerOf } from './charge-ledger.js'
import type { LedgerOrder } from './ledger-order.js'

const address = fixtureRecipient.address
const orderA: LedgerOrder = { name: 'order A' }
/** Other terms under one reference. */
const smallOrder: LedgerOrder = { name: '2,100 for cart 7', reference: 'cart 7' }
const largeOrder: LedgerOrder = { name: '9,000 for cart 7', reference: 'cart 7' }

async function createShownCharge(client: FakeClient, amountMsat = 2_100_000n): Promise<ShownCharge> {
  const request: ChargeRequest = { lnaddress: address, amount: String(amountMsat) }
  const answer = client.createCharge(request)
  await nextTask()
  const reply = await answer
  const charge = checkCharge(reply, { address, terms: { amountMsat }, now: client.clock.now() })
  return { recipient: fixtureRecipient, charge, phase: 'payable' }
}
const NOTHING = { shown: undefined, earlier: [], unmatched: [] }

/** Subscribes to the ledger like a widget that records its events, and reports a payment to its page. */
function subscribeTo(
  ledger: ReturnType<typeof createLedger>,
  client: FakeClient,
  order: LedgerOrder | null = orderA,
) {
  const events: PayEvent[] = []
  const membership = ledger.subscribe(order, client, (event) => {
    events.push(event)
    if (event.type === 'paid') ledger.reportOnce(event.id, 'onPaid')
  })
  /** The types of the events, and the phase of a charge that is not paid. */
  const types = () => events.map((event) => (event.type === 'updated' ? event.shown.phase : event.type))
  return { ...membership, events, types }
}

const withOneLetterChanged = (invoice: string) =>
  `${invoice.slice(0, 60)}${invoice[60] === 'q' ? 'p' : 'q'}${invoice.slice(61)}`
const storedText = () => sessionStorage.getItem(Object.keys(sessionStorage)[0] ?? '') ?? ''
const nextTask = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

describe('a charge in the ledger', () => {
  it('is watched until it is paid, and its widget gets the payment', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    expect(client.watching).toBe(1)
    client.settle()
    expect(widget.events).toMatchObject([{ type: 'paid', evidence: 'app', late: false }])
    expect(client.watching).toBe(0)
    expect(vi.getTimerCount()).toBe(1)
    await nextTask()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('expires by the server’s clock, and leaves no timer running', async () => {
    const client = createFakeClient({ expirySeconds: 600, graceSeconds: 60 })
    const widget = subscribeTo(createLedger(client), client)
    // The clock of this machine is ten minutes fast.
    client.clock.takeReply(new Date(Date.now() - 600_000).toISOString(), Date.now(), Date.now())
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    await vi.advanceTimersByTimeAsync(1_199_000)
    expect(widget.types()).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(widget.types()).toEqual(['expired_unchecked', 'expired'])
    await vi.advanceTimersByTimeAsync(70_000)
    expect(widget.types()).toEqual(['expired_unchecked', 'expired', 'ended_expiry_checked', 'ended'])
    expect(client.watching).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not count as paid without a preimage that proves it', async () => {
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    const [charge] = client.charges
    if (!charge) throw new Error('There is no charge.')
    const at = new Date().toISOString()
    client.setChargeState(charge, {
      kind: 'charge',
      status: 'paid',
      evidence: 'preimage',
      preimage: 'ab'.repeat(32),
      at,
    })
    client.setChargeState(charge, { kind: 'charge', status: 'paid', evidence: 'preimage', at })
    expect(widget.events).toEqual([])
    client.settle({ evidence: 'preimage' })
    expect(widget.types()).toEqual(['paid'])
  })

  it('accepts a wallet’s proof after its widget is gone, and sends it to the server', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    widget.unsubscribe()
    const onPayment = vi.fn()
    ledger.onPayment(onPayment)
    const { paymentHash = '', preimage = '' } = client.charges[0] ?? {}
    ledger.prove(paymentHash, 'cd'.repeat(32))
    expect(onPayment).not.toHaveBeenCalled()
    ledger.prove(paymentHash, preimage)
    expect(onPayment).toHaveBeenCalledTimes(1)
    await nextTask()
    expect(client.proofs).toEqual([preimage])
  })
})

describe('a proof', () => {
  const withFailingProofs = (client: FakeClient, ...errors: LeydenError[]): FakeClient => {
    const { proveCharge } = client
    return Object.assign(client, {
      proveCharge: async (...args: Parameters<typeof proveCharge>) => {
        const error = errors.shift()
        if (error) throw error
        return proveCharge(...args)
      },
    })
  }
  const deliveryOf = ({ events }: { events: PayEvent[] }) =>
    events.flatMap((event) => (event.type === 'paid' ? [event.proofDelivery] : []))

  async function proveNewCharge(client: FakeClient) {
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    const { paymentHash = '', preimage = '' } = client.charges[0] ?? {}
    ledger.prove(paymentHash, preimage)
    await nextTask()
    return { ledger, widget, preimage }
  }

  it('is sent to the server with retries until it arrives, and at once when the network is back', async () => {
    const gone = new LeydenError('NOT_FOUND', 'The server answered 404.', { contentType: 'text/html' })
    const client = withFailingProofs(createFakeClient(), new LeydenError('NETWORK', 'x'), gone)
    const { widget, preimage } = await proveNewCharge(client)
    expect(deliveryOf(widget)).toEqual(['pending'])
    expect(client.proofs).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(client.proofs).toEqual([])
    window.dispatchEvent(new Event('online'))
    await nextTask()
    expect(client.proofs).toEqual([preimage])
    expect(deliveryOf(widget).at(-1)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(client.proofs).toHaveLength(1)
  })

  it('that the server refuses is reported, and not sent again', async () => {
    const client = withFailingProofs(
      createFakeClient(),
      new LeydenError('NOT_FOUND', 'There is nothing here.'),
    )
    const { widget } = await proveNewCharge(client)
    expect(deliveryOf(widget).at(-1)).toBe('refused')
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(client.proofs).toEqual([])
  })

  it('is sent less and less often, and never after its URL has expired', async () => {
    const client = createFakeClient()
    const sentMs: number[] = []
    client.proveCharge = async () => {
      sentMs.push(Date.now())
      throw new LeydenError('NETWORK', 'x')
    }
    const startedMs = Date.now()
    const { widget } = await proveNewCharge(client)
    await vi.advanceTimersByTimeAsync(3_600_000)
    const gaps = sentMs.slice(1).map((ms, index) => Math.round((ms - (sentMs[index] ?? 0)) / 1_000))
    expect(gaps.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300])
    expect(deliveryOf(widget).at(-1)).toBe('pending')
    // The watch ends after an hour and a minute. After that, the URL accepts a proof for a day.
    await vi.advanceTimersByTimeAsync(86_400_000 + 600_000)
    expect(deliveryOf(widget).at(-1)).toBe('refused')
    expect((sentMs.at(-1) ?? 0) - startedMs).toBeLessThan(86_400_000 + 3_660_000 + 400_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that was not sent before the page closed is sent by the next page load', async () => {
    const client = withFailingProofs(createFakeClient(), new LeydenError('NETWORK', 'x'))
    const { preimage } = await proveNewCharge(client)
    const reloadedClient = { ...client, proveCharge: vi.fn(client.proveCharge) }
    const reloaded = createLedger(reloadedClient)
    await nextTask()
    expect(reloadedClient.proveCharge.mock.calls).toEqual([[client.charges[0]?.reply.watch_url, preimage]])
    expect(reloaded.paymentOf(client.charges[0]?.paymentHash ?? '')?.proofDelivery).toBeUndefined()
  })

  it('that the server has is not sent again by the next page load', async () => {
    const client = createFakeClient()
    const { preimage } = await proveNewCharge(client)
    createLedger(client)
    await nextTask()
    expect(client.proofs).toEqual([preimage])
  })

  it('that no widget has shown is known to the next page load', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    widget.unsubscribe()
    await nextTask()
    const { paymentHash = '', preimage = '' } = client.charges[0] ?? {}
    ledger.prove(paymentHash, preimage)
    expect(createLedger(client).paymentOf(paymentHash)).toMatchObject({ evidence: 'preimage', preimage })
  })
})

describe('a payment', () => {
  it('of a widget that is gone is reported to another one, once', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const removedWidget = subscribeTo(ledger, client)
    removedWidget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    const others = [
      subscribeTo(ledger, client, { name: 'bob' }),
      subscribeTo(ledger, client, { name: 'carol' }),
    ]
    removedWidget.unsubscribe()
    client.settle()
    await nextTask()
    expect(removedWidget.types()).toEqual([])
    expect(others.flatMap(({ types }) => types())).toEqual(['arrived'])
    // The page is told of it once a widget of the order is there.
    const again = subscribeTo(createLedger(client), client)
    await nextTask()
    expect(again.types()).toEqual(['paid'])
  })

  it('of an order that two widgets show is reported to both, and to no third widget', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const shown = await createShownCharge(client)
    const sameOrderWidgets = [
      subscribeTo(ledger, client, smallOrder),
      subscribeTo(ledger, client, smallOrder),
    ]
    for (const widget of sameOrderWidgets) widget.show({ shown, paymentGroup: 'one' })
    const third = subscribeTo(ledger, client, { name: 'bob' })
    expect(client.watching).toBe(1)
    client.settle()
    await nextTask()
    // A widget may get the same event again, which changes nothing.
    expect(sameOrderWidgets.map(({ types }) => [...new Set(types())])).toEqual([['paid'], ['paid']])
    expect(third.types()).toEqual([])
  })

  it('is reported to the first widget that appears, if there is none yet', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const removedWidget = subscribeTo(ledger, client)
    removedWidget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    removedWidget.unsubscribe()
    client.settle()
    await nextTask()
    const otherWidget = subscribeTo(ledger, client, { name: 'bob' })
    const ownWidget = subscribeTo(ledger, client)
    await nextTask()
    expect(ownWidget.types()).toEqual(['paid'])
    expect(otherWidget.types()).toEqual([])
  })

  it('of a second charge of one attempt, or of one order with a reference, is reported as a duplicate', async () => {
    for (const [first, second, isSecond] of [
      [{ order: orderA, paymentGroup: 'a' }, { order: orderA, paymentGroup: 'a' }, true],
      [{ order: orderA, paymentGroup: 'a' }, { order: orderA, paymentGroup: 'b' }, false],
      [{ order: smallOrder, paymentGroup: 'a' }, { order: smallOrder, paymentGroup: 'b' }, true],
      [{ order: smallOrder, paymentGroup: 'a' }, { order: largeOrder, paymentGroup: 'a' }, false],
    ] as const) {
      const client = createFakeClient()
      const ledger = createLedger(client)
      const widgets = await Promise.all(
        [first, second].map(async ({ order, paymentGroup }) => {
          const widget = subscribeTo(ledger, client, order)
          widget.show({ shown: await createShownCharge(client), paymentGroup })
          return widget
        }),
      )
      for (const charge of client.charges) client.settle({ charge })
      const [firstHash, secondHash] = client.charges.map(({ paymentHash }) => paymentHash)
      const paid = widgets.flatMap(({ events }) => events.filter(({ type }) => type === 'paid'))
      expect(paid).toMatchObject([
        { id: firstHash, duplicateOf: undefined },
        { id: secondHash, duplicateOf: isSecond ? firstHash : undefined },
      ])
    }
  })

  it('is reported once, also across a reload, which reports its invoice again', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    const shown = await createShownCharge(client)
    widget.show({ shown, paymentGroup: 'one' })
    widget.unsubscribe()
    client.settle()
    const { id } = shown.charge
    const both = (of: typeof ledger) => [of.reportOnce(id, 'onCharge'), of.reportOnce(id, 'onPaid')]
    expect([both(ledger), both(ledger)]).toEqual([
      [true, true],
      [false, false],
    ])
    expect(both(createLedger(client))).toEqual([true, false])
  })

  describe('that a widget has got, and the page was not told of', () => {
    /** A widget whose page is not told of its payment. */
    const subscribeSilently = (ledger: ReturnType<typeof createLedger>, client: FakeClient) => {
      const events: PayEvent[] = []
      return { ...ledger.subscribe(orderA, client, (event) => events.push(event)), events }
    }
    /** The events of a widget of another order, which is the only one after a reload. */
    async function noticesAfterReload(client: FakeClient) {
      const other = subscribeTo(createLedger(client), client, { name: 'bob' })
      await nextTask()
      return other.types()
    }

    it('as it arrived is in a notice after a reload without this widget, and in none beside it', async () => {
      const client = createFakeClient()
      const ledger = createLedger(client)
      const shown = await createShownCharge(client)
      const twins = [subscribeSilently(ledger, client), subscribeSilently(ledger, client)]
      for (const twin of twins) twin.show({ shown, paymentGroup: 'one' })
      const beside = subscribeTo(ledger, client, { name: 'bob' })
      client.settle()
      await nextTask()
      twins[0]?.unsubscribe()
      await nextTask()
      expect(beside.types()).toEqual([])
      expect(await noticesAfterReload(client)).toEqual(['arrived'])
      // The person has seen the notice.
      expect(await noticesAfterReload(client)).toEqual([])
    })

    it('only later is in a notice after a reload without this widget, and paid with it', async () => {
      const client = createFakeClient()
      const ledger = createLedger(client)
      const own = subscribeSilently(ledger, client)
      own.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
      own.unsubscribe()
      client.settle()
      const again = subscribeSilently(ledger, client)
      await nextTask()
      expect(again.events).toMatchObject([{ type: 'paid' }])
      expect(await noticesAfterReload(client)).toEqual(['arrived'])
      const reloaded = subscribeTo(createLedger(client), client)
      await nextTask()
      expect(reloaded.types()).toEqual(['paid'])
    })
  })

  it('of a charge that the server returns to another widget is reported there, and in no notice', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const own = subscribeTo(ledger, client)
    const shown = await createShownCharge(client)
    own.show({ shown, paymentGroup: 'one' })
    own.unsubscribe()
    client.settle()
    await nextTask()
    const events: PayEvent[] = []
    const other = ledger.subscribe({ name: 'bob' }, client, (event) => events.push(event))
    other.show({ shown, paymentGroup: 'one' })
    await nextTask()
    expect(events.map(({ type }) => type)).toEqual(['paid'])
  })

  it('is reported to another widget if its own one is mounted for a moment only', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const own = subscribeTo(ledger, client)
    own.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    own.unsubscribe()
    client.settle()
    await nextTask()
    const moment = subscribeTo(ledger, client)
    moment.unsubscribe()
    const other = subscribeTo(ledger, client, { name: 'bob' })
    await nextTask()
    expect([moment.types(), other.types()]).toEqual([[], ['arrived']])
  })
})

describe('a payment of other terms under one reference', () => {
  /** A widget whose page asked for the small order, then for the large one, and the former invoice. */
  async function changeOrder() {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const former = subscribeTo(ledger, client, smallOrder)
    former.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    former.unsubscribe()
    const widget = subscribeTo(ledger, client, largeOrder)
    const { paymentHash = '' } = client.charges[0] ?? {}
    return { client, ledger, former, widget, unmatched: { id: paymentHash, amountMsat: 2_100_000n } }
  }

  it('is reported to each widget of the reference as what it is, and to no other one', async () => {
    const { client, ledger, former, widget, unmatched } = await changeOrder()
    const others = [largeOrder, orderA].map((order) => subscribeTo(ledger, client, order))
    expect(client.watching).toBe(1)
    client.settle()
    await nextTask()
    expect(former.events).toEqual([])
    for (const { events } of [widget, others[0]].flatMap((each) => each ?? []))
      expect(events).toEqual([{ type: 'unmatched', payments: [expect.objectContaining(unmatched)] }])
    expect(others[1]?.events).toEqual([])
  })

  it('is reported to a widget of the new order, while another one still shows the former', async () => {
    const { client, ledger, widget } = await changeOrder()
    const former = subscribeTo(ledger, client, smallOrder)
    client.settle()
    await nextTask()
    expect([former.types(), widget.types()]).toEqual([['paid'], ['unmatched']])
  })

  it('is known to a widget that appears later, also after a reload', async () => {
    const { client, ledger, widget, unmatched } = await changeOrder()
    client.settle()
    widget.unsubscribe()
    for (const later of [ledger, createLedger(client)]) {
      const added = subscribeTo(later, client, largeOrder)
      expect(added.restored).toMatchObject({ shown: undefined, earlier: [], unmatched: [unmatched] })
      await nextTask()
      expect(added.types()).toEqual([])
      added.unsubscribe()
    }
  })

  it('that arrived without a widget is told to one of its reference, and in no notice to another one', async () => {
    const { client, ledger, widget, unmatched } = await changeOrder()
    widget.unsubscribe()
    client.settle()
    await nextTask()
    const bob = subscribeTo(ledger, client, { name: 'bob' })
    expect(subscribeTo(ledger, client, largeOrder).restored.unmatched).toMatchObject([unmatched])
    await nextTask()
    const afterReload = subscribeTo(createLedger(client), client, { name: 'bob' })
    await nextTask()
    expect([bob.types(), afterReload.types()]).toEqual([[], []])
    const former = subscribeTo(createLedger(client), client, smallOrder)
    await nextTask()
    expect(former.types()).toEqual(['paid'])
  })

  it('is that of the order when the page asks for its terms again, and is reported once', async () => {
    const { client, ledger, widget } = await changeOrder()
    client.settle()
    widget.unsubscribe()
    for (const types of [['paid'], []]) {
      const again = subscribeTo(ledger, client, smallOrder)
      await nextTask()
      expect(again.types()).toEqual(types)
      again.unsubscribe()
      subscribeTo(ledger, client, largeOrder).unsubscribe()
    }
  })

  it('never pays the order if the BFF says so, not even after a reload, and makes no later one a duplicate', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client, smallOrder)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    client.settle()
    const [{ paymentHash: id = '' } = {}] = client.charges
    widget.takeUnmatched([id, 'ab'.repeat(32)])
    expect(subscribeTo(createLedger(client), client, smallOrder).restored).toMatchObject({
      payment: undefined,
      unmatched: [{ id }],
    })
    widget.unsubscribe()
    for (const later of [ledger, createLedger(client)]) {
      const again = subscribeTo(later, client, smallOrder)
      expect(again.restored).toMatchObject({ shown: undefined, payment: undefined, earlier: [] })
      expect(again.restored.unmatched).toMatchObject([{ id }])
      again.unsubscribe()
    }
    const again = subscribeTo(ledger, client, smallOrder)
    again.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    client.settle()
    expect(again.events).toMatchObject([{ type: 'paid', duplicateOf: undefined }])
    // The payment of these terms is another one to an order of other terms, whatever it was to its own.
    const other = subscribeTo(ledger, client, largeOrder)
    other.takeUnmatched(client.charges.map(({ paymentHash }) => paymentHash))
    expect(subscribeTo(ledger, client, smallOrder).restored.unmatched).toMatchObject([{ id }])
  })

  it('that the BFF reports is in no notice once its widget is gone, and is stored once', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const own = ledger.subscribe(smallOrder, client, () => {})
    own.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    client.settle()
    const ids = client.charges.map(({ paymentHash }) => paymentHash)
    own.takeUnmatched(ids)
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    own.takeUnmatched(ids)
    expect(setItem).not.toHaveBeenCalled()
    own.unsubscribe()
    const other = subscribeTo(ledger, client, { name: 'bob' })
    await nextTask()
    expect(other.types()).toEqual([])
  })

  it('is reported in a notice while the page asks for an order that is not known yet', async () => {
    const { client, ledger, widget } = await changeOrder()
    widget.unsubscribe()
    const waiting = subscribeTo(ledger, client, null)
    expect(waiting.restored).toMatchObject({ earlier: [], unmatched: [] })
    client.settle()
    await nextTask()
    expect(waiting.events).toMatchObject([{ type: 'arrived', payment: { isOwn: false } }])
    waiting.unsubscribe()
    expect(subscribeTo(ledger, client, largeOrder).restored.unmatched).toHaveLength(1)
  })
})

describe('after a reload', () => {
  it('shows the charge of the same order again, and no other order’s', async () => {
    const client = createFakeClient()
    const shown = await createShownCharge(client)
    subscribeTo(createLedger(client), client).show({ shown, paymentGroup: 'one' })
    const reloaded = createLedger(client)
    expect(subscribeTo(reloaded, client, { name: 'order B' }).restored).toEqual(NOTHING)
    expect(subscribeTo(reloaded, client).restored.shown?.charge).toEqual(shown.charge)
  })

  it.each<[string, ChargeCheck[], (stored: string) => string]>([
    ['as they were', ['amount', 'source'], (stored) => stored],
    [
      'as only the amount, if an earlier version stored none',
      ['amount'],
      (stored) => stored.replace('"checked":["amount","source"],', ''),
    ],
    [
      'as only the amount, if it does not know the stored ones',
      ['amount'],
      (stored) => stored.replace('["amount","source"]', '["recipient"]'),
    ],
  ])('claims the checks of a charge %s', async (_, checked, change) => {
    const client = createFakeClient({ checked: ['source'] })
    const shown = await createShownCharge(client)
    subscribeTo(createLedger(client), client).show({ shown, paymentGroup: 'one' })
    const [key = ''] = Object.keys(sessionStorage)
    expect(storedText()).toContain('"checked":["amount","source"],')
    sessionStorage.setItem(key, change(storedText()))
    expect(subscribeTo(createLedger(client), client).restored.shown?.charge.checked).toEqual(checked)
  })

  it('shows the receipt again until the person dismisses it', async () => {
    const client = createFakeClient()
    const shown = await createShownCharge(client)
    const priced = { ...shown, charge: withPrice(shown.charge, { currency: 'USD', rate: 97_142.86 }) }
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown: priced, paymentGroup: 'one' })
    client.settle()
    const restoredWidget = subscribeTo(createLedger(client), client)
    expect(restoredWidget.restored.shown?.charge).toEqual(priced.charge)
    expect(restoredWidget.restored.payment).toMatchObject({ evidence: 'app', late: false, isKept: true })
    expect(restoredWidget.restored.earlier).toEqual([])
    await nextTask()
    // The server is asked again, and confirms what this device has kept.
    expect(restoredWidget.events).toMatchObject([{ type: 'paid', evidence: 'app', late: false }])
    expect(restoredWidget.events[0]).not.toHaveProperty('isKept')
    restoredWidget.show(null)
    expect(subscribeTo(createLedger(client), client).restored.payment).toBeUndefined()
  })

  it('shows no receipt of a widget that the page had removed', async () => {
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    client.settle()
    widget.unsubscribe()
    expect(subscribeTo(createLedger(client), client).restored).toEqual(NOTHING)
  })

  it('shows again that nobody could see the payment', async () => {
    const client = createFakeClient({ detects: ['preimage'], expirySeconds: 600 })
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    await vi.advanceTimersByTimeAsync(700_000)
    expect(widget.types()).toEqual(['expired_unchecked', 'expired', 'ended_expiry_checked', 'ended'])
    expect(subscribeTo(createLedger(client), client).restored.shown).toMatchObject({ phase: 'ended' })
  })

  it('still watches a charge that the person left, and does not show it', async () => {
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    widget.show(null)
    const restoredWidget = subscribeTo(createLedger(client), client)
    expect(restoredWidget.restored.shown).toBeUndefined()
    expect(restoredWidget.restored.earlier).toHaveLength(1)
    client.settle()
    expect(restoredWidget.types()).toEqual(['paid'])
  })

  it('takes back a receipt whose payment the server does not know', async () => {
    const client = createFakeClient()
    const shown = await createShownCharge(client)
    const charge = client.charges.at(-1)
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown, paymentGroup: 'one' })
    client.settle()
    if (charge) charge.state = { kind: 'charge', status: 'open', at: new Date().toISOString() }
    const restoredWidget = subscribeTo(createLedger(client), client)
    expect(restoredWidget.restored.payment).toMatchObject({ evidence: 'app', isKept: true })
    await nextTask()
    expect(restoredWidget.events).toMatchObject([{ type: 'updated', shown: { phase: 'payable' } }])
    client.settle()
    expect(restoredWidget.types()).toEqual(['payable', 'paid'])
  })

  it('reports a payment anew whose receipt was taken back', async () => {
    const client = createFakeClient()
    const shown = await createShownCharge(client)
    const charge = client.charges.at(-1)
    subscribeTo(createLedger(client), client).show({ shown, paymentGroup: 'one' })
    client.settle()
    if (charge) charge.state = { kind: 'charge', status: 'open', at: new Date().toISOString() }
    const ledger = createLedger(client)
    const other = subscribeTo(ledger, client, { name: 'bob' })
    await nextTask()
    client.settle()
    await nextTask()
    expect(other.types()).toEqual(['arrived'])
    expect(ledger.reportOnce(shown.charge.id, 'onPaid')).toBe(true)
  })

  it('has the other charges of the order, the newest first', async () => {
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    for (const paymentGroup of ['one', 'two', 'three'])
      widget.show({ shown: await createShownCharge(client), paymentGroup })
    const { shown, earlier } = subscribeTo(createLedger(client), client).restored
    expect([shown, ...earlier].map((each) => each?.charge.id)).toEqual(
      client.charges.map(({ paymentHash }) => paymentHash).reverse(),
    )
  })

  it('shows the invoice again whose widget the page had removed, and the receipt of another widget', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const [first, second] = [subscribeTo(ledger, client), subscribeTo(ledger, client)]
    first.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    client.settle()
    second.show({ shown: await createShownCharge(client), paymentGroup: 'two' })
    second.unsubscribe()
    const reloaded = createLedger(client)
    const [receipt, invoice] = [subscribeTo(reloaded, client), subscribeTo(reloaded, client)]
    expect(receipt.restored.payment).toMatchObject({ evidence: 'app' })
    expect(invoice.restored.shown?.charge.id).toBe(client.charges[1]?.paymentHash)
  })

  it('reports a payment that arrived while no page was open', async () => {
    const client = createFakeClient()
    subscribeTo(createLedger(client), client).show({
      shown: await createShownCharge(client),
      paymentGroup: 'one',
    })
    const reloaded = createLedger(client)
    const widget = subscribeTo(reloaded, client)
    client.settle()
    expect(widget.types()).toEqual(['paid'])
  })

  it('restores the offset of the server’s clock', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    client.clock.takeReply(new Date(Date.now() - 3_660_000).toISOString(), Date.now(), Date.now())
    const shown = await createShownCharge(client)
    subscribeTo(createLedger(client), client).show({ shown, paymentGroup: 'one' })
    const reloaded = { ...createFakeClient(), baseUrl: client.baseUrl }
    createLedger(reloaded)
    expect(reloaded.clock.offsetMs).toBe(-3_660_000)
  })

  it('does not offer an invoice that has expired meanwhile', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    subscribeTo(createLedger(client), client).show({
      shown: await createShownCharge(client),
      paymentGroup: 'one',
    })
    vi.setSystemTime(Date.now() + 600_000)
    expect(subscribeTo(createLedger(client), client).restored.shown).toMatchObject({
      phase: 'expired_unchecked',
    })
  })

  it('does not offer an invoice that has expired while no timer fired', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    widget.unsubscribe()
    vi.setSystemTime(Date.now() + 600_000)
    expect(subscribeTo(ledger, client).restored.shown).toMatchObject({ phase: 'expired_unchecked' })
  })

  it.each([
    ['is no JSON', () => '{'],
    ['is of another version', () => '{"version":0,"charges":[]}'],
    ['is something else', () => '[1]'],
    ['holds an invoice over another amount', (text: string) => text.replace('"2100000"', '"2100001"')],
    ['is for another recipient', (text: string) => text.replace('"address":"alice@', '"address":"mallory@')],
    ['has a phase that is none', (text: string) => text.replace('"payable"', '"paid"')],
    ['holds a broken invoice', (text: string) => text.replaceAll(/lnbcrt\w+/g, withOneLetterChanged)],
  ])('ignores stored data that %s', async (_, corrupt) => {
    const client = createFakeClient()
    subscribeTo(createLedger(client), client).show({
      shown: await createShownCharge(client),
      paymentGroup: 'one',
    })
    const [key = ''] = Object.keys(sessionStorage)
    sessionStorage.setItem(key, corrupt(storedText()))
    expect(subscribeTo(createLedger(client), client).restored).toEqual(NOTHING)
  })

  it('stores open charges, and the last eight that have ended', async () => {
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    for (let count = 0; count < 12; count++) {
      widget.show({ shown: await createShownCharge(client), paymentGroup: `${count}` })
      if (count < 10) client.settle()
    }
    expect(JSON.parse(storedText()).charges).toHaveLength(8 + 2)
  })

  it('works without access to storage', async () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError')
    }
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(forbidden)
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    client.settle()
    expect(widget.types()).toEqual(['paid'])
  })
})

describe('an order whose page has another URL now', () => {
  it('has its charges under its new name, beside an identical widget', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widgets = [subscribeTo(ledger, client), subscribeTo(ledger, client)]
    for (const widget of widgets) widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    for (const widget of widgets) widget.rename({ name: 'order A elsewhere' })
    const reloaded = createLedger(client)
    const restored = (name: string) => subscribeTo(reloaded, client, { name }).restored.shown?.charge.id
    expect([restored('order A elsewhere'), restored('order A elsewhere')]).toEqual(
      client.charges.map(({ paymentHash }) => paymentHash),
    )
    expect(restored('order A')).toBeUndefined()
    client.settle()
    expect(widgets.map(({ types }) => types())).toEqual([[], ['paid']])
  })

  it('keeps its charges if its name is still the same, and hears of payments that no widget shows', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client)
    const shown = await createShownCharge(client)
    widget.show({ shown, paymentGroup: 'one' })
    widget.rename(orderA)
    expect(subscribeTo(createLedger(client), client).restored.shown?.charge).toEqual(shown.charge)
    const removed = subscribeTo(ledger, client, { name: 'bob' })
    removed.show({ shown: await createShownCharge(client), paymentGroup: 'two' })
    removed.unsubscribe()
    client.settle()
    await nextTask()
    expect(widget.types()).toEqual(['arrived'])
  })
})

describe('identical widgets of one page', () => {
  it('restore their own charges, in the order in which they subscribe', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widgets = [subscribeTo(ledger, client), subscribeTo(ledger, client)]
    const shown = [await createShownCharge(client), await createShownCharge(client, 500_000n)]
    for (const [index, shownCharge] of shown.entries())
      widgets[index]?.show({ shown: shownCharge, paymentGroup: `${index}` })
    const reloaded = createLedger(client)
    const restoredWidgets = [subscribeTo(reloaded, client), subscribeTo(reloaded, client)]
    expect(restoredWidgets.map(({ restored }) => restored.shown?.charge.id)).toEqual(
      shown.map(({ charge }) => charge.id),
    )
  })

  it('restore their own charges also if the later one on the page subscribes first', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    for (const widget of [subscribeTo(ledger, client), subscribeTo(ledger, client)])
      widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    const reloaded = createLedger(client)
    const second = reloaded.subscribe(orderA, client, () => {}, [{ name: 'bob' }, orderA])
    const first = subscribeTo(reloaded, client)
    expect([first, second].map(({ restored }) => restored.shown?.charge.id)).toEqual(
      client.charges.map(({ paymentHash }) => paymentHash),
    )
  })
})

describe('the ledger of a page', () => {
  const stateOf = (status: ChargeState['status']): ChargeState => ({
    kind: 'charge',
    status,
    at: new Date().toISOString(),
  })
  const UNKNOWN = 'ab'.repeat(32)

  /** A widget that shows a charge. */
  async function showCharge(client = createFakeClient(), order = orderA) {
    const ledger = createLedger(client)
    const widget = subscribeTo(ledger, client, order)
    const shown = await createShownCharge(client)
    widget.show({ shown, paymentGroup: 'one' })
    const [charge] = client.charges
    if (!charge) throw new Error('There is no charge.')
    return { client, ledger, widget, shown, charge, id: charge.paymentHash }
  }

  it('is one for each BFF, whichever client asks', () => {
    const client = createFakeClient()
    const ledger = ledgerOf(client)
    expect(ledgerOf({ ...client })).toBe(ledger)
    expect(ledgerOf(createFakeClient())).not.toBe(ledger)
  })

  it('takes only a payment from a report outside of its own checks', async () => {
    const { ledger, widget, id } = await showCharge()
    ledger.takeState(id, stateOf('expired'))
    ledger.takeState(id, stateOf('open'))
    ledger.takeState(UNKNOWN, stateOf('paid'))
    ledger.takeState(id, { kind: 'ramp', status: 'completed', at: new Date().toISOString() })
    expect(widget.types()).toEqual([])
    ledger.takeState(id, stateOf('paid'))
    expect(widget.types()).toEqual(['paid'])
  })

  it('takes a proof in any case of letters, once, and knows the reference of the payment', async () => {
    const { client, ledger, charge, id } = await showCharge(createFakeClient(), smallOrder)
    const onPayment = vi.fn()
    const unsubscribe = ledger.onPayment(onPayment)
    expect([ledger.paymentOf(id), ledger.paymentOf(UNKNOWN)]).toEqual([undefined, undefined])
    ledger.prove(UNKNOWN, charge.preimage)
    ledger.prove(paymentHashOf(UNKNOWN), UNKNOWN)
    ledger.prove(id, charge.preimage.toUpperCase())
    const payment = { evidence: 'preimage', preimage: charge.preimage, reference: 'cart 7' }
    expect(ledger.paymentOf(id)).toMatchObject({ ...payment, proofDelivery: 'pending', charge: { id } })
    ledger.prove(id, charge.preimage)
    expect(onPayment.mock.calls).toEqual([[expect.objectContaining(payment)]])
    unsubscribe()
    await nextTask()
    expect(client.proofs).toEqual([charge.preimage])
    expect(ledger.paymentOf(id)?.proofDelivery).toBeUndefined()
  })

  it('keeps a proof that can be sent nowhere', async () => {
    const client = createFakeClient({ tamper: (charge) => ({ ...charge, watch_url: undefined }) })
    const { ledger, charge, id } = await showCharge(client)
    ledger.prove(id, charge.preimage)
    expect(ledger.paymentOf(id)).toMatchObject({ evidence: 'preimage', proofDelivery: undefined })
    await nextTask()
    expect([client.proofs, vi.getTimerCount()]).toEqual([[], 0])
  })

  it('counts the wallets that were asked, and those that did not answer clearly', async () => {
    const { ledger, widget, id } = await showCharge()
    const known = () =>
      widget.events.flatMap((event) =>
        event.type === 'updated' ? [[event.shown.asked, event.shown.doubts]] : [],
      )
    ledger.askWallet(UNKNOWN)('refused')
    const [first, second] = [ledger.askWallet(id), ledger.askWallet(id)]
    first('unclear')
    second('refused')
    expect(known()).toEqual([
      [1, undefined],
      [2, undefined],
      [1, 1],
      [undefined, 1],
    ])
  })

  it('reports the end of a charge that nobody has seen paid, once', async () => {
    const { client, ledger, widget, id } = await showCharge(createFakeClient({ expirySeconds: 600 }))
    const onEnd = vi.fn()
    ledger.onEnd(onEnd)
    ledger.checkAgain(UNKNOWN)
    client.setConnected(false)
    await vi.advanceTimersByTimeAsync(900_000)
    expect(widget.types().at(-1)).toBe('ended_unchecked')
    expect(onEnd).not.toHaveBeenCalled()
    client.setConnected(true)
    ledger.checkAgain(id)
    await nextTask()
    expect(widget.types().at(-1)).toBe('ended')
    expect(onEnd.mock.calls).toMatchObject([[{ phase: 'ended', charge: { id } }]])
    await vi.advanceTimersByTimeAsync(900_000)
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it('stores what is news as soon as it is known, and nothing again that is stored', async () => {
    const { client, charge } = await showCharge(createFakeClient({ expirySeconds: 600 }))
    await nextTask()
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    client.setChargeState(charge, stateOf('open'))
    expect(setItem).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(storedText()).toContain('"phase":"expired"')
    const { length } = setItem.mock.calls
    client.settle()
    expect(storedText()).toContain('"evidence":"app"')
    expect(setItem.mock.calls.length).toBeGreaterThan(length)
  })

  it('watches a charge that a widget only adds, and does not show it after a reload', async () => {
    const client = createFakeClient()
    const widget = subscribeTo(createLedger(client), client)
    const shown = await createShownCharge(client)
    expect(widget.add({ shown, paymentGroup: 'one' })).toEqual(shown)
    expect(client.watching).toBe(1)
    const reloaded = subscribeTo(createLedger(client), client)
    expect(reloaded.restored).toMatchObject({
      shown: undefined,
      earlier: [{ charge: { id: shown.charge.id } }],
    })
    client.settle()
    expect([widget.types(), reloaded.types()]).toEqual([['paid'], ['paid']])
  })

  it('tells a widget what it knows already about a charge that is new to it, or is paid', async () => {
    const { client, ledger, shown, id } = await showCharge()
    ledger.askWallet(id)
    const other = subscribeTo(ledger, client)
    const charge = { shown, paymentGroup: 'one' }
    for (let time = 1; time <= 2; time++) {
      expect(other.add(charge).asked).toBe(1)
      await nextTask()
      expect(other.types()).toEqual(['payable'])
    }
    client.settle()
    other.add(charge)
    await nextTask()
    expect(other.types()).toEqual(['payable', 'paid', 'paid'])
  })

  it('keeps the order of a charge, also for another widget of the same order', async () => {
    const { client, ledger, shown } = await showCharge(createFakeClient(), smallOrder)
    for (const order of [smallOrder, largeOrder]) {
      subscribeTo(ledger, client, order).show({ shown, paymentGroup: 'one' })
      const reloaded = createLedger(client)
      const [small, large] = [smallOrder, largeOrder].map(
        (each) => subscribeTo(reloaded, client, each).restored.shown?.charge.id,
      )
      expect([small, large]).toEqual(
        order === smallOrder ? [shown.charge.id, undefined] : [undefined, shown.charge.id],
      )
    }
  })

  it('reports a payment to another widget if its own was removed before the page was told', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const own = ledger.subscribe(orderA, client, () => {})
    own.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    const other = subscribeTo(ledger, client, { name: 'bob' })
    client.settle()
    await nextTask()
    expect(other.types()).toEqual([])
    own.unsubscribe()
    await nextTask()
    expect(other.types()).toEqual(['arrived'])
  })
})
