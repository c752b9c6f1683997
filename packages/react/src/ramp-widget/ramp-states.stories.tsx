import type { RampState } from '@leyden/core/ramp'
import { rampBlocked, rampFailures, rampFixtures, rampVariants } from '@leyden/core/ramp/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { RampPicture } from '../test-support/ramp-picture.js'

const meta = {
  title: 'Buy/States',
  component: RampPicture,
  tags: ['!autodocs'],
} satisfies Meta<typeof RampPicture>
export default meta
type Story = StoryObj<typeof meta>

/** The same state with a session that ends in 1:40 from now. */
function endingSoon<S extends RampState>(state: S): S {
  if (!('session' in state)) return state
  return { ...state, session: { ...state.session, expiresAt: new Date(Date.now() + 100_000) } }
}

// One for each status of the flow, from its fixture.
export const Idle: Story = { args: { state: rampFixtures.idle } }
export const Asking: Story = { args: { state: rampFixtures.asking } }
export const Creating: Story = { args: { state: rampFixtures.creating } }
export const Loading: Story = { args: { state: rampFixtures.loading } }
export const Open: Story = { args: { state: rampFixtures.open } }
export const Handoff: Story = { args: { state: rampFixtures.handoff } }
export const Blocked: Story = { args: { state: rampFixtures.blocked } }
export const Processing: Story = { args: { state: rampFixtures.processing } }
export const Completed: Story = { args: { state: rampFixtures.completed } }
export const Failed: Story = { args: { state: rampFixtures.failed } }
export const Cancelled: Story = { args: { state: rampFixtures.cancelled } }
export const Expired: Story = { args: { state: rampFixtures.expired } }
export const NeedsReview: Story = { args: { state: rampFixtures.needs_review } }
export const Resumed: Story = { args: { state: rampFixtures.resumed } }

// The same, as they differ in life.
export const AskingInTestMode: Story = {
  args: {
    state: { status: 'asking', earlier: [{ ...rampFixtures.open.session, mode: 'test' }] },
    options: { destination: 'alice@wallet.example' },
    more: { entry: { email: 'you@mail.example' } },
  },
}
export const AskingAgain: Story = {
  args: {
    state: rampVariants['asking, after the address was refused'],
    more: { entry: { email: 'you@mail.exmaple' } },
  },
}
export const AskingWithWrongDestination: Story = {
  args: {
    state: rampFixtures.asking,
    more: {
      entry: { email: 'you@mail.example', destination: 'bob@mail.example' },
      checkDestination: async () => ({ status: 'not_lightning', domain: 'mail.example' }),
    },
  },
}
export const CreatingLink: Story = { args: { state: rampVariants['creating a link'] } }
export const OpenSilent: Story = { args: { state: rampVariants['open, silent for ten seconds'] } }
export const OpenWithTrouble: Story = { args: { state: rampVariants['open, the provider reports trouble'] } }
export const OpenAboutToEnd: Story = { args: { state: endingSoon(rampVariants['open, about to end']) } }
export const OpenMakingLink: Story = { args: { state: rampVariants['open, a link is being made'] } }
export const OpenWithLink: Story = { args: { state: rampVariants['open, with a link'] } }
export const OpenWithoutLink: Story = { args: { state: rampVariants['open, no link to be had'] } }
export const OpenInTestMode: Story = { args: { state: rampVariants['open, test mode'] } }
export const OpenOffline: Story = { args: { state: rampFixtures.open, more: { isOnline: false } } }
export const HandoffFollowed: Story = { args: { state: rampVariants['handoff, followed'] } }
export const ProcessingInFrame: Story = { args: { state: rampVariants['processing, money moves'] } }
export const CompletedInTestMode: Story = { args: { state: rampVariants['completed, test mode'] } }
export const PurchaseFailed: Story = { args: { state: rampVariants['failed, the purchase'] } }
export const CancelledByProvider: Story = { args: { state: rampVariants['cancelled by the provider'] } }
export const ExpiredInFrame: Story = { args: { state: rampVariants['expired, the frame kept'] } }

export const BlockedInsecureContext: Story = { args: { state: rampBlocked.insecure_context } }
export const BlockedFrameSource: Story = { args: { state: rampBlocked.frame_src } }
export const BlockedPermissionsPolicy: Story = { args: { state: rampBlocked.permissions_policy } }
export const BlockedSandbox: Story = { args: { state: rampBlocked.sandbox } }
export const BlockedEmbedderPolicy: Story = { args: { state: rampBlocked.coep } }
export const BlockedInAppBrowser: Story = { args: { state: rampBlocked.in_app_browser } }

const failed = (code: keyof typeof rampFailures): Story => ({ args: { state: rampFailures[code] } })
export const ErrorRateLimited: Story = failed('RATE_LIMITED')
export const ErrorUnauthorized: Story = failed('UNAUTHORIZED')
export const ErrorInvalidWebhookUrl: Story = failed('INVALID_WEBHOOK_URL')
export const ErrorNotConfigured: Story = failed('NOT_CONFIGURED')
export const ErrorSignInRequired: Story = failed('SIGN_IN_REQUIRED')
export const ErrorBadRequest: Story = failed('BAD_REQUEST')
export const ErrorBadResponse: Story = failed('BAD_RESPONSE')
export const ErrorServiceUnavailable: Story = failed('SERVICE_UNAVAILABLE')
export const ErrorTimeout: Story = failed('TIMEOUT')
export const ErrorNetwork: Story = failed('NETWORK')
export const ErrorOther: Story = failed('SOMETHING_NEW')
export const ErrorOffline: Story = { args: { state: rampFailures.NETWORK, more: { isOnline: false } } }
