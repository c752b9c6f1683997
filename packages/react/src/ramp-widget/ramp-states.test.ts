import type { RampState } from '@leyden/core/ramp'
import { rampBlocked, rampFailures, rampFixtures, rampVariants } from '@leyden/core/ramp/fixtures'
import { describe, expect, it } from 'vitest'
import * as refusals from './ramp-refusals.stories.js'
import * as stories from './ramp-states.stories.js'

const { default: _, ...all } = stories
const { default: __, ...refused } = refusals
const shown = [...Object.values(all), ...Object.values(refused)].map(({ args }) => args?.state as RampState)

describe('the stories of the states', () => {
  it('are one for each status, by its name and with its fixture', () => {
    for (const [status, fixture] of Object.entries(rampFixtures)) {
      const name = status.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
      expect(all[name as keyof typeof all]?.args?.state, name).toBe(fixture)
    }
  })

  it('are one for each reason, each error and each shade', () => {
    const names = (state: RampState) => JSON.stringify({ ...state, session: undefined })
    const pictures = new Set(shown.map(names))
    for (const states of [rampBlocked, rampFailures, rampVariants])
      for (const [name, state] of Object.entries<RampState>(states))
        expect(pictures.has(names(state)), name).toBe(true)
  })
})
