import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

type Coding = 'br' | 'gzip'

const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The smallest coding that a client takes by its `Accept-Encoding` (RFC 9110, 12.5.3); undefined for the plain file. */
export function codingFor(accepts: string): Coding | undefined {
  const weights = new Map<string, number>()
  for (const part of accepts.toLowerCase().split(',')) {
    const [coding = '', weight] = part.split(';').map((piece) => piece.trim())
    weights.set(coding, weight === undefined ? 1 : Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0))
  }
  const codings: readonly Coding[] = ['br', 'gzip']
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0)
}

/**
 * Packs each file once in each coding, and again when its hash is another. Off the event loop: the best brotli takes a
 * quarter of a second for the whole script, in which nobody else would be answered.
 */
export function createPacking() {
  const kept = new Map<string, { hash: string; bytes: Promise<Buffer> }>()
  return (coding: Coding, name: string, hash: string, body: Buffer): Promise<Buffer> => {
    const key = `${coding} ${name}`
    const known = kept.get(key)
    if (known?.hash === hash) return known.bytes
    const bytes = PACK[coding](body)
    kept.set(key, { hash, bytes })
    bytes.catch(() => kept.delete(key))
    return bytes
  }
}
