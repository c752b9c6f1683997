import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { createSandboxServer } from '../test-support/sandbox-server.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from './pay-to-lightning-address.js'

const page = createSandboxServer('playground')

interface PlaygroundProps extends PayToLightningAddressProps {
  /** Whether the browser has a wallet (WebLN). */
  browserWallet?: boolean
  /** Whether the shop's server learns of payments by itself. */
  shopHears?: boolean
}

/**
 * The real widget on the sandbox inside this page: no server, no money. Try `notfound@wallet.example`,
 * `bob@mail.example`, `down@wallet.example`, `wrongamount@wallet.example`, `carol@wallet.example` (fixed amount),
 * `shortlived@wallet.example` (five seconds).
 */
function Playground({ browserWallet = true, shopHears = true, ...props }: PlaygroundProps) {
  const [invoice, setInvoice] = useState<string | null>(null)
  const [result, setResult] = useState('')
  useWalletInPage(browserWallet)
  const payElsewhere = async () => {
    try {
      await page.payElsewhere(invoice ?? '', { shopHears })
      setResult(shopHears ? 'Sent and reported to the shop.' : 'Sent. It is not reported to this page.')
    } catch {
      setResult('This invoice cannot be paid any more.')
    }
  }
  return (
    <div className="page-grid">
      <PayToLightningAddress
        {...props}
        client={page.client}
        onStateChange={(state) => {
          setInvoice(state.status === 'awaiting' ? state.charge.invoice : null)
          setResult('')
        }}
      />
      <div className="page-panel">
        <strong>Another phone</strong>
        <button type="button" disabled={invoice === null} onClick={payElsewhere}>
          Pay the open invoice
        </button>
        <output>{result}</output>
      </div>
    </div>
  )
}

function useWalletInPage(installed: boolean) {
  useEffect(() => {
    if (!installed) return
    const host = window as { webln?: unknown }
    host.webln = {
      enable: async () => {},
      sendPayment: async (invoice: string) => page.sandbox.pay(invoice),
    }
    window.dispatchEvent(new Event('webln:ready'))
    return () => {
      delete host.webln
      window.dispatchEvent(new Event('webln:ready'))
    }
  }, [installed])
}

const meta = {
  title: 'Pay/Playground (sandbox wallet)',
  component: Playground,
  tags: ['!autodocs'],
  args: { fiat: { currency: 'USD', rate: 97_142.86, presets: [2, 5, 10] } },
} satisfies Meta<typeof Playground>
export default meta
type Story = StoryObj<typeof meta>

export const Live: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByLabelText('Lightning Address')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Pay the open invoice' })).toBeDisabled()
    const payButton = page.getByRole('button', { name: /^Pay( \d|$)/ })
    await expect(payButton).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(page.getByLabelText('Lightning Address'), 'notfound@wallet.example')
    await expect(await page.findByText(/^notfound@wallet\.example does not accept/)).toBeVisible()
    await userEvent.clear(page.getByLabelText('Lightning Address'))
  },
}

export const ABrowserWalletPays: Story = {
  tags: ['interaction', 'detail'],
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await userEvent.type(card.getByLabelText('Lightning Address'), 'alice@wallet.example')
    await card.findByText('Tips for Alice')
    await userEvent.click(card.getByRole('button', { name: '$2' }))
    await userEvent.click(card.getByRole('button', { name: /^Pay \$2/ }))
    await userEvent.click(await card.findByRole('button', { name: 'Pay with browser wallet' }))
    await expect(await card.findByRole('heading', { name: 'Paid $2.00' })).toBeVisible()
    await expect(card.getByText('Confirmed by proof of payment')).toBeVisible()
  },
}

export const AnotherPhonePays: Story = {
  tags: ['interaction', 'detail'],
  args: { browserWallet: false, address: 'bob@wallet.example', amountSats: 777 },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    const payButton = card.getByRole('button', { name: /^Pay( \d|$)/ })
    await waitFor(() => expect(payButton).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(payButton)
    await card.findByRole('img', { name: /^QR code/ })
    await userEvent.click(card.getByRole('button', { name: 'Pay the open invoice' }))
    const paidHeading = await card.findByRole('heading', { name: 'Paid 777 sats' })
    await expect(paidHeading).toBeVisible()
    await expect(card.getByText('Confirmed by this site')).toBeVisible()
  },
}

export const AWrongInvoiceIsHidden: Story = {
  tags: ['interaction', 'detail'],
  args: { browserWallet: false, address: 'wrongamount@wallet.example', amountSats: 2_100 },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    const payButton = card.getByRole('button', { name: /^Pay( \d|$)/ })
    await waitFor(() => expect(payButton).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(payButton)
    await expect(await card.findByText('The invoice was wrong, so we did not show it.')).toBeVisible()
    await expect(card.queryByRole('img')).toBeNull()
  },
}
