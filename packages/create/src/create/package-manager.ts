import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readManifest } from '../edit/package-json.js'

/** The package manager of an app. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCKFILES: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/**
 * The package manager of an app: of its lockfile or the workspace's, otherwise `packageManager` in its manifest,
 * otherwise the one that runs this tool.
 *
 * @param userAgent such as `pnpm/12.21.0 npm/? node/v20.20.2 linux x64`
 */
export function detectPackageManager(
  root: string,
  userAgent = process.env.npm_config_user_agent,
): PackageManager {
  for (const folder of foldersFrom(root)) {
    const lockfile = Object.keys(LOCKFILES).find((name) => existsSync(join(folder, name)))
    const found = lockfile ? LOCKFILES[lockfile] : managerNamed(declared(folder))
    if (found) return found
  }
  return managerNamed(userAgent) ?? 'npm'
}

/** A folder and its parents up to the root of its repository. Folders above that do not belong to the app. */
function* foldersFrom(folder: string): Generator<string> {
  yield folder
  if (!existsSync(join(folder, '.git')) && folder !== dirname(folder)) yield* foldersFrom(dirname(folder))
}

function declared(folder: string): string | undefined {
  return existsSync(join(folder, 'package.json')) ? readManifest(folder).packageManager : undefined
}

/** The package manager that `pnpm@12.21.0` or a user agent names. */
const managerNamed = (text = '') => /^(npm|pnpm|yarn|bun)[@/]/u.exec(text)?.[1] as PackageManager | undefined

/**
 * The root of the workspace that an app is a member of, if it is not the app itself. Only the root can override
 * packages.
 */
export function workspaceAround(root: string): string | undefined {
  const files = ['pnpm-workspace.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']
  return [...foldersFrom(dirname(root))].find((folder) =>
    files.some((name) => existsSync(join(folder, name))),
  )
}
