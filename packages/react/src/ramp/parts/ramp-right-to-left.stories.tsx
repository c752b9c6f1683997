import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from 'storybook/test'
import { type RampMessageKey, rampEnglish } from '../../foundation/messages/ramp-english.js'
import { waitText } from '../../foundation/page/countdown.js'
import { rampArabic } from '../../languages/ar/ramp.js'
import { RampPicture } from '../../test-support/ramp-picture.js'
import { type Expected, expectShown } from '../../test-support/ramp-play.js'
import { rampVariants } from '../../test-support/ramp-variants.js'
import { stopClock } from '../../test-support/stop-clock.js'
import { rampFixtureFallback, rampFixtures } from '../flow/fixtures.js'
import * as states from './ramp-states.stories.js'

const meta: Meta<typeof RampPicture> = {
  title: 'Buy/Right to left (RTL)',
  component: RampPicture,
  tags: ['!autodocs', 'detail'],
  globals: { locale: 'ar' },
  args: {
    state: rampFixtures.idle,
    actions: { start: fn(), startNewSession: fn(), requestFallbackLink: fn(), close: fn() },
  },
  beforeEach: stopClock,
}
export default meta
type Story = StoryObj<typeof RampPicture>

/** The Arabic messages with their values, each isolated from the direction around it. */
function t(key: RampMessageKey, values: Record<string, string> = {}): string {
  const text = String(rampArabic.ramp[key])
  return text.replace(/\{(\w+)\}/g, (_, name: string) => `\u2068${values[name]}\u2069`)
}

/** The text is right to left, in one language, and within the card. */
async function expectRightToLeft(canvasElement: HTMLElement): Promise<void> {
  const card = canvasElement.querySelector('section.leyden') as HTMLElement
  await expect(card.lang).toBe('ar')
  await expect(getComputedStyle(card).direction).toBe('rtl')
  await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  const englishTexts = Object.values(rampEnglish).filter((text) => text.length > 12 && !text.includes('{'))
  for (const text of englishTexts) await expect(card.textContent).not.toContain(text)
}

const question = { name: t('rampLeave'), stay: t('rampStay'), leave: t('rampLeaveNow') }

const expectShownRightToLeft =
  (expected: Expected): NonNullable<Story['play']> =>
  async (context) => {
    await expectRightToLeft(context.canvasElement)
    await expectShown({ ...expected, question })(context)
  }

/** A form: its fields are named in Arabic and written from the left. */
const expectForm =
  (...hints: string[]): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await expectRightToLeft(canvasElement)
    const card = within(canvasElement)
    const email = card.getByRole('textbox', { name: t('emailLabel') })
    await expect(email).toHaveValue('you@mail.example')
    await expect(getComputedStyle(email).direction).toBe('ltr')
    for (const hint of hints) await expect(await card.findByText(hint)).toBeVisible()
    await expect(card.getByRole('button', { name: t('rampNext') })).toBeVisible()
  }

const besideFrame = { [t('rampClose')]: 'asks', [t('openInTab')]: 'requestFallbackLink' } as const
const fallbackLink = {
  name: t('openInTab'),
  href: String(rampFixtureFallback.widgetUrl),
  qr: t('rampQr'),
}
const expectedWhenBlocked: Expected = {
  words: [t('rampBlocked'), t('rampBlockedText')],
  live: t('rampBlocked'),
  link: fallbackLink,
  press: { [t('rampClose')]: 'close' },
}

export const Asking: Story = {
  args: { ...states.AskingInTestMode.args },
  play: expectForm(t('testMode'), t('emailHint')),
}
export const AskingWithWrongDestination: Story = {
  args: { ...states.AskingWithWrongDestination.args },
  play: expectForm(t('destinationEmail', { address: 'bob@mail.example' })),
}
export const Open: Story = {
  args: { state: rampFixtures.open },
  play: expectShownRightToLeft({ words: [t('rampStuck')], page: 'quote', press: besideFrame }),
}
export const OpenAboutToEnd: Story = {
  args: { state: rampVariants['open, about to end'] },
  play: expectShownRightToLeft({
    words: [t('rampEnding', { time: '1:40' }), t('rampEndingText')],
    live: `${t('rampEndingText')} ${t('rampRenew')}`,
    page: 'code',
    press: {
      [t('rampClose')]: 'asks',
      [t('rampRenew')]: 'startNewSession',
      [t('openInTab')]: 'requestFallbackLink',
    },
  }),
}
export const Blocked: Story = {
  args: { state: rampFixtures.blocked },
  play: expectShownRightToLeft(expectedWhenBlocked),
}
export const Completed: Story = {
  args: { state: rampFixtures.completed },
  play: expectShownRightToLeft({
    words: [t('rampCompleted'), '0.00042 BTC', 'alice@wallet.example'],
    live: t('rampCompleted'),
    press: { [t('done')]: 'close' },
  }),
}
export const Failed: Story = {
  args: { state: rampFixtures.failed },
  play: expectShownRightToLeft({
    words: [t('busy'), t('nothingCharged')],
    live: `${t('busy')} ${t('nothingCharged')}`,
    press: { [t('rampClose')]: 'close', [t('tryAgainIn', { time: waitText(20, 'ar') })]: 'waits' },
  }),
}
export const Blocked280: Story = {
  args: { state: rampFixtures.blocked },
  parameters: { width: '280' },
  play: expectShownRightToLeft(expectedWhenBlocked),
}
