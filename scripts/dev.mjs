// `npm run dev`: starts sandbox, BFF, demo and game from their sources; a change is shown without a build. `npm run
// storybook`: shows the components in every state, also from their sources. `npm run storybook:build` writes it to
// `storybook-static`, which can be served below any path. `npm run docs`: serves the documentation as a site; a change
// of a guide is shown at once. `npm run docs:build` writes it to `apps/docs/dist`.
import './node-version.mjs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { installIfNeeded } from './pnpm.mjs'
import { endWithNpm, root, runNode } from './run.mjs'
import { planPages } from './services.mjs'

const TSC = 'node_modules/typescript/bin/tsc'
const STORYBOOK = 'node_modules/storybook/dist/bin/dispatcher.js'

await installIfNeeded()
if (process.argv[2]?.startsWith('docs')) await startDocs()
else if (process.argv[2]?.startsWith('storybook')) await startStorybook()
else await startApps()

async function startStorybook() {
  // The embed's stories load the built script, like pages do.
  await runNode([TSC, '-b', 'packages/react', 'packages/sandbox'])
  await runNode(['packages/embed/build.mjs'])
  if (process.argv[2] === 'storybook:build') return runNode([STORYBOOK, 'build', '--disable-telemetry'])
  const port = process.env.LEYDEN_STORYBOOK_PORT || '6006'
  await runNode([STORYBOOK, 'dev', '--port', port, '--exact-port', '--ci', '--disable-telemetry'])
}

async function startDocs() {
  const inDocs = (args) =>
    runNode(args, { cwd: join(root, 'apps/docs'), env: { ASTRO_TELEMETRY_DISABLED: '1' } })
  await inDocs(['apps/docs/api-reference.mjs'])
  await inDocs(['apps/docs/node_modules/astro/astro.js', process.argv[2] === 'docs:build' ? 'build' : 'dev'])
}

async function startApps() {
  // Imported here, because in a fresh clone it has just been installed.
  const { default: concurrently } = await import('concurrently')
  // Built once at the start, because SQLite's worker is a separate file that has to be built.
  await runNode([TSC, '-b', 'packages/bff', 'apps/bff'])
  const { result } = concurrently(
    [
      {
        name: 'servers',
        command: 'tsx watch --clear-screen=false --conditions=@leyden/source scripts/start.mjs --dev',
      },
      { name: 'demo', command: 'vite', cwd: join(root, 'apps/demo') },
      { name: 'game', command: 'vite', cwd: join(root, 'apps/game') },
      { name: 'types', command: 'tsc -b --watch --preserveWatchOutput' },
    ],
    { cwd: root, killOthersOn: ['failure', 'success'], prefixColors: 'auto', padPrefix: true },
  )
  printWhenReady().catch((error) => console.error(error.message))
  // concurrently ends its programs at a signal.
  endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
  await result.catch(() => {})
}

/** Prints a line when all addresses answer. Two of them are Vite's, so no single program knows it. */
async function printWhenReady() {
  const { pages } = planPages(process.env)
  for (const [, url] of pages.filter(([name]) => name !== 'service'))
    while (!(await fetch(url).catch(() => false))) await setTimeout(100, undefined, { ref: false })
  console.log(`\nReady in ${(performance.now() / 1_000).toFixed(1)} s: every address above answers.`)
}
