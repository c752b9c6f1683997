import { LeydenError } from '@leyden/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { passTime, stopTime } from '../../test-support/let-time-pass.js'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient } from '../../testing/fake-client.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const code = { name: /^QR code/ }

async function requestInvoice() {
  await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
  return screen.findByRole('img', code)
}

describe('an invoice that expires', () => {
  it('ends without any action', async () => {
    const onExpired = vi.fn()
    renderPay({ ...tip, onExpired }, { server: { expirySeconds: 3 } })
    await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    expect(await screen.findByRole('heading', { name: 'This invoice has expired' })).toBeVisible()
    expect(onExpired).toHaveBeenCalledTimes(1)
  })

  it('counts down, withdraws the code and offers a new one with the same input', async () => {
    stopTime()
    const onExpired = vi.fn()
    const { client } = renderPay({ ...tip, onExpired })
    await requestInvoice()
    expect(screen.getByRole('timer')).toHaveTextContent('1:00:00')
    // An hour hurries nobody: the clock is seen in the last minutes only.
    expect(screen.getByRole('timer').offsetWidth).toBe(1)
    passTime(3_590)
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('0:10'))
    expect(screen.getByRole('timer').offsetWidth).toBeGreaterThan(10)
    passTime(10)
    expect(await screen.findByRole('heading', { name: 'This invoice has expired' })).toBeVisible()
    expect(screen.queryByRole('img', code)).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
    expect(onExpired).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'New invoice' }))
    await screen.findByRole('img', code)
    expect(client.charges.map(({ request }) => request.amount)).toEqual(['2100000', '2100000'])
  })

  it('leads back to the form, which keeps the entries', async () => {
    stopTime()
    const { client } = renderPay({ presets: [500] })
    await userEvent.fill(screen.getByLabelText('Lightning Address'), 'alice@wallet.example')
    await screen.findByText('Tips for Alice')
    await userEvent.fill(screen.getByLabelText('Amount'), '777')
    await userEvent.fill(screen.getByLabelText(/^Note/), 'Great stream!')
    await requestInvoice()
    passTime(3_600)
    await screen.findByRole('heading', { name: 'This invoice has expired' })
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(screen.getByText('alice@wallet.example')).toBeVisible()
    expect(screen.getByLabelText('Amount')).toHaveValue('777')
    expect(screen.getByLabelText(/^Note/)).toHaveValue('Great stream!')
    // The widget requests a new invoice, because the former one has expired.
    await requestInvoice()
    expect(client.charges.map(({ request }) => request.amount)).toEqual(['777000', '777000'])
  })

  it.each([
    ['is known to have come after the expiry', 3, true],
    ['is known to have come in time', -60, false],
    ['nobody knows the time of', null, undefined],
  ])('reports only that a payment %s', async (_, secondsAfter, late) => {
    stopTime()
    const onPaid = vi.fn()
    const { client } = renderPay({ ...tip, onPaid })
    await requestInvoice()
    passTime(3_600)
    await screen.findByRole('heading', { name: 'This invoice has expired' })
    const expiry = Date.now()
    passTime(5)
    client.settle(secondsAfter === null ? {} : { paidAt: new Date(expiry + secondsAfter * 1_000) })
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    const lateNotice = screen.queryByText('The payment arrived after the invoice had expired, but it counts.')
    expect(lateNotice !== null).toBe(late === true)
    expect(onPaid).toHaveBeenCalledWith(expect.objectContaining({ late }))
  })

  it('withdraws the new code at once when the old invoice is paid', async () => {
    stopTime()
    const { client } = renderPay(tip)
    await requestInvoice()
    passTime(3_600)
    await userEvent.click(await screen.findByRole('button', { name: 'New invoice' }))
    await screen.findByRole('img', code)
    client.settle({ charge: client.charges[0] })
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(screen.queryByRole('img', code)).toBeNull()
  })

  it('is shown as paid also after the person went back to the form', async () => {
    const { client } = renderPay(tip)
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await screen.findByRole('button', { name: /^Pay( \d|$)/ })
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
  })

  it('is shown neither as expired nor as paid if nobody can see a payment', async () => {
    stopTime()
    const onUnconfirmed = vi.fn()
    renderPay({ ...tip, onUnconfirmed }, { server: { detects: ['preimage'] } })
    await requestInvoice()
    expect(screen.getByText(/We cannot see this payment arrive/)).toBeVisible()
    passTime(3_600)
    expect(await screen.findByRole('heading', { name: 'Checking for a late payment' })).toBeVisible()
    expect(onUnconfirmed).not.toHaveBeenCalled()
    passTime(60)
    expect(await screen.findByRole('heading', { name: 'We cannot see this payment' })).toBeVisible()
    expect(onUnconfirmed).toHaveBeenCalledTimes(1)
  })

  it('can be claimed as paid, which is shown as unproven, and shown again before it expires', async () => {
    renderPay(tip, { server: { detects: ['preimage'] } })
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }))
    expect(await screen.findByRole('heading', { name: 'We cannot see this payment' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Back to the invoice' }))
    expect(await screen.findByRole('img', code)).toBeVisible()
  })

  it('is looked for again at a press, although nobody could see it before', async () => {
    const { client } = renderPay(tip, { server: { detects: ['preimage'] } })
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }))
    const watch = vi.spyOn(client, 'watch')
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(watch).toHaveBeenCalledOnce()
    expect(screen.getByRole('heading', { name: 'We cannot see this payment' })).toBeVisible()
  })
})

