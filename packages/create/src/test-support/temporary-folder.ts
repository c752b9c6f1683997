import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with these files, for one test. */
export function folderWith(files: Record<string, string | Buffer | object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'create-leyden-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const isText = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(join(folder, path), isText ? content : JSON.stringify(content, null, 2))
  }
  return folder
}

/** Everything in a folder, by path. */
export function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'latin1')]),
  )
}

/** Stand-ins for the tarballs of the packages. */
export function folderOfTarballs(mark = ''): string {
  const names = ['core', 'lightning', 'react', 'bff', 'lnurl', 'sandbox']
  return folderWith(
    Object.fromEntries(names.map((name) => [`leyden-${name}-0.1.0.tgz`, Buffer.from(`\0${name}${mark}`)])),
  )
}
