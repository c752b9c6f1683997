import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rampBlocked, rampFailures, rampVariants } from '../../test-support/ramp-variants.js'
import type { RampState } from '../flow/ramp-state.js'
import * as refusals from './ramp-refusals.stories.js'
import * as stories from './ramp-states.stories.js'

const { default: _, ...stateStories } = stories
const { default: __, ...refusalStories } = refusals
const shownStates = [...Object.values(stateStories), ...Object.values(refusalStories)].map(
  ({ args }) => args?.state as RampState,
)

describe('every story of the ramp', () => {
  const wing = join(import.meta.dirname, '..')
  const files = readdirSync(wing, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.stories.tsx'),
  )

  it('is in a file that is found', () => {
    expect(files.length).toBeGreaterThan(4)
  })

  it.each(files)('in %s has assertions and is not only rendered', async (file) => {
    const { default: meta, ...fileStories } = await import(join(wing, file))
    expect(Object.keys(fileStories).length).toBeGreaterThan(4)
    expect(meta.tags ?? []).not.toContain('!test')
    for (const [name, story] of Object.entries<{ play?: unknown; tags?: string[] }>(fileStories)) {
      expect(story.play ?? meta.play, name).toBeTypeOf('function')
      expect(story.tags ?? [], name).not.toContain('!test')
    }
  })
})

describe('the stories of the states', () => {
  it('exist for each reason, each error and each variant', () => {
    const keyOf = (state: RampState) => JSON.stringify({ ...state, session: undefined })
    const pictures = new Set(shownStates.map(keyOf))
    for (const states of [rampBlocked, rampFailures, rampVariants])
      for (const [name, state] of Object.entries<RampState>(states))
        expect(pictures.has(keyOf(state)), name).toBe(true)
  })
})
