import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from './consumer.js'

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../../..')

/** Packs every package as it would be published, into a new folder. @returns the tarballs by package name */
export async function packPackages(): Promise<{ folder: string; tarballs: Record<string, string> }> {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'leyden-packed-'))
  const args = ['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder]
  await command(root, 'npm', ['exec', '--yes', '--', packageManager, ...args])
  const files = await readdir(folder)
  const nameOf = (file: string) =>
    file.replace(/^leyden-(\w+)-.*$/, '@leyden/$1').replace(/^(create-leyden)-.*$/, '$1')
  return { folder, tarballs: Object.fromEntries(files.map((file) => [nameOf(file), join(folder, file)])) }
}
