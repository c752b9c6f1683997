import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { RampPicture } from '../../test-support/ramp-picture.js'
import { expectQuestion, expectShown, expectState } from '../../test-support/ramp-play.js'
import { rampVariants } from '../../test-support/ramp-variants.js'
import { stopClock } from '../../test-support/stop-clock.js'
import { createFakeClient } from '../../testing/fake-client.js'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from '../flow/fixtures.js'

const meta: Meta<typeof RampPicture> = {
  title: 'Buy/States',
  component: RampPicture,
  tags: ['!autodocs', 'detail'],
  args: {
    state: rampFixtures.idle,
    actions: { start: fn(), startNewSession: fn(), requestFallbackLink: fn(), close: fn() },
  },
  beforeEach: stopClock,
  play: expectState,
}
export default meta
type Story = StoryObj<typeof RampPicture>

const qr = 'QR code to continue on your phone'
const fallbackLink = { name: 'Open in a new tab', href: String(rampFixtureFallback.widgetUrl) }

// A story for each status of the flow, from its fixture.
export const Idle: Story = {
  args: { state: rampFixtures.idle },
  play: expectShown({
    words: ['You pay on the provider’s page, which checks your ID.'],
    press: { 'Continue to provider': 'start' },
  }),
}
export const Asking: Story = {
  args: { state: rampFixtures.asking },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    const email = card.getByRole('textbox', { name: 'E-mail address' })
    await expect(email).toHaveAccessibleDescription('The provider will send a code to this address.')
    await expect(card.getByRole('textbox', { name: /^Send the bitcoin to/ })).toHaveAccessibleDescription(
      'A Lightning Address or a bitcoin address.',
    )
    const button = card.getByRole('button', { name: 'Continue' })
    await userEvent.type(email, 'you@mail')
    await userEvent.click(button)
    await expect(args.actions?.start).not.toHaveBeenCalled()
    await expect(email).toBeInvalid()
    await expect(email).toHaveAccessibleDescription('Check the e-mail address.')
    await expect(email).toHaveFocus()
    await userEvent.type(email, '.example')
    await userEvent.click(button)
    await expect(args.actions?.start).toHaveBeenCalledOnce()
  },
}
export const Creating: Story = {
  args: { state: rampFixtures.creating },
  play: expectShown({
    words: [],
    live: 'Opening a secure session…',
    press: { Close: 'close' },
  }),
}
export const Loading: Story = {
  args: { state: rampFixtures.loading },
  play: expectShown({
    words: [],
    live: 'Opening a secure session…',
    page: 'unanswered',
    press: { Close: 'asks' },
  }),
}
const besideFrame = { Close: 'asks', 'Open in a new tab': 'requestFallbackLink' } as const
export const Open: Story = {
  args: { state: rampFixtures.open },
  play: expectShown({ words: ['Camera or pop-ups blocked?'], page: 'quote', press: besideFrame }),
}
export const Handoff: Story = {
  args: { state: rampFixtures.handoff },
  play: expectShown({
    words: [
      'Continue in a new tab',
      'Or scan the code to continue on your phone. This page will show the result.',
    ],
    live: 'Continue in a new tab',
    link: { name: 'Open in a new tab', href: String(rampFixtureSession.widgetUrl), qr },
    press: { Close: 'close' },
  }),
}
export const Blocked: Story = {
  args: { state: rampFixtures.blocked },
  play: expectShown({
    words: ['The provider’s page cannot be shown here.', 'Continue in a new tab.'],
    live: 'The provider’s page cannot be shown here.',
    link: { ...fallbackLink, qr },
    press: { Close: 'close' },
  }),
}
export const Processing: Story = {
  args: { state: rampFixtures.processing },
  play: expectShown({
    words: [
      'Confirming your purchase',
      'The provider’s page reports that you are done. The result will appear here once the provider confirms it.',
    ],
    live: 'Confirming your purchase',
    page: 'done',
    hidden: true,
    press: { 'Back to the provider’s page': 'shows' },
  }),
}
export const Completed: Story = {
  args: { state: rampFixtures.completed },
  play: expectShown({
    words: [
      'Purchase complete',
      /^Confirmed by the provider, /,
      '0.00042 BTC',
      '25.00 USD',
      '0.50 USD',
      '1 BTC = 59,523.81 USD',
      'alice@wallet.example',
      'order_8123',
    ],
    live: 'Purchase complete',
    press: { Done: 'close' },
  }),
}
export const Failed: Story = {
  args: { state: rampFixtures.failed },
  play: expectShown({
    words: ['Too many tries. Wait a moment.', 'Nothing was charged for this attempt.'],
    live: 'Too many tries. Wait a moment. Nothing was charged for this attempt.',
    press: { Close: 'close', 'Try again in n seconds': 'waits' },
  }),
}
const expectedWhenCancelled = {
  words: ['Purchase cancelled', 'If you have already paid, the result will still appear here.'],
  live: 'Purchase cancelled',
  press: { 'Start a new session': 'startNewSession' },
} as const
export const Cancelled: Story = {
  args: { state: rampFixtures.cancelled },
  play: expectShown({ ...expectedWhenCancelled, words: [...expectedWhenCancelled.words] }),
}
export const Expired: Story = {
  args: { state: rampFixtures.expired },
  play: expectShown({
    words: ['This session has ended', 'As far as we know, nothing was charged.'],
    live: 'This session has ended',
    press: { Close: 'close', 'Start a new session': 'startNewSession' },
  }),
}
export const NeedsReview: Story = {
  args: { state: rampFixtures.needs_review },
  play: expectShown({
    words: [
      'This purchase needs to be checked',
      'The provider sent two different results. Please contact this site.',
      'ses_fixture',
    ],
    live: 'This purchase needs to be checked',
    press: { Close: 'close' },
  }),
}
export const Unconfirmed: Story = {
  args: { state: rampFixtures.unconfirmed },
  play: expectShown({
    words: ['We cannot see the result here', 'Ask the provider or this site how your purchase went.'],
    live: 'We cannot see the result here',
    press: { Close: 'close' },
  }),
}
export const Resumed: Story = {
  args: { state: rampFixtures.resumed },
  play: expectShown({
    words: [
      'Waiting for the result',
      'You started this purchase earlier. The result will appear as soon as the provider reports it.',
      'We have seen no payment so far. Start a new session only if you have not paid.',
    ],
    live: 'Waiting for the result',
    press: { Close: 'close', 'Start a new session': 'startNewSession' },
  }),
}

