import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.js'

type Versions = Record<string, string>

/** The part of a package.json that is read and changed. */
export interface Manifest {
  /** The name of the package. */
  name?: string | undefined
  /** The version of the package. */
  version?: string | undefined
  /** The scripts: commands by name. */
  scripts?: Versions | undefined
  /** Version ranges by package. */
  dependencies?: Versions | undefined
  /** Version ranges by package. */
  devDependencies?: Versions | undefined
  /** Versions of packages in the whole dependency tree. */
  resolutions?: Versions | undefined
  /** The package manager and its version, such as `pnpm@12.21.0`. */
  packageManager?: string | undefined
}

/**
 * Reads the package.json of a folder.
 *
 * @throws UserError if it is not JSON.
 */
export function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json')
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${String(error)}`)
  }
}

/** The entries that an app's package.json needs. */
export interface ManifestAdditions {
  /** Version ranges by package. */
  dependencies: Versions
  /** Version ranges by package. */
  devDependencies: Versions
  /** The command that is put in front of the `dev` script. */
  devPrefix: string
  /** The command that runs the script `dev:app`. */
  devAppCommand: string
  /** Versions of packages in the whole dependency tree, which Yarn and Bun read from the manifest. */
  resolutions?: Versions | undefined
  /** The `dev` script of an app that has none. */
  devCommand: string
  /** The script that builds the app and starts it with the sandbox. */
  sandboxCommand: string
  /** The `start` script of an app that has none. */
  startCommand?: string | undefined
}

/** Adds missing entries to the text of a package.json, and keeps its indentation and line endings. */
export function editPackageJson(text: string, additions: ManifestAdditions): string {
  const manifest = JSON.parse(text) as Manifest
  const before = JSON.stringify(manifest)
  addScripts(manifest, additions)
  addVersions(manifest, 'dependencies', additions.dependencies)
  addVersions(manifest, 'devDependencies', additions.devDependencies)
  if (additions.resolutions) manifest.resolutions = { ...manifest.resolutions, ...additions.resolutions }
  if (JSON.stringify(manifest) === before) return text

  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const end = /\s*$/.exec(text)?.[0] ?? ''
  return JSON.stringify(manifest, null, indent).replaceAll('\n', newline) + end
}

/** The name of the script that builds the app and starts it with the sandbox. */
const SANDBOX = 'start:sandbox'

function addScripts(
  manifest: Manifest,
  { devPrefix, devAppCommand, devCommand, sandboxCommand, startCommand }: ManifestAdditions,
): void {
  manifest.scripts ??= {}
  const { scripts } = manifest
  const { dev = devCommand } = scripts
  const isOurs = ([name, script]: [string, string]) => name !== SANDBOX && script.startsWith(devPrefix)
  if (!Object.entries(scripts).some(isOurs)) {
    if (isPlainCommand(dev)) scripts.dev = `${devPrefix} ${dev}`
    else {
      scripts['dev:app'] ??= dev
      scripts.dev = `${devPrefix} ${devAppCommand}`
    }
  }
  if (startCommand !== undefined) scripts.start ??= startCommand
  scripts[SANDBOX] ??= sandboxCommand
}

/** Whether a script is one program with arguments, without shell syntax. */
function isPlainCommand(script: string): boolean {
  return /^[^\s=]+(\s|$)/.test(script) && !/[&|;<>"'`$()]/.test(script)
}

/** An existing package keeps its version, but our packages are updated to their files. */
function addVersions(manifest: Manifest, list: 'dependencies' | 'devDependencies', versions: Versions): void {
  for (const [name, version] of Object.entries(versions)) {
    const holder = (['dependencies', 'devDependencies'] as const).find((key) => manifest[key]?.[name])
    if (holder && !name.startsWith('@leyden/')) continue
    const target = holder ?? list
    manifest[target] = { ...manifest[target], [name]: version }
  }
}
