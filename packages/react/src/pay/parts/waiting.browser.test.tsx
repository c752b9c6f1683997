import type { ChargeCheck } from '@leyden/core'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPay } from '../../test-support/render-pay.js'
import { setNetwork } from '../../test-support/set-network.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => setNetwork(true))
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const liveRegionText = () => [...document.querySelectorAll('.ly-hidden[role="status"]')].at(-1)?.textContent

async function requestInvoice(props = {}, options = {}) {
  const view = renderPay({ ...tip, ...props }, options)
  await advanceTime(100)
  await press(/^Pay( \d|$)/)
  await advanceTime(100)
  expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
  return view
}

describe('the checks of an invoice', () => {
  it.each<[ChargeCheck[], string]>([
    [[], 'Amount checked.'],
    [['description'], 'Amount checked, made out to alice@wallet.example.'],
    [['source'], 'Amount checked, invoice from wallet.example.'],
    [
      ['description', 'source'],
      'Amount checked, invoice from wallet.example, made out to alice@wallet.example.',
    ],
  ])('are those that the server reports, and the amount: %o', async (checked, text) => {
    await requestInvoice({}, { server: { checked } })
    expect(screen.getByText(text)).not.toBeVisible()
    fireEvent.click(screen.getByText('Details'))
    expect(screen.getByText(text)).toBeVisible()
    expect(document.body.textContent).not.toMatch(/recipient checked/i)
  })
})

describe('waiting for a payment', () => {
  const offline =
    'You are offline. A payment still counts, and we will check for it when you are back online.'
  const notResponding = 'This site is not responding. A payment still counts, and we keep checking for it.'

  it('goes on while the browser reports no network and the shop answers, and asks it at once', async () => {
    const { client } = await requestInvoice()
    const { refreshed } = client
    await act(async () => setNetwork(false))
    expect(client.refreshed).toBeGreaterThan(refreshed)
    await advanceTime(10_000)
    expect(screen.getByText(/Waiting for payment…/)).toBeVisible()
    expect(screen.queryByText(offline)).toBeNull()
    await act(async () => client.settle())
    expect(screen.getByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
  })

  it('reports that the device is offline once the shop is not reached, and asks at once when it is online again', async () => {
    const { client } = await requestInvoice()
    await act(async () => setNetwork(false))
    await act(async () => client.setConnected(false))
    expect(screen.getByText(/Waiting for payment…/)).toBeVisible()
    await advanceTime(1_100)
    expect(screen.getByText(offline, { selector: '.ly-note .ly-grow *' })).toBeVisible()
    expect(screen.queryByText(/Waiting for payment…/)).toBeNull()
    expect(liveRegionText()).toBe(offline)
    const { refreshed } = client
    await act(async () => setNetwork(true))
    expect(client.refreshed).toBeGreaterThan(refreshed)
    expect(screen.queryByText(offline)).toBeNull()
    expect(screen.getByText(/Waiting for payment…/)).toBeVisible()
    // Otherwise its charge would never end, because a shop that does not answer is asked as long as the page is open.
    await act(async () => client.setConnected(true))
  })

  it('reports that the shop does not answer, until it answers', async () => {
    const { client } = await requestInvoice()
    await act(async () => client.setConnected(false))
    await advanceTime(1_100)
    expect(screen.getByText(notResponding, { selector: '.ly-note .ly-grow *' })).toBeVisible()
    await act(async () => client.setConnected(true))
    expect(screen.queryByText(notResponding)).toBeNull()
    await act(async () => client.setConnected(false))
    await advanceTime(1_100)
    await act(async () => client.settle())
    expect(screen.getByText(notResponding, { selector: '.ly-note .ly-grow *' })).toBeVisible()
    await act(async () => client.setConnected(true))
    expect(screen.getByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(screen.queryByText(notResponding)).toBeNull()
  })

  it('shows no outage on a page that cannot see the payment in any case', async () => {
    const { client } = await requestInvoice({}, { server: { detects: ['preimage'] } })
    await act(async () => client.setConnected(false))
    await advanceTime(10_000)
    expect(screen.queryByText(notResponding)).toBeNull()
    await act(async () => client.setConnected(true))
  })
})

it('a request for an invoice that hangs can be cancelled', async () => {
  const { client } = renderPay(tip)
  client.createCharge = (_, { signal } = {}) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  await advanceTime(100)
  await press(/^Pay( \d|$)/)
  expect(screen.getByRole('button', { name: 'Getting the invoice…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await advanceTime(4_100)
  expect(liveRegionText()).toBe('This is taking longer than usual.')
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  // The spinner is beside the sentence: in the button it would say that something is being cancelled.
  expect(cancel.querySelector('.ly-spinner')).toBeNull()
  expect(screen.getByText('This is taking longer than usual.', { selector: '.ly-muted' })).toBeVisible()
  cancel.focus()
  await press('Cancel')
  const payButton = screen.getByRole('button', { name: /^Pay( \d|$)/ })
  expect(payButton).toHaveFocus()
  expect(payButton).not.toHaveAttribute('aria-disabled')
})

it('a note that the page fixes is cut to what the recipient accepts, and the console names it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const addresses = { [tip.address]: { commentAllowed: 5 }, 'dave@wallet.example': { commentAllowed: 0 } }
  const { client, unmount } = await requestInvoice({ description: 'Order 4711' }, { server: { addresses } })
  expect(client.charges[0]?.request).toMatchObject({ description: 'Order' })
  expect(warn).toHaveBeenCalledWith(
    'Leyden: <PayToLightningAddress description={"Order 4711"}>: the recipient takes a note of at most 5 characters, so the description is cut. See docs/messages.md#prop_cannot_be_used',
  )
  unmount()
  const other = await requestInvoice(
    { description: 'Order 4711', address: 'dave@wallet.example' },
    { server: { addresses } },
  )
  expect(other.client.charges[0]?.request.description).toBeUndefined()
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('the description is left out'))
})
