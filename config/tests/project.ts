// What projects of all kinds share.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { configDefaults, type TestProjectInlineConfiguration } from 'vitest/config'
import { findChromium } from '../../scripts/programs.mjs'

export type Project = TestProjectInlineConfiguration
export type TestOptions = NonNullable<Project['test']>

/** `npm run check` leaves out what takes long. */
export const isQuick = process.env.LEYDEN_RUN === 'check'
/** Full size: more rounds, rare faults, each browser. Tests read this variable too. */
export const isSoak = process.env.LEYDEN_SOAK === '1'

export const chromium = findChromium()
// Tests that launch Chromium themselves read this variable.
if (chromium) process.env.LEYDEN_CHROMIUM = chromium

/** Packages are read from their sources, so that a change in one is tested in the others without a build. */
export const fromSource = {
  resolve: { conditions: ['@leyden/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@leyden/source', ...defaultServerConditions] } },
}

/** As many browsers, with their servers and pages, run at once as the machine has cores. */
export const CORES = availableParallelism()

/**
 * Projects of one group run in parallel; a group starts when the one before it has ended. Each project of components has
 * a browser with pages of its own, so each is a group, but for the small ones: together they start faster.
 */
export const GROUP = {
  units: 0,
  react: 1,
  small: 2,
  stories: 3,
  packed: 4,
  journeys: 5,
  measurements: 6,
}

/**
 * The limits of every test and of every wait. They only end what hangs: a test must not fail because a machine is slow,
 * and none is tried again.
 */
export const patient = {
  testTimeout: isSoak ? 7_200_000 : 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: [join(import.meta.dirname, 'wait-longer.ts')],
  retry: 0,
  // A failure names all that differs.
  chaiConfig: { truncateThreshold: 0 },
} satisfies TestOptions

/** A project in Node, whose tests are in `src` below `root`. */
export function nodeProject(name: string, root: string, test: TestOptions = {}) {
  return {
    root,
    test: {
      name,
      environment: 'node',
      include: ['src/**/*.test.ts'],
      maxWorkers: CORES,
      ...patient,
      ...test,
      exclude: [...configDefaults.exclude, ...(test.exclude ?? [])],
    },
  } satisfies Project
}
