import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from 'storybook/test'
import { rampArabic } from '../languages/ramp-arabic.js'
import { type RampMessageKey, rampEnglish } from '../messages/ramp-english.js'
import { rampFixtures, rampFixtureWayOut, rampVariants } from '../ramp-flow/fixtures.js'
import { RampPicture } from '../test-support/ramp-picture.js'
import { type Expected, shows } from '../test-support/ramp-play.js'
import { stopClock } from '../test-support/stop-clock.js'
import * as states from './ramp-states.stories.js'

const meta: Meta<typeof RampPicture> = {
  title: 'Buy/Right to left',
  component: RampPicture,
  tags: ['!autodocs'],
  globals: { locale: 'ar' },
  args: { state: rampFixtures.idle, actions: { start: fn(), askWayOut: fn(), close: fn() } },
  beforeEach: stopClock,
}
export default meta
type Story = StoryObj<typeof RampPicture>

/** The Arabic words, with their places filled in: each kept apart from the direction around it. */
function say(key: RampMessageKey, places: Record<string, string> = {}): string {
  const text = String(rampArabic.ramp[key])
  return text.replace(/\{(\w+)\}/g, (_, place: string) => `\u2068${places[place]}\u2069`)
}

/** Reads from the right, in one language, within the card. */
async function readsFromTheRight(canvasElement: HTMLElement): Promise<void> {
  const card = canvasElement.querySelector('section.leyden') as HTMLElement
  await expect(card.lang).toBe('ar')
  await expect(getComputedStyle(card).direction).toBe('rtl')
  await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  const foreign = Object.values(rampEnglish).filter((text) => text.length > 12 && !text.includes('{'))
  for (const text of foreign) await expect(card.textContent).not.toContain(text)
}

const question = { name: say('rampLeave'), stay: say('rampStay'), leave: say('rampLeaveNow') }

const fromTheRight =
  (expected: Expected): NonNullable<Story['play']> =>
  async (context) => {
    await readsFromTheRight(context.canvasElement)
    await shows({ ...expected, question })(context)
  }

/** A form: its fields are named in Arabic and written from the left. */
const form =
  (...hints: string[]): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await readsFromTheRight(canvasElement)
    const card = within(canvasElement)
    const email = card.getByRole('textbox', { name: say('emailLabel') })
    await expect(email).toHaveValue('you@mail.example')
    await expect(getComputedStyle(email).direction).toBe('ltr')
    for (const hint of hints) await expect(await card.findByText(hint)).toBeVisible()
    await expect(card.getByRole('button', { name: say('rampContinue') })).toBeVisible()
  }

const beside = { [say('rampClose')]: 'asks', [say('openInTab')]: 'askWayOut' } as const
const price = say('rampStep', { step: say('rampStepQuote') })
const wayOut = {
  name: say('openInTab'),
  href: String(rampFixtureWayOut.widgetUrl),
  qr: say('rampQr'),
}
const blocked: Expected = {
  words: [say('rampBlocked'), say('blockedPolicy')],
  live: say('rampBlocked'),
  link: wayOut,
  press: { [say('rampClose')]: 'close' },
}

export const Asking: Story = {
  args: { ...states.AskingInTestMode.args },
  play: form(say('testMode'), say('emailHint')),
}
export const AskingWithWrongDestination: Story = {
  args: { ...states.AskingWithWrongDestination.args },
  play: form(say('destinationEmail', { address: 'bob@mail.example' })),
}
export const Open: Story = {
  args: { state: rampFixtures.open },
  play: fromTheRight({ words: [price], live: price, page: 'quote', press: beside }),
}
export const OpenAboutToEnd: Story = {
  args: { state: rampVariants['open, about to end'] },
  play: fromTheRight({
    words: [say('rampEnding', { time: '1:40' }), say('rampEndingText')],
    live: say('rampEndingText'),
    page: 'code',
    press: { [say('rampClose')]: 'asks', [say('rampRenew')]: 'start', [say('openInTab')]: 'askWayOut' },
  }),
}
export const Blocked: Story = { args: { state: rampFixtures.blocked }, play: fromTheRight(blocked) }
export const Completed: Story = {
  args: { state: rampFixtures.completed },
  play: fromTheRight({
    words: [say('rampCompleted'), '0.00042 BTC', 'alice@wallet.example'],
    live: say('rampCompleted'),
    press: { [say('done')]: 'close' },
  }),
}
export const Failed: Story = {
  args: { state: rampFixtures.failed },
  play: fromTheRight({
    words: [say('rampBusy'), `${say('rampBusyText')} ${say('nothingCharged')}`],
    live: `${say('rampBusy')} ${say('rampBusyText')} ${say('nothingCharged')}`,
    press: { [say('rampClose')]: 'close', [say('tryAgainIn', { seconds: 'n' })]: 'waits' },
  }),
}
export const Blocked280: Story = {
  args: { state: rampFixtures.blocked },
  parameters: { width: '280' },
  play: fromTheRight(blocked),
}
