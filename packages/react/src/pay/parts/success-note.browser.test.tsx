import type { SuccessNote } from '@leyden/core'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'

/** Pays an invoice whose recipient sends this message to the payer. */
async function payAndReceive(success: SuccessNote) {
  const { client } = renderPay({ address: 'alice@wallet.example', amountSats: 2_100 })
  await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
  await screen.findByRole('img', { name: /^QR code/ })
  const [charge] = client.charges
  if (!charge) throw new Error('no charge')
  client.setChargeState(charge, {
    kind: 'charge',
    status: 'paid',
    evidence: 'verify',
    success,
    at: new Date().toISOString(),
  })
  await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
}

describe('the recipient’s message after a payment', () => {
  it('is shown as text, with the recipient’s name', async () => {
    await payAndReceive({ tag: 'message', message: 'Thanks! <img src=x onerror=alert(1)>' })
    expect(screen.getByText('wallet.example')).toBeVisible()
    expect(screen.getByText('Thanks! <img src=x onerror=alert(1)>')).toBeVisible()
  })

  it('is decrypted with the preimage', async () => {
    await payAndReceive({ tag: 'secret', description: 'Door', text: '4711' })
    expect(screen.getByText('Door: 4711')).toBeVisible()
  })

  it('can link to the recipient, in a new tab that cannot access this page', async () => {
    await payAndReceive({
      tag: 'url',
      description: 'Your receipt',
      url: 'https://wallet.example/r/7',
      foreign: false,
    })
    const link = screen.getByRole('link', { name: 'Your receipt' })
    expect(link).toHaveAttribute('href', 'https://wallet.example/r/7')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(link).not.toHaveAccessibleDescription()
  })

  it('has a warning if its link leads to another host', async () => {
    await payAndReceive({
      tag: 'url',
      description: 'Your order',
      url: 'https://orders.example/7',
      foreign: true,
    })
    const words = 'This link leads to orders.example, not to wallet.example.'
    await waitFor(() => expect(screen.getByText(words)).toBeVisible())
    expect(screen.getByRole('link', { name: 'Your order' })).toHaveAccessibleDescription(words)
  })

  it('has no warning if its link leads to the domain of the address, and another host took the payment', async () => {
    await payAndReceive({
      tag: 'url',
      description: 'Your receipt',
      url: 'https://wallet.example/r/7',
      foreign: true,
    })
    expect(screen.getByRole('link', { name: 'Your receipt' })).not.toHaveAccessibleDescription()
    expect(document.body).not.toHaveTextContent('This link leads to')
  })

  it.each(['javascript:alert(1)', 'http://wallet.example/r', 'data:text/html,x', 'nonsense'])(
    'makes no link of %s',
    async (url) => {
      await payAndReceive({ tag: 'url', description: 'Your receipt', url, foreign: false })
      expect(screen.getByText('Your receipt')).toBeVisible()
      expect(screen.queryByRole('link', { name: 'Your receipt' })).toBeNull()
    },
  )
})
