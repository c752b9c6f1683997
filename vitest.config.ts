import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { preactAlias } from './packages/embed/preact-alias.mjs'
import { findChromium, findFirefox, findWebKit } from './scripts/programs.mjs'

const executablePath = findChromium()
// Tests that launch Chromium themselves read this variable.
if (executablePath) process.env.LEYDEN_CHROMIUM = executablePath
/** Chromium runs as root in containers, has no graphics card and must not send requests of its own. */
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const isQuick = process.env.LEYDEN_QUICK === '1'
const isSoak = process.env.LEYDEN_SOAK === '1'
/** Names of `GROUP`, separated by commas. @default all */
const chosenGroups = process.env.LEYDEN_GROUPS?.split(',')

/**
 * Slow tests: killed processes, outages, databases, thousands of streams or signatures, programs, a browser. `npm run
 * check` leaves it out.
 */
const SLOW = [
  '**/durability/**',
  '**/scale/**',
  '**/postgres/**',
  '**/lnurl-charges.test.ts',
  '**/*.ssrf.test.ts',
  '**/program*.test.ts',
  '**/ramp/page/**',
  '**/wallet/page/**',
  '**/sqlite/**',
  '**/explore-*.test.ts',
  '**/nwc/nwc.test.ts',
  '**/outbox/outage.test.ts',
  '**/readiness/readiness.test.ts',
  '**/limits/fairness.test.ts',
  '**/cli.test.ts',
  '**/create/package-manager.test.ts',
  '**/who-failed.test.ts',
  '**/invoice-properties.test.ts',
  '**/tarballs.test.ts',
]

/** Tests of `apps/packed` that install no consumer app. */
const MANIFESTS = ['src/packages.test.ts', 'src/references.test.ts', 'src/tarballs.test.ts', 'src/*.test.mjs']

/** Packages are read from their sources, so that a change in one is tested in the others without a build. */
const fromSource = {
  resolve: { conditions: ['@leyden/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@leyden/source', ...defaultServerConditions] } },
}

/**
 * A test that starts processes or a browser can time out on a busy machine, so it has a retry, and the summary of `npm
 * test` names it. A refuted property is never retried, nor a test with `retry: 0`.
 */
const secondTry = {
  retry: { count: 1, condition: /^(?!Property failed)/u },
  // The message of the first failure, which the summary shows, names all that differs.
  chaiConfig: { truncateThreshold: 0 },
}

/**
 * Files that take half a minute or more. If they started last, each would run alone at the end. Those that need the
 * processor come first.
 */
