import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Card } from '../card/card.js'
import type { Language } from '../languages/language.js'
import { rampArabic } from '../languages/ramp-arabic.js'
import { rampGerman } from '../languages/ramp-german.js'
import { rampJapanese } from '../languages/ramp-japanese.js'
import { rampPortuguese } from '../languages/ramp-portuguese.js'
import { rampSpanish } from '../languages/ramp-spanish.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { useMessages } from '../messages/use-messages.js'
import { LeydenProvider } from '../provider/leyden-provider.js'
import { rampFixtures } from '../ramp-flow/fixtures.js'
import type { RampState } from '../ramp-flow/index.js'
import { outsideCard } from '../test-support/outside-card.js'
import { rampModel } from '../test-support/ramp-model.js'
import { rampVariants } from '../test-support/ramp-variants.js'
import { RampBody } from './loaded-ramp.js'
import { rampTones } from './ramp-tones.js'
import '../styles.css'

afterEach(cleanup)

const english: Language = { locale: 'en' }
const languages = [english, rampGerman, rampSpanish, rampPortuguese, rampJapanese, rampArabic]
const states: [string, RampState][] = [
  ...Object.entries<RampState>(rampFixtures),
  ...Object.entries<RampState>(rampVariants),
]

/** Everything except the provider's page. */
function Picture({ state }: { state: RampState }) {
  const t = useMessages(rampEnglish, undefined, 'ramp')
  const options = { quoteCurrency: 'USD', rampOrigins: ['https://pay.provider.example'] }
  return (
    <Card
      className="ly-part"
      name={t('rampTitle')}
      direction={t.direction}
      state={state.status}
      tone={rampTones[state.status]}
    >
      <RampBody ramp={rampModel(state, null)} options={options} t={t} />
    </Card>
  )
}

describe.each([280, 376])('at a width of %i', (width) => {
  it.each(states)('nothing overflows the card, in every language: %s', (_, state) => {
    for (const language of languages) {
      const { container, unmount } = render(
        <div style={{ width }}>
          <LeydenProvider language={language}>
            <Picture state={state} />
          </LeydenProvider>
        </div>,
      )
      const card = container.querySelector('.leyden')
      expect(card && [language.locale, ...outsideCard(card)]).toEqual([language.locale])
      unmount()
    }
  })
})
