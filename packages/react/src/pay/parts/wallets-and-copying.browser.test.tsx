import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const

async function requestInvoice() {
  await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
  await screen.findByRole('heading', { name: '2,100 sats to alice@wallet.example' })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

type Page = { webln?: unknown }

function installWallet(sendPayment: (invoice: string) => Promise<unknown>, enable = async () => {}) {
  const wallet = { enable: vi.fn(enable), sendPayment: vi.fn(sendPayment) }
  ;(window as Page).webln = wallet
  return wallet
}

/** Makes the browser report a touch screen as its main pointer, like that of a phone. */
function simulateTouch() {
  const realMatchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    realMatchMedia(query === '(pointer: coarse)' ? 'all' : query),
  )
}

function followLink() {
  const link = screen.getByRole('link', { name: 'Open wallet' })
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
}

afterEach(() => {
  delete (window as Page).webln
})

describe('a wallet in this browser', () => {
  it('pays with one click, proves it by the preimage, and reports it to the server', async () => {
    const { client } = renderPay(tip)
    const wallet = installWallet(async () => ({ preimage: client.charges[0]?.preimage.toUpperCase() }))
    await requestInvoice()
    expect(wallet.enable).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Pay with browser wallet' }))
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(screen.getByText('Confirmed by proof of payment')).toBeVisible()
    expect(wallet.sendPayment).toHaveBeenCalledWith(client.charges[0]?.reply.invoice.request)
    await waitFor(() => expect(client.proofs).toHaveLength(1))
  })

  it('that has paid is asked by the next press of "Pay", until the person wants another way', async () => {
    const { client } = renderPay({ address: tip.address, defaultAmountSats: 2_100 })
    const wallet = installWallet(async () => ({ preimage: client.charges.at(-1)?.preimage }))
    await requestInvoice()
    await press('Pay with browser wallet')
    await press('Done')
    expect(screen.getByText('Pay with browser wallet')).toBeVisible()
    await press('Pay 2,100 sats')
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(wallet.sendPayment.mock.calls).toEqual(client.charges.map(({ reply }) => [reply.invoice.request]))
    expect(client.charges).toHaveLength(2)
    await press('Done')
    await press('Other ways to pay')
    await requestInvoice()
    expect(client.charges).toHaveLength(3)
    expect(wallet.sendPayment).toHaveBeenCalledTimes(2)
  })

  it('that refuses a second request leaves the doubt of the first', async () => {
    const answers = [new Error('timeout'), new Error('User rejected')]
    installWallet(async () => {
      throw answers.shift()
    })
    const { client } = renderPay(tip)
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Pay with browser wallet' }))
    await screen.findByRole('heading', { name: 'We cannot tell yet whether this was paid' })
    await userEvent.click(screen.getByRole('button', { name: 'Back to the invoice' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with browser wallet' }))
    await waitFor(() => expect(answers).toEqual([]))
    expect(
      await screen.findByRole('heading', { name: 'We cannot tell yet whether this was paid' }),
    ).toBeVisible()
    expect(client.charges).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Back to the invoice' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByText(/Your wallet may already have paid 2,100 sats/)).toBeVisible()
  })

  it('is also offered if it is added after the page was loaded', async () => {
    renderPay(tip)
    await requestInvoice()
    expect(screen.queryByRole('button', { name: 'Pay with browser wallet' })).toBeNull()
    installWallet(async () => ({}))
    act(() => void document.dispatchEvent(new Event('webln:ready')))
    expect(await screen.findByRole('button', { name: 'Pay with browser wallet' })).toBeVisible()
  })

  it.each([
    ['of something else', { preimage: 'ab'.repeat(32) }],
    ['that is too short', { preimage: 'ab' }],
    ['that is no text', { preimage: 7 }],
    ['that is missing', {}],
    ['in no answer at all', undefined],
  ])('proves nothing by a preimage %s', async (_, answer) => {
    const onPaid = vi.fn()
    const { client } = renderPay({ ...tip, onPaid })
    installWallet(async () => answer)
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Pay with browser wallet' }))
    expect(
      await screen.findByRole('heading', { name: 'We cannot tell yet whether this was paid' }),
    ).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(onPaid).not.toHaveBeenCalled()
    expect(client.proofs).toEqual([])
    // The server may still have other evidence.
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
  })

  it('that refuses leads back to the invoice, which can still be paid', async () => {
    const onCharge = vi.fn()
    const { client } = renderPay({ ...tip, onCharge })
    installWallet(
      async () => ({}),
      async () => {
        throw new Error('User rejected')
      },
    )
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Pay with browser wallet' }))
    expect(await screen.findByText('Not paid. Try again, or use another wallet.')).toBeVisible()
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(client.charges).toHaveLength(1)
    expect(onCharge).toHaveBeenCalledTimes(1)
    expect(document.body).not.toHaveTextContent('User rejected')
  })

  it('that hangs does not block the person', async () => {
    renderPay(tip)
    installWallet(() => new Promise(() => {}))
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Pay with browser wallet' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the invoice' }))
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
  })
})

