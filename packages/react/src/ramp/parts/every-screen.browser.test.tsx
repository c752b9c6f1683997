import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Card } from '../../foundation/card/card.js'
import { rampEnglish } from '../../foundation/messages/ramp-english.js'
import { useMessages } from '../../foundation/messages/use-messages.js'
import { LeydenProvider } from '../../foundation/provider/leyden-provider.js'
import { languageFiles } from '../../languages/load-language.js'
import { inSoak } from '../../test-support/in-soak.js'
import { outsideCard } from '../../test-support/outside-card.js'
import { useRampInState } from '../../test-support/ramp-picture.js'
import { rampVariants } from '../../test-support/ramp-variants.js'
import { rampFixtures } from '../flow/fixtures.js'
import type { RampState } from '../flow/ramp-state.js'
import { RampBody } from './loaded-ramp.js'
import { rampTones } from './ramp-start.js'
import '../../styles.css'

const files = await Promise.all(Object.values(languageFiles).map((load) => load()))
const languages = [[{ locale: 'en' }], ...files.map((file) => file.languages)]
const states: [string, RampState][] = [
  ...Object.entries<RampState>(rampFixtures),
  ...Object.entries<RampState>(rampVariants),
]

/** Everything except the ramp's page. */
function Picture({ state }: { state: RampState }) {
  const t = useMessages(rampEnglish, undefined, 'ramp')
  const options = { quoteCurrency: 'USD', rampOrigins: ['https://pay.provider.example'] }
  return (
    <Card name={t('rampTitle')} direction={t.direction} state={state.status} tone={rampTones[state.status]}>
      <RampBody ramp={useRampInState({ state })} options={options} t={t} isOnline />
    </Card>
  )
}

// A text that fits into the narrowest card fits into a wider one, so there the languages are for `npm run soak`.
describe.each([
  [280, languages],
  [376, inSoak ? languages : languages.slice(0, 1)],
])('at a width of %i', (width, languages) => {
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
      expect(card && [language[0]?.locale, ...outsideCard(card)]).toEqual([language[0]?.locale])
      unmount()
    }
  })
})
