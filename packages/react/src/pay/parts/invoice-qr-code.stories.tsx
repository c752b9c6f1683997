import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { expectQrCode } from '../../test-support/pay-scene.js'
import { fixtureCharge } from '../flow/fixtures.js'
import { InvoiceQrCode } from './invoice-qr-code.js'

const meta = {
  title: 'Pay/InvoiceQrCode',
  component: InvoiceQrCode,
  args: { invoice: fixtureCharge.invoice, amountSats: 2_100, recipient: 'alice@wallet.example' },
  play: async ({ canvasElement, args: { recipient } }) => {
    const [code] = within(canvasElement).getAllByRole('img')
    await expect(code).toHaveAccessibleName(expect.stringContaining(recipient))
    await expectQrCode(canvasElement, code?.getAttribute('aria-label') ?? '')
  },
} satisfies Meta<typeof InvoiceQrCode>
export default meta
type Story = StoryObj<typeof meta>

export const Plain: Story = {}
export const At280: Story = { parameters: { width: '280' } }
