// Builds the script of the embed, then the game's page that uses it; the game's server is built by tsc with the rest.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, runNode, tool } from './child.mjs'

/** Resolves to the exit code of the build. */
export async function buildEmbed() {
  const code = await runNode([join(root, 'packages/embed/build.mjs')], { timeoutMs: 120_000 })
  if (code !== 0) return code
  return runNode([tool('vite'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/game'),
    timeoutMs: 120_000,
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await buildEmbed()
