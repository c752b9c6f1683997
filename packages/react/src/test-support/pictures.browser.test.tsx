import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cdp, commands, page } from 'vitest/browser'
import type { Language } from '../foundation/messages/language.js'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import type { ColorScheme } from '../foundation/theme/theme.js'
import { arabic } from '../languages/ar/pay.js'
import { rampArabic } from '../languages/ar/ramp.js'
import { german } from '../languages/de/pay.js'
import { rampFixtures } from '../ramp/flow/fixtures.js'
import { frameOf } from '../ramp/flow/ramp-view.js'
import { createFakeClient } from '../testing/fake-client.js'
import '../styles.css'
import { PayPicture, payPictures } from './pay-picture.js'
import { RampPicture } from './ramp-picture.js'
import { stopClock } from './stop-clock.js'

/** The path from the root of the package. */
const MACHINE = 'src/test-support/__screenshots__/machine.txt'

interface Series {
  scheme: ColorScheme
  language?: Language
  widthPx: number
  /** Whether the system forces its colours, in which text may have the colour of its background. */
  isForced?: boolean
  cards: [name: string, card: ReactNode][]
}

const cardsOf = (pictures: typeof payPictures): Series['cards'] =>
  pictures.map(({ name, state, lookup }) => [
    name.replace(', ', '-'),
    <PayPicture
      key={name}
      state={state}
      lookup={lookup}
      options={{ presets: [500n, 2_100n], defaultDescription: 'Great stream!' }}
    />,
  ])
const isForm = ({ state }: (typeof payPictures)[number]) => state.status === 'idle'
// Without states that show the provider's page, which is not ours, or a QR code that is loaded later.
const ramp: Series['cards'] = Object.values(rampFixtures)
  .filter((state) => !frameOf(state) && state.status !== 'handoff' && state.status !== 'blocked')
  .map((state) => [state.status, <RampPicture key={state.status} state={state} />])

/**
 * Each state in English and light; some also in the settings that differ most: dark and right to left, long texts and
 * narrow.
 */
const series: Record<string, Series> = {
  pay: { scheme: 'light', widthPx: 376, cards: cardsOf(payPictures) },
  'pay-dark-arabic': {
    scheme: 'dark',
    language: arabic,
    widthPx: 376,
    cards: cardsOf(payPictures.filter((picture) => !isForm(picture))),
  },
  'pay-german-280': {
    scheme: 'light',
    language: german,
    widthPx: 280,
    cards: cardsOf(payPictures.filter(isForm)),
  },
  ramp: { scheme: 'light', widthPx: 376, cards: ramp },
  'pay-forced': {
    scheme: 'light',
    widthPx: 376,
    isForced: true,
    cards: cardsOf(payPictures.filter(({ name }) => /^(idle, found|awaiting|paid)$/.test(name))),
  },
  'ramp-forced': { scheme: 'light', widthPx: 376, isForced: true, cards: ramp.slice(0, 2) },
  'ramp-dark-arabic': { scheme: 'dark', language: rampArabic, widthPx: 376, cards: ramp.slice(0, 3) },
}

/** Simulates the forced colours of the system, such as the high contrast of Windows. */
async function forceColors(value: 'active' | 'none'): Promise<void> {
  const session = cdp() as unknown as { send: (method: string, params: object) => Promise<void> }
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
}

/** What a picture depends on besides the code: fonts, browser and time zone. */
function thisMachine(): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  const widths = ['400 14px', '700 24px'].map((font) => {
    if (context) context.font = `${font} system-ui, sans-serif`
    return context?.measureText('Amount 2,100 ≈ $2.04 ادفع ⚡').width
  })
  const browser = /Chrome\/\d+/.exec(navigator.userAgent)?.[0]
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${JSON.stringify({ browser, zone, widths })}\n`
}

/**
 * Compares every state of both widgets with the pictures beside this file. To take new pictures, remove
 * `__screenshots__` and run this twice; look at each picture before you commit it.
 */
describe('every state looks like its picture', async () => {
  const recordedMachine = await commands.readFile(MACHINE).catch(() => null)
  if (recordedMachine === null) await commands.writeFile(MACHINE, thisMachine())
  const isSameMachine = recordedMachine === null || recordedMachine === thisMachine()
  if (!isSameMachine)
    console.warn(
      `Pictures are not compared: they are of another machine.\n${recordedMachine}here: ${thisMachine()}`,
    )

  const cards = Object.entries(series).flatMap(([name, { cards, ...settings }]) =>
    cards.map(([state, card]) => ({ name: `${name}-${state}`, card, ...settings })),
  )
  it.skipIf(!isSameMachine).each(cards)('$name', async ({ name, card, isForced, ...settings }) => {
    const { scheme, language, widthPx } = settings
    const restart = stopClock()
    onTestFinished(restart)
    if (isForced) await forceColors('active')
    if (isForced) onTestFinished(() => forceColors('none'))
    await page.viewport(400, 700)
    render(
      <LeydenProvider
        client={createFakeClient()}
        colorScheme={scheme}
        language={language ?? []}
        locale={language?.locale}
      >
        {/* Spinners are stopped, because a spinner is never in the same place twice; the mouse is where the test
            before left it. */}
        <style>
          {'* { animation: none !important; transition: none !important; pointer-events: none !important }'}
        </style>
        <div data-testid="card" style={{ width: widthPx }}>
          {card}
        </div>
      </LeydenProvider>,
    )
    await document.fonts.ready
    await expect(page.getByTestId('card')).toMatchScreenshot(name, {
      comparatorName: 'pixelmatch',
      // A changed digit differs in more pixels.
      comparatorOptions: { threshold: 0.1, allowedMismatchedPixels: 12 },
      // Two pictures that are equal, on a machine that is busy with something else.
      timeout: 120_000,
    })
  })
})
