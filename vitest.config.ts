import { defineConfig } from 'vitest/config'
import { components } from './config/tests/components.ts'
import { journeys, journeysTogether, packedBesideUnits, soakJourneys } from './config/tests/journeys.ts'
import { LongestFirst } from './config/tests/longest-first.ts'
import { CORES, isSoak } from './config/tests/project.ts'
import { measurements, units, unitsTogether } from './config/tests/units.ts'

const named = async () => [...units(), ...(await components()), ...journeys()]

/**
 * The projects of each run. Two variables choose: `LEYDEN_RUN` names the run of a script, and `LEYDEN_SOAK=1` means full
 * size. Without them each project has its own name: `npx vitest run --project react paying`.
 */
const RUNS = {
  named,
  /** `npm run check`, which leaves out what takes long. */
  check: unitsTogether,
  /** The three parts of `npm test`. */
  node: () => [...unitsTogether(), packedBesideUnits()],
  components,
  journeys: journeysTogether,
  /** `npm run soak` and `npm run shells`. */
  soak: async () => [...(await named()), measurements(), ...soakJourneys()],
}

function chosenRun(): keyof typeof RUNS {
  const { LEYDEN_RUN: name = isSoak ? 'soak' : 'named' } = process.env
  if (!Object.hasOwn(RUNS, name)) throw new Error(`LEYDEN_RUN is one of ${Object.keys(RUNS).join(', ')}.`)
  return name as keyof typeof RUNS
}

export default defineConfig(async () => ({
  test: {
    maxWorkers: CORES,
    sequence: { sequencer: LongestFirst },
    projects: await RUNS[chosenRun()](),
  },
}))
