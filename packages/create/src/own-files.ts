import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentation } from '@leyden/core/internal'

/** The folder of this package. */
const OWN_FOLDER = fileURLToPath(new URL('..', import.meta.url))

/** The root of the repository, if this is a clone of it. */
export function findClone(): string | undefined {
  const root = resolve(OWN_FOLDER, '../..')
  return existsSync(join(root, 'pnpm-workspace.yaml')) &&
    existsSync(join(root, 'packages/create/package.json'))
    ? root
    : undefined
}

/** Where a person reads a section of the documentation, such as `frameworks.md#hono`: in the clone, if there is one. */
export function sectionAt(section: string): string {
  const clone = findClone()
  return clone === undefined ? documentation(section) : join(clone, 'docs', section)
}

/** The command that runs this tool again. The shell finds no `create-leyden` while the packages are not on npm. */
export const ownCommand = (...args: readonly string[]): string =>
  ['node', join(OWN_FOLDER, 'dist/cli.js'), ...args].join(' ')
