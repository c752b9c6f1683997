import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'
import type { Payment } from '../pay-callbacks.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function requestInvoice() {
  await userEvent.click(await button(/^Pay( \d|$)/))
  return screen.findByRole('img', { name: /^QR code/ })
}

describe('a payment', () => {
  it('shows at once what the shop\u2019s server reports, and names the source', async () => {
    const onPaid = vi.fn<(payment: Payment) => void>()
    const { client } = renderPay({ ...tip, reference: 'order 7', onPaid })
    await requestInvoice()
    client.settle({ evidence: 'app' })
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(screen.getByText('Confirmed by this site')).toBeVisible()
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
    expect(onPaid).toHaveBeenCalledWith(
      expect.objectContaining({ evidence: 'app', reference: 'order 7', late: false }),
    )
    expect(onPaid.mock.calls[0]?.[0].charge.id).toBe(client.charges[0]?.paymentHash)
  })

  it('makes the card as low as the receipt, and moves nothing below it until the person continues', async () => {
    const { client } = renderPay(tip)
    await requestInvoice()
    const card = screen.getByRole('region')
    const below = document.body.appendChild(document.createElement('div'))
    onTestFinished(() => below.remove())
    const before = { height: card.offsetHeight, top: below.getBoundingClientRect().top + scrollY }
    client.settle({ evidence: 'app' })
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    await Promise.all(card.getAnimations().map(({ finished }) => finished))
    const status = card.querySelector('.leyden-status')?.getBoundingClientRect()
    expect(card.offsetHeight).toBeLessThan(before.height - 100)
    // There is no empty space above the tick.
    expect((status?.top ?? Number.NaN) - card.getBoundingClientRect().top).toBeLessThan(30)
    await waitFor(() =>
      expect(Math.abs(below.getBoundingClientRect().top + scrollY - before.top)).toBeLessThan(1),
    )
    await userEvent.click(await button('Done'))
    await waitFor(() => expect(below.getBoundingClientRect().top + scrollY).toBeLessThan(before.top))
  })

  it('distinguishes a preimage from the provider\u2019s report', async () => {
    const { client, unmount } = renderPay(tip)
    await requestInvoice()
    client.settle({ evidence: 'verify' })
    expect(await screen.findByText('Confirmed by the recipient’s provider')).toBeVisible()
    expect(screen.queryByText('Proof')).toBeNull()
    unmount()
    const other = renderPay(tip)
    await requestInvoice()
    other.client.settle({ evidence: 'preimage' })
    expect(await screen.findByText('Confirmed by proof of payment')).toBeVisible()
  })

  it('does not accept a preimage that hashes to something else', async () => {
    const onPaid = vi.fn()
    const { client } = renderPay({ ...tip, onPaid })
    await requestInvoice()
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
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(onPaid).not.toHaveBeenCalled()
    // A server that never gives an answer would be asked for as long as the page lives.
    client.settle({ evidence: 'preimage' })
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
  })

  it('is reported once, under StrictMode, re-renders, repeated events and a remount', async () => {
    const onPaid = vi.fn()
    const { client, rerender, unmount } = renderPay({ ...tip, onPaid })
    await requestInvoice()
    client.settle()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    rerender({ ...tip, onPaid: (payment) => onPaid(payment) })
    client.settle()
    unmount()
    renderPay({ ...tip, onPaid }, { client })
    await button(/^Pay( \d|$)/)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  it('of another widget changes nothing here', async () => {
    const onPaid = vi.fn()
    const { client } = renderPay({ ...tip, onPaid })
    await requestInvoice()
    renderPay({ ...tip, reference: 'another' }, { client })
    await userEvent.click((await screen.findAllByRole('button', { name: /^Pay( \d|$)/ }))[0] as HTMLElement)
    await waitFor(() => expect(client.charges).toHaveLength(2))
    client.settle({ charge: client.charges[1] })
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(screen.getAllByRole('img', { name: /^QR code/ })).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(onPaid).not.toHaveBeenCalled()
  })

  it('calls the latest callback of the page, without requesting another charge', async () => {
    const firstCallback = vi.fn()
    const secondCallback = vi.fn()
    const { client, rerender } = renderPay({ ...tip, onPaid: firstCallback })
    await requestInvoice()
    rerender({ ...tip, onPaid: secondCallback })
    client.settle()
    await waitFor(() => expect(secondCallback).toHaveBeenCalledTimes(1))
    expect(firstCallback).not.toHaveBeenCalled()
    expect(client.charges).toHaveLength(1)
  })

  it('goes back to the form on Done, and reports it to the page', async () => {
    const onDone = vi.fn()
    const { client } = renderPay({ ...tip, onDone })
    await requestInvoice()
    client.settle()
    await userEvent.click(await button('Done'))
    expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ status: 'paid' }))
    expect(await button(/^Pay( \d|$)/)).toBeVisible()
  })

  it('is watched after the widget is gone, until the charge is paid', async () => {
    const { client, unmount } = renderPay(tip)
    await requestInvoice()
    expect(client.watching).toBe(1)
    unmount()
    expect(client.watching).toBe(1)
    client.settle()
    expect(client.watching).toBe(0)
  })
})

describe('a screen reader', () => {
  const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

  it('announces the payment while the person is elsewhere on the page', async () => {
    const { client } = renderPay(tip)
    await requestInvoice()
    const otherField = document.body.appendChild(document.createElement('input'))
    otherField.focus()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(announcements()).toEqual(['Paid 2,100 sats'])
    expect(otherField).toHaveFocus()
    otherField.remove()
  })

  it('reads the new heading once, when it gets the focus', async () => {
    renderPay(tip)
    await requestInvoice()
    const heading = screen.getByRole('heading', { name: '2,100 sats to alice@wallet.example' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(announcements()).toEqual([''])
  })

  it('reads the problem of an address once', async () => {
    renderPay({ defaultAddress: 'bob@mail.example' }, { server: { addresses: {} } })
    await waitFor(() =>
      expect(announcements()).toContain(
        'bob@mail.example does not accept Lightning payments. Is it an e-mail address?',
      ),
    )
    expect(announcements().filter(Boolean)).toHaveLength(1)
  })
})
