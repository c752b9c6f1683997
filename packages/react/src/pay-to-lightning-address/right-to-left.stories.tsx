import { payFixtures } from '@leyden/core/pay/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Moment } from '../test-support/moment.js'
import * as states from './pay-states.stories.js'

const meta = {
  title: 'Pay/Right to left',
  component: Moment,
  tags: ['!autodocs'],
  globals: { locale: 'ar' },
} satisfies Meta<typeof Moment>
export default meta
type Story = StoryObj<typeof meta>

export const Looking: Story = { args: states.Looking.args }
export const Invalid: Story = { args: states.Invalid.args }
export const InvalidWithSuggestion: Story = { args: states.InvalidWithSuggestion.args }
export const Ready: Story = { args: states.Ready.args }
export const FixedAmountAndAddress: Story = { args: states.FixedAmountAndAddress.args }
export const Awaiting: Story = { args: states.Awaiting.args }
export const AwaitingWide: Story = { args: states.Awaiting.args, parameters: { width: '640' } }
export const AwaitingOnAPhone: Story = { args: states.AwaitingOnAPhone.args }
export const Paid: Story = { args: states.Paid.args }
export const Expired: Story = { args: states.Expired.args }
export const Unconfirmed: Story = { args: states.Unconfirmed.args }
export const Mismatch: Story = { args: states.Mismatch.args }
export const NoteTooLong: Story = { args: states.NoteTooLong.args }
export const Ready280: Story = { args: { state: payFixtures.ready }, parameters: { width: '280' } }
