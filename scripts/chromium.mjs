// Finds the Chromium that tests run in, or installs one. Used by vitest.config.ts and the scripts beside this file.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, platform } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** The path of a Chromium on this machine, or undefined. `LEYDEN_CHROMIUM` wins over everything. */
export function findChromium(env = process.env) {
  const asked = env.LEYDEN_CHROMIUM
  if (asked) return asked
  return [...onPath(env), ...installedPlaces(env), ...playwrightPlaces(env)].find(isExecutable)
}

function onPath(env) {
  if (platform() === 'win32') return []
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/usr/local/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function installedPlaces(env) {
  switch (platform()) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
        join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
        join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
        join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
      ])
    case 'win32':
      return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
        .filter(Boolean)
        .flatMap((folder) => [
          join(folder, 'Chromium\\Application\\chrome.exe'),
          join(folder, 'Google\\Chrome\\Application\\chrome.exe'),
          join(folder, 'Microsoft\\Edge\\Application\\msedge.exe'),
        ])
    default:
      return ['/snap/bin/chromium']
  }
}

function playwrightPlaces(env) {
  const cache =
    env.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library/Caches/ms-playwright'),
      win32: join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[platform()] ??
    join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright')
  if (!existsSync(cache)) return []
  const binaries = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ]
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => binaries.map((binary) => join(cache, name, binary)))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  // Some systems have a script of that name which only says where to get the browser. On Windows the question
  // would open a window.
  return platform() === 'win32' || spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0
}

/**
 * Finds a Chromium, or installs one: Debian's package where this is Debian and we are root, else Playwright's
 * own download. Returns its path; throws with what to do when neither works.
 */
export function ensureChromium({ log = console.log } = {}) {
  const found = findChromium()
  if (found && isExecutable(found)) return found
  if (found) throw new Error(`LEYDEN_CHROMIUM is ${found}, which is not a program that can be started.`)

  log('No Chromium on this machine: installing one …')
  if (installDebianPackage('chromium')) {
    const installed = findChromium()
    if (installed) return installed
  }

  log('No Chromium on this machine: downloading the one of Playwright …')
  const libraries = platform() === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : []
  run(process.execPath, [playwrightCli(), 'install', ...libraries, 'chromium'], process.env)
  const downloaded = findChromium()
  if (downloaded) return downloaded
  throw new Error(
    'The tests need a Chromium and none could be found or installed. Install Chromium or Chrome, or set LEYDEN_CHROMIUM to the path of one.',
  )
}

function playwrightCli() {
  return join(createRequire(import.meta.url).resolve('playwright/package.json'), '../cli.js')
}

function run(command, args, env) {
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureChromium({ log: console.error }))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