describe('a page that was away past the end of its invoice', () => {
  /** Pays while the page hears nothing, as a wallet app does in front of it. */
  function payUnheard({ charges }: ReturnType<typeof createFakeClient>) {
    const [charge] = charges
    if (charge)
      charge.state = { kind: 'charge', status: 'paid', evidence: 'app', at: new Date().toISOString() }
  }

  it.each([10, 1_200, 3 * 3_600])('sees a payment made meanwhile, %i seconds after the end', async (late) => {
    stopTime()
    const [onPaid, onExpired] = [vi.fn(), vi.fn()]
    const { client } = renderPay({ ...tip, onPaid, onExpired })
    await requestInvoice()
    payUnheard(client)
    passTime(3_660 + late)
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect([onPaid.mock.calls.length, onExpired.mock.calls.length]).toEqual([1, 0])
  })

  it('sees it also if it was discarded and is loaded again', async () => {
    stopTime()
    const onExpired = vi.fn()
    const { client, unmount } = renderPay({ ...tip, onExpired })
    await requestInvoice()
    unmount()
    payUnheard(client)
    passTime(3_660 + 1_200)
    renderPay({ ...tip, onExpired }, { client })
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(onExpired).not.toHaveBeenCalled()
  })

  it('says since when the site does not respond, offers another invoice after a warning, and goes on', async () => {
    stopTime()
    const callbacks = { onExpired: vi.fn(), onUnconfirmed: vi.fn(), onPaid: vi.fn() }
    const { client } = renderPay({ ...tip, ...callbacks })
    await requestInvoice()
    client.setConnected(false)
    passTime(3_660 + 3 * 3_600)
    expect(await screen.findByRole('heading', { name: 'This site is not responding' })).toBeVisible()
    expect(
      screen.getByText(/It has not answered since .*\. Check your wallet before you pay again/s),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('heading', { name: 'This site is not responding' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New invoice anyway' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'New invoice' }))
    expect(screen.getByRole('button', { name: 'New invoice anyway' })).toHaveAccessibleDescription(
      /pay twice/,
    )
    expect(callbacks.onExpired).not.toHaveBeenCalled()
    expect(callbacks.onUnconfirmed).not.toHaveBeenCalled()
    payUnheard(client)
    client.setConnected(true)
    await userEvent.click(screen.queryByRole('button', { name: 'Try again' }) ?? document.body)
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(callbacks.onPaid).toHaveBeenCalledTimes(1)
  })

  it('ends as unconfirmed, never as expired, if the shop does not know the charge any more', async () => {
    stopTime()
    const callbacks = { onExpired: vi.fn(), onUnconfirmed: vi.fn() }
    const { client } = renderPay({ ...tip, ...callbacks })
    await requestInvoice()
    Object.assign(client.charges, { length: 0 })
    passTime(8 * 86_400)
    expect(await screen.findByRole('heading', { name: 'We cannot see this payment' })).toBeVisible()
    expect(callbacks.onExpired).not.toHaveBeenCalled()
    expect(callbacks.onUnconfirmed).toHaveBeenCalledTimes(1)
  })
})

describe('two widgets of one order', () => {
  it('both show the payment, and the page is told once', async () => {
    const onPaid = vi.fn()
    const intents = { order: { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n } }
    const { client } = renderPay({ intent: 'order', onPaid }, { server: { intents } })
    await requestInvoice()
    renderPay({ intent: 'order', onPaid }, { client })
    await waitFor(() => expect(screen.getAllByRole('img', code)).toHaveLength(2))
    client.settle()
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Paid 2,100 sats' })).toHaveLength(2))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })
})

describe('a payment that only the payer can see', () => {
  const undetectable: Parameters<typeof renderPay>[1] = { server: { detects: ['preimage'] } }

  async function claimPaid() {
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }))
    await userEvent.click(await screen.findByRole('button', { name: 'I have proof of payment' }))
    return screen.findByRole('textbox', { name: 'Proof of payment (preimage)' })
  }

  it('is proven by the preimage as a wallet copies it, which is sent to the shop', async () => {
    const onPaid = vi.fn()
    const { client } = renderPay({ ...tip, onPaid }, undetectable)
    const field = await claimPaid()
    const { preimage = '' } = client.charges[0] ?? {}
    await userEvent.fill(field, `Preimage: ${preimage.toUpperCase().replace(/(.{8})/g, '$1 ')}`)
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(screen.getByText('Confirmed by proof of payment')).toBeVisible()
    await waitFor(() => expect(client.proofs).toEqual([preimage]))
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ evidence: 'preimage', preimage }),
    )
  })

  it('is not reported for a text that proves nothing, and the widget says what the text is', async () => {
    const { client } = renderPay(tip, undetectable)
    const field = await claimPaid()
    await userEvent.fill(field, client.charges[0]?.paymentHash ?? '')
    expect(await screen.findByText(/This is the payment hash/)).toBeVisible()
    await userEvent.fill(field, '22'.repeat(32))
    expect(await screen.findByText(/This is not proof of this payment/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'We cannot see this payment' })).toBeVisible()
    expect(client.proofs).toEqual([])
  })

  it('is shown with a notice until the shop has the proof', async () => {
    const client = createFakeClient({ detects: ['preimage'] })
    const { proveCharge } = client
    let isOnline = false
    Object.assign(client, {
      proveCharge: async (...args: Parameters<typeof proveCharge>) => {
        if (!isOnline) throw new LeydenError('NETWORK', 'The request did not arrive.')
        return proveCharge(...args)
      },
    })
    renderPay(tip, { client })
    await userEvent.fill(await claimPaid(), client.charges[0]?.preimage ?? '')
    expect(await screen.findByText(/This site does not have the proof yet/)).toBeVisible()
    isOnline = true
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.queryByText(/This site does not have the proof yet/)).toBeNull())
    expect(screen.getByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
  })
})

