type Versions = Record<string, string>

/** The part of a package.json that is read and changed. */
export interface Manifest {
  /** Of the package. */
  name?: string | undefined
  /** Commands by name. */
  scripts?: Versions | undefined
  /** Version ranges by package. */
  dependencies?: Versions | undefined
  /** Version ranges by package. */
  devDependencies?: Versions | undefined
  /** Versions of packages wherever they are a dependency. */
  resolutions?: Versions | undefined
}

/** What an app's package.json has to have. */
export interface ManifestAdditions {
  /** Version ranges by package. */
  dependencies: Versions
  /** Version ranges by package. */
  devDependencies: Versions
  /** The command that the `dev` script gets in front. */
  devPrefix: string
  /** What runs the script `dev:app`. */
  devAppCommand: string
  /** Versions of packages wherever they are a dependency: Yarn and Bun take them from the manifest. */
  resolutions?: Versions | undefined
  /** For an app without a `dev` script. */
  devCommand: string
  /** For an app without a `start` script. */
  startCommand?: string | undefined
}

/** Adds to the text of a package.json what it does not have. Its indentation and line ends stay. */
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

function addScripts(
  manifest: Manifest,
  { devPrefix, devAppCommand, devCommand, startCommand }: ManifestAdditions,
): void {
  manifest.scripts ??= {}
  const { scripts } = manifest
  const { dev = devCommand } = scripts
  if (!Object.values(scripts).some((script) => script.startsWith(devPrefix))) {
    if (isPlainCommand(dev)) scripts.dev = `${devPrefix} ${dev}`
    else {
      scripts['dev:app'] ??= dev
      scripts.dev = `${devPrefix} ${devAppCommand}`
    }
  }
  if (startCommand !== undefined) scripts.start ??= startCommand
}

/** Whether a script is one program and its arguments, without what only a shell understands. */
function isPlainCommand(script: string): boolean {
  return /^[^\s=]+(\s|$)/.test(script) && !/[&|;<>"'`$()]/.test(script)
}

/** A package that the app has in either list keeps its version, but ours follow the files that they come from. */
function addVersions(manifest: Manifest, list: 'dependencies' | 'devDependencies', versions: Versions): void {
  for (const [name, version] of Object.entries(versions)) {
    const holder = (['dependencies', 'devDependencies'] as const).find((key) => manifest[key]?.[name])
    const current = holder && manifest[holder]?.[name]
    if (current !== undefined && !name.startsWith('@leyden/')) continue
    const target = holder ?? list
    manifest[target] = { ...manifest[target], [name]: version }
  }
}
