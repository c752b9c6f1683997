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

/** Installs a program that a test calls unless it is there; without it the test is left out, as `without` says. */
export function ensureProgram(command, { versionFlag, name, without }) {
  if (spawnSync(command, [versionFlag], { stdio: 'ignore' }).status === 0) return
  console.log(`No ${command} on this machine …`)
  if (!installDebianPackage(name)) console.log(`and none could be installed: ${without}.`)
}

function isDebian() {
  return existsSync('/etc/debian_version')
}
