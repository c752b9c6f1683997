import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A file of a game's web build. */
export interface BuildFile {
  /** In the zip, with slashes. */
  path: string
  /** Where it is on the disk. */
  source: string
  /** Its size. */
  bytes: number
}

/** The files of a build, sorted; what systems and editors leave behind is not among them. */
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
