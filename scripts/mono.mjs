// Finds Mono, with which the tests compile and run the C# of the Unity package, or installs Debian's.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canInstallDebianPackages, installDebianPackage } from './debian-package.mjs'

const PACKAGES = [
  'mono-mcs',
  'mono-runtime',
  'libmono-system-core4.0-cil',
  'libmono-system-web-extensions4.0-cil',
]

/** Whether C# can be compiled and run here. Mono's first start has taken most of a minute, so it has a second try. */
function hasMono() {
  return works() || works()
}

/**
 * Finds Mono, or installs it. Returns whether it is there; throws where it must be, on Debian with the right to
 * install. Elsewhere the tests that need it are left out.
 */
export function ensureMono({ log = console.log } = {}) {
  if (hasMono()) return true
  if (!canInstallDebianPackages()) {
    log('No Mono on this machine: the C# of the Unity package is not tested.')
    return false
  }
  log('No Mono on this machine: installing it …')
  if (installDebianPackage(...PACKAGES) && hasMono()) return true
  throw new Error(
    `No Mono could be installed, and the tests of the Unity package are due on Debian: ${PACKAGES.join(' ')}`,
  )
}

/** The library is asked for too: distributions split Mono into many packages. */
function works() {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-mono-'))
  const run = (command, ...args) =>
    spawnSync(command, args, { cwd: folder, stdio: 'ignore', timeout: 60_000 }).status === 0
  try {
    writeFileSync(
      join(folder, 'try.cs'),
      'class Try { static void Main() { new System.Web.Script.Serialization.JavaScriptSerializer(); } }',
    )
    return run('mcs', '-r:System.Web.Extensions.dll', 'try.cs') && run('mono', 'try.exe')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureMono({ log: console.error }) ? 'Mono is here.' : 'none')
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
