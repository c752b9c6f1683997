// Finds the nginx that stands before two instances in a test, or brings one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackDebianPackage } from './debian-package.mjs'
import { root } from './run.mjs'

const folder = join(root, 'node_modules/.cache/leyden-nginx')
const program = join(folder, 'nginx')

/** An nginx that can be started, or undefined. `LEYDEN_NGINX` wins over everything. */
export function findNginx(env = process.env) {
  return [env.LEYDEN_NGINX, 'nginx', '/usr/sbin/nginx', program].find((command) => command && runs(command))
}

/**
 * Unpacks Debian's nginx beside the other tools unless there is one. It is not installed: the package would start
 * a server on port 80. Returns the program, or undefined where none can be had.
 */
export function ensureNginx() {
  const found = findNginx()
  if (found) return found
  console.log('No nginx on this machine: unpacking the one of Debian …')
  const fresh = `${folder}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  try {
    if (unpackDebianPackage('nginx', fresh)) {
      writeFileSync(join(fresh, 'nginx'), startWith(folder, libraryFolders(fresh)), { mode: 0o755 })
      rmSync(folder, { recursive: true, force: true })
      renameSync(fresh, folder)
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  const unpacked = findNginx()
  if (!unpacked)
    console.log('and none could be had: NGINX’S CONFIGURATION IS NOT TESTED, a plain proxy stands in for it.')
  return unpacked
}

/** Those of the libraries that this machine did not have. */
function libraryFolders(from) {
  return ['lib', 'usr/lib'].flatMap((place) =>
    existsSync(join(from, place))
      ? readdirSync(join(from, place))
          .filter((name) => name.includes('-linux-'))
          .map((name) => join(place, name))
      : [],
  )
}

function startWith(home, libraries) {
  const paths = libraries.map((path) => join(home, path)).join(':')
  return `#!/bin/sh
${paths && `export LD_LIBRARY_PATH='${paths}'\n`}exec '${join(home, 'usr/sbin/nginx')}' "$@"
`
}

function runs(command) {
  return spawnSync(command, ['-v'], { stdio: 'ignore' }).status === 0
}
