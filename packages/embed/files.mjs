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

  async function read(name, coding) {
    if (!FILE.test(name)) return undefined
    const url = new URL(name, folder)
    const key = `${name} ${coding}`
    try {
      const { mtimeMs, size } = await stat(url)
      const known = cache.get(key)
      if (known?.mtimeMs === mtimeMs && known.size === size) return await known.bytes
      // Compressed once, and not on the event loop: the best brotli quality takes a quarter of a second for the whole
      // script.
      const bytes = readFile(url).then((plain) => (coding ? PACK[coding](plain) : plain))
      cache.set(key, { mtimeMs, size, bytes })
      return await bytes
    } catch (error) {
      cache.delete(key)
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
