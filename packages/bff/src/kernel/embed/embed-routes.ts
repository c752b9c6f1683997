import { LeydenError } from '@leyden/core'
import { Reply } from '../http/reply.js'
import type { RequestContext, Route } from '../http/route.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { EmbedFiles } from './embed-files.js'

/**
 * Cache times. `/embed/v1/leyden.js` changes with each release and is cached for five minutes, so that no browser keeps
 * a defect in payment code for long. `/embed/0.1.0/leyden.js` never changes and is cached for a year.
 */
const MOVING = 'public, max-age=300, immutable'
const FIXED = 'public, max-age=31536000, immutable'

/** `GET /embed/v1/:file`: the script of `@leyden/embed`, for pages of any origin. */
export function embedRoutes(embed: EmbedFiles | undefined): Route[] {
  const moving = embedRoute(embed, 'v1', MOVING)
  return embed?.version === undefined ? [moving] : [moving, embedRoute(embed, embed.version, FIXED)]
}

function embedRoute(embed: EmbedFiles | undefined, release: string, cacheControl: string): Route {
  return {
    name: `embed-${release}`,
    method: 'GET',
    path: `/embed/${release}/{file}`,
    caller: 'server',
    handle: (context) => embedFile(embed, context, cacheControl),
  }
}

async function embedFile(
  embed: EmbedFiles | undefined,
  { request, parameter: file }: RequestContext,
  cacheControl: string,
): Promise<Reply> {
  if (!embed)
    throw new LeydenError(
      'NOT_FOUND',
      'This BFF does not serve the script. Set createBff({ embed }), from @leyden/embed/files.',
    )
  const coding = codingFor(request.headers.get('accept-encoding') ?? '')
  const bytes = await embed.read(file, coding)
  if (!bytes) throw new LeydenError('NOT_FOUND', 'The embed has no such file.')
  const etag = `"${hashOf(bytes)}"`
  const headers: Record<string, string> = {
    'content-type': file.endsWith('.json') ? 'application/json' : 'text/javascript; charset=utf-8',
    'cache-control': cacheControl,
    etag,
    vary: 'accept-encoding',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (coding) headers['content-encoding'] = coding
  if (isAmong(request.headers.get('if-none-match'), etag)) return new Reply(304, null, headers)
  headers['content-length'] = String(bytes.length)
  return new Reply(200, bytes as Uint8Array<ArrayBuffer>, headers)
}

const hashes = new WeakMap<Uint8Array, string>()

/** Computed once per file: the same object means the same file. */
function hashOf(bytes: Uint8Array): string {
  const hash = hashes.get(bytes) ?? sha256Hex(bytes)
  hashes.set(bytes, hash)
  return hash
}

/** A proxy that transforms a reply makes its ETag weak, and the browser then sends the weak one (RFC 9110, 13.1.2). */
function isAmong(tags: string | null, etag: string): boolean {
  return (tags ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** The smallest encoding that a client accepts (`Accept-Encoding`, RFC 9110, 12.5.3); undefined for the plain file. */
function codingFor(accepts: string): 'br' | 'gzip' | undefined {
  const weights = new Map<string, number>()
  for (const part of accepts.toLowerCase().split(',')) {
    const [coding = '', weight] = part.split(';').map((piece) => piece.trim())
    weights.set(coding, weight === undefined ? 1 : Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0))
  }
  const codings = ['br', 'gzip'] as const
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0)
}
