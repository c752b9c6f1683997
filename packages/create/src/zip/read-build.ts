import { statSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../files-in.js'

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
  return filesIn(folder)
    .filter((path) => !/(^|\/)(\.[^/]+|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/.test(path))
    .sort()
    .map((path) => ({ path, source: join(folder, path), bytes: statSync(join(folder, path)).size }))
}
