import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../test-support/render-pay.js'
import { createFakeClient, type FakeClient } from '../testing/fake-client.js'
import { ledgerOf } from './ledger/charge-ledger.js'

const order = { address: 'alice@wallet.example', amountSats: 2_100, reference: 'cart 7' }
const tip = { address: 'alice@wallet.example', amountSats: 2_100 }

afterEach(() => vi.restoreAllMocks())

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('leyden:open-charge:'))
const invoice = () => screen.findByRole('img', { name: /QR code/ })
const signIn = (client: FakeClient, subject: string | null) => client.user.takeReply(subject, Date.now())

/** A tab that was closed after it had shown an invoice; `props` are those of its widget. */
async function closedTab(props: Parameters<typeof renderPay>[0], subject: string | null = null) {
  const client = createFakeClient()
  signIn(client, subject)
  const { unmount } = renderPay({ ...props, autoInvoice: true }, { client })
  await invoice()
  unmount()
  // A new tab has no `sessionStorage` of another.
  sessionStorage.clear()
  return client
}

/** The client of another tab, with a ledger of its own: the page writes the URL of the same BFF differently. */
function inNewTab(client: FakeClient, subject: string | null = null): FakeClient {
  const tab = { ...client, baseUrl: `${client.baseUrl}/`, user: createFakeClient().user }
  // The fake server says in each reply who is signed in.
  tab.readState = async (...request) => {
    signIn(tab, subject)
    return client.readState(...request)
  }
  return tab
}

describe('the open invoice of an order', () => {
  it('is shown in another tab after its tab was closed, without another charge', async () => {
    const client = await closedTab(order)
    expect(kept()).toHaveLength(1)
    renderPay({ ...order, autoInvoice: true }, { client: inNewTab(client) })
    await invoice()
    expect(client.charges).toHaveLength(1)
  })

  it('makes way for the form when its person signs out, and is shown again to this person', async () => {
    const client = createFakeClient()
    signIn(client, 'ada')
    renderPay({ ...order, description: 'for my secret', autoInvoice: true }, { client })
    await invoice()
    client.user.takeSignOut()
    await waitFor(() => expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull())
    expect(document.body).not.toHaveTextContent('lnbcrt')
    expect(client.watching).toBe(1)
    signIn(client, 'ben')
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
    signIn(client, 'ada')
    await invoice()
    expect(client.charges).toHaveLength(1)
  })

  it('is stored without the note', async () => {
    await closedTab({ ...order, description: 'for my secret' })
    expect(kept()).toHaveLength(1)
    expect(
      kept()
        .map((key) => localStorage.getItem(key))
        .join(),
    ).not.toContain('secret')
  })

  it('is shown to the person who was signed in, and to nobody else', async () => {
    const client = await closedTab(order, 'anna')
    const other = renderPay(order, { client: inNewTab(client, 'ben') })
    await screen.findByRole('button', { name: /Pay/ })
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
    other.unmount()
    expect(kept()).toHaveLength(1)
    renderPay(order, { client: { ...inNewTab(client, 'anna'), baseUrl: `${client.baseUrl}/?` } })
    expect(client.charges).toHaveLength(1)
  })

  it('is deleted when nobody is signed in any more, unless nobody was', async () => {
    const guest = await closedTab(order)
    const client = await closedTab({ ...order, reference: 'cart 8' }, 'anna')
    expect(kept()).toHaveLength(2)
    ledgerOf(client)
    client.user.takeSignOut()
    expect(kept()).toHaveLength(1)
    expect(guest.charges).toHaveLength(1)
  })

  it('is deleted as soon as it is paid', async () => {
    const client = await closedTab(order)
    client.settle()
    await waitFor(() => expect(kept()).toEqual([]))
  })

  it('is not stored with remember="tab"', async () => {
    const client = await closedTab({ ...order, remember: 'tab' })
    expect(kept()).toEqual([])
    renderPay({ ...order, autoInvoice: true }, { client: inNewTab(client) })
    await invoice()
    expect(client.charges).toHaveLength(2)
  })

  it('is stored nowhere with remember="never", and neither is its receipt', async () => {
    const isStored = ({ paymentHash }: FakeClient['charges'][number]) =>
      JSON.stringify([sessionStorage, localStorage]).includes(paymentHash)
    const client = createFakeClient()
    renderPay({ ...order, remember: 'tab', reference: 'cart 8', autoInvoice: true }, { client })
    await invoice()
    const { unmount } = renderPay({ ...order, remember: 'never', autoInvoice: true }, { client })
    await waitFor(() => expect(client.charges).toHaveLength(2))
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(client.charges.map(isStored)).toEqual([true, false])
    unmount()
    expect(client.charges.map(isStored)).toEqual([true, false])
    expect(Object.keys(localStorage)).not.toContain('leyden:visited')
  })

  it('costs nothing but this where storage is full or blocked', async () => {
    for (const method of ['setItem', 'getItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
      const client = await closedTab(order)
      expect(client.charges).toHaveLength(1)
      vi.restoreAllMocks()
    }
  })

  it('that was damaged in storage is ignored, and deleted by the next page', async () => {
    const client = await closedTab(order)
    for (const key of kept()) localStorage.setItem(key, '{"version":1,"charge":{"invoice":"lnbc1"}}')
    const tab = inNewTab(client)
    renderPay({ ...order, autoInvoice: true }, { client: tab })
    await invoice()
    expect(client.charges).toHaveLength(2)
    expect(kept()).toHaveLength(1)
  })
})

it('the open invoice of a tip is offered in another tab, and not shown in place of the form', async () => {
  const client = await closedTab(tip)
  renderPay(tip, { client: inNewTab(client) })
  await screen.findByText(/is still open/)
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the invoice' }))
  await invoice()
  expect(client.charges).toHaveLength(1)
})

it('a stored receipt that nobody paid is taken back, and a damaged one leaves the widget alone', async () => {
  const client = createFakeClient()
  const first = renderPay({ ...order, autoInvoice: true }, { client })
  await invoice()
  first.unmount()
  const [key = ''] = Object.keys(sessionStorage).filter((name) => name.startsWith('leyden:charges:'))
  const stored = JSON.parse(sessionStorage.getItem(key) ?? '')
  const [charge] = stored.charges
  const made = (payment: object) =>
    sessionStorage.setItem(
      `${key}/`,
      JSON.stringify({
        ...stored,
        charges: [{ ...charge, isOnScreen: true, isNoticed: false, isReported: true, payment }],
      }),
    )
  made({ evidence: 'app', at: new Date().toISOString(), late: false })
  const tab = renderPay(order, { client: { ...client, baseUrl: `${client.baseUrl}/` } })
  await invoice()
  expect(screen.queryByText('Confirmed by this site')).toBeNull()
  tab.unmount()
})
