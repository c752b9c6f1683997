import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { createFakeClient } from '../testing/fake-client.js'
import { PayToLightningAddress } from './pay-to-lightning-address.js'
import { usePayToLightningAddress } from './use-pay-to-lightning-address.js'

const meta = {
  title: 'Pay/PayToLightningAddress',
  component: PayToLightningAddress,
} satisfies Meta<typeof PayToLightningAddress>
export default meta
type Story = StoryObj<typeof meta>

const fiat = { currency: 'USD', rate: 97_142.86, asOf: new Date('2026-01-01T14:51:00Z') }

/** A common tip jar: recipient and amount are fixed. */
export const TipJar: Story = {
  args: { address: 'alice@wallet.example', amountSats: 2_100, fiat, messages: { payTitle: 'Tip Alice' } },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await expect(card.getByRole('heading', { name: 'Tip Alice' })).toBeVisible()
    await expect(await card.findByText('Tips for Alice')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Pay 2,100 sats' })).toBeVisible()
    await expect(card.queryByRole('textbox', { name: 'Amount' })).toBeNull()
    await userEvent.type(card.getByLabelText(/^Note/), 'Great stream!')
    await userEvent.click(card.getByRole('button', { name: /^Pay( \d|$)/ }))
    const code = await card.findByRole('img', { name: /for 2,100 sats to alice@wallet\.example$/ })
    await expect(code).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: 'Back' }))
    await expect(await card.findByLabelText(/^Note/)).toHaveValue('Great stream!')
  },
}

/** The recipient is fixed, the amount is not. */
export const FreeAmount: Story = {
  args: { address: 'alice@wallet.example', fiat: { ...fiat, presets: [2, 5, 10] } },
  // The chosen unit is stored for the session, which other stories share.
  beforeEach: () => () => sessionStorage.removeItem('leyden:unit'),
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    const amount = await card.findByLabelText('Amount')
    await card.findByText('Tips for Alice')
    await userEvent.type(amount, '12.5')
    await expect(card.getAllByText('12,868 sats')[0]).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: '$2' }))
    await expect(amount).toHaveValue('2.00')
    await userEvent.click(card.getByRole('button', { name: 'Enter the amount in sats' }))
    await expect(amount).toHaveValue('2,059')
  },
}

/** People can pay anybody: the address is checked while it is typed. */
export const AnyAddress: Story = {
  args: { fiat: { ...fiat, presets: [2, 5, 10] } },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await userEvent.type(card.getByLabelText('Lightning Address'), 'alice@wallet.example')
    await expect(await card.findByText('Tips for Alice')).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: '$2' }))
    await userEvent.click(card.getByRole('button', { name: /^Pay \$2/ }))
    await expect(await card.findByRole('img', { name: /^QR code of an invoice for \$2\.00/ })).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: 'Back' }))
    await expect(card.getByLabelText('Amount')).toHaveValue('2.00')
  },
}

/** One accent colour: the rest follows from it. */
export const Accents: Story = {
  tags: ['!autodocs'],
  render: () => (
    <div className="page-grid">
      {['#6b4eff', '#0a7d55', '#ffd400', '#d1004b', '#111111', '#7fd8ff'].map((accent) => (
        <LeydenProvider key={accent} client={client} theme={{ accent, radius: 12 }}>
          <PayToLightningAddress
            address="alice@wallet.example"
            defaultAmountSats={2_100}
            presets={[500, 2_100]}
            reference={accent}
            aria-label={accent}
          />
        </LeydenProvider>
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const cards = canvasElement.querySelectorAll<HTMLElement>('section.leyden')
    await waitFor(() =>
      expect(within(canvasElement).getAllByText('Tips for Alice')).toHaveLength(cards.length),
    )
    const buttons = within(canvasElement).getAllByRole('button', { name: /^Pay( \d|$)/ })
    // Each button has its own colour, once the transition from the colour of a disabled button has ended.
    await waitFor(() => {
      const colors = new Set(buttons.map((button) => getComputedStyle(button).backgroundColor))
      return expect(colors.size).toBe(cards.length)
    })
    for (const card of cards) {
      const button = within(card).getByRole('button', { name: /^Pay( \d|$)/ })
      await expect(button).not.toHaveAttribute('aria-disabled')
      await userEvent.click(within(card).getByRole('button', { name: '500' }))
      await expect(within(card).getByRole('button', { name: '500' })).toHaveAttribute('aria-pressed', 'true')
      await expect(within(card).getByLabelText('Amount')).toHaveValue('500')
    }
  },
}

const client = createFakeClient()
const sharedClient = createFakeClient({ delayMs: 30 })
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy']

const tips = Array.from({ length: 100 }, (_, number) => ({
  reference: `tip ${number + 1}`,
  address: `${people[number % people.length]}@wallet.example`,
}))

/** A hundred widgets, and one look-up for each address that is not the same. */
export const ManyOnOnePage: Story = {
  tags: ['!autodocs'],
  // Other stories check the card in every state, so axe need not check a hundred cards here.
  parameters: { a11y: { test: 'off' } },
  render: () => (
    <div className="page-grid">
      {tips.map((tip) => (
        <PayToLightningAddress
          key={tip.reference}
          client={sharedClient}
          aria-label={tip.reference}
          amountSats={2_100}
          {...tip}
        />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await waitFor(async () => expect(card.getAllByText(/^Tips for /)).toHaveLength(100))
    await expect(sharedClient.lookedUp).toHaveLength(people.length)
  },
}

function OwnLooks() {
  const pay = usePayToLightningAddress({ client, address: 'alice@wallet.example', amountSats: 21 })
  const { state, fields, actions, wallets, view } = pay
  const [isCopied, setCopied] = useState(false)
  return (
    <p className="page-own">
      {state.status === 'awaiting' ? (
        <>
          <a {...wallets.getInvoiceLinkProps()}>Pay {String(fields.amount.sats)} sats</a> or{' '}
          <button
            type="button"
            onClick={() => navigator.clipboard.writeText(state.charge.invoice).then(() => setCopied(true))}
          >
            {isCopied ? 'copied' : 'copy the invoice'}
          </button>
          , {view.secondsLeft} seconds left
        </>
      ) : state.status === 'paid' ? (
        <strong>Thank you!</strong>
      ) : (
        <button type="button" disabled={!view.canShowInvoice} onClick={actions.showInvoice}>
          Buy me a coffee
        </button>
      )}
    </p>
  )
}

/** The same flow with its own look, based on `usePayToLightningAddress()`: one line of text. */
export const AnotherLook: Story = {
  tags: ['!autodocs'],
  render: () => <OwnLooks />,
  play: async ({ canvasElement }) => {
    const line = within(canvasElement)
    const button = line.getByRole('button', { name: 'Buy me a coffee' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await expect(await line.findByRole('link', { name: 'Pay 21 sats' })).toBeVisible()
    client.settle()
    await expect(await line.findByText('Thank you!')).toBeVisible()
  },
}