describe('on a phone', () => {
  beforeEach(simulateTouch)

  it('has one link, and the other ways to pay behind a press', async () => {
    const { client } = renderPay(tip)
    await requestInvoice()
    const invoice = client.charges[0]?.reply.invoice.request
    expect(screen.getByRole('link', { name: 'Open wallet' })).toHaveAttribute('href', `lightning:${invoice}`)
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Copy invoice' })).toBeNull()
    await press('Other ways to pay')
    // The view replaces the one before.
    expect(screen.getByRole('heading', { name: '2,100 sats to alice@wallet.example' })).toHaveFocus()
    expect(screen.queryByRole('link', { name: 'Open wallet' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Phoenix' })).toHaveAttribute(
      'href',
      `phoenix:lightning:${invoice}`,
    )
    expect(screen.getByRole('button', { name: 'Copy invoice' })).toBeVisible()
    expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
    await press('QR code')
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Phoenix' })).toBeNull()
    await press('Back')
    expect(screen.getByRole('link', { name: 'Phoenix' })).toBeVisible()
    await press('Back')
    expect(screen.getByRole('link', { name: 'Open wallet' })).toBeVisible()
    expect(client.charges).toHaveLength(1)
  })

  it('lists more wallets on request, and the one used last first next time', async () => {
    const { unmount } = renderPay(tip)
    await requestInvoice()
    await press('Other ways to pay')
    expect(screen.queryByRole('link', { name: 'Blink' })).toBeNull()
    await press('More…')
    const blink = screen.getByRole('link', { name: 'Blink' })
    blink.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(blink)
    unmount()
    sessionStorage.clear()
    renderPay(tip)
    await requestInvoice()
    await press('Other ways to pay')
    expect(screen.getByRole('link', { name: 'Blink' })).toBeVisible()
    const schemes = screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split(':')[0])
    expect(schemes).toEqual(['blink', 'phoenix'])
  })

  it('leads to the other ways to pay when a link opened no app', async () => {
    renderPay(tip)
    await requestInvoice()
    followLink()
    expect(screen.getByText('Opening your wallet…')).toBeVisible()
    expect(screen.queryByText('No wallet opened.')).toBeNull()
    expect(await screen.findByText('No wallet opened.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open wallet' })).toHaveAttribute('data-ly-look', 'ghost')
    expect(screen.getByRole('button', { name: 'Other ways to pay' })).toHaveAttribute('data-ly-look', 'main')
    await press('Other ways to pay')
    expect(screen.getByRole('link', { name: 'Phoenix' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy invoice' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'QR code' })).toBeVisible()
  })

  it('does not say that nothing opened to somebody who comes back from a wallet', async () => {
    renderPay(tip)
    await requestInvoice()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    followLink()
    act(() => void window.dispatchEvent(new Event('blur')))
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.getByText('Opening your wallet…')).toBeVisible()
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(screen.getByText('Waiting for payment…')).toBeVisible()
    expect(screen.queryByText('No wallet opened.')).toBeNull()
  })

  it('follows no link by itself in a frame, such as that of this test', async () => {
    const followed = vi.fn((event: Event) => event.preventDefault())
    document.addEventListener('click', followed)
    onTestFinished(() => document.removeEventListener('click', followed))
    renderPay(tip)
    await requestInvoice()
    // The press of "Pay".
    expect(followed).toHaveBeenCalledOnce()
  })

  it('offers the wallets that the page names, with their pictures, or none', async () => {
    const icon = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
    const { client, unmount } = renderPay({
      ...tip,
      wallets: [{ name: 'Our wallet', prefix: 'ours:', icon }],
    })
    await requestInvoice()
    await press('Other ways to pay')
    expect(screen.getByRole('link', { name: 'Our wallet' }).querySelector('img')).toHaveAttribute('src', icon)
    expect(screen.getByRole('link', { name: 'Our wallet' })).toHaveAttribute(
      'href',
      `ours:${client.charges[0]?.reply.invoice.request}`,
    )
    unmount()
    sessionStorage.clear()
    renderPay({ ...tip, wallets: [] })
    await requestInvoice()
    await press('Other ways to pay')
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('copying', () => {
  it('copies the invoice in lower case, and announces it', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { client } = renderPay(tip)
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Copy invoice' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(writeText).toHaveBeenCalledWith(client.charges[0]?.reply.invoice.request)
    expect(await screen.findByRole('button', { name: 'Copy invoice' })).toBeVisible()
  })

  it('uses the old command if the clipboard is not allowed, and keeps the focus', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    let selected = ''
    vi.spyOn(document, 'execCommand').mockImplementation((command) => {
      const area = document.activeElement
      selected = command === 'copy' && area instanceof HTMLTextAreaElement ? area.value : ''
      return true
    })
    const { client } = renderPay(tip)
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Copy invoice' }))
    const copied = await screen.findByRole('button', { name: 'Copied' })
    expect(selected).toBe(client.charges[0]?.reply.invoice.request)
    expect(document.querySelector('textarea')).toBeNull()
    expect(copied).toHaveFocus()
  })

  it('shows the text to select if neither is allowed, and does not claim to have copied it', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    vi.spyOn(document, 'execCommand').mockReturnValue(false)
    const { client } = renderPay(tip)
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Copy invoice' }))
    expect(await screen.findByLabelText('Invoice')).toHaveValue(client.charges[0]?.reply.invoice.request)
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
  })

  it('copies a receipt that others can check', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { client } = renderPay(tip)
    await requestInvoice()
    client.settle({ evidence: 'preimage' })
    await userEvent.click(await screen.findByRole('button', { name: 'Copy receipt' }))
    await screen.findByRole('button', { name: 'Copied' })
    expect(writeText.mock.calls[0]?.[0]).toContain(`Payment hash: ${client.charges[0]?.paymentHash}`)
    expect(writeText.mock.calls[0]?.[0]).toContain(`Proof of payment: ${client.charges[0]?.preimage}`)
  })
})

describe('on a phone', () => {
  it('shows each view whole and from its top, and the focus starts there', async () => {
    simulateTouch()
    onTestFinished(() => page.viewport(innerWidth, innerHeight))
    await page.viewport(390, 844)
    renderPay(tip)
    await requestInvoice()
    for (const name of ['Other ways to pay', 'More…', 'Back', 'QR code']) {
      await press(name)
      const { top, bottom, height } = screen.getByRole('region').getBoundingClientRect()
      expect([name, top >= 0, bottom <= 844, height <= 560]).toEqual([name, true, true, true])
      expect(screen.getByRole('heading')).toHaveFocus()
    }
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
  })

  it.each(['', 'QR code'])('"Paid" is in sight, and moves nothing on the page (%s)', async (opened) => {
    simulateTouch()
    await page.viewport(375, 667)
    const paragraphBelow = document.createElement('p')
    paragraphBelow.textContent = 'What the page has below the card.'
    const { client } = renderPay(tip)
    document.body.append(paragraphBelow)
    await requestInvoice()
    if (opened) await press('Other ways to pay')
    if (opened) await press(opened)
    // It is drawn by a part that is loaded later.
    if (opened) await screen.findByRole('img', { name: /^QR code/ })
    const card = screen.getByRole('region')
    let shift = 0
    // Browsers ignore layout shifts within half a second after a press.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const before = { height: card.offsetHeight, top: paragraphBelow.getBoundingClientRect().top }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift += entry.value
    })
    observer.observe({ type: 'layout-shift' })
    const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
    const amount = screen.getByRole('heading').getBoundingClientRect()
    act(() => client.settle())
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(vibrate).toHaveBeenCalledOnce()
    // The code gives way to the seal below the amount, which stays where it is.
    if (opened) expect(screen.getByRole('heading').getBoundingClientRect().top).toBe(amount.top)
    const [tick] = document.querySelector('.ly-tick path')?.getAnimations() ?? []
    await tick?.finished
    expect(tick?.playState).toBe('finished')
    await Promise.all(card.getAnimations().map(({ finished }) => finished))
    if (opened) expect(card.offsetHeight).toBeLessThan(before.height)
    // The buttons of the receipt are in sight, and what is below the card has not moved.
    expect(screen.getByRole('button', { name: 'Done' }).getBoundingClientRect().bottom).toBeLessThanOrEqual(
      667,
    )
    expect(shift).toBeLessThan(0.02)
    observer.disconnect()
    paragraphBelow.remove()
  })
})

