import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The files of a folder and of all folders in it: paths from that folder, with slashes. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
