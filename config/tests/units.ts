// Tests in Node that need neither a browser nor a build.
import { fromSource, GROUP, isQuick, isSoak, nodeProject, type TestOptions } from './project.ts'

/** The tests of each package. */
const UNITS = {
  scripts: ['scripts/*.test.mjs'],
  core: ['packages/core/src/**/*.test.ts'],
  lightning: ['packages/lightning/src/**/*.test.ts'],
  sandbox: ['packages/sandbox/src/**/*.test.ts'],
  game: ['apps/game/src/**/*.test.ts'],
  create: ['packages/create/src/**/*.test.ts'],
  'react-ssr': ['packages/react/src/**/*.ssr.test.tsx', 'packages/react/src/**/*.test.ts'],
}

/** The tests of servers, which use signals, ports and processes. */
const SERVERS = {
  lnurl: ['packages/lnurl/src/**/*.test.ts'],
  bff: ['packages/bff/src/**/*.test.ts'],
  'operators-page': ['packages/operators-page/src/**/*.test.ts'],
  'app-bff': ['apps/bff/src/**/*.test.ts'],
}

/** Tests of `apps/packed` that install no app of a user. */
export const MANIFESTS = [
  'src/engines.test.ts',
  'src/packages.test.ts',
  'src/planted-faults.test.ts',
  'src/reading-tests.test.ts',
  'src/references.test.ts',
  'src/*.test.mjs',
]

/**
 * Slow tests, which `npm run check` leaves out: killed processes, outages, databases, thousands of streams or
 * signatures, programs, a browser.
 */
export const SLOW = [
  '**/durability/**',
  '**/scale/**',
  '**/postgres/**',
  '**/lnurl-charges.test.ts',
  '**/*.ssrf.test.ts',
  '**/program*.test.ts',
  '**/sqlite/**',
  '**/explore-*.test.ts',
  '**/nwc/nwc.test.ts',
  '**/outbox/outage.test.ts',
  '**/readiness/readiness.test.ts',
  '**/limits/fairness.test.ts',
  '**/cli.test.ts',
  '**/create/created-server.test.ts',
  '**/create/package-manager.test.ts',
  '**/who-failed.test.ts',
  '**/invoice-properties.test.ts',
  '**/planted-faults.test.ts',
]

/** In full size these measure times, which a parallel file would distort, so `npm run soak` runs them one by one. */
export const MEASUREMENTS = [
  'packages/bff/src/**/{slow-disk,fairness,nwc,sqlite-retention,states,flood}.test.ts',
  'apps/bff/src/**/streams.test.ts',
]

/** Tests of servers that only `npm run soak` runs: they wait for faults that last. */
export const RARE_FAULTS = [
  'packages/bff/src/**/{slow-disk,postgres-resilience}.test.ts',
  'apps/bff/src/**/streams.test.ts',
]

/** The slow tests mostly wait: for timeouts, killed processes and slow disks. */
export const WORKERS = isQuick || isSoak ? 3 : 5

const withoutSlow = (exclude: string[] = []) => [...exclude, ...(isQuick ? SLOW : [])]

/**
 * A project that uses the sources of all packages. Files share a thread, because loading the modules again for each
 * would take half the time, and a process for each worker a tenth.
 */
function unitProject(name: string, include: string[], test: TestOptions = {}) {
  const options = {
    include,
    isolate: false,
    pool: 'threads',
    maxWorkers: WORKERS,
    ...test,
  } satisfies TestOptions
  const exclude = withoutSlow(['**/*.browser.test.ts', ...(test.exclude ?? [])])
  return { ...fromSource, ...nodeProject(name, '.', { ...options, exclude }) }
}

function serverProject(name: string, include: string[]) {
  return unitProject(name, include, {
    pool: 'forks',
    exclude: isSoak ? MEASUREMENTS : RARE_FAULTS,
  })
}

/** A project for each package, so that one can be run alone. */
export const units = () => [
  ...Object.entries(UNITS).map(([name, include]) => unitProject(name, include)),
  ...Object.entries(SERVERS).map(([name, include]) => serverProject(name, include)),
  manifests(),
]

/**
 * The same in fewer projects, for runs of all: a worker then loads the modules of core once and not once for each
 * package, which saves a fifth of the processor's time.
 */
export const unitsTogether = () => [
  unitProject('units', Object.values(UNITS).flat()),
  serverProject('servers', Object.values(SERVERS).flat()),
  manifests(),
]

const manifests = () => ({
  ...fromSource,
  ...nodeProject('packages', 'apps/packed', {
    include: MANIFESTS,
    maxWorkers: WORKERS,
    exclude: withoutSlow(),
  }),
})

export const measurements = () =>
  unitProject('measurements', MEASUREMENTS, {
    pool: 'forks',
    isolate: true,
    maxWorkers: 1,
    sequence: { groupOrder: GROUP.measurements },
  })