// Variants of these states that occur in practice.
export const AskingInTestMode: Story = {
  args: {
    state: { status: 'asking', earlier: [{ ...rampFixtures.open.session, mode: 'test' }] },
    options: { destination: 'alice@wallet.example' },
    entry: { email: 'you@mail.example' },
  },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    await expect(card.getByText('Test mode')).toBeVisible()
    const destination = card.getByRole('textbox', { name: 'Send the bitcoin to' })
    await expect(destination).toHaveValue('alice@wallet.example')
    await expect(destination).toHaveAttribute('readonly')
    await card.findByText('✓')
    await userEvent.click(card.getByRole('button', { name: 'Continue' }))
    await expect(args.actions?.start).toHaveBeenCalledOnce()
  },
}
export const AskingAgain: Story = {
  args: {
    state: rampVariants['asking, after the address was refused'],
    entry: { email: 'you@mail.exmaple' },
  },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    const email = card.getByRole('textbox', { name: 'E-mail address' })
    await expect(email).toHaveValue('you@mail.exmaple')
    await expect(email).toBeInvalid()
    await expect(email).toHaveAccessibleDescription('Check the e-mail address.')
    await userEvent.click(card.getByRole('button', { name: 'Continue' }))
    await expect(args.actions?.start).not.toHaveBeenCalled()
    await expect(email).toHaveFocus()
  },
}
export const AskingForAnotherDestination: Story = {
  args: {
    state: rampVariants['asking, after the destination was refused'],
    entry: { email: 'you@mail.example', destination: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
  },
  play: async ({ canvasElement }) => {
    const destination = within(canvasElement).getByRole('textbox', { name: /^Send the bitcoin to/ })
    await expect(destination).toHaveValue('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    await waitFor(() =>
      expect(destination).toHaveAccessibleDescription('Bitcoin cannot be sent to this address.'),
    )
    await expect(destination).toBeInvalid()
  },
}
export const AskingWithWrongDestination: Story = {
  args: {
    state: rampFixtures.asking,
    entry: { email: 'you@mail.example', destination: 'bob@mail.example' },
    client: createFakeClient({ addresses: {} }),
  },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    const destination = card.getByRole('textbox', { name: /^Send the bitcoin to/ })
    await waitFor(() => expect(destination).toBeInvalid())
    await expect(destination).toHaveAccessibleDescription(
      // It is computed with a space where the address may break.
      expect.stringMatching(
        /^bob@\s*mail\.example does not accept Lightning payments\. Is it an e-mail address\?$/,
      ),
    )
    await userEvent.click(card.getByRole('button', { name: 'Continue' }))
    await expect(args.actions?.start).not.toHaveBeenCalled()
    await expect(destination).toHaveFocus()
  },
}
export const CreatingLink: Story = {
  args: { state: rampVariants['creating a link'] },
  play: expectShown({ words: ['Creating a link…'], live: 'Creating a link…', press: { Close: 'close' } }),
}
export const OpenAtTheCode: Story = {
  args: { state: rampVariants['open, at the code'] },
  play: expectShown({
    words: ['Camera or pop-ups blocked?'],
    page: 'code',
    press: besideFrame,
  }),
}
export const OpenAtTheIdentityCheck: Story = {
  args: { state: rampVariants['open, at the identity check'] },
  play: expectShown({
    words: ['Camera or pop-ups blocked?'],
    page: 'identity',
    press: besideFrame,
  }),
}
export const OpenAtThePayment: Story = {
  args: { state: rampVariants['open, at the payment'] },
  play: expectShown({ words: ['Camera or pop-ups blocked?'], page: 'card', press: besideFrame }),
}
export const OpenSilent: Story = {
  args: { state: rampVariants['open, silent for ten seconds'] },
  play: expectShown({ words: ['Is the page above blank?'], page: 'code', press: besideFrame }),
}
export const OpenWithTrouble: Story = {
  args: { state: rampVariants['open, the provider reports trouble'] },
  play: async (context) => {
    // Such as a link that was used before: the person is not stuck with it.
    const press = { ...besideFrame, 'Start a new session': 'startNewSession' } as const
    await expectShown({ words: ['Problems on the provider’s page?'], page: 'code', press })(context)
    const page = context.canvasElement.querySelector('iframe')?.contentDocument
    await waitFor(() => expect(page?.body.textContent).toContain('The code has six digits.'))
  },
}
export const OpenAboutToEnd: Story = {
  args: { state: rampVariants['open, about to end'] },
  play: expectShown({
    words: ['This session ends in 1:40.', 'Not paying yet?'],
    live: 'Not paying yet? Renew now',
    page: 'code',
    press: { Close: 'asks', 'Renew now': 'startNewSession', 'Open in a new tab': 'requestFallbackLink' },
  }),
}
export const OpenMakingLink: Story = {
  args: { state: rampVariants['open, a link is being made'] },
  play: expectShown({
    words: ['Creating a link…'],
    page: 'code',
    press: { Close: 'asks', 'Creating a link…': 'waits' },
  }),
}
export const OpenWithLink: Story = {
  args: { state: rampVariants['open, with a link'] },
  play: expectShown({
    words: ['Camera or pop-ups blocked?'],
    page: 'code',
    link: fallbackLink,
    press: { Close: 'asks' },
  }),
}
export const OpenWithoutLink: Story = {
  args: { state: rampVariants['open, no link to be had'] },
  play: expectShown({
    words: ['The link could not be created.'],
    page: 'code',
    press: { Close: 'asks', 'Try again': 'requestFallbackLink' },
  }),
}
export const OpenInTestMode: Story = {
  args: { state: rampVariants['open, test mode'] },
  play: expectShown({ words: ['Test mode', 'Camera or pop-ups blocked?'], page: 'code', press: besideFrame }),
}
export const OpenOffline: Story = {
  args: { state: rampFixtures.open, isOnline: false, view: { outage: 'offline' } },
  play: expectShown({
    words: [
      'You are offline. We will check on your purchase when you are back online.',
      'Camera or pop-ups blocked?',
    ],
    live: 'You are offline. We will check on your purchase when you are back online.',
    page: 'quote',
    press: besideFrame,
  }),
}
/** In a dialog over the page: Escape asks first, and entries are kept. */
export const OpenInADialog: Story = {
  args: { state: rampFixtures.open, options: { presentation: 'dialog', autoStart: true } },
  play: async ({ canvasElement, args }) => {
    // A part that is loaded later may draw it again.
    const dialog = await waitFor(async () => {
      const found = canvasElement.querySelector('dialog') as HTMLDialogElement
      await expect(found).toHaveAttribute('open')
      return found
    })
    await expect(dialog.contains(document.activeElement)).toBe(true)
    await expect(dialog).toHaveAccessibleName('Buy bitcoin')
    // The event of a browser for Escape, and for the back gesture of a phone.
    const pressEscape = () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await expectQuestion(within(dialog), pressEscape, undefined, args.actions)
    await waitFor(() => expect(dialog).not.toHaveAttribute('open'))
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(dialog).toHaveAttribute('open'))
  },
}
export const HandoffFollowed: Story = {
  args: { state: rampVariants['handoff, followed'] },
  play: expectShown({
    words: ['Continue in the other tab', 'This page will show the result.'],
    live: 'Continue in the other tab',
    press: { Close: 'asks', 'Start a new session': 'startNewSession' },
  }),
}
export const ProcessingInFrame: Story = {
  args: { state: rampVariants['processing, money moves'] },
  play: expectShown({
    words: ['The provider is processing your payment.'],
    live: 'The provider is processing your payment.',
    page: 'card',
    press: {},
  }),
}
export const ProcessingElsewhere: Story = {
  args: { state: rampVariants['processing, on another device'] },
  play: expectShown({
    words: [
      'Confirming your purchase',
      'The provider has reported your payment. You can close this page, and return to see the result.',
    ],
    live: 'Confirming your purchase',
    link: { name: 'Back to the provider’s page', href: String(rampFixtureSession.widgetUrl) },
    press: {},
  }),
}
export const CompletedAfterACheck: Story = {
  args: { state: rampVariants['completed, after a check'] },
  play: expectShown({
    words: ['Purchase complete', /^Confirmed by this site after a check, /, '0.00042 BTC', 'order_8124'],
    live: 'Purchase complete',
    press: { Done: 'close' },
  }),
}
export const CompletedTwice: Story = {
  args: { state: rampVariants['completed, the order was paid before'] },
  play: expectShown({
    words: [
      'Purchase complete',
      'This order was paid twice.',
      'You have already completed a purchase for it. Please contact the shop.',
    ],
    live: 'Purchase complete',
    press: { Done: 'close' },
  }),
}
export const NeedsReviewOfADestination: Story = {
  args: { state: rampVariants['needs review, another destination'] },
  play: expectShown({
    words: [
      'This purchase needs to be checked',
      'What the provider reports does not match your purchase. Please contact this site before you pay again.',
      'alice@wallet.example',
      'order_8123',
      'ses_fixture',
    ],
    live: 'This purchase needs to be checked',
    press: { Close: 'close' },
  }),
}

