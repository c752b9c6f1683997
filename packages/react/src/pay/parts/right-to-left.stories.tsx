import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { PayPicture } from '../../test-support/pay-picture.js'
import * as states from './pay-states.stories.js'

const meta: Meta<typeof PayPicture> = {
  title: 'Pay/Right to left (RTL)',
  component: PayPicture,
  // `npm test` runs those below without this tag, `npm run soak` all.
  tags: ['!autodocs', 'detail', 'soak'],
  globals: { locale: 'ar' },
  args: { onAction: fn() },
}
export default meta
type Story = StoryObj<typeof PayPicture>

// These stories have the same checks as those from left to right, with Arabic messages.
export const Looking: Story = { ...states.Looking }
export const Invalid: Story = { ...states.Invalid }
export const InvalidWithSuggestion: Story = { ...states.InvalidWithSuggestion }
export const Ready: Story = { ...states.Ready, tags: ['!soak'] }
export const AsksForName: Story = { ...states.AsksForName }
export const FixedAmountAndAddress: Story = { ...states.FixedAmountAndAddress }
export const Awaiting: Story = { ...states.Awaiting }
export const AwaitingWide: Story = { ...states.AwaitingWide }
export const AwaitingOnAPhone: Story = { ...states.AwaitingOnAPhone, tags: ['!soak'] }
export const ConnectAWalletOnAPhone: Story = { ...states.ConnectAWalletOnAPhone }
export const WalletConnectedOnAPhone: Story = { ...states.WalletConnectedOnAPhone }
export const Paid: Story = { ...states.Paid, tags: ['!soak'] }
export const Expired: Story = { ...states.Expired }
export const Unconfirmed: Story = { ...states.Unconfirmed }
export const Mismatch: Story = { ...states.Mismatch }
export const NoteTooLong: Story = { ...states.NoteTooLong }
export const Ready280: Story = { ...states.Ready280, tags: ['!soak'] }
