import { LeydenError } from '@leyden/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient } from '../../testing/fake-client.js'

const code = { name: /^QR code/ }
const small = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'cart-7' }
const large = { ...small, amountMsat: 9_000_000n }
const ASK =
  'This was for another version of the order. Ask the shop whether it still counts, or how to get it back.'

const payButton = (amount: string) => screen.findByRole('button', { name: `Pay ${amount} sats` })
const card = () => within(document.querySelector('section') as HTMLElement)
/** The visible text, without what is only announced. */
const shown = (text: string | RegExp) => screen.findByText(text, { ignore: '.ly-hidden' })
const notShown = (text: string | RegExp) =>
  expect(screen.queryByText(text, { ignore: '.ly-hidden' })).toBeNull()

async function requestInvoice(amount: string) {
  const button = await payButton(amount)
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await userEvent.click(button)
  return screen.findByRole('img', {
    name: `QR code of an invoice for ${amount} sats to alice@wallet.example`,
  })
}

/** A page that has shown an invoice of 2,100 sats, and now passes the intent of the same order over 9,000 sats. */
async function changeOrder() {
  const onPaid = vi.fn()
  const page = renderPay({ intent: 'small', onPaid }, { server: { intents: { small } } })
  await requestInvoice('2,100')
  page.client.sign('large', large)
  page.rerender({ intent: 'large', onPaid })
  expect(screen.queryByRole('img', code)).toBeNull()
  return { ...page, onPaid, smallCharge: page.client.charges[0] }
}

/** The button says to everybody what a press means. */
async function expectWarned(amount: string) {
  const button = await payButton(amount)
  for (const text of [
    `2,100 of ${amount} sats arrived`,
    ASK,
    `If you pay here, you pay the full ${amount} sats.`,
  ]) {
    expect(await shown(text)).toBeVisible()
    expect(button).toHaveAccessibleDescription(expect.stringContaining(text))
  }
  expect(button).toHaveAccessibleDescription(expect.stringMatching(/2,100 sats · \w+ \d+, 20\d\d, \d+:\d\d/))
}

describe('an order that the shop has signed again with another amount', () => {
  it('withdraws the former invoice, shows its payment as a part, and asks for the full amount on a press only', async () => {
    const { client, onPaid, smallCharge } = await changeOrder()
    await payButton('9,000')
    expect(client.watching).toBe(1)
    client.settle({ charge: smallCharge })
    await expectWarned('9,000')
    expect(screen.queryByRole('heading', { name: /^Paid/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
    expect(client.charges).toHaveLength(1)

    await requestInvoice('9,000')
    expect(await shown('2,100 of 9,000 sats arrived')).toBeVisible()
    expect(onPaid).not.toHaveBeenCalled()
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid 9,000 sats' })).toBeVisible()
    expect(await shown('2,100 sats also arrived')).toBeVisible()
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reference: 'cart-7', duplicateOf: undefined }),
    )
    expect(onPaid.mock.calls[0]?.[0].charge.amountMsat).toBe(9_000_000n)
  })

  it('shows a payment that arrives before the new intent is read, and does not say that nothing was paid', async () => {
    const { client, rerender } = renderPay({ intent: 'small' }, { server: { intents: { small } } })
    await requestInvoice('2,100')
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    client.readIntent = async () => {
      throw new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.', { status: 503 })
    }
    rerender({ intent: 'large' })
    await shown('This site is having problems right now.')
    client.settle()
    expect(await shown('2,100 sats arrived at alice@wallet.example.')).toBeVisible()
    notShown(/Nothing was paid/)
  })

  it('shows the part, and no invoice without a press, in a page that is opened afterwards', async () => {
    const { client, unmount, smallCharge } = await changeOrder()
    unmount()
    sessionStorage.clear()
    client.settle({ charge: smallCharge })
    const elsewhere = { ...client, baseUrl: 'https://other-tab.example' }
    renderPay({ intent: 'large', autoInvoice: true }, { client: elsewhere })
    await expectWarned('9,000')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Pay/ })).not.toHaveAttribute('aria-disabled'),
    )
    expect(client.charges).toHaveLength(1)
    await requestInvoice('9,000')
  })
})

describe('an intent that the shop has superseded', () => {
  it('says that the order has changed, and where the new one is', async () => {
    const onError = vi.fn()
    const { client } = renderPay({ intent: 'small', onError }, { server: { intents: { small, large } } })
    expect(await shown('This order has changed.')).toBeVisible()
    expect(await shown(/Reload the page, or go back to the shop, to see the new order\./)).toBeVisible()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reload page'])
    expect(document.querySelector('section')).toHaveAttribute('data-code', 'INTENT_SUPERSEDED')
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'INTENT_SUPERSEDED' }))
    expect(client.charges).toEqual([])
  })
})

describe('an order that was paid before it changed', () => {
  it('says what arrived, and requests nothing', async () => {
    const client = createFakeClient({ intents: { small } })
    await client.createCharge({ intent: 'small' })
    client.settle()
    client.sign('large', large)
    renderPay({ intent: 'large' }, { client })
    await expectWarned('9,000')
    await userEvent.click(await payButton('9,000'))
    expect(await shown('This order has already been paid.')).toBeVisible()
    expect(card().getByText('2,100 sats')).toBeVisible()
    expect(await shown(ASK)).toBeVisible()
    notShown(/Nothing was paid/)
    expect(screen.queryByRole('heading', { name: /^Paid/ })).toBeNull()
    expect(client.charges).toHaveLength(1)
  })
})

describe('an order without a reference', () => {
  const tip = { address: 'alice@wallet.example', amountSats: 2_100 }
  const { href } = location
  const goTo = (change: string) => history.replaceState(null, '', new URL(change, href))
  const leavePage = () => document.dispatchEvent(new Event('visibilitychange'))
  afterEach(() => history.replaceState(null, '', href))

  it('is another one on a page with another query or hash', async () => {
    const { client, unmount } = renderPay(tip)
    await requestInvoice('2,100')
    unmount()
    for (const other of ['?order=2', '#order=2']) {
      goTo(other)
      const elsewhere = renderPay(tip, { client })
      await payButton('2,100')
      expect(screen.queryByRole('img', code)).toBeNull()
      elsewhere.unmount()
    }
    history.replaceState(null, '', href)
    renderPay(tip, { client })
    expect(await screen.findByRole('img', code)).toBeVisible()
  })

  it('keeps its invoice and its payment when the page changes its hash, also after a reload', async () => {
    const onPaid = vi.fn()
    const { client, rerender, unmount } = renderPay({ ...tip, onPaid })
    await requestInvoice('2,100')
    goTo('#details')
    rerender({ ...tip, onPaid })
    expect(screen.getByRole('img', code)).toBeVisible()
    leavePage()
    unmount()
    renderPay({ ...tip, onPaid }, { client })
    expect(await screen.findByRole('img', code)).toBeVisible()
    act(() => client.settle())
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  })
})
