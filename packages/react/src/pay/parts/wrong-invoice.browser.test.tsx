import type { Charge, LeydenError } from '@leyden/core'
import { fakeInvoice } from '@leyden/lightning/testing'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'

const NOT_VALID = /What we received was not a valid invoice for this payment\./

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const preimage = 'cd'.repeat(32)

function invoiceWith(change: Partial<Parameters<typeof fakeInvoice>[0]>) {
  return fakeInvoice({
    amountMsat: 2_100_000n,
    network: 'regtest',
    preimage,
    createdAt: new Date(),
    expirySeconds: 3_600,
    description: 'wrong',
    ...change,
  })
}

const withInvoice = (invoice: string) => (charge: Charge) => ({
  ...charge,
  invoice: { request: invoice, uri: `lightning:${invoice}` },
})

const validInvoice = invoiceWith({})
/** Replaces one letter of the data, as a bad connection or a hostile proxy could. */
const damaged = validInvoice.slice(0, 40) + (validInvoice[40] === 'q' ? 'p' : 'q') + validInvoice.slice(41)

const wrongInvoices: [what: string, invoice: string, tamper: (charge: Charge) => Charge, words: RegExp][] = [
  [
    'another amount',
    invoiceWith({ amountMsat: 9_000_000n }),
    (charge) => charge,
    /You asked to pay 2,100 sats\. The invoice was for 9,000 sats\./,
  ],
  [
    'a millisatoshi more',
    invoiceWith({ amountMsat: 2_100_001n }),
    (charge) => charge,
    /The invoice was for 2,100\.001 sats\./,
  ],
  [
    'another network',
    invoiceWith({ network: 'mainnet' }),
    (charge) => charge,
    /another Bitcoin network: mainnet instead of regtest/,
  ],
  [
    'a time that is over',
    invoiceWith({ createdAt: new Date(Date.now() - 7_200_000) }),
    (charge) => charge,
    /already expired/,
  ],
  ['a broken checksum', damaged, (charge) => charge, NOT_VALID],
  ['text that is no invoice', 'lnbcrt-and-nothing-else', (charge) => charge, NOT_VALID],
  [
    'another recipient',
    invoiceWith({}),
    (charge) => ({ ...charge, lnaddress: 'mallory@wallet.example' }),
    /You asked to pay alice@wallet\.example\. The reply was for mallory@wallet\.example\./,
  ],
  [
    'a network that the page does not take',
    invoiceWith({}),
    (charge) => ({ ...charge, network: 'signet' }),
    /another Bitcoin network/,
  ],
]

/** Records every node, attribute and text in the document that contains a part of an invoice. */
function recordLeaks(invoice: string) {
  // The part is so long that no other text can contain it. The path of a QR code does not contain the text, so any QR
  // code counts too.
  const part = invoice.slice(-60).toLowerCase()
  const leaks: string[] = []
  const checkNode = (node: Node) => {
    const html = node instanceof Element ? node.outerHTML : (node.textContent ?? '')
    if (html.toLowerCase().includes(part)) leaks.push(html.slice(0, 80))
    if (node instanceof Element && (node.matches('.ly-qr') || node.querySelector('.ly-qr')))
      leaks.push('a QR code')
  }
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      checkNode(target)
      addedNodes.forEach(checkNode)
    }
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  return { seen: leaks, stop: () => observer.disconnect() }
}

describe('an invoice that is wrong', () => {
  it.each(wrongInvoices)(
    'with %s is never shown, not even for a moment',
    async (_, invoice, tamper, words) => {
      const copied: string[] = []
      vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
      const onCharge = vi.fn()
      const onError = vi.fn<(error: LeydenError) => void>()
      renderPay(
        { ...tip, onCharge, onError },
        { server: { tamper: (charge) => tamper(withInvoice(invoice)(charge)) } },
      )
      const recorder = recordLeaks(invoice)
      await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
      expect(await screen.findByText('The invoice was wrong, so we did not show it.')).toBeVisible()
      expect(screen.getByText(words)).toBeVisible()
      expect(screen.getByText(/Nothing was paid here\./)).toBeVisible()
      await new Promise((resolve) => setTimeout(resolve, 100))
      recorder.stop()
      expect(recorder.seen).toEqual([])
      expect(copied).toEqual([])
      expect(onCharge).not.toHaveBeenCalled()
      const errors = onError.mock.calls.map(([{ code, message, actual }]) => ({ code, message, actual }))
      expect(errors).toMatchObject([{ code: 'INVOICE_MISMATCH' }])
      expect(JSON.stringify(errors)).not.toContain(invoice)
      expect(sessionStorage).toHaveLength(0)
      expect(screen.queryByRole('link')).toBeNull()
    },
  )

  it('is found by this recorder if it is shown', async () => {
    let request = ''
    renderPay(tip, {
      server: {
        tamper: (charge) => {
          request = charge.invoice.request
          return charge
        },
      },
    })
    const payButton = await screen.findByRole('button', { name: /^Pay( \d|$)/ })
    const leaks: string[] = []
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element && node.outerHTML.includes(request.slice(-60))) leaks.push('link')
    })
    observer.observe(document, { subtree: true, childList: true })
    const watch = recordLeaks(request)
    await userEvent.click(payButton)
    await screen.findByRole('img', { name: /^QR code/ })
    observer.disconnect()
    watch.stop()
    expect(leaks).toContain('link')
    expect(watch.seen).toContain('a QR code')
  })

  it('requests another one with one click, and shows it', async () => {
    let charges = 0
    renderPay(tip, {
      server: {
        tamper: (charge) =>
          charges++ === 0 ? withInvoice(invoiceWith({ amountMsat: 9_000_000n }))(charge) : charge,
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'New invoice' }))
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
  })
})
