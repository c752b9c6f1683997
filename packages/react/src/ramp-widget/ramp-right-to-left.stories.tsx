import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from 'storybook/test'
import { rampArabic } from '../languages/ar/ramp.js'
import { type RampMessageKey, rampEnglish } from '../messages/ramp-english.js'
import { rampFixtureFallback, rampFixtures } from '../ramp-flow/fixtures.js'
import { RampPicture } from '../test-support/ramp-picture.js'
import { type Expected, shows } from '../test-support/ramp-play.js'
import { rampVariants } from '../test-support/ramp-variants.js'
import { stopClock } from '../test-support/stop-clock.js'
import * as states from './ramp-states.stories.js'

const meta: Meta<typeof RampPicture> = {
  title: 'Buy/Right to left (RTL)',
  component: RampPicture,
  tags: ['!autodocs'],
  globals: { locale: 'ar' },
  args: { state: rampFixtures.idle, actions: { start: fn(), requestFallbackLink: fn(), close: fn() } },
  beforeEach: stopClock,
}
export default meta
type Story = StoryObj<typeof RampPicture>

/** The Arabic messages with their values, each isolated from the direction around it. */
function t(key: RampMessageKey, places: Record<string, string> = {}): string {
  const text = String(rampArabic.ramp[key])
  return text.replace(/\{(\w+)\}/g, (_, place: string) => `\u2068${places[place]}\u2069`)
}

/** The text is right to left, in one language, and within the card. */
async function readsFromTheRight(canvasElement: HTMLElement): Promise<void> {
  const card = canvasElement.querySelector('section.leyden') as HTMLElement
  await expect(card.lang).toBe('ar')
  await expect(getComputedStyle(card).direction).toBe('rtl')
  await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  const foreign = Object.values(rampEnglish).filter((text) => text.length > 12 && !text.includes('{'))
  for (const text of foreign) await expect(card.textContent).not.toContain(text)
}

const question = { name: t('rampLeave'), stay: t('rampStay'), leave: t('rampLeaveNow') }

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
    const email = card.getByRole('textbox', { name: t('emailLabel') })
    await expect(email).toHaveValue('you@mail.example')
    await expect(getComputedStyle(email).direction).toBe('ltr')
    for (const hint of hints) await expect(await card.findByText(hint)).toBeVisible()
    await expect(card.getByRole('button', { name: t('rampNext') })).toBeVisible()
  }

const beside = { [t('rampClose')]: 'asks', [t('openInTab')]: 'requestFallbackLink' } as const
const price = t('rampStep', { step: t('rampStepQuote') })
const fallbackLink = {
  name: t('openInTab'),
  href: String(rampFixtureFallback.widgetUrl),
  qr: t('rampQr'),
}
const blocked: Expected = {
  words: [t('rampBlocked'), t('blockedPolicy')],
  live: t('rampBlocked'),
  link: fallbackLink,
  press: { [t('rampClose')]: 'close' },
}

export const Asking: Story = {
  args: { ...states.AskingInTestMode.args },
  play: form(t('testMode'), t('emailHint')),
}
export const AskingWithWrongDestination: Story = {
  args: { ...states.AskingWithWrongDestination.args },
  play: form(t('destinationEmail', { address: 'bob@mail.example' })),
}
export const Open: Story = {
  args: { state: rampFixtures.open },
  play: fromTheRight({ words: [price], live: price, page: 'quote', press: beside }),
}
export const OpenAboutToEnd: Story = {
  args: { state: rampVariants['open, about to end'] },
  play: fromTheRight({
    words: [t('rampEnding', { time: '1:40' }), t('rampEndingText')],
    live: t('rampEndingText'),
    page: 'code',
    press: { [t('rampClose')]: 'asks', [t('rampRenew')]: 'start', [t('openInTab')]: 'requestFallbackLink' },
  }),
}
export const Blocked: Story = { args: { state: rampFixtures.blocked }, play: fromTheRight(blocked) }
export const Completed: Story = {
  args: { state: rampFixtures.completed },
  play: fromTheRight({
    words: [t('rampCompleted'), '0.00042 BTC', 'alice@wallet.example'],
    live: t('rampCompleted'),
    press: { [t('done')]: 'close' },
  }),
}
export const Failed: Story = {
  args: { state: rampFixtures.failed },
  play: fromTheRight({
    words: [t('busy'), t('nothingCharged')],
    live: `${t('busy')} ${t('nothingCharged')}`,
    press: { [t('rampClose')]: 'close', [t('tryAgainIn', { seconds: 'n' })]: 'waits' },
  }),
}
export const Blocked280: Story = {
  args: { state: rampFixtures.blocked },
  parameters: { width: '280' },
  play: fromTheRight(blocked),
}
