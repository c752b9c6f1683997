// Brings packages of Debian, where this is Debian.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Whether this is Debian, with the right to install packages. */
export function canInstallDebianPackages() {
  return isDebian() && process.getuid?.() === 0
}

/** Whether these packages were installed; false where this is another system, or without the right to. */
export function installDebianPackage(...names) {
  if (!canInstallDebianPackages()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  return run('update', '-qq') && run('install', '-y', '-qq', '--no-install-recommends', ...names)
}

/**
 * Unpacks a package, and what it needs and this machine has not, into an empty folder. Nothing is installed, so
 * nothing of it is started either, and no rights are needed. False where this is another system, or nothing came.
 */
export function unpackDebianPackage(name, folder) {
  if (!isDebian()) return false
  const downloads = join(folder, 'apt')
  for (const each of ['lists/partial', 'archives/partial'])
    mkdirSync(join(downloads, each), { recursive: true })
  const places = {
    'Dir::State::lists': join(downloads, 'lists'),
    'Dir::Cache': downloads,
    'Dir::Cache::archives': join(downloads, 'archives'),
    'APT::Sandbox::User': 'root',
    'Debug::NoLocking': '1',
    'Acquire::Retries': '3',
    'Acquire::Languages': 'none',
  }
  const options = Object.entries(places).flatMap(([key, value]) => ['-o', `${key}=${value}`])
  const run = (command, ...args) =>
    spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  const install = ['install', '-y', '-qq', '--no-install-recommends', '--download-only']
  try {
    if (!run('apt-get', ...options, 'update', '-qq') || !run('apt-get', ...options, ...install, name))
      return false
    const archives = readdirSync(places['Dir::Cache::archives']).filter((file) => file.endsWith('.deb'))
    return (
      archives.length > 0 &&
      archives.every((file) => run('dpkg-deb', '-x', join(places['Dir::Cache::archives'], file), folder))
    )
  } finally {
    rmSync(downloads, { recursive: true, force: true })
  }
}

/** Installs `strace`, with which a test counts what reaches the disk, unless it is there. */
export function ensureStrace({ log = console.log } = {}) {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0) return
  log('No strace on this machine …')
  if (!installDebianPackage('strace')) log('and none could be installed: the test that needs it is left out.')
}

/** Installs `zbarimg`, the second reader of QR codes, unless it is there. */
export function ensureZbar({ log = console.log } = {}) {
  if (spawnSync('zbarimg', ['--version'], { stdio: 'ignore' }).status === 0) return
  log('No zbarimg on this machine …')
  if (!installDebianPackage('zbar-tools'))
    log('and none could be installed: QR codes are read back by ZXing alone.')
}

function isDebian() {
  return existsSync('/etc/debian_version')
}
