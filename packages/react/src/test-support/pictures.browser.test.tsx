import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { arabic } from '../languages/arabic.js'
import { german } from '../languages/german.js'
import type { Language } from '../languages/language.js'
import { rampArabic } from '../languages/ramp-arabic.js'
import { LeydenProvider } from '../provider/leyden-provider.js'
import { rampFixtures } from '../ramp-flow/fixtures.js'
import { frameOf } from '../ramp-flow/index.js'
import { createFakeClient } from '../testing/fake-client.js'
import type { ColorScheme } from '../theme/theme.js'
import '../styles.css'
import { Moment } from './moment.js'
import { payMoments } from './pay-model.js'
import { RampPicture } from './ramp-picture.js'
import { stopClock } from './stop-clock.js'

afterEach(cleanup)

const MACHINE = '__screenshots__/machine.json'

interface Sheet {
  scheme: ColorScheme
  language?: Language
  widthPx: number
  cards: [name: string, card: ReactNode][]
}

const pay: Sheet['cards'] = payMoments.map(({ name, state, lookup }) => [
  name,
  <Moment
    key={name}
    state={state}
    lookup={lookup}
    options={{ presets: [500n, 2_100n], note: 'Great stream!' }}
  />,
])
// Without those that show the provider's page: what is in its frame is not ours.
const ramp: Sheet['cards'] = Object.values(rampFixtures)
  .filter((state) => !frameOf(state))
  .map((state) => [state.status, <RampPicture key={state.status} state={state} />])

const sheets: Record<string, Sheet> = {
  'pay-light': { scheme: 'light', widthPx: 376, cards: pay },
  'pay-dark-arabic': { scheme: 'dark', language: arabic, widthPx: 376, cards: pay },
  'pay-german-280': { scheme: 'light', language: german, widthPx: 280, cards: pay },
  'ramp-light': { scheme: 'light', widthPx: 376, cards: ramp },
  'ramp-dark-arabic': { scheme: 'dark', language: rampArabic, widthPx: 376, cards: ramp },
}

/** What a picture depends on beside the code: fonts, the browser and the time zone. */
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
 * Every state of both widgets, compared with the pictures that are kept beside this file. Remove `__screenshots__` and
 * run this twice to take them anew; look at each before it is committed.
 */
describe('every state looks as it did', async () => {
  const known = await commands.readFile(MACHINE).catch(() => null)
  if (known === null) await commands.writeFile(MACHINE, thisMachine())
  const isKnown = known === null || known === thisMachine()
  if (!isKnown)
    console.warn(`Pictures are not compared: they are of another machine.\n${known}here: ${thisMachine()}`)

  it.skipIf(!isKnown).each(Object.entries(sheets))(
    '%s',
    async (name, { scheme, language, widthPx, cards }) => {
      const restart = stopClock()
      await page.viewport(widthPx * 5 + 120, 900)
      render(
        <LeydenProvider
          client={createFakeClient()}
          colorScheme={scheme}
          language={language ?? []}
          locale={language?.locale}
        >
          <div
            data-testid="sheet"
            style={{
              display: 'grid',
              gridTemplateColumns: `repeat(5, ${widthPx}px)`,
              gap: 16,
              alignItems: 'start',
              padding: 16,
              width: 'max-content',
              background: scheme === 'dark' ? '#0d0e11' : '#eceae6',
            }}
          >
            {cards.map(([, card]) => card)}
          </div>
        </LeydenProvider>,
      )
      await document.fonts.ready
      await expect(page.getByTestId('sheet')).toMatchScreenshot(name, {
        comparatorName: 'pixelmatch',
        // A digit has more.
        comparatorOptions: { threshold: 0.1, allowedMismatchedPixels: 12 },
      })
      restart()
    },
  )
})
