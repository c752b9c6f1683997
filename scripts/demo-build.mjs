// Builds the demo's page into apps/demo/dist/page; its server is built by tsc with the rest.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, runNode, tool } from './child.mjs'

/** Resolves to the exit code of the build. */
export function buildDemo() {
  return runNode([tool('vite'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/demo'),
    timeoutMs: 120_000,
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await buildDemo()
