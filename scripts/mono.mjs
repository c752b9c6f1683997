// Finds Mono, with which the tests compile and run the C# of the Unity package, or installs Debian's.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Installs Mono unless it is there. Throws on Debian if it cannot; elsewhere the tests that need it are left out. */
export function ensureMono() {
  if (hasMono()) return
  console.log('No Mono on this machine …')
  if (!canInstallDebianPackages()) console.log('and none could be installed: the C# of Unity is not tested.')
  else if (!installDebianPackage(...PACKAGES) || !hasMono())
    throw new Error(
      `The tests of the Unity package need Mono, which could not be installed: ${PACKAGES.join(' ')}`,
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
