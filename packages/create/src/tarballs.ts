import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readManifest } from './edit/package-json.js'
import { findClone } from './own-files.js'
import { run } from './run.js'
import { UserError } from './user-error.js'

const NAMES = ['core', 'lightning', 'react', 'bff', 'lnurl', 'sandbox'] as const

/** Why the tool installs files. A release deletes this with the code that depends on it. */
export const NOT_ON_NPM = 'The packages are not on npm yet.'

/** A package as a file. */
export interface Tarball {
  /** The name, such as `@leyden/react`. */
  name: string
  /**
   * The file name, such as `leyden-react-0.1.0-3f2a91c4.tgz`. It has a hash of the content, so that npm does not reuse
   * an older build of the same version.
   */
  file: string
  /** The bytes of the file. */
  content: Buffer
}

/**
 * Returns the packages as files, from a folder or packed from the repository that this tool runs in. They are not on
 * npm yet.
 */
export async function findTarballs(folder: string | undefined): Promise<Tarball[]> {
  if (folder !== undefined) return readTarballs(resolve(folder))
  const clone = findClone()
  if (!clone)
    throw new UserError(
      `${NOT_ON_NPM} Pass their files: --packages <folder of .tgz files>, made by "pnpm pack" in a clone of the repository.`,
    )
  return packClone(clone)
}

function readTarballs(folder: string): Tarball[] {
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  return NAMES.map((name) => {
    const file = files.findLast((each) => new RegExp(`^leyden-${name}-\\d[^/]*\\.tgz$`).test(each))
    if (!file) throw new UserError(`${folder} has no leyden-${name}-<version>.tgz.`)
    const content = readFileSync(join(folder, file))
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
    return { name: `@leyden/${name}`, file: file.replace(/\.tgz$/, `-${hash}.tgz`), content }
  })
}

async function packClone(root: string): Promise<Tarball[]> {
  const unbuilt = NAMES.filter((name) => !existsSync(join(root, 'packages', name, 'dist')))
  if (unbuilt.length > 0)
    throw new UserError(
      `packages/${unbuilt.join(', packages/')} is not built: run "npx tsc -b" in ${root} first.`,
    )
  const { packageManager = 'pnpm' } = readManifest(root)
  const folder = mkdtempSync(join(tmpdir(), 'create-leyden-'))
  const pnpm = ['exec', '--yes', '--', packageManager.split('+')[0] ?? '']
  const filters = NAMES.map((name) => `--filter=@leyden/${name}`)
  try {
    await run(root, 'npm', [...pnpm, '-r', ...filters, 'pack', '--pack-destination', folder])
    return readTarballs(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
