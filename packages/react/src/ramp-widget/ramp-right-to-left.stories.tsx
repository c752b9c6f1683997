import type { Meta, StoryObj } from '@storybook/react-vite'
import { RampPicture } from '../test-support/ramp-picture.js'
import * as states from './ramp-states.stories.js'

const meta = {
  title: 'Buy/Right to left',
  component: RampPicture,
  tags: ['!autodocs'],
  globals: { locale: 'ar' },
} satisfies Meta<typeof RampPicture>
export default meta
type Story = StoryObj<typeof meta>

export const Asking: Story = { args: states.AskingInTestMode.args }
export const AskingWithWrongDestination: Story = { args: states.AskingWithWrongDestination.args }
export const Open: Story = { args: states.Open.args }
export const OpenAboutToEnd: Story = { args: states.OpenAboutToEnd.args }
export const Blocked: Story = { args: states.Blocked.args }
export const Completed: Story = { args: states.Completed.args }
export const Failed: Story = { args: states.Failed.args }
export const Blocked280: Story = { args: states.Blocked.args, parameters: { width: '280' } }
