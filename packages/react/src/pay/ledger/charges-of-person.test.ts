import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { openDevice, openTab } from '../../test-support/device.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'
import { checkCharge } from '../flow/check-charge.js'
import type { PayEvent } from '../flow/pay-state.js'
import { onChargeOfPage } from '../stored-charges.js'
import { type ChargeLedger, createLedger } from './charge-ledger.js'
import type { LedgerOrder } from './ledger-order.js'

const { address } = fixtureRecipient
const tip: LedgerOrder = { name: 'tip' }
const NOTE = 'For my sister'

const nextTask = () => vi.advanceTimersByTimeAsync(0)
const inTab = () => JSON.stringify(sessionStorage)

beforeEach(() => {
  vi.useFakeTimers()
  openDevice()
  openTab()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const signIn = ({ user }: FakeClient, subject: string | null) => user.takeReply(subject, Date.now())

/** A widget, whose page hears of each payment if `isReported`. */
function addWidget(ledger: ChargeLedger, client: FakeClient, order: LedgerOrder = tip, isReported = true) {
  const events: PayEvent[] = []
  const membership = ledger.subscribe(order, client, (event) => {
    events.push(event)
    if (event.type === 'paid' && isReported) ledger.reportOnce(event.id, 'onPaid')
  })
  const { shown, earlier } = membership.restored
  const restored = [shown ?? [], earlier].flat().map(({ charge }) => charge.id)
  return { ...membership, events, restored, types: () => events.map(({ type }) => type) }
}

async function showInvoice(
  client: FakeClient,
  widget: Pick<ReturnType<typeof addWidget>, 'show'>,
  note: string | undefined = NOTE,
) {
  const answer = client.createCharge({ lnaddress: address, amount: '2100000', description: note })
  await nextTask()
  const terms = { amountMsat: 2_100_000n, note }
  const charge = checkCharge(await answer, { address, terms, now: client.clock.now() })
  widget.show({ shown: { recipient: fixtureRecipient, charge, phase: 'payable' }, paymentGroup: charge.id })
  return charge.id
}

/** Ada shows an invoice in a widget. */
async function openAsAda(order: LedgerOrder = tip) {
  const client = createFakeClient()
  signIn(client, 'ada')
  const ledger = createLedger(client)
  const widget = addWidget(ledger, client, order)
  const id = await showInvoice(client, widget)
  await nextTask()
  return { client, ledger, widget, id }
}

describe('an open invoice of somebody who was signed in', () => {
  it.each<[string, (client: FakeClient) => void]>([
    ['signs out', ({ user }) => user.takeSignOut()],
    ['is signed out by the host', (client) => signIn(client, null)],
    ['is followed by somebody else', (client) => signIn(client, 'bob')],
  ])('is taken off the screen when this person %s, and its payment is still reported', async (_, leave) => {
    const { client, ledger, widget, id } = await openAsAda()
    const onPayment = vi.fn()
    ledger.onPayment(onPayment)
    leave(client)
    expect(widget.events).toEqual([{ type: 'released', ids: [id] }])
    client.settle()
    await nextTask()
    expect(widget.types()).toEqual(['released'])
    expect(onPayment.mock.calls).toMatchObject([[{ charge: { id } }]])
  })

  it('is on the screen again when its person signs in again on the same page', async () => {
    const { client, widget, id } = await openAsAda()
    client.user.takeSignOut()
    signIn(client, 'ada')
    expect(widget.events).toMatchObject([
      { type: 'released', ids: [id] },
      { type: 'restored', shown: { charge: { id } } },
    ])
  })

  it('is not restored for somebody else, and comes back when its person does', async () => {
    const { client, id } = await openAsAda()
    signIn(client, 'bob')
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    expect(widget.restored).toEqual([])
    signIn(client, 'ada')
    expect(widget.events).toMatchObject([{ type: 'restored', shown: { charge: { id }, phase: 'payable' } }])
    client.settle()
    await nextTask()
    expect(widget.types()).toEqual(['restored', 'paid'])
  })

  it('is restored while nobody knows yet who is signed in, and taken off when it is somebody else', async () => {
    const { client, id } = await openAsAda()
    const later = Object.assign(client, { user: createFakeClient().user })
    const widget = addWidget(createLedger(later), later)
    expect(widget.restored).toEqual([id])
    signIn(later, 'ada')
    expect(widget.events).toEqual([])
    signIn(later, 'bob')
    expect(widget.events).toEqual([{ type: 'released', ids: [id] }])
  })

  it('of a guest stays on the screen when the guest signs in', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client)
    await showInvoice(client, widget)
    signIn(client, null)
    signIn(client, 'ada')
    expect(widget.events).toEqual([])
  })

  it('stays without its note, in the page and in storage, after a sign-out', async () => {
    const { client, ledger, id } = await openAsAda()
    expect(inTab()).toContain(NOTE)
    client.user.takeSignOut()
    expect(inTab()).toContain(id)
    expect(inTab()).not.toContain(NOTE)
    client.settle()
    expect(ledger.paymentOf(id)?.charge.note).toBeUndefined()
    expect(inTab()).not.toContain(NOTE)
  })

  it('keeps its note when its person is the first of whom a page learns', async () => {
    const { client } = await openAsAda()
    const later = Object.assign(client, { user: createFakeClient().user })
    addWidget(createLedger(later), later)
    signIn(later, 'ada')
    expect(inTab()).toContain(NOTE)
  })

  it('of a guest keeps its note when somebody signs out', async () => {
    const client = createFakeClient()
    await showInvoice(client, addWidget(createLedger(client), client))
    client.user.takeSignOut()
    expect(inTab()).toContain(NOTE)
  })

  it('keeps its note as long as nobody else has signed in', async () => {
    const { client } = await openAsAda()
    signIn(client, null)
    expect(inTab()).toContain(NOTE)
    signIn(client, 'bob')
    expect(inTab()).not.toContain(NOTE)
  })
})

