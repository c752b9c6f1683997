// Programs that tests need besides Node. Missing ones are installed on Debian, if apt-get may be used.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installIfNeeded } from './pnpm.mjs'
import { root, run } from './run.mjs'

const { LEYDEN_CHROMIUM, LEYDEN_FIREFOX, LEYDEN_NGINX, LEYDEN_WEBKIT } = process.env
const require = createRequire(import.meta.url)
/** Packages that would start a server when they are installed, so they are only unpacked here. */
const unpacked = join(root, 'node_modules/.cache/leyden-programs')
/** Where unpacked programs find the libraries that were unpacked with them. */
export const libraries = ['x86_64', 'aarch64']
  .map((machine) => join(unpacked, `usr/lib/${machine}-linux-gnu`))
  .join(delimiter)
const canInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0

/**
 * The path of a Chromium, or undefined for Playwright's own. Headless Chromium comes first, because a page takes a
 * quarter of the time there. As for the other programs, the variable overrides everything.
 */
export const findChromium = () =>
  LEYDEN_CHROMIUM || onPath('chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome')
/** The path of a Firefox, or `none`. */
export const findFirefox = () => LEYDEN_FIREFOX || onPath('firefox-esr', 'firefox')
/** The path of WebKitGTK's own browser if it has a driver and a screen, otherwise `none`. */
export const findWebKit = () =>
  LEYDEN_WEBKIT ||
  (['WebKitWebDriver', 'Xvfb'].every((name) => filesOnPath(name).length > 0) && existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
        .find((path) => existsSync(path))
    : undefined)
/** The path of an nginx. */
export const findNginx = () => LEYDEN_NGINX || onPath('nginx')
/** The path of the tool that checks the rules of Prometheus. */
export const findPromtool = () => onPath('promtool')
/** The path of a PgBouncer. */
export const findPgbouncer = () => onPath('pgbouncer')

/**
 * How to find each program, and its Debian packages. `without` names the tests that are left out if it is missing. If
 * packages can be installed, a program that is `expected` must be there, because otherwise nobody would notice the
 * missing tests.
 */
const PROGRAMS = {
  chromium: {
    find: () => LEYDEN_CHROMIUM || onPath('chromium-headless-shell') || hasPlaywrightChromium(),
    packages: ['chromium-headless-shell'],
    help: 'Install Chromium, or set LEYDEN_CHROMIUM to its path.',
  },
  firefox: {
    find: findFirefox,
    packages: ['firefox-esr'],
    without: 'the journeys in Firefox',
    help: 'Set LEYDEN_FIREFOX to its path, or to none to leave its tests out.',
    expected: true,
  },
  webkit: {
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb'],
    without: 'the journeys in WebKit',
    help: 'Set LEYDEN_WEBKIT to the path of MiniBrowser, or to none to leave its tests out.',
    expected: true,
  },
  nginx: {
    find: findNginx,
    unpack: ['nginx'],
    without: 'NGINX’S CONFIGURATION: a plain proxy stands in for it',
  },
  promtool: { find: findPromtool, unpack: ['prometheus'], without: 'the alerts for Prometheus' },
  pgbouncer: {
    find: findPgbouncer,
    unpack: ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'],
    without: 'the pooler',
  },
  strace: { find: () => onPath('strace'), packages: ['strace'], without: 'what reaches the disk' },
  zbarimg: { find: () => onPath('zbarimg'), packages: ['zbar-tools'], without: 'the second QR code reader' },
  mono: {
    // Distributions split Mono into many packages.
    find: () => onPath('mcs') && existsSync('/usr/lib/mono/4.5/System.Web.Extensions.dll') && onPath('mono'),
    packages: ['mono-mcs', 'libmono-system-core4.0-cil', 'libmono-system-web-extensions4.0-cil'],
    without: 'the C# of the Unity package',
    expected: true,
  },
}

/** Installs the missing ones of these programs, all at once. Rejects if one that the tests need is missing. */
export async function ensurePrograms(...names) {
  for (const path of [LEYDEN_CHROMIUM, LEYDEN_FIREFOX, LEYDEN_NGINX, LEYDEN_WEBKIT])
    if (path && path !== 'none' && !existsSync(path)) throw new Error(`There is no ${path}.`)
  const missing = names.filter((name) => !PROGRAMS[name].find())
  if (missing.length === 0) return
  console.log(`Not on this machine: ${missing.join(', ')} …`)
  if (canInstall && (await succeeds('apt-get', 'update', '-qq'))) {
    const packages = missing.flatMap((name) => PROGRAMS[name].packages ?? [])
    const install = (...some) =>
      succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...some)
    // Installed one by one if this system lacks one of the packages.
    if (packages.length > 0 && !(await install(...packages))) for (const each of packages) await install(each)
    const toUnpack = missing.flatMap((name) => PROGRAMS[name].unpack ?? [])
    if (toUnpack.length > 0) await unpack(toUnpack).catch(({ message }) => console.log(message))
  }
  for (const name of missing) {
    const { find, without, help = '', expected } = PROGRAMS[name]
    if (find() || (name === 'chromium' && (findChromium() || (await installPlaywrightChromium())))) continue
    if (!without || (expected && canInstall))
      throw new Error(`The tests need ${name}, which could not be installed. ${help}`)
    console.log(`There is no ${name}. Not tested: ${without}. ${help}`)
  }
}

/** On some systems a script of that name only prints how to get the program, and exits with an error. */
function onPath(...names) {
  const env = { ...process.env, LD_LIBRARY_PATH: libraries }
  const answers = (path) =>
    spawnSync(path, [path.endsWith('nginx') ? '-v' : '--version'], { env }).status === 0
  return names.flatMap(filesOnPath).find(answers)
}

const filesOnPath = (name) =>
  [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    ...['usr/sbin', 'usr/bin'].map((folder) => join(unpacked, folder)),
  ]
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))

const succeeds = (command, ...args) =>
  run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).then(
    () => true,
    () => false,
  )

async function unpack(packages) {
  mkdirSync(unpacked, { recursive: true })
  const inside = { cwd: unpacked }
  await run('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', ...packages], inside)
  for (const file of readdirSync(unpacked).filter((name) => name.endsWith('.deb')))
    await run('dpkg-deb', ['-x', file, '.'], inside)
}

function hasPlaywrightChromium() {
  try {
    return existsSync(require('playwright').chromium.executablePath())
  } catch {
    // Playwright is not installed yet.
    return false
  }
}

async function installPlaywrightChromium() {
  await installIfNeeded()
  const cli = join(require.resolve('playwright/package.json'), '../cli.js')
  return (await succeeds(process.execPath, cli, 'install', 'chromium')) && hasPlaywrightChromium()
}
