// Runs the pnpm version that package.json pins, so that only Node and npm have to be installed.
import './node-version.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.mjs'

/** On Windows npm is a .cmd file, which only a shell starts. */
export const npmNeedsShell = process.platform === 'win32'

/** The arguments with which npm runs the pinned pnpm. */
export function pnpmArguments(args) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['exec', '--yes', '--', packageManager.split('+')[0], ...args]
}

/** Runs the pinned pnpm; rejects when it fails. */
const runPnpm = (args) => run('npm', pnpmArguments(args), { env: { CI: 'true' }, shell: npmNeedsShell })

let installation

/** Installs the versions of the lockfile once, unless they are installed already. Rejects if it fails. */
export const installIfNeeded = () => (installation ??= install())

async function install() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  // Some tools of tests and mutations declare newer versions of Node, and run on ours: tests hold that. Their warnings
  // would be the first thing that a newcomer reads.
  await runPnpm(['install', '--frozen-lockfile', '--loglevel=error'])
}

function isInstalled() {
  try {
    // pnpm keeps a copy of the lockfile of the last installation.
    const installed = readFileSync(join(root, 'node_modules/.pnpm/lock.yaml'))
    return readFileSync(join(root, 'pnpm-lock.yaml')).equals(installed)
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runPnpm(process.argv.slice(2))
}
