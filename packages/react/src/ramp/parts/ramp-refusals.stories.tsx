import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { LeydenContext, useLeydenContext } from '../../foundation/provider/leyden-context.js'
import { RampPicture } from '../../test-support/ramp-picture.js'
import { type Expected, expectShown } from '../../test-support/ramp-play.js'
import { rampBlocked, rampFailures, rampVariants } from '../../test-support/ramp-variants.js'
import type { RampState } from '../flow/ramp-state.js'

const meta: Meta<typeof RampPicture> = {
  title: 'Buy/Refusals',
  component: RampPicture,
  tags: ['!autodocs', 'interaction', 'detail'],
  // Nothing to change: the panel begins with the steps.
  parameters: { controls: { disable: true } },
  args: {
    state: rampFailures.NETWORK,
    actions: { start: fn(), startNewSession: fn(), requestFallbackLink: fn(), close: fn() },
  },
}
export default meta
type Story = StoryObj<typeof RampPicture>

// A story for each reason why a frame is proven not to work. The console has the reason.
const blockedStory = (state: RampState, words = 'Continue in a new tab.'): Story => ({
  args: { state },
  play: expectShown({
    words: ['The provider’s page cannot be shown here.', words],
    live: 'The provider’s page cannot be shown here.',
    press: { Close: 'close', 'Open in a new tab': 'requestFallbackLink' },
  }),
})
export const BlockedInsecureContext: Story = blockedStory(rampBlocked.insecure_context)
export const BlockedFrameSource: Story = blockedStory(rampBlocked.frame_src)
export const BlockedPermissionsPolicy: Story = blockedStory(rampBlocked.permissions_policy)
/** A link is not possible here either. Only the page of `rampPage` is left. */
export const BlockedSandbox: Story = {
  args: { state: rampBlocked.sandbox },
  decorators: [
    (Story) => (
      <LeydenContext.Provider value={{ ...useLeydenContext(), rampPage: 'https://shop.example/buy' }}>
        <Story />
      </LeydenContext.Provider>
    ),
  ],
  play: expectShown({
    words: [
      'The provider’s page cannot be shown here.',
      'Scan the code to buy on your phone: shop.example/buy',
    ],
    live: 'The provider’s page cannot be shown here.',
    press: { Close: 'close' },
  }),
}
export const BlockedEmbedderPolicy: Story = blockedStory(rampBlocked.coep)
export const BlockedInAppBrowser: Story = blockedStory(
  rampBlocked.in_app_browser,
  'Pages in this app cannot use the camera. Open this page in your phone’s browser.',
)

// A story for each error of a request for a session.
const failedStory = (
  code: keyof typeof rampFailures,
  title: string,
  mayRepeat: boolean,
  text = 'Nothing was charged for this attempt.',
): Story => ({
  args: { state: rampFailures[code] },
  play: expectShown({
    words: text ? [title, text] : [title],
    live: `${title} ${text}`.trim(),
    press: mayRepeat ? { Close: 'close', 'Try again': 'start' } : { Close: 'close' },
  }),
})
const shopCannotSell = 'This site cannot sell bitcoin right now.'
const shopUnreachable = 'This site is not responding.'
const shopProblems = 'This site is having problems right now.'
export const ErrorRateLimited: Story = failedStory('RATE_LIMITED', 'Too many tries. Wait a moment.', true)
export const ErrorUnauthorized: Story = failedStory('UNAUTHORIZED', shopCannotSell, false)
export const ErrorInvalidWebhookUrl: Story = failedStory('INVALID_WEBHOOK_URL', shopCannotSell, false)
export const ErrorNotConfigured: Story = failedStory('NOT_CONFIGURED', shopCannotSell, false)
export const ErrorSignInRequired: Story = failedStory(
  'SIGN_IN_REQUIRED',
  'Please sign in to continue.',
  true,
  '',
)
export const ErrorBadRequest: Story = failedStory('BAD_REQUEST', shopCannotSell, false)
export const ErrorBadResponse: Story = failedStory('BAD_RESPONSE', shopProblems, true)
export const ErrorServiceUnavailable: Story = failedStory('SERVICE_UNAVAILABLE', shopProblems, true)
export const ErrorTimeout: Story = failedStory('TIMEOUT', shopUnreachable, true)
export const ErrorNetwork: Story = failedStory('NETWORK', shopUnreachable, true)
export const ErrorOther: Story = failedStory('SOMETHING_NEW', 'The provider refused this purchase.', false)
export const ErrorThatMayPass: Story = failedStory(
  'MAINTENANCE',
  'The provider is having problems right now.',
  true,
)
export const ErrorOffline: Story = {
  args: { state: rampFailures.NETWORK, isOnline: false },
  play: expectShown({
    words: ['You are offline.', 'Nothing was charged for this attempt.'],
    live: 'You are offline. Nothing was charged for this attempt.',
    press: { Close: 'close', 'Try again': 'start' },
  }),
}

// Errors that only the owner of an account or an order can fix.
const backToShop = { 'Back to the shop': 'close' } as const
const refusedStory = (
  state: RampState,
  title: string,
  text: string,
  press: Expected['press'] = backToShop,
): Story => ({
  args: { state },
  play: expectShown({ words: [title, text], live: `${title} ${text}`, press }),
})
export const EmailOfTheAccount: Story = refusedStory(
  rampVariants['failed, the e-mail address of the account'],
  'The provider does not accept the e-mail address of your account.',
  'Change it in your account on this site, then try again.',
  { Close: 'close', 'Try again': 'start' },
)
export const EmailOfTheOrder: Story = refusedStory(
  rampVariants['failed, the e-mail address of the order'],
  'The provider does not accept the e-mail address of this order.',
  'The shop entered it. Please ask the shop to correct it.',
)
export const OrderExpired: Story = refusedStory(
  rampVariants['failed, the order has run out'],
  'This order has expired.',
  'Go back to the shop to get a new one.',
)
export const OrderUsed: Story = refusedStory(
  rampVariants['failed, the order is used'],
  'This order is already in progress or complete.',
  'Check with the shop before you pay again.',
)
/** A session that was shown before may have been paid, so the sentence about charges is not certain. */
export const FailedAfterASession: Story = {
  args: { state: rampVariants['failed, after a session was shown'] },
  play: expectShown({
    words: ['Too many tries. Wait a moment.', 'As far as we know, nothing was charged.'],
    live: 'Too many tries. Wait a moment. As far as we know, nothing was charged.',
    press: { Close: 'close', 'Try again in n seconds': 'waits' },
  }),
}
export const TooManySessions: Story = refusedStory(
  rampVariants['failed, too many sessions'],
  'No further session is possible for this order.',
  'There have been too many. Go back to the shop to get a new one.',
)
/** The button waits until the other purchase has ended. */
export const OpenElsewhere: Story = refusedStory(
  rampVariants['failed, another purchase is open'],
  'Another purchase of yours is open.',
  // A browser writes a special space before PM.
  `Finish it, or come back at ${new Date('2026-01-01T14:15:00').toLocaleTimeString('en', { timeStyle: 'short' })}.`,
  { Close: 'close', 'Try again in n minutes': 'waits' },
)
export const SecondSessionRefused: Story = refusedStory(
  rampVariants['failed, the second session was refused'],
  'No further session is possible for this order.',
  'The provider refused a second one. You can go on in the one that is open.',
  { Close: 'close', 'Go on with your purchase': 'start' },
)