describe('the receipt', () => {
  it('uses the price of the time when the invoice was requested', async () => {
    const fiat = { currency: 'USD', rate: 97_142.86 }
    const { client, rerender } = renderPay({ ...tip, fiat })
    await requestInvoice()
    rerender({ ...tip, fiat: { ...fiat, rate: 20_000 } })
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(screen.getByText('≈ $2.04')).toBeVisible()
  })

  it('goes to the share sheet, or to the clipboard if that is refused', async () => {
    const share = vi.fn(async (_: ShareData) => {})
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { client } = renderPay(tip)
    await requestInvoice()
    client.settle()
    await userEvent.click(await screen.findByRole('button', { name: 'Share receipt' }))
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
    const text = share.mock.calls[0]?.[0].text ?? ''
    for (const part of ['Paid 2,100 sats', 'to alice@wallet.example', client.charges[0]?.paymentHash])
      expect(text).toContain(part)
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
    await userEvent.click(screen.getByRole('button', { name: 'Share receipt' }))
    await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
    expect(writeText).not.toHaveBeenCalled()
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await userEvent.click(screen.getByRole('button', { name: 'Share receipt' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(text))
    Reflect.deleteProperty(navigator, 'share')
  })
})

describe('a widget to which the person returns', () => {
  it.each([
    ['to the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['to the page', () => window.dispatchEvent(new Event('pageshow'))],
    ['to the window', () => window.dispatchEvent(new Event('focus'))],
    ['to the network', () => window.dispatchEvent(new Event('online'))],
  ])('checks for a payment at once: %s', async (_, comeBack) => {
    const { client, unmount } = renderPay(tip)
    await requestInvoice()
    const before = client.refreshed
    comeBack()
    expect(client.refreshed).toBe(before + 1)
    unmount()
    comeBack()
    expect(client.refreshed).toBe(before + 2)
    client.settle()
    comeBack()
    expect(client.refreshed).toBe(before + 2)
  })

  it('checks once if both the tab and the window report one return', async () => {
    const { client } = renderPay(tip)
    await requestInvoice()
    const before = client.refreshed
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    expect(client.refreshed).toBe(before + 1)
  })

  it('restores the invoice in a tab that was discarded', async () => {
    const { client, unmount } = renderPay({ ...tip, reference: 'order 7' })
    const first = (await requestInvoice()).querySelector('path:last-of-type')?.getAttribute('d')
    unmount()
    const onPaid = vi.fn()
    renderPay({ ...tip, reference: 'order 7', onPaid }, { client })
    const restoredCode = await screen.findByRole('img', code)
    expect(restoredCode.querySelector('path:last-of-type')?.getAttribute('d')).toBe(first)
    expect(client.charges).toHaveLength(1)
    client.settle()
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
  })

  it('tells the page of its invoice once, also if another widget shows it again', async () => {
    const onCharge = vi.fn()
    const { client, unmount } = renderPay({ ...tip, onCharge })
    await requestInvoice()
    unmount()
    for (const _ of ['moved once', 'moved twice']) {
      const again = renderPay({ ...tip, onCharge }, { client })
      await screen.findByRole('img', code)
      again.unmount()
    }
    expect(onCharge).toHaveBeenCalledTimes(1)
  })

  it('reports an invoice that was paid meanwhile, and nobody pays twice', async () => {
    const { client, unmount } = renderPay(tip)
    await requestInvoice()
    unmount()
    client.settle()
    renderPay(tip, { client })
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(client.charges).toHaveLength(1)
  })

  it('also restores recipient and amount of an editable form', async () => {
    const { client, unmount } = renderPay({ defaultAddress: 'alice@wallet.example', defaultAmountSats: 777 })
    await requestInvoice()
    unmount()
    renderPay({}, { client })
    await screen.findByRole('img', code)
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Amount')).toHaveValue('777')
    expect(screen.getByLabelText('Lightning Address')).toHaveValue('alice@wallet.example')
  })

  it('restores its own invoice beside an identical widget', async () => {
    const { client, unmount } = renderPay(tip)
    const other = renderPay(tip, { client })
    const [first] = await screen.findAllByRole('button', { name: /^Pay( \d|$)/ })
    await waitFor(() => expect(first).not.toHaveAttribute('aria-disabled'))
    fireEvent.click(first as HTMLElement)
    await screen.findByRole('img', code)
    // The charge is stored one frame after it is shown.
    const storedKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('leyden:charges:'))
    await waitFor(() => expect(storedKeys()).toHaveLength(1))
    unmount()
    other.unmount()
    renderPay(tip, { client })
    renderPay(tip, { client })
    await screen.findByRole('img', code)
    expect(screen.getAllByRole('img', code)).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: /^Pay( \d|$)/ })).toHaveLength(1)
  })

  it('works without access to storage', async () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(forbidden)
    const onPaid = vi.fn()
    const { client } = renderPay({ ...tip, onPaid })
    await requestInvoice()
    client.settle()
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(onPaid).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })
})
