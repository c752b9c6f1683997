// `npm run dev`: sandbox, BFF, demo and game from their sources; a change is on the screen without a build.
// `npm run storybook`: the components in every state, from their sources too. `npm run storybook:build` writes it to
// `storybook-static`, to be served below any path.
import { join } from 'node:path'
import concurrently from 'concurrently'
import { installIfNeeded } from './pnpm.mjs'
import { endWithNpm, root, runNode, tool } from './run.mjs'

await installIfNeeded()
if (process.argv[2]?.startsWith('storybook')) await startStorybook()
else await startApps()

async function startStorybook() {
  // The embed's stories load its script as pages do: built.
  await runNode([tool('typescript', 'tsc'), '-b', 'packages/react', 'packages/sandbox'])
  await runNode([join(root, 'packages/embed/build.mjs')])
  if (process.argv[2] === 'storybook:build')
    return runNode([tool('storybook'), 'build', '--disable-telemetry'])
  const port = process.env.LEYDEN_STORYBOOK_PORT || '6006'
  await runNode([tool('storybook'), 'dev', '--port', port, '--exact-port', '--ci', '--disable-telemetry'])
}

async function startApps() {
  // Once before all: SQLite's worker is a file of its own, which runs built.
  await runNode([tool('typescript', 'tsc'), '-b', 'packages/bff', 'apps/bff'])
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
  // It ends its programs at a signal.
  endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
  await result.catch(() => {})
}
