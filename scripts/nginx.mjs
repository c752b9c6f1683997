// Finds the nginx that stands before two instances in a test, or brings one.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackDebianPackage } from './debian-package.mjs'
import { root } from './run.mjs'

const folder = join(root, 'node_modules/.cache/leyden-nginx')
const program = join(folder, 'nginx')
/** With the libraries that were unpacked beside it. */
const STARTER = `#!/bin/sh
export LD_LIBRARY_PATH="$(echo '${folder}'/lib/*-linux-* '${folder}'/usr/lib/*-linux-* | tr ' ' ':')"
exec '${folder}/usr/sbin/nginx' "$@"
`

/** An nginx that can be started, or undefined. `LEYDEN_NGINX` wins over everything. */
export function findNginx(env = process.env) {
  return [env.LEYDEN_NGINX, 'nginx', '/usr/sbin/nginx', program].find(
    (command) => command && spawnSync(command, ['-v'], { stdio: 'ignore' }).status === 0,
  )
}

/**
 * Unpacks Debian's nginx beside the other tools unless there is one. It is not installed: the package would start
 * a server on port 80.
 */
export function ensureNginx() {
  if (findNginx()) return
  console.log('No nginx on this machine: unpacking the one of Debian …')
  rmSync(folder, { recursive: true, force: true })
  if (unpackDebianPackage('nginx', folder)) writeFileSync(program, STARTER, { mode: 0o755 })
  if (!findNginx())
    console.log('and none could be had: NGINX’S CONFIGURATION IS NOT TESTED, a plain proxy stands in for it.')
}
