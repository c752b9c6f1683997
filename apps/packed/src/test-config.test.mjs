// A pattern of the configuration that matches no test has no effect: a slow test would run in `npm run check`, a rare
// fault in `npm test`, and mutation tests would change nothing.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { journeys, soakJourneys } from '../../../config/tests/journeys.ts'
import { LONGEST } from '../../../config/tests/longest-first.ts'
import { MUTATED, NOTICING } from '../../../config/tests/mutated.mjs'
import { SOAK_RUNS } from '../../../config/tests/soak-runs.mjs'
import {
  MANIFESTS,
  MEASUREMENTS,
  measurements,
  RARE_FAULTS,
  SLOW,
  units,
} from '../../../config/tests/units.ts'

const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: join(import.meta.dirname, '../../..'),
  encoding: 'utf8',
})
const files = listing.split('\n')
const tests = files.filter((path) => /\.test\.\w+$/.test(path))

/** One pattern for each alternative in braces. */
function alternativesOf(pattern) {
  const [, before, list, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  return list === undefined
    ? [pattern]
    : list.split(',').flatMap((name) => alternativesOf(before + name + after))
}

function asRegExp(pattern) {
  const parts = pattern
    .replaceAll('.', '\\.')
    .replaceAll(/\*\*\/?|\*/g, (stars) => ({ '*': '[^/]*', '**': '.*', '**/': '(?:.*/)?' })[stars])
  return new RegExp(`^${parts}$`)
}

it.each([
  ['slow tests', SLOW, tests],
  ['measurements', MEASUREMENTS, tests],
  ['rare faults', RARE_FAULTS, tests],
  ['manifests', MANIFESTS.map((pattern) => `apps/packed/${pattern}`), tests],
  ['the longest tests', LONGEST.map((name) => `**/${name}`), tests],
  ['the folders that are mutated', MUTATED.map((folder) => `${folder}/**`), files],
  ['the tests that notice a mutation', NOTICING, tests],
])('each pattern of %s matches a file', (_, patterns, paths) => {
  const all = patterns.flatMap(alternativesOf)
  expect(all.length).toBeGreaterThan(1)
  expect(all.filter((pattern) => !paths.some((path) => asRegExp(pattern).test(path)))).toEqual([])
})

it('`npm run soak` has each project, so that no long form is without a run', () => {
  const names = [...units(), ...journeys(), ...soakJourneys(), measurements()].map(({ test }) => test.name)
  expect(names.length).toBeGreaterThan(20)
  const run = SOAK_RUNS.flatMap(({ projects }) => projects)
  expect(names.filter((name) => !run.includes(name))).toEqual([])
})
