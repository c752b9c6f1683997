import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { chargeAfter, type Entries, openDevice, openTab } from '../../test-support/device.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'
import { checkCharge } from '../flow/check-charge.js'
import type { Receipt } from '../pay-callbacks.js'
import { type ChargeLedger, createLedger } from './charge-ledger.js'
import { keepReceipt } from './kept-receipts.js'
import type { LedgerOrder } from './ledger-order.js'

const { address } = fixtureRecipient
const tip: LedgerOrder = { name: 'tip' }
const keptTip: LedgerOrder = { name: 'tip', keepsReceipts: true }

let shared: Entries
const kept = () => Object.keys(shared)
const nextTask = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  shared = openDevice()
  openTab()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A widget of a ledger, which reports each payment to its page. */
function addWidget(ledger: ChargeLedger, client: FakeClient, order: LedgerOrder = tip) {
  return ledger.subscribe(order, client, (event) => {
    if (event.type === 'paid') ledger.reportOnce(event.id)
  })
}

type Widget = ReturnType<typeof addWidget>

/** Shows an invoice in some widgets. @returns its id */
async function showInvoice(client: FakeClient, ...widgets: Widget[]): Promise<string> {
  const answer = client.createCharge({ lnaddress: address, amount: '2100000' })
  await nextTask()
  const now = client.clock.now()
  const charge = checkCharge(await answer, { address, terms: { amountMsat: 2_100_000n }, now })
  for (const widget of widgets)
    widget.show({ shown: { recipient: fixtureRecipient, charge, phase: 'payable' }, paymentGroup: charge.id })
  return charge.id
}

/** Pays an invoice of some widgets, a minute after the one before. @returns its id */
async function pay(client: FakeClient, ...widgets: Widget[]): Promise<string> {
  vi.setSystemTime(Date.now() + 60_000)
  const id = await showInvoice(client, ...widgets)
  client.settle()
  return id
}

const idsIn = (receipts: readonly Receipt[]) => receipts.map(({ charge }) => charge.id)
/** The receipts of an order with a reference, as a widget of another tab has kept it. */
const ofOtherTab: Receipt = {
  recipient: fixtureRecipient,
  charge: chargeAfter(60),
  evidence: 'app',
  at: chargeAfter(60).createdAt,
  late: false,
}

/** What another tab writes is heard by this one. */
function hear(key: string | null, newValue: string | null = '{}') {
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
}

describe('the receipts of this tab', () => {
  it('are those of all payments, the newest first, in the same array until there is another one', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    await showInvoice(client, widget)
    expect(ledger.receipts(client, 'tab')).toEqual([])
    const ids = [await pay(client, widget), await pay(client, widget)]
    const receipts = ledger.receipts(client, 'tab')
    expect(idsIn(receipts)).toEqual([...ids].reverse())
    expect(receipts[0]).toMatchObject({ evidence: 'app', late: false, recipient: fixtureRecipient })
    expect(ledger.receipts(client, 'tab')).toBe(receipts)
    await nextTask()
    const third = await pay(client, widget)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([third, ...[...ids].reverse()])
  })

  it('are those of the person who is signed in, and what was paid before somebody signed in', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    const before = await pay(client, widget)
    client.user.takeReply('ada', Date.now())
    const ofAda = await pay(client, widget)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([ofAda, before])
    client.user.takeReply('bob', Date.now() + 1)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([before])
    client.user.takeReply(null, Date.now() + 2)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([before])
    client.user.takeReply('ada', Date.now() + 3)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([ofAda, before])
  })

  it('do not have a payment any more that the server does not know', async () => {
    const client = createFakeClient()
    await pay(client, addWidget(createLedger(client), client, keptTip))
    await nextTask()
    expect(kept()).toHaveLength(1)
    const [charge] = client.charges
    if (charge) charge.state = { kind: 'charge', status: 'open', at: new Date().toISOString() }
    const reloaded = createLedger(client)
    const onReceipts = vi.fn()
    reloaded.onReceipts(onReceipts)
    expect(reloaded.receipts(client, 'tab')).toMatchObject([{ isKept: true }])
    onReceipts.mockClear()
    addWidget(reloaded, client)
    await nextTask()
    expect(reloaded.receipts(client, 'tab')).toEqual([])
    expect(onReceipts).toHaveBeenCalled()
    expect(kept()).toEqual([])
  })
})

describe('the receipts that a device keeps', () => {
  it('are found by other tabs if one of the widgets of the payment keeps them', async () => {
    const client = createFakeClient()
    client.user.takeReply('ada', Date.now())
    const ledger = createLedger(client)
    await pay(client, addWidget(ledger, client))
    expect(kept()).toEqual([])
    const keeping = addWidget(ledger, client, { name: 'cart', keepsReceipts: true })
    const id = await pay(client, addWidget(ledger, client, { name: 'cart' }), keeping)
    expect(kept()).toHaveLength(1)
    openTab()
    const other = createLedger(client)
    expect(idsIn(other.receipts(client, 'site'))).toEqual([id])
    expect(other.receipts(client, 'tab')).toEqual([])
  })

  it('are nobody’s before a reply has said who is signed in, and each person’s own then', async () => {
    const client = createFakeClient()
    const owner = { baseUrl: client.baseUrl }
    keepReceipt(owner, ofOtherTab)
    const ledger = createLedger(client)
    const found = (subject: string | null) => {
      client.user.takeReply(subject, Date.now())
      return idsIn(ledger.receipts(client, 'site'))
    }
    expect(ledger.receipts(client, 'site')).toEqual([])
    expect(found(null)).toEqual([ofOtherTab.charge.id])
    expect(found('ada')).toEqual([])
  })

  it('are merged with those of this tab by their time, and none is there twice', async () => {
    const client = createFakeClient()
    client.user.takeReply(null, Date.now())
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client, keptTip)
    const first = await pay(client, widget)
    const at = new Date()
    keepReceipt({ baseUrl: client.baseUrl }, { ...ofOtherTab, at })
    const second = await pay(client, widget)
    expect(kept()).toHaveLength(3)
    const ids = idsIn(ledger.receipts(client, 'site'))
    expect([...ids].sort()).toEqual([first, ofOtherTab.charge.id, second].sort())
    expect([ids[0], ids.length]).toEqual([second, 3])
  })
})

