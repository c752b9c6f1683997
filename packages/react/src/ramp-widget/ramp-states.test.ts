import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RampState } from '../ramp-flow/index.js'
import { rampBlocked, rampFailures, rampVariants } from '../test-support/ramp-variants.js'
import * as refusals from './ramp-refusals.stories.js'
import * as stories from './ramp-states.stories.js'

const { default: _, ...all } = stories
const { default: __, ...refused } = refusals
const shown = [...Object.values(all), ...Object.values(refused)].map(({ args }) => args?.state as RampState)

describe('every story of the ramp', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.stories.tsx'))
  it.each(files)('in %s has assertions and is not only rendered', async (file) => {
    const { default: meta, ...all } = await import(join(import.meta.dirname, file))
    expect(Object.keys(all).length).toBeGreaterThan(4)
    expect(meta.tags ?? []).not.toContain('!test')
    for (const [name, story] of Object.entries<{ play?: unknown; tags?: string[] }>(all)) {
      expect(story.play ?? meta.play, name).toBeTypeOf('function')
      expect(story.tags ?? [], name).not.toContain('!test')
    }
  })
})

describe('the stories of the states', () => {
  it('exist for each reason, each error and each variant', () => {
    const names = (state: RampState) => JSON.stringify({ ...state, session: undefined })
    const pictures = new Set(shown.map(names))
    for (const states of [rampBlocked, rampFailures, rampVariants])
      for (const [name, state] of Object.entries<RampState>(states))
        expect(pictures.has(names(state)), name).toBe(true)
  })
})
