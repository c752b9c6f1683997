import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Shop } from '../../harness/start-shop.js'
import { ENGINES } from '../shells/bundle-game.js'

const EXPORT = join(import.meta.dirname, '../../../src/embed/gdevelop/export-game.mjs')
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' }
const PATH = '/gdevelop/'

/** An expression that is true when the game runs. */
export const GDEVELOP_RUNS = 'window.drawn > 2'

/**
 * Exports a game with our extension, and serves its files below `/gdevelop/`.
 *
 * @returns its page, whose links are relative to that path
 */
export async function gdevelopGame(shop: Shop): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-gdevelop-'))
  try {
    const extension = join(ENGINES, 'gdevelop/Leyden.json')
    const script = fileURLToPath(import.meta.resolve('@leyden/embed/leyden.full.js'))
    // In a process of its own, because the library of GDevelop replaces globals.
    await promisify(execFile)(process.execPath, [EXPORT, extension, script, shop.bffUrl, folder])
    const game = join(folder, 'game')
    const files = readdirSync(game, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    for (const { parentPath, name } of files) {
      const file = join(parentPath, name)
      const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      shop.serve(PATH + file.slice(game.length + 1).replaceAll('\\', '/'), { type, body: readFileSync(file) })
    }
    return readFileSync(join(game, 'index.html'), 'utf8')
      .replace(/<meta charset="UTF-8" ?\/>/, `<base href="${PATH}"><meta charset="utf-8">`)
      .replace(/<link rel="manifest"[^>]*>/, '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
