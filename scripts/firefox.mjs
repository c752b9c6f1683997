// Finds Debian's Firefox, in which the starred promises of the embed are tested too, or installs it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installDebianPackage } from './debian-package.mjs'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** The path of a Firefox on this machine, or undefined. `LEYDEN_FIREFOX` wins; `none` leaves Firefox out. */
export function findFirefox(env = process.env) {
  const asked = env.LEYDEN_FIREFOX
  if (asked) return asked === 'none' ? undefined : asked
  return PLACES.find(starts)
}

/** Some systems have a script of that name which only says where to get the browser. */
function starts(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

/** Whether Firefox has to be had here: on Debian with the right to install it. Elsewhere it is a gift. */
export function mustHaveFirefox(env = process.env) {
  return env.LEYDEN_FIREFOX !== 'none' && existsSync('/etc/debian_version') && process.getuid?.() === 0
}

/**
 * Finds Firefox, or installs Debian's package. Returns its path, or undefined where it cannot be had and need
 * not be; throws where it must be had and is not.
 */
export function ensureFirefox({ log = console.log } = {}) {
  const found = findFirefox()
  if (found && !starts(found))
    throw new Error(`LEYDEN_FIREFOX is ${found}, which is not a program that can be started.`)
  if (found) return found
  if (!mustHaveFirefox()) return undefined

  log('No Firefox on this machine: installing one …')
  if (installDebianPackage('firefox-esr')) {
    const installed = findFirefox()
    if (installed) return installed
  }
  throw new Error(
    'No Firefox could be installed, and its tests are due on Debian. Set LEYDEN_FIREFOX to the path of one, or to none to leave them out.',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureFirefox({ log: console.error }) ?? 'none')
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
