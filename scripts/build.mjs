// `npm run build`: the packages and servers by tsc, the embed, and the pages of demo and game.
import './node-version.mjs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './pnpm.mjs'
import { root, runNode } from './run.mjs'

/** Builds everything. Rejects if a build fails; the tool has printed the reason. */
export async function build() {
  const inFolder = (folder, args) => runNode(args, { cwd: join(root, folder) })
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  await runNode(['node_modules/typescript/bin/tsc', '-b'])
  await inFolder('packages/react', ['packages/react/bundle-sandbox.mjs'])
  await Promise.all([
    inFolder('packages/embed', ['packages/embed/build.mjs']).then(() => inFolder('apps/game', vite)),
    inFolder('apps/demo', vite),
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installIfNeeded()
  await build()
}
