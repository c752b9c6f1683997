import { LeydenError } from '@leyden/core'
import { createSignedInUser } from '@leyden/core/internal'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { type Entries, openDevice, openTab } from '../../test-support/device.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'
import { checkCharge } from '../flow/check-charge.js'
import type { PayEvent, ShownCharge } from '../flow/pay-state.js'
import { createLedger } from './charge-ledger.js'
import type { LedgerOrder } from './ledger-order.js'

const { address } = fixtureRecipient
const order: LedgerOrder = { name: 'cart 7', reference: 'cart 7', isForBrowser: true }

let shared: Entries
const nextTask = () => vi.advanceTimersByTimeAsync(0)
const kept = () => Object.keys(shared)

beforeEach(() => {
  vi.useFakeTimers()
  shared = openDevice()
  openTab()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function createShownCharge(client: FakeClient, amountMsat = 2_100_000n): Promise<ShownCharge> {
  const answer = client.createCharge({ lnaddress: address, amount: String(amountMsat) })
  await nextTask()
  const charge = checkCharge(await answer, { address, terms: { amountMsat }, now: client.clock.now() })
  return { recipient: fixtureRecipient, charge, phase: 'payable' }
}

/** A widget of a new page load, with its events and what it finds of other tabs. */
function openWidget(client: FakeClient, wanted: LedgerOrder = order) {
  const events: PayEvent[] = []
  const ledger = createLedger(client)
  const membership = ledger.subscribe(wanted, client, (event) => events.push(event))
  return { ...membership, ledger, events, types: () => events.map(({ type }) => type) }
}

/** A charge that a tab has shown, which was closed then. */
async function leaveCharge(client: FakeClient, wanted: LedgerOrder = order) {
  const shown = await createShownCharge(client)
  // Nothing reaches a tab that is closed.
  const user = createSignedInUser()
  if (client.user.subject !== undefined) user.takeReply(client.user.subject, 0)
  const closed: FakeClient = { ...client, user, watch: () => ({ refresh() {} }) }
  openWidget(closed, wanted).show({ shown, paymentGroup: 'one' })
  await nextTask()
  openTab()
  return shown
}

async function foundBy({ elsewhere }: ReturnType<typeof openWidget>) {
  await nextTask()
  return await elsewhere
}

describe('an open charge that another tab has shown', () => {
  it('is found, and its payment is reported to the widget that found it', async () => {
    const client = createFakeClient()
    const shown = await leaveCharge(client)
    const widget = openWidget(client)
    expect(widget.restored).toMatchObject({ shown: undefined, earlier: [] })
    expect(await foundBy(widget)).toMatchObject([{ charge: { id: shown.charge.id }, phase: 'payable' }])
    client.settle()
    expect(widget.events).toMatchObject([{ type: 'paid', id: shown.charge.id }])
  })

  it('is found by its order only, and only if the page lets other tabs find it', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    expect(openWidget(client, { ...order, name: 'cart 8' }).elsewhere).toBeUndefined()
    expect(openWidget(client, { ...order, isForBrowser: undefined }).elsewhere).toBeUndefined()
    const own = createFakeClient()
    await leaveCharge(own, { ...order, isForBrowser: false })
    expect(openWidget(own).elsewhere).toBeUndefined()
    expect(kept()).toHaveLength(1)
  })

  it('is found once: not by a page that knows it already', async () => {
    const client = createFakeClient()
    const widget = openWidget(client)
    widget.show({ shown: await createShownCharge(client), paymentGroup: 'one' })
    expect(openWidget(client).elsewhere).toBeUndefined()
    await nextTask()
    openTab()
    const ledger = createLedger(client)
    const twins = [order, order].map((wanted) => ledger.subscribe(wanted, client, () => {}))
    await nextTask()
    expect(await Promise.all(twins.map(({ elsewhere }) => elsewhere))).toMatchObject([[{}], []])
  })

  it('stays found after a reload, and in the group of its order', async () => {
    const client = createFakeClient()
    const { charge } = await leaveCharge(client)
    await foundBy(openWidget(client))
    const reloaded = openWidget(client)
    expect(reloaded.elsewhere).toBeUndefined()
    expect(reloaded.restored.earlier).toMatchObject([{ charge: { id: charge.id } }])
    expect(reloaded.restored.shown).toBeUndefined()
  })

  it.each(['paid', 'expired'] as const)('is not shown as payable if it is %s by now', async (status) => {
    const client = createFakeClient()
    await leaveCharge(client)
    const [charge] = client.charges
    if (!charge) throw new Error('There is no charge.')
    client.setChargeState(charge, { kind: 'charge', status, at: new Date().toISOString() })
    expect(await foundBy(openWidget(client))).toMatchObject([{ phase: 'expired_unchecked' }])
  })

  it('is forgotten if the server does not know it, and kept if the server does not answer', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    const { readState } = client
    for (const [code, length] of [
      ['NETWORK', 1],
      ['NOT_FOUND', 0],
    ] as const) {
      client.readState = () => Promise.reject(new LeydenError(code, 'x'))
      expect(await foundBy(openWidget(client))).toEqual([])
      expect(kept(), code).toHaveLength(length)
    }
    client.readState = readState
    expect(openWidget(client).elsewhere).toBeUndefined()
  })

  it('is shown if the server has lost it, because it can still be paid', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    client.readState = () =>
      Promise.reject(new LeydenError('NOT_FOUND', 'The store is new.', { reason: 'unknown_here' }))
    expect(await foundBy(openWidget(client))).toHaveLength(1)
    expect(kept()).toHaveLength(1)
  })

  it('is no charge if the server reports something else', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    client.readState = async () => ({ kind: 'ramp', status: 'open', at: new Date().toISOString() })
    expect(await foundBy(openWidget(client))).toEqual([])
    expect([client.watching, kept().length]).toEqual([0, 1])
  })

  it('is left alone if somebody else is signed in, and found by its person', async () => {
    const client = createFakeClient()
    client.user.takeReply('ada', 1)
    await leaveCharge(client)
    for (const [subject, count] of [
      ['bob', 0],
      [null, 0],
      ['ada', 1],
    ] as const) {
      openTab()
      client.user.takeReply(subject, 2)
      expect(await foundBy(openWidget(client)), String(subject)).toHaveLength(count)
    }
    expect(kept()).toHaveLength(1)
  })

  it('of a person who was signed in is deleted when nobody is', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    client.user.takeReply('ada', 1)
    await leaveCharge(client)
    expect(kept()).toHaveLength(2)
    openWidget(client)
    client.user.takeSignOut()
    expect(kept()).toHaveLength(1)
    await nextTask()
  })

  it('is deleted when nobody is signed in at any client of the page, which is heard once for each', async () => {
    const client = createFakeClient()
    client.user.takeReply('ada', 1)
    const ledger = createLedger(client)
    const clients = [client, { ...client, user: createSignedInUser() }]
    const heard = clients.map(({ user }) => vi.spyOn(user, 'onSignedOut'))
    for (const each of [...clients, ...clients]) ledger.subscribe(order, each, () => {})
    expect(heard.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    for (const each of clients) {
      await leaveCharge(client)
      expect(kept()).toHaveLength(1)
      each.user.takeSignOut()
      expect(kept()).toEqual([])
      client.user.takeReply('ada', Date.now())
    }
  })

  it('is not added for a widget that is gone before the server has answered', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    const widget = openWidget(client)
    widget.unsubscribe()
    expect(await foundBy(widget)).toEqual([])
    expect(widget.ledger.paymentOf(client.charges[0]?.paymentHash ?? '')).toBeUndefined()
    client.settle()
    expect(widget.ledger.paymentOf(client.charges[0]?.paymentHash ?? '')).toBeUndefined()
  })

  it('is asked about at once when another tab deletes it', async () => {
    const client = createFakeClient()
    const { charge } = await leaveCharge(client)
    await foundBy(openWidget(client))
    const { refreshed } = client
    const [key] = kept()
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }))
    expect(client.refreshed).toBeGreaterThan(refreshed)
    client.settle()
    expect(kept()).toEqual([])
    const after = client.refreshed
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }))
    expect([client.refreshed, charge.id]).toEqual([after, client.charges[0]?.paymentHash])
  })

  it('is deleted when its watch has ended and the server says that it is not paid', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    await leaveCharge(client)
    vi.setSystemTime(Date.now() + 700_000)
    expect(await foundBy(openWidget(client))).toEqual([])
    expect(kept()).toEqual([])
  })

  it('is deleted a day after its watch has ended, by the first page that loads', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    await leaveCharge(client)
    vi.setSystemTime(Date.now() + 700_000 + 86_400_000)
    expect(openWidget(client, { name: 'tip' }).elsewhere).toBeUndefined()
    expect(kept()).toEqual([])
  })

  it('is found with its payment, though it was paid when no page was open, and the watch has ended', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    const { charge } = await leaveCharge(client)
    client.settle()
    vi.setSystemTime(Date.now() + 700_000)
    const widget = openWidget(client)
    await foundBy(widget)
    await nextTask()
    expect(widget.events).toContainEqual(expect.objectContaining({ type: 'paid', id: charge.id }))
  })

  it('is kept by a page whose clock is ahead', async () => {
    const client = createFakeClient({ expirySeconds: 600 })
    await leaveCharge(client)
    // The clock of this machine is two hours fast, and the reply of the server says so.
    vi.setSystemTime(Date.now() + 7_200_000)
    const late: FakeClient = Object.assign(client, {
      readState: async () => {
        client.clock.takeReply(new Date(Date.now() - 7_200_000).toISOString(), Date.now(), Date.now())
        return { kind: 'charge', status: 'open', at: new Date().toISOString() } as const
      },
    })
    expect(await foundBy(openWidget(late))).toMatchObject([{ phase: 'payable' }])
    expect(kept()).toHaveLength(1)
  })
})

describe('a charge that cannot be watched', () => {
  it('is not kept for other tabs, which could not learn what became of it', async () => {
    const client = createFakeClient({ tamper: (charge) => ({ ...charge, watch_url: undefined }) })
    await leaveCharge(client)
    expect(kept()).toEqual([])
  })

  it('is not asked about if somebody has removed its URL', async () => {
    const client = createFakeClient()
    await leaveCharge(client)
    const [key = ''] = kept()
    shared.setItem(key, (shared.getItem(key) ?? '').replace(/"watchUrl":"[^"]*",/, ''))
    const readState = vi.spyOn(client, 'readState')
    expect(await foundBy(openWidget(client))).toEqual([])
    expect(readState).not.toHaveBeenCalled()
  })
})

describe('a charge that has expired', () => {
  it('is not kept for other tabs', async () => {
    const client = createFakeClient()
    const shown = await createShownCharge(client)
    openWidget(client).show({ shown: { ...shown, phase: 'expired' }, paymentGroup: 'one' })
    expect(kept()).toEqual([])
  })
})
