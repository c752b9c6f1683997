import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { detect, getUserAgent } from 'package-manager-detector'

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const

/** The package manager of an app. */
export type PackageManager = (typeof MANAGERS)[number]

/** Folders above the root of a repository do not belong to the app. */
const isRepository = (folder: string) => existsSync(join(folder, '.git'))

/**
 * The package manager of an app: of its lockfile or the workspace's, otherwise `packageManager` in its manifest,
 * otherwise the one that runs this tool.
 */
export async function detectPackageManager(root: string): Promise<PackageManager> {
  const found = await detect({ cwd: root, stopDir: isRepository })
  const name = found?.name ?? getUserAgent()
  return MANAGERS.find((each) => each === name) ?? 'npm'
}

/**
 * The root of the workspace that an app is a member of, if it is not the app itself. Only the root can override
 * packages.
 */
export function workspaceAround(root: string): string | undefined {
  const files = ['pnpm-workspace.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']
  const parent = dirname(root)
  if (isRepository(root) || parent === root) return undefined
  return files.some((name) => existsSync(join(parent, name))) ? parent : workspaceAround(parent)
}
