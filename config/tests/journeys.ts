// Tests of the built packages, in browsers and as a user installs them.
import { join } from 'node:path'
import { findFirefox, findWebKit } from '../../scripts/programs.mjs'
import { chromium, GROUP, isSoak, nodeProject, type TestOptions } from './project.ts'
import { MANIFESTS, WORKERS } from './units.ts'

/**
 * Whole payments in pages of engines and portals. `npm test` runs one of each kind; only `npm run soak` and `npm run
 * shells` run all of them in each browser.
 */
const SHELLS = 'src/embed/shells/*.test.ts'
/** In Chromium, other tests do the same. */
const SHELLS_OF_ELEMENTS = 'src/embed/shells/elements.test.ts'
const POINTER_MATRIX = 'src/embed/both-browsers/pointer-matrix.test.ts'
/** A line that breaks after the form is a journey of `e2e` too, so the browsers are for `npm run soak`. */
const SLOW_LINE = 'src/embed/both-browsers/slow-line.test.ts'

/** Builds what the project reads, if it runs alone. */
const PUBLISH = join(import.meta.dirname, 'publish.ts')

/** Journeys in Chromium: of the components, of the script, of `npm start`, in the built Storybook and documentation. */
const JOURNEYS = {
  e2e: { exclude: ['src/{embed,docs,engines,start,storybook}/**'] },
  embed: { include: ['src/embed/**/*.test.ts'], exclude: [SHELLS] },
  start: { include: ['src/start/**/*.test.ts'] },
  storybook: { include: ['src/storybook/**/*.test.ts'], globalSetup: PUBLISH },
  docs: { include: ['src/docs/**/*.test.ts'], globalSetup: PUBLISH },
}

/**
 * A project in a browser, with the built packages. Files of a worker share one browser and the pages that were built
 * for it.
 */
function journey(name: string, test: TestOptions = {}) {
  return nodeProject(name, 'apps/e2e', {
    isolate: false,
    sequence: { groupOrder: GROUP.journeys },
    ...test,
  })
}

/** A project for each kind of journeys, so that one can be run alone. */
export const journeys = () => [
  ...Object.entries(JOURNEYS).map(([name, test]) => journey(name, test)),
  ...otherBrowsers(),
  packed(),
]

/** The same in fewer projects, for runs of all: a worker then starts one browser and one harness. */
export const journeysTogether = () => [
  journey('journeys', { exclude: [SHELLS_OF_ELEMENTS, 'src/engines/**', ...(isSoak ? [] : [SLOW_LINE])] }),
  ...otherBrowsers(),
]

/** Journeys in Firefox and WebKit. */
const otherBrowsers = () => [
  ...inBrowser('firefox', 'firefox', {
    include: ['src/embed/both-browsers/*.test.ts'],
    // Both browsers apply the same style rules, and the guard treats their presses alike: hostile pages and the pointer
    // matrix in Firefox are for `npm run soak`.
    exclude: isSoak ? [] : ['**/hostile-styles.test.ts', '**/pointer-matrix.test.ts', SLOW_LINE],
  }),
  ...inBrowser('webkit', 'shells-webkit', {
    include: isSoak ? [SHELLS, POINTER_MATRIX, SLOW_LINE] : [SHELLS],
  }),
]

/** A project in another browser than Chromium; none where the browser is not installed. */
function inBrowser(browser: 'firefox' | 'webkit', name: string, test: TestOptions) {
  const path = browser === 'firefox' ? findFirefox() : findWebKit()
  if (path === undefined || path === 'none') return []
  const env = { LEYDEN_BROWSER: browser, [`LEYDEN_${browser.toUpperCase()}`]: path }
  return [journey(name, { ...test, env })]
}

const OF_THE_SOAK = ['src/frameworks.test.ts', 'src/testing.test.ts']

/** Tests of the tarballs of our packages, and of apps outside of the workspace that install them. */
const packed = (test: TestOptions = { sequence: { groupOrder: GROUP.packed } }) =>
  nodeProject('packed', 'apps/packed', {
    // Other frameworks and test runners take long to install, so they are for `npm run soak`.
    exclude: [...MANIFESTS, ...OF_THE_SOAK],
    globalSetup: PUBLISH,
    ...test,
  })

/** The same in the run of the tests in Node, because what builds an app would take the processor from a journey. */
export const packedBesideUnits = () => packed({ maxWorkers: WORKERS })

/**
 * Journeys that only `npm run soak` and `npm run shells` have: real engines are large to build and slow without a
 * graphics card, and a dozen apps of other frameworks have to be installed.
 */
export const soakJourneys = () => [
  journey('shells-chromium', { include: [SHELLS] }),
  ...inBrowser('firefox', 'shells-firefox', { include: [SHELLS] }),
  journey('engines', { include: ['src/engines/**/*.test.ts'] }),
  nodeProject('frameworks', 'apps/packed', {
    include: OF_THE_SOAK,
    sequence: { groupOrder: GROUP.packed },
    globalSetup: PUBLISH,
    env: { LEYDEN_CHROMIUM: chromium ?? '' },
  }),
]
