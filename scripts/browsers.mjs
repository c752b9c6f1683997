// Finds the browsers that tests run in, or installs them. Used by vitest.config.ts and test.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { platform } from 'node:os'
import { delimiter, join } from 'node:path'
import { installDebianPackage } from './debian-package.mjs'

/**
 * Flags for every Chromium that tests start: it runs as root in containers, has no graphics card and must
 * not call home.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * The path of a Chromium on this machine; undefined for the one of Playwright. `LEYDEN_CHROMIUM` wins over everything.
 */
export function findChromium(env = process.env) {
  return (
    env.LEYDEN_CHROMIUM || onPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
  )
}

/** Installs a Chromium where there is none: Debian's package where that can be, else Playwright's own. */
export function ensureChromium() {
  const found = findChromium()
  if (found && !starts(found)) throw new Error(`LEYDEN_CHROMIUM is ${found}, which cannot be started.`)
  if (found || hasPlaywrightChromium()) return
  console.log('No Chromium on this machine: installing one …')
  if (installDebianPackage('chromium')) return
  const cli = join(createRequire(import.meta.url).resolve('playwright/package.json'), '../cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (!hasPlaywrightChromium())
    throw new Error(
      'The tests need a Chromium, and none could be installed. Install one, or set LEYDEN_CHROMIUM to its path.',
    )
}

function hasPlaywrightChromium() {
  const { chromium } = createRequire(import.meta.url)('playwright')
  return existsSync(chromium.executablePath())
}

/** The path of a Firefox on this machine, or undefined. `LEYDEN_FIREFOX` wins; `none` leaves Firefox out. */
export function findFirefox(env = process.env) {
  if (env.LEYDEN_FIREFOX === 'none') return undefined
  return env.LEYDEN_FIREFOX || onPath(['firefox-esr', 'firefox'])
}

/** Installs Debian's Firefox where there is none. Where that cannot be, its tests are left out. */
export function ensureFirefox() {
  const found = findFirefox()
  if (found && !starts(found)) throw new Error(`LEYDEN_FIREFOX is ${found}, which cannot be started.`)
  if (found || process.env.LEYDEN_FIREFOX === 'none') return
  console.log('No Firefox on this machine: installing one …')
  if (installDebianPackage('firefox-esr')) return
  // Where it could be installed it must be: nobody would notice that half of the promises are not tested.
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0)
    throw new Error(
      'Firefox could not be installed. Set LEYDEN_FIREFOX to its path, or to none to leave it out.',
    )
  console.log('and none could be: its tests are left out. LEYDEN_FIREFOX names one.')
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(starts)
}

/** Some systems have a script of that name which only says where to get the browser. */
function starts(path) {
  if (!existsSync(path)) return false
  // On Windows the question would open a window.
  return platform() === 'win32' || spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}
