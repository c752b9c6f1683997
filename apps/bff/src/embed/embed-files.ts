import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codingFor, createPacking } from './packing.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The script, what it loads from beside it (`leyden-more.js`, `leyden-de.js`), and their hashes. */
function typeOf(name: string): string | undefined {
  if (/^leyden(-[a-z]+)?\.m?js$/.test(name)) return 'text/javascript; charset=utf-8'
  return name === 'integrity.json' ? 'application/json' : undefined
}

/**
 * `/embed/v1/leyden.js` moves on with each release, so that a mistake in what handles money is not kept for a year; for
 * five minutes a reload asks for it no more than for `/embed/0.1.0/leyden.js`, which never changes.
 */
const MOVING = 'public, max-age=300, immutable'
const FIXED = 'public, max-age=31536000, immutable'

/**
 * Serves the script of `@leyden/embed` under the path of `publicUrl`, to any page: it holds nothing of anybody.
 * It goes packed by brotli or gzip to whoever takes that. Everything else goes on to `next`. Without the built package
 * there is no such route.
 */
export function withEmbedFiles(next: Handler, publicUrl: string, folder = builtEmbed()): Handler {
  const prefix = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/embed/`
  const version = versionIn(folder)
  const pack = createPacking()
  return (request, response) => {
    // Not by `URL`, which throws for some of what a client may send, such as `//`.
    const [pathname = ''] = (request.url ?? '').split('?')
    const [release = '', name = ''] = pathname.startsWith(prefix)
      ? pathname.slice(prefix.length).split('/')
      : []
    const type = typeOf(name)
    const body = type && (release === 'v1' || release === version) ? read(folder, name) : undefined
    if (!type || !body || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next(request, response)
      return
    }
    const hash = createHash('sha256').update(body).digest('base64url')
    const coding = codingFor(String(request.headers['accept-encoding'] ?? ''))
    const etag = `"${hash}${coding ? `-${coding}` : ''}"`
    const headers = {
      'content-type': type,
      'cache-control': release === 'v1' ? MOVING : FIXED,
      etag,
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    }
    if (isAmong(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end()
      return
    }
    const send = (bytes: Buffer) => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length })
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }
    if (!coding) send(body)
    else pack(coding, name, hash, body).then(send, () => response.destroy())
  }
}

/** A proxy that changes a reply on its way calls its tag weak, and a browser then asks by that one (RFC 9110, 13.1.2). */
function isAmong(tags: string | undefined, etag: string): boolean {
  return (tags ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function builtEmbed(): string | undefined {
  try {
    return fileURLToPath(new URL('.', import.meta.resolve('@leyden/embed/leyden.js')))
  } catch {
    return undefined
  }
}

function read(folder: string | undefined, name: string): Buffer | undefined {
  try {
    return folder === undefined ? undefined : readFileSync(join(folder, name))
  } catch {
    return undefined
  }
}

function versionIn(folder: string | undefined): string | undefined {
  const text = read(folder, 'integrity.json')?.toString('utf8')
  return text === undefined ? undefined : (JSON.parse(text) as { version: string }).version
}