const LONGEST = [
  'packed.test.ts',
  'storybook.test.ts',
  'testing.test.ts',
  'docs.test.ts',
  'shells/shells.test.ts',
  'explore-payments.test.ts',
  'tarballs.test.ts',
  'kill-rounds.test.ts',
  'nwc.test.ts',
  'slow-disk.test.ts',
  'outage.test.ts',
  'readiness.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** A long timeout for a busy machine: by default `expect.poll` waits for one second. */
const patient = { poll: { timeout: 15_000 } }
/** The same timeout for Testing Library. */
const ASYNC_TIMEOUT = 'src/test-support/async-timeout.ts'
const CLEAN_UP = 'src/test-support/clean-up.ts'

/**
 * Projects of one group run in parallel; a group starts when the one before it has ended. The number of files at a time
 * keeps two cores busy.
 */
const GROUP = { units: 0, components: 1, journeys: 2, measurements: 3 }
/** The slow units mostly wait: for timeouts, killed processes and slow disks. */
const UNIT_WORKERS = isQuick || isSoak ? 3 : 5
const JOURNEY_WORKERS = 3

/** A project that uses the built packages. */
function nodeProject(name: string, root: string, test: TestProjectInlineConfiguration['test'] = {}) {
  return {
    root,
    test: {
      name,
      environment: 'node',
      include: ['src/**/*.test.ts'],
      maxWorkers: JOURNEY_WORKERS,
      expect: patient,
      testTimeout: 20_000,
      hookTimeout: 30_000,
      ...test,
      exclude: [...configDefaults.exclude, ...(test.exclude ?? []), ...(isQuick ? SLOW : [])],
    },
  } satisfies TestProjectInlineConfiguration
}

/** The tests of each package that need neither a browser nor a build. */
const UNITS = {
  scripts: ['scripts/*.test.mjs'],
  core: ['packages/core/src/**/*.test.ts'],
  lightning: ['packages/lightning/src/**/*.test.ts'],
  sandbox: ['packages/sandbox/src/**/*.test.ts'],
  game: ['apps/game/src/**/*.test.ts'],
  create: ['packages/create/src/**/*.test.ts'],
  'react-ssr': ['packages/react/src/**/*.ssr.test.tsx', 'packages/react/src/**/*.test.ts'],
}
/** The unit tests of servers, which use signals, ports and processes. */
const SERVER_UNITS = {
  lnurl: ['packages/lnurl/src/**/*.test.ts'],
  bff: ['packages/bff/src/**/*.test.ts'],
  'app-bff': ['apps/bff/src/**/*.test.ts'],
}

/**
 * A project that uses the sources of all packages. Files share a thread, because loading the modules again for each
 * would take half the time, and a process for each worker a tenth.
 */
function unitProject(name: string, include: string[], test: TestProjectInlineConfiguration['test'] = {}) {
  const project = nodeProject(name, '.', {
    include,
    isolate: false,
    pool: 'threads',
    // How many steps of a payment are explored. Each step takes four times as long, and 7 steps exceed the memory of a
    // thread.
    env: { LEYDEN_EXPLORE_DEPTH: process.env.LEYDEN_EXPLORE_DEPTH ?? '4' },
    maxWorkers: UNIT_WORKERS,
    ...test,
    exclude: ['**/*.browser.test.ts', ...(test?.exclude ?? [])],
  })
  return { ...fromSource, ...project } satisfies TestProjectInlineConfiguration
}

/**
 * A project for each package, so that one can be run alone. If all are run, they are one project: a worker then loads
 * the modules of core once and not once for each package, which saves a fifth of the processor's time.
 */
function unitProjects() {
  const forServers = { ...secondTry, pool: 'forks', exclude: isSoak ? MEASUREMENTS : RARE_FAULTS } as const
  if (chosenGroups)
    return [
      unitProject('units', Object.values(UNITS).flat()),
      unitProject('servers', Object.values(SERVER_UNITS).flat(), forServers),
    ]
  return [
    ...Object.entries(UNITS).map(([name, include]) => unitProject(name, include)),
    ...Object.entries(SERVER_UNITS).map(([name, include]) => unitProject(name, include, forServers)),
  ]
}

/**
 * A project in a browser, with the built packages. Files of a worker share one browser and the pages that were built
 * for it.
 */
function journeys(name: string, test: TestProjectInlineConfiguration['test'] = {}) {
  return nodeProject(name, 'apps/e2e', {
    ...secondTry,
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    sequence: { groupOrder: GROUP.journeys },
    ...test,
  })
}

/**
 * Whole payments in pages of engines and portals. Only `npm run soak` and `npm run shells` run all of them in each
 * browser.
 */
const SHELLS = 'src/embed/shells/*.test.ts'

/** Journeys in Chromium: of the components, of the script, of `npm start`, in the built Storybook and documentation. */
const JOURNEYS = {
  e2e: { exclude: ['src/{embed,docs,engines,start,storybook}/**'] },
  embed: { include: ['src/embed/**/*.test.ts'], exclude: [SHELLS] },
  start: { include: ['src/start/**/*.test.ts'] },
  storybook: { include: ['src/storybook/**/*.test.ts'] },
  docs: { include: ['src/docs/**/*.test.ts'] },
}

/** A project for each kind, or one for all, like those of the units: a worker then starts one browser and one harness. */
function journeyProjects() {
  if (chosenGroups) return [journeys('journeys', { exclude: [SHELLS, 'src/engines/**'] })]
  return Object.entries(JOURNEYS).map(([name, test]) => journeys(name, test))
}

const isChosen = (group: keyof typeof GROUP) => chosenGroups?.includes(group) ?? true

/** The path of a browser other than Chromium. Its projects are left out if there is none, or if nobody runs journeys. */
const pathOf = (find: typeof findFirefox) => {
  const path = isChosen('journeys') ? find() : undefined
  return path === 'none' ? undefined : path
}
const firefox = pathOf(findFirefox)
const webkit = pathOf(findWebKit)
const inFirefox = { LEYDEN_BROWSER: 'firefox', LEYDEN_FIREFOX: firefox ?? '' }
const inWebKit = { LEYDEN_BROWSER: 'webkit', LEYDEN_WEBKIT: webkit ?? '' }
const POINTER_MATRIX = 'src/embed/both-browsers/pointer-matrix.test.ts'

function inChromium(test: TestProjectInlineConfiguration['test']) {
  return {
    ...test,
    expect: patient,
    sequence: { groupOrder: GROUP.components },
    retry: 1,
    testTimeout: 20_000,
    // Two pages for each project, because a page is often idle: it waits for timers and animations.
    maxWorkers: 2,
    // Files share a page: to load the modules again for each, and to keep all of them, takes half as much time again.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: executablePath ? { args: chromiumArgs, executablePath } : { args: chromiumArgs },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  } satisfies TestProjectInlineConfiguration['test']
}

/**
 * The components in the browser: with the workspace's React and TanStack Query, or with the oldest supported versions,
 * and then without APIs that the oldest browsers lack.
 */
function reactProject(name: string, include: string[], version = '') {
  const alias = version
    ? [
        { find: /^react(?=\/|$)/, replacement: `react${version}` },
        { find: /^react-dom(?=\/|$)/, replacement: `react-dom${version}` },
        { find: '@tanstack/react-query', replacement: 'react-query-floor' },
      ]
    : []
  return {
    root: 'packages/react',
    // A prebuilt library contains the React that it was built with.
    cacheDir: `node_modules/.vite-${name}`,
    // Tailwind changes only style sheets that import it.
    plugins: [react(), tailwindcss()],
    resolve: { ...fromSource.resolve, alias },
    optimizeDeps: {
      // If Vite found one of these later, it would reload the page during a test.
      include: [
        'react',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        '@testing-library/react',
        '@tanstack/react-query',
        'qrcode.react',
      ],
    },
    test: inChromium({
      name,
      include,
      setupFiles: [ASYNC_TIMEOUT, CLEAN_UP, ...(version ? ['src/test-support/oldest-browsers.ts'] : [])],
    }),
  } satisfies TestProjectInlineConfiguration
}

/**
 * The components with Preact, like in the embed: tests in which events, focus, effects or frames could differ. The
 * journeys of the embed have Preact too, so two files are enough for `npm test`.
 */
function preactProject() {
  const { test, ...project } = reactProject('preact', [
    isSoak
      ? 'src/**/{paying,being-paid,amount-field,by-keyboard,looking-up,queries,nothing-left-behind,ramp-frame,ramp-return}.browser.test.tsx'
      : 'src/**/{paying,ramp-frame}.browser.test.tsx',
  ])
  return {
    ...project,
    plugins: [],
    resolve: { ...fromSource.resolve, alias: preactAlias },
    optimizeDeps: {
      // If they were prebuilt one by one, each library would contain its own Preact.
      noDiscovery: true,
      exclude: ['@testing-library/react'],
      include: ['@testing-library/react > @testing-library/dom'],
    },
    test: {
      ...test,
      setupFiles: [
        ASYNC_TIMEOUT,
        CLEAN_UP,
        'src/test-support/change-as-input.ts',
        'src/test-support/oldest-browsers.ts',
      ],
    },
  } satisfies TestProjectInlineConfiguration
}

/** Stories in the browser, with their interactions and their accessibility. */
async function storiesProject() {
  // Loaded only for runs with stories, because it takes two seconds and reads the index of all stories.
  const { storybookTest } = await import('@storybook/addon-vitest/vitest-plugin')
  return {
    plugins: [storybookTest({ configDir: join(import.meta.dirname, '.storybook') })],
    test: inChromium({ name: 'stories', setupFiles: ['packages/react/src/test-support/clean-up-story.ts'] }),
  } satisfies TestProjectInlineConfiguration
}

/** In full size these measure times, which a parallel file would distort, so `npm run soak` runs them one by one. */
const MEASUREMENTS = [
  'packages/bff/src/**/{slow-disk,fairness,nwc,sqlite-retention}.test.ts',
  'apps/bff/src/scale/streams.test.ts',
]

/** Tests of servers that only `npm run soak` runs: they wait for faults that last. */
const RARE_FAULTS = [
  'packages/bff/src/**/{slow-disk,postgres-resilience}.test.ts',
  'apps/bff/src/scale/streams.test.ts',
]

function isInChosenGroup({ test }: TestProjectInlineConfiguration): boolean {
  const order = test?.sequence?.groupOrder ?? GROUP.units
  return Object.entries(GROUP).some(
    ([name, value]) => value === order && isChosen(name as keyof typeof GROUP),
  )
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...unitProjects(),
      ...(isSoak
        ? [
            unitProject('measurements', MEASUREMENTS, {
              pool: 'forks',
              isolate: true,
              maxWorkers: 1,
              sequence: { groupOrder: GROUP.measurements },
            }),
          ]
        : []),
      {
        ...fromSource,
        ...nodeProject('packages', 'apps/packed', { include: MANIFESTS, maxWorkers: UNIT_WORKERS }),
      },
      reactProject('react', ['src/**/*.browser.test.tsx', 'src/**/*.browser.test.ts']),
      reactProject(
        'react-18',
        [
          // Tests that depend on the version: effects under StrictMode, refs, the oldest TanStack Query, hydration.
          'src/**/{being-paid,parts,queries,ramp-frame,hydration}.browser.test.tsx',
        ],
        '-18',
      ),
      preactProject(),
      {
        ...fromSource,
        root: 'packages/embed',
        test: inChromium({
          name: 'embed-browser',
          include: ['src/**/*.browser.test.ts', 'src/**/*.browser.test.tsx'],
        }),
      },
      ...(isChosen('components') ? [await storiesProject()] : []),
      ...journeyProjects(),
      // Only `npm run soak` has these: real engines are large to build and slow without a graphics card, and a dozen
      // apps of other frameworks have to be installed.
      ...(isSoak
        ? [
            journeys('shells-chromium', { include: [SHELLS] }),
            ...(firefox ? [journeys('shells-firefox', { include: [SHELLS], env: inFirefox })] : []),
            journeys('engines', { include: ['src/engines/**/*.test.ts'], testTimeout: 120_000 }),
            nodeProject('frameworks', 'apps/packed', {
              include: ['src/frameworks.test.ts'],
              hookTimeout: 120_000,
              sequence: { groupOrder: GROUP.journeys },
              env: { LEYDEN_CHROMIUM: executablePath ?? '' },
            }),
          ]
        : []),
      ...(firefox
        ? [
            journeys('firefox', {
              include: ['src/embed/both-browsers/*.test.ts'],
              // Both browsers apply the same style rules, and the guard treats their presses alike: hostile pages and
              // the pointer matrix in Firefox are for `npm run soak`.
              exclude: isSoak ? [] : ['**/hostile-styles.test.ts', '**/pointer-matrix.test.ts'],
              env: inFirefox,
            }),
          ]
        : []),
      ...(webkit
        ? [
            journeys('shells-webkit', {
              include: isSoak ? [SHELLS, POINTER_MATRIX] : [SHELLS],
              env: inWebKit,
            }),
          ]
        : []),
      // Packs every package, and installs the tarballs in apps outside of the workspace.
      nodeProject('packed', 'apps/packed', {
        ...secondTry,
        // Tests with other test runners, which take long to install, are for `npm run soak`.
        exclude: [...MANIFESTS, 'src/frameworks.test.ts', ...(isSoak ? [] : ['src/testing.test.ts'])],
        hookTimeout: 120_000,
        sequence: { groupOrder: GROUP.journeys },
      }),
    ].filter(isInChosenGroup),
  },
})
