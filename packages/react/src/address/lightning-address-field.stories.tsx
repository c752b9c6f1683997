import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { createFakeClient } from '../testing/fake-client.js'
import { LightningAddressField } from './lightning-address-field.js'

const meta = {
  title: 'Pay/LightningAddressField',
  component: LightningAddressField,
  args: {
    name: 'payout',
    client: createFakeClient({ addresses: { 'alice@wallet.example': {}, 'bob@getalby.com': {} } }),
  },
} satisfies Meta<typeof LightningAddressField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByRole('textbox', { name: 'Lightning Address' })
    await expect(field).toHaveAttribute('name', 'payout')
    // No error is shown while more letters can still fix the text.
    await userEvent.type(field, 'ali')
    await expect(field).not.toBeInvalid()
    await userEvent.tab()
    await expect(field).toBeInvalid()
    await expect(field).toHaveAccessibleDescription(/^A Lightning Address looks like/)
    await userEvent.clear(field)
    await expect(field).not.toBeInvalid()
  },
}

export const Found: Story = {
  args: { defaultAddress: 'alice@wallet.example' },
  play: async ({ canvasElement }) => {
    const field = within(canvasElement)
    await expect(await field.findByText('Tips for Alice')).toBeVisible()
  },
}

export const NotFound: Story = {
  args: { defaultAddress: 'alice@mail.example' },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await expect(await card.findByText(/^alice@mail\.example does not accept/)).toBeVisible()
    const field = card.getByRole('textbox', { name: 'Lightning Address' })
    await expect(field).toBeInvalid()
    await expect(field).toHaveAccessibleDescription(/Is it an e-mail address\?$/)
  },
}

export const MisspeltDomain: Story = {
  args: { defaultAddress: 'bob@getably.com' },
  play: async ({ canvasElement }) => {
    const field = within(canvasElement)
    await userEvent.click(await field.findByRole('button', { name: 'Did you mean bob@getalby.com?' }))
    await expect(await field.findByText('Tips for Bob')).toBeVisible()
  },
}