describe('a listener of receipts', () => {
  it('hears of a payment, of other tabs, and of nothing once it is gone', async () => {
    const client = createFakeClient()
    client.user.takeReply(null, Date.now())
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    const onReceipts = vi.fn()
    const stop = ledger.onReceipts(onReceipts)
    await showInvoice(client, widget)
    expect(onReceipts).not.toHaveBeenCalled()
    client.settle()
    expect(onReceipts).toHaveBeenCalledTimes(1)

    const before = ledger.receipts(client, 'site')
    keepReceipt({ baseUrl: client.baseUrl }, ofOtherTab)
    const [key = ''] = kept()
    hear('leyden:open-charge:x')
    hear('of another script, about leyden:receipt:')
    hear(null)
    expect(onReceipts).toHaveBeenCalledTimes(1)
    expect(ledger.receipts(client, 'site')).toBe(before)
    hear(key)
    expect(onReceipts).toHaveBeenCalledTimes(2)
    expect(ledger.receipts(client, 'site')).toHaveLength(2)

    stop()
    hear(key)
    await pay(client, widget)
    expect(onReceipts).toHaveBeenCalledTimes(2)
  })

  it('hears that people signed out, whose receipts are deleted on the device', () => {
    const client = createFakeClient()
    client.user.takeReply('ada', Date.now())
    keepReceipt({ baseUrl: client.baseUrl, subject: 'ada' }, ofOtherTab)
    const ledger = createLedger(client)
    addWidget(ledger, client)
    const onReceipts = vi.fn()
    ledger.onReceipts(onReceipts)
    expect(ledger.receipts(client, 'site')).toHaveLength(1)
    client.user.takeSignOut()
    expect(onReceipts).toHaveBeenCalled()
    expect(kept()).toEqual([])
    client.user.takeReply('ada', Date.now() + 1)
    expect(ledger.receipts(client, 'site')).toEqual([])
  })
})

describe('forgetting the receipts', () => {
  it('deletes those of this person in this tab and on this device, also for the next page load', async () => {
    const client = createFakeClient()
    client.user.takeReply('bob', Date.now())
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client, keptTip)
    const ofBob = await pay(client, widget)
    client.user.takeReply('ada', Date.now())
    await pay(client, widget)
    await pay(client, widget)
    widget.show(null)
    expect(kept()).toHaveLength(3)
    const onReceipts = vi.fn()
    ledger.onReceipts(onReceipts)

    ledger.forgetReceipts(client)
    expect(onReceipts).toHaveBeenCalled()
    expect([ledger.receipts(client, 'site'), kept().length]).toEqual([[], 1])
    client.user.takeReply('bob', Date.now() + 1)
    expect(idsIn(createLedger(client).receipts(client, 'site'))).toEqual([ofBob])
  })

  it('keeps what a widget shows, what the page was not told of, and a charge that is open', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    const shown = await pay(client, widget)
    const silent = ledger.subscribe({ name: 'cart' }, client, () => {})
    const untold = await pay(client, silent)
    silent.show(null)
    const open = await showInvoice(client, silent)
    silent.show(null)
    ledger.forgetReceipts(client)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([untold, shown])
    vi.setSystemTime(Date.now() + 60_000)
    client.settle()
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([open, untold, shown])
  })

  it('keeps a proof that the server does not have yet', async () => {
    const client = createFakeClient()
    let answer = () => {}
    const { proveCharge } = client
    client.proveCharge = async (...args: Parameters<typeof proveCharge>) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return proveCharge(...args)
    }
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    const id = await showInvoice(client, widget)
    ledger.prove(id, client.charges[0]?.preimage ?? '')
    widget.show(null)
    ledger.forgetReceipts(client)
    expect(idsIn(ledger.receipts(client, 'tab'))).toEqual([id])
    answer()
    await nextTask()
    ledger.forgetReceipts(client)
    expect(ledger.receipts(client, 'tab')).toEqual([])
  })

  it('deletes nothing on the device before a reply has said who is signed in', () => {
    const client = createFakeClient()
    keepReceipt({ baseUrl: client.baseUrl }, ofOtherTab)
    const ledger = createLedger(client)
    ledger.forgetReceipts(client)
    expect(kept()).toHaveLength(1)
    client.user.takeReply(null, Date.now())
    ledger.forgetReceipts(client)
    expect(kept()).toEqual([])
  })
})
