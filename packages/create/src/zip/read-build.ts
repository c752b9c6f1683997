import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A file of a game's web build. */
export interface BuildFile {
  /** The path in the zip, with slashes. */
  path: string
  /** The path on the disk. */
  source: string
  /** The size in bytes. */
  bytes: number
}

/** The files of a build, sorted, without files of operating systems and editors. */
export function readBuild(folder: string): BuildFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (source) =>
        !/(^|[\\/])(\.[^\\/]+|__MACOSX|Thumbs\.db|desktop\.ini)([\\/]|$)/.test(relative(folder, source)),
    )
    .map((source) => ({
      source,
      path: relative(folder, source).split(sep).join('/'),
      bytes: statSync(source).size,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
