import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { createFakeClient } from '../testing/fake-client.js'
import { LightningAddressField } from './lightning-address-field.js'

const meta = {
  title: 'Address field',
  component: LightningAddressField,
  args: {
    name: 'payout',
    client: createFakeClient({ addresses: { 'alice@wallet.example': {}, 'bob@getalby.com': {} } }),
  },
} satisfies Meta<typeof LightningAddressField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {}

export const Found: Story = {
  play: async ({ canvasElement }) => {
    const field = within(canvasElement)
    await userEvent.type(field.getByLabelText('Lightning Address'), 'alice@wallet.example')
    await expect(await field.findByText('Tips for Alice')).toBeVisible()
  },
}

export const NotFound: Story = { args: { defaultAddress: 'alice@mail.example' } }

export const MisspeltDomain: Story = {
  args: { defaultAddress: 'bob@getably.com' },
  play: async ({ canvasElement }) => {
    const field = within(canvasElement)
    await userEvent.click(await field.findByRole('button', { name: 'Did you mean bob@getalby.com?' }))
    await expect(await field.findByText('Tips for Bob')).toBeVisible()
  },
}