describe('a payment of somebody who was signed in', () => {
  it('is no receipt on the screen of somebody else', async () => {
    const { client, widget, id } = await openAsAda()
    client.settle()
    await nextTask()
    signIn(client, 'bob')
    expect(widget.events.at(-1)).toEqual({ type: 'released', ids: [id] })
    const { restored } = createLedger(client).subscribe(tip, client, () => {})
    expect(restored).toEqual({ shown: undefined, payment: undefined, earlier: [], unmatched: [] })
  })

  it.each([
    ['with a note', NOTE],
    ['without one', ''],
  ])('%s is no receipt on the screen of a page that knows nobody, after a sign-out', async (_, note) => {
    const client = createFakeClient()
    signIn(client, 'ada')
    const widget = addWidget(createLedger(client), client)
    const id = await showInvoice(client, widget, note)
    client.settle()
    await nextTask()
    const restored = () => {
      const later = { ...client, user: createFakeClient().user }
      return createLedger(later).subscribe(tip, later, () => {}).restored
    }
    expect(restored()).toMatchObject({ shown: { charge: { id } }, payment: { evidence: 'app' } })
    client.user.takeSignOut()
    expect(restored()).toMatchObject({ shown: undefined, payment: undefined, earlier: [] })
  })

  it('loses its note, in the page and in storage, when this person signs out', async () => {
    const { client, ledger, id } = await openAsAda()
    client.settle()
    await nextTask()
    expect(inTab()).toContain(NOTE)
    client.user.takeSignOut()
    expect(ledger.paymentOf(id)?.charge.note).toBeUndefined()
    expect(inTab()).not.toContain(NOTE)
  })

  it('that was not reported yet is reported to a widget of its person only', async () => {
    const { client, ledger, widget } = await openAsAda()
    widget.unsubscribe()
    const other = addWidget(ledger, client, { name: 'cart' })
    signIn(client, 'bob')
    client.settle()
    await nextTask()
    expect(other.types()).toEqual(['released'])
    signIn(client, 'ada')
    await nextTask()
    expect(other.types()).toEqual(['released', 'arrived'])
  })

  it('of other terms is not shown to somebody else', async () => {
    const small: LedgerOrder = { name: '2,100 for cart 7', reference: 'cart 7' }
    const large: LedgerOrder = { name: '9,000 for cart 7', reference: 'cart 7' }
    const { client, ledger, widget, id } = await openAsAda(small)
    widget.unsubscribe()
    const other = addWidget(ledger, client, large)
    signIn(client, 'bob')
    client.settle()
    expect(other.types()).toEqual(['released'])
    expect(ledger.subscribe(large, client, () => {}).restored.unmatched).toEqual([])
    signIn(client, 'ada')
    expect(other.events.at(-1)).toMatchObject({ type: 'unmatched', payments: [{ id }] })
  })
})

it('a payment that was sent to a widget before a reload is reported on a page without this widget', async () => {
  const client = createFakeClient()
  const widget = addWidget(createLedger(client), client, tip, false)
  const id = await showInvoice(client, widget)
  client.settle()
  await nextTask()
  expect(widget.types()).toEqual(['paid'])
  const ledger = createLedger(client)
  const other = addWidget(ledger, client, { name: 'cart' })
  await nextTask()
  expect(other.events).toMatchObject([{ type: 'arrived', payment: { charge: { id } } }])
  expect(ledger.reportOnce(id, 'onPaid')).toBe(true)
})

describe('a charge of a page that wants nothing to be stored', () => {
  const unstored: LedgerOrder = { name: 'tip', isStored: false }

  it('is not in the tab, nor is its receipt, and other widgets of the page hear of it', async () => {
    const client = createFakeClient()
    const onCharge = vi.fn()
    onTestFinished(onChargeOfPage(onCharge))
    const ledger = createLedger(client)
    const widget = addWidget(ledger, client, unstored)
    expect(onCharge).not.toHaveBeenCalled()
    const id = await showInvoice(client, widget)
    expect(onCharge).toHaveBeenCalledWith(client.baseUrl)
    expect(inTab()).toBe('{}')
    client.settle()
    await nextTask()
    expect(widget.types()).toEqual(['paid'])
    expect(ledger.paymentOf(id)).toBeDefined()
    expect(inTab()).toBe('{}')
    expect(addWidget(createLedger(client), client, unstored).restored).toEqual([])
  })

  it('leaves the tab when such a widget shows it, and the others stay', async () => {
    const client = createFakeClient()
    const ledger = createLedger(client)
    const stored = await showInvoice(client, addWidget(ledger, client, { name: 'cart' }))
    const id = await showInvoice(client, addWidget(ledger, client))
    expect(inTab()).toContain(id)
    addWidget(createLedger(client), client, unstored).show(null)
    expect(inTab()).not.toContain(id)
    expect(inTab()).toContain(stored)
  })
})