// The states of a signed order, whose open session the server gives again.
const order = { options: { order: 'an order' } }
const goOnOrAnew = { 'Go on with your purchase': 'start', 'Start a new session': 'startNewSession' } as const
export const ResumedOrder: Story = {
  args: { ...order, state: rampFixtures.resumed },
  play: expectShown({
    words: [
      'Waiting for the result',
      'We have seen no payment so far. Start a new session only if you have not paid.',
    ],
    live: 'Waiting for the result',
    press: { Close: 'close', ...goOnOrAnew },
  }),
}
export const CancelledOrder: Story = {
  args: { ...order, state: rampFixtures.cancelled },
  play: expectShown({
    words: [
      'Purchase cancelled',
      'We have seen no payment so far. Start a new session only if you have not paid.',
    ],
    live: 'Purchase cancelled',
    press: goOnOrAnew,
  }),
}
export const SilentOrder: Story = {
  args: { ...order, state: rampVariants['open, silent for ten seconds'] },
  play: expectShown({
    words: [
      'Is the page above blank?',
      'We have seen no payment so far. Start a new session only if you have not paid.',
    ],
    page: 'code',
    press: { ...besideFrame, 'Start a new session': 'startNewSession' },
  }),
}
export const CompletedInTestMode: Story = {
  args: { state: rampVariants['completed, test mode'] },
  play: expectShown({
    words: ['Test mode', 'Purchase complete', /^Confirmed by the provider, /, '0.00042 BTC'],
    live: 'Purchase complete',
    press: { Done: 'close' },
  }),
}
export const PurchaseFailed: Story = {
  args: { state: rampVariants['failed, the purchase'] },
  play: expectShown({
    words: [
      'The purchase failed.',
      'The provider reported this. If you have already paid, contact the provider.',
    ],
    live: 'The purchase failed. The provider reported this. If you have already paid, contact the provider.',
    press: { Close: 'close', 'Try again': 'start' },
  }),
}
export const CancelledByProvider: Story = {
  args: { state: rampVariants['cancelled by the provider'] },
  play: expectShown({ ...expectedWhenCancelled, words: [...expectedWhenCancelled.words] }),
}
export const ExpiredInFrame: Story = {
  args: { state: rampVariants['expired, the frame kept'] },
  play: expectShown({
    words: ['This session has ended', 'If the page below does not respond, start a new session.'],
    live: 'This session has ended',
    page: 'code',
    press: { Close: 'asks', 'Start a new session': 'startNewSession' },
  }),
}
