import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from '../ramp-flow/fixtures.js'
import { RampPicture } from '../test-support/ramp-picture.js'
import { asksFirst, shows } from '../test-support/ramp-play.js'
import { rampVariants } from '../test-support/ramp-variants.js'
import { stopClock } from '../test-support/stop-clock.js'

const meta: Meta<typeof RampPicture> = {
  title: 'Buy/States',
  component: RampPicture,
  tags: ['!autodocs', 'both-schemes'],
  args: { state: rampFixtures.idle, actions: { start: fn(), requestFallbackLink: fn(), close: fn() } },
  beforeEach: stopClock,
}
export default meta
type Story = StoryObj<typeof RampPicture>

const qr = 'QR code to go on with your phone'
const fallbackLink = { name: 'Open in a new tab', href: String(rampFixtureFallback.widgetUrl) }

// One for each status of the flow, from its fixture.
export const Idle: Story = {
  args: { state: rampFixtures.idle },
  play: shows({
    words: [/^with US dollars/, 'You pay at the provider, which also checks who you are.'],
    press: { 'Continue to provider': 'start' },
  }),
}
export const Asking: Story = {
  args: { state: rampFixtures.asking },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    const email = card.getByRole('textbox', { name: 'E-mail address' })
    await expect(email).toHaveAccessibleDescription('The provider sends a code to it.')
    await expect(card.getByRole('textbox', { name: /^Bitcoin goes to/ })).toHaveAccessibleDescription(
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
  play: shows({
    words: ['Opening a secure session…'],
    live: 'Opening a secure session…',
    press: { Close: 'close' },
  }),
}
export const Loading: Story = {
  args: { state: rampFixtures.loading },
  play: shows({
    words: ['Opening a secure session…'],
    live: 'Opening a secure session…',
    page: 'unanswered',
    press: { Close: 'asks' },
  }),
}
const beside = { Close: 'asks', 'Open in a new tab': 'requestFallbackLink' } as const
export const Open: Story = {
  args: { state: rampFixtures.open },
  play: shows({ words: ['Step: price'], live: 'Step: price', page: 'quote', press: beside }),
}
export const Handoff: Story = {
  args: { state: rampFixtures.handoff },
  play: shows({
    words: ['It goes on in a new tab', 'Or scan to go on with your phone. This page waits for the result.'],
    live: 'It goes on in a new tab',
    link: { name: 'Open in a new tab', href: String(rampFixtureSession.widgetUrl), qr },
    press: { Close: 'close' },
  }),
}
export const Blocked: Story = {
  args: { state: rampFixtures.blocked },
  play: shows({
    words: [
      'This page cannot show the provider here.',
      'The camera is not allowed inside this frame, and the provider needs it to check your identity.',
    ],
    live: 'This page cannot show the provider here.',
    link: { ...fallbackLink, qr },
    press: { Close: 'close' },
  }),
}
export const Processing: Story = {
  args: { state: rampFixtures.processing },
  play: shows({
    words: [
      'Confirming your purchase',
      'This usually takes a minute. You can close this page; the purchase goes on.',
    ],
    live: 'Confirming your purchase',
    page: 'done',
    hidden: true,
    press: { 'Back to the provider’s page': 'shows' },
  }),
}
export const Completed: Story = {
  args: { state: rampFixtures.completed },
  play: shows({
    words: [
      'Purchase complete',
      /^Confirmed by the provider, /,
      '0.00042 BTC',
      'alice@wallet.example',
      'order_8123',
    ],
    live: 'Purchase complete',
    press: { Done: 'close' },
  }),
}
export const Failed: Story = {
  args: { state: rampFixtures.failed },
  play: shows({
    words: ['Too many requests at the moment.', 'Nothing was charged.'],
    live: 'Too many requests at the moment. Nothing was charged.',
    press: { Close: 'close', 'Try again in n s': 'waits' },
  }),
}
const cancelled = {
  words: ['Purchase cancelled', 'If you had paid already, the result still shows here.'],
  live: 'Purchase cancelled',
  press: { 'Start a new session': 'start' },
} as const
export const Cancelled: Story = {
  args: { state: rampFixtures.cancelled },
  play: shows({ ...cancelled, words: [...cancelled.words] }),
}
export const Expired: Story = {
  args: { state: rampFixtures.expired },
  play: shows({
    words: ['This session has ended', 'Nothing was charged that we know of.'],
    live: 'This session has ended',
    press: { Close: 'close', 'Start a new session': 'start' },
  }),
}
export const NeedsReview: Story = {
  args: { state: rampFixtures.needs_review },
  play: shows({
    words: [
      'This purchase needs a look',
      'What we were told of it does not fit together. Please ask the shop.',
    ],
    live: 'This purchase needs a look',
    press: { Close: 'close' },
  }),
}
export const Unconfirmed: Story = {
  args: { state: rampFixtures.unconfirmed },
  play: shows({
    words: ['We cannot see the result here', 'The provider or the shop tells you how your purchase went.'],
    live: 'We cannot see the result here',
    press: { Close: 'close' },
  }),
}
export const Resumed: Story = {
  args: { state: rampFixtures.resumed },
  play: shows({
    words: [
      'Waiting for your purchase',
      'You started it here before. The result shows as soon as the provider reports it.',
    ],
    live: 'Waiting for your purchase',
    press: { Close: 'close', 'Start a new session': 'start' },
  }),
}

// The same, as they differ in life.
export const AskingInTestMode: Story = {
  args: {
    state: { status: 'asking', earlier: [{ ...rampFixtures.open.session, mode: 'test' }] },
    options: { destination: 'alice@wallet.example' },
    entry: { email: 'you@mail.example' },
  },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    await expect(card.getByText('Test mode')).toBeVisible()
    const destination = card.getByRole('textbox', { name: 'Bitcoin goes to' })
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
    entry: { email: 'you@mail.example', destination: 'tb1qanothernetwork' },
  },
  play: async ({ canvasElement }) => {
    const destination = within(canvasElement).getByRole('textbox', { name: /^Bitcoin goes to/ })
    await expect(destination).toHaveValue('tb1qanothernetwork')
    await waitFor(() => expect(destination).toHaveAccessibleDescription('Bitcoin cannot be sent to this.'))
    await expect(destination).toBeInvalid()
  },
}
export const AskingWithWrongDestination: Story = {
  args: {
    state: rampFixtures.asking,
    entry: { email: 'you@mail.example', destination: 'bob@mail.example' },
    checkDestination: async () => ({ status: 'not_lightning', address: 'bob@mail.example' }),
  },
  play: async ({ canvasElement, args }) => {
    const card = within(canvasElement)
    const destination = card.getByRole('textbox', { name: /^Bitcoin goes to/ })
    await waitFor(() => expect(destination).toBeInvalid(), { timeout: 5_000 })
    await expect(destination).toHaveAccessibleDescription(
      'bob@mail.example does not take Lightning payments. Is this an e-mail address?',
    )
    await userEvent.click(card.getByRole('button', { name: 'Continue' }))
    await expect(args.actions?.start).not.toHaveBeenCalled()
    await expect(destination).toHaveFocus()
  },
}
export const CreatingLink: Story = {
  args: { state: rampVariants['creating a link'] },
  play: shows({ words: ['Making a link…'], live: 'Making a link…', press: { Close: 'close' } }),
}
export const OpenAtTheCode: Story = {
  args: { state: rampVariants['open, at the code'] },
  play: shows({ words: ['Step: e-mail address'], live: 'Step: e-mail address', page: 'code', press: beside }),
}
export const OpenAtTheIdentityCheck: Story = {
  args: { state: rampVariants['open, at the identity check'] },
  play: shows({ words: ['Step: identity'], live: 'Step: identity', page: 'identity', press: beside }),
}
export const OpenAtThePayment: Story = {
  args: { state: rampVariants['open, at the payment'] },
  play: shows({ words: ['Step: payment'], live: 'Step: payment', page: 'card', press: beside }),
}
export const OpenSilent: Story = {
  args: { state: rampVariants['open, silent for ten seconds'] },
  play: shows({ words: ['Nothing to see above?'], page: 'code', press: beside }),
}
export const OpenWithTrouble: Story = {
  args: { state: rampVariants['open, the provider reports trouble'] },
  play: async (context) => {
    await shows({ words: ['Trouble on the provider’s page?'], page: 'code', press: beside })(context)
    const page = context.canvasElement.querySelector('iframe')?.contentDocument
    await waitFor(() => expect(page?.body.textContent).toContain('The code has six digits.'))
  },
}
export const OpenAboutToEnd: Story = {
  args: { state: rampVariants['open, about to end'] },
  play: shows({
    words: ['This session ends in 1:40.', 'You can renew it when you have not started to pay.'],
    live: 'You can renew it when you have not started to pay.',
    page: 'code',
    press: { Close: 'asks', 'Renew now': 'start', 'Open in a new tab': 'requestFallbackLink' },
  }),
}
export const OpenMakingLink: Story = {
  args: { state: rampVariants['open, a link is being made'] },
  play: shows({
    words: ['Making a link…'],
    page: 'code',
    press: { Close: 'asks', 'Making a link…': 'waits' },
  }),
}
export const OpenWithLink: Story = {
  args: { state: rampVariants['open, with a link'] },
  play: shows({
    words: ['Camera or pop-ups blocked?'],
    page: 'code',
    link: fallbackLink,
    press: { Close: 'asks' },
  }),
}
export const OpenWithoutLink: Story = {
  args: { state: rampVariants['open, no link to be had'] },
  play: shows({
    words: ['No link could be made.'],
    page: 'code',
    press: { Close: 'asks', 'Try again': 'requestFallbackLink' },
  }),
}
export const OpenInTestMode: Story = {
  args: { state: rampVariants['open, test mode'] },
  play: shows({ words: ['Test mode', 'Camera or pop-ups blocked?'], page: 'code', press: beside }),
}
export const OpenOffline: Story = {
  args: { state: rampFixtures.open, more: { isOnline: false, outage: 'offline' } },
  play: shows({
    words: ['You are offline. Your purchase goes on: we show the result when you are back.', 'Step: price'],
    live: 'You are offline. Your purchase goes on: we show the result when you are back.',
    page: 'quote',
    press: beside,
  }),
}
/** Over the page: what Escape does is asked first, and what is entered stays. */
export const OpenInADialog: Story = {
  args: { state: rampFixtures.open, options: { presentation: 'dialog', autoStart: true } },
  play: async ({ canvasElement, args }) => {
    const dialog = canvasElement.querySelector('dialog') as HTMLDialogElement
    await waitFor(() => expect(dialog).toHaveAttribute('open'))
    await expect(dialog.contains(document.activeElement)).toBe(true)
    await expect(dialog).toHaveAccessibleName('Buy bitcoin')
    // What a browser sends for Escape, and for the back gesture of a phone.
    const pressEscape = () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await asksFirst(within(dialog), pressEscape, undefined, args.actions)
    await waitFor(() => expect(dialog).not.toHaveAttribute('open'))
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(dialog).toHaveAttribute('open'))
  },
}
export const HandoffFollowed: Story = {
  args: { state: rampVariants['handoff, followed'] },
  play: shows({
    words: ['Go on in the other tab', 'This page waits for the result.'],
    live: 'Go on in the other tab',
    press: { Close: 'asks', 'Start a new session': 'start' },
  }),
}
export const ProcessingInFrame: Story = {
  args: { state: rampVariants['processing, money moves'] },
  play: shows({
    words: ['The provider is working on your payment.'],
    live: 'The provider is working on your payment.',
    page: 'card',
    press: {},
  }),
}
export const CompletedInTestMode: Story = {
  args: { state: rampVariants['completed, test mode'] },
  play: shows({
    words: ['Test mode', 'Purchase complete', /^Confirmed by the provider, /, '0.00042 BTC'],
    live: 'Purchase complete',
    press: { Done: 'close' },
  }),
}
export const PurchaseFailed: Story = {
  args: { state: rampVariants['failed, the purchase'] },
  play: shows({
    words: ['The purchase failed.', 'The provider did not accept the payment or the identity check.'],
    live: 'The purchase failed.',
    press: { Close: 'close', 'Try again': 'start' },
  }),
}
export const CancelledByProvider: Story = {
  args: { state: rampVariants['cancelled by the provider'] },
  play: shows({ ...cancelled, words: [...cancelled.words] }),
}
export const ExpiredInFrame: Story = {
  args: { state: rampVariants['expired, the frame kept'] },
  play: shows({
    words: ['This session has ended', 'If the page below does not go on, start a new session.'],
    live: 'This session has ended',
    page: 'code',
    press: { Close: 'asks', 'Start a new session': 'start' },
  }),
}