it.each([
  ['Telegram', '(Linux; Android 14; wv) Chrome/123.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Pixel 8)'],
  [
    'Instagram',
    '(iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/21F79 Instagram 335.0.0.28.92 (iPhone14,5)',
  ],
  ['X on iOS', '(iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 Twitter for iPhone/10.44'],
  ['X on Android', '(Linux; Android 14; wv) Chrome/123.0 Mobile Safari/537.36 TwitterAndroid'],
])('in the browser of %s the invoice is copied, and a link leaves the page alone', async (_app, rest) => {
  simulateTouch()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 ${rest}`)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { client } = renderPay({ ...tip, wallets: [{ name: 'Example Wallet', prefix: 'example:' }] })
  await requestInvoice()
  const copy = screen.getByRole('button', { name: 'Copy invoice' })
  expect(copy).toHaveAttribute('data-ly-look', 'main')
  await userEvent.click(copy)
  expect(writeText).toHaveBeenCalledWith(client.charges[0]?.reply.invoice.request)
  expect(screen.getByRole('link', { name: 'Open wallet' })).toHaveAttribute('data-ly-look', 'ghost')
  expect(screen.getByRole('link', { name: 'Open wallet' })).toHaveAttribute('target', '_blank')
  await press('Other ways to pay')
  expect(screen.getByRole('link', { name: 'Example Wallet' })).toHaveAttribute('target', '_blank')
  expect(screen.getAllByRole('button', { name: /^(Copy invoice|Copied)/ })).toHaveLength(1)
})
