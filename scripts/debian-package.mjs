// Installs a package of Debian, where this is Debian and we may.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether the package was installed; false where this is another system, or without the right to. */
export function installDebianPackage(name) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  return run('update', '-qq') && run('install', '-y', '-qq', '--no-install-recommends', name)
}

/** Installs `strace`, with which a test counts what reaches the disk, unless it is there. */
export function ensureStrace({ log = console.log } = {}) {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0) return
  log('No strace on this machine …')
  if (!installDebianPackage('strace')) log('and none could be installed: the test that needs it is left out.')
}
