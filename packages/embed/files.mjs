// The script, the files that it loads and their hashes, for a server that serves them.
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** `leyden.js`, `leyden.full.js`, `leyden-widget.js`, `leyden-de.mjs` and the like. */
const FILE = /^(leyden[\w.-]*\.m?js|integrity\.json)$/

export const embed = embedFilesIn(new URL('./dist/', import.meta.url))

export function embedFilesIn(folder) {
  const cache = new Map()

  /** The cached bytes of a file, until the file changes. */
  async function open(name) {
    const url = new URL(name, folder)
    const { mtimeMs, size } = await stat(url)
    const known = cache.get(name)
    if (known?.mtimeMs === mtimeMs && known.size === size) return known
    const opened = { mtimeMs, size, plain: readFile(url) }
    cache.set(name, opened)
    opened.plain.catch(() => cache.delete(name))
    return opened
  }

  async function read(name, coding) {
    if (!FILE.test(name)) return undefined
    try {
      const file = await open(name)
      if (!coding) return await file.plain
      // Compressed once, and not on the event loop: the best brotli quality takes a quarter of a second for the whole
      // script.
      file[coding] ??= file.plain.then(PACK[coding])
      return await file[coding]
    } catch (error) {
      if (error.code === 'ENOENT') return undefined
      throw error
    }
  }

  return { version: versionIn(folder), read }
}

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(new URL('integrity.json', folder), 'utf8')).version
  } catch {
    return undefined
  }
}
