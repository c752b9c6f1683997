import { LeydenError } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Context, Exchange } from '../context.js'
import { codingFor } from './accept-encoding.js'

/**
 * `/embed/v1/leyden.js` moves on with each release, so that a mistake in what handles money is not kept for a year; for
 * five minutes a reload asks for it no more than for `/embed/0.1.0/leyden.js`, which never changes.
 */
const MOVING = 'public, max-age=300, immutable'
const FIXED = 'public, max-age=31536000, immutable'

const hashes = new WeakMap<Uint8Array, string>()

/** `GET /embed/v1/:file`: the script of `@leyden/embed`, to any page: it holds nothing of anybody. */
export async function embedRoute({ options }: Context, { request, parameter }: Exchange): Promise<Response> {
  const { embed } = options
  if (!embed)
    throw new LeydenError(
      'NOT_FOUND',
      'This BFF has no script: createBff({ embed }), from @leyden/embed/files.',
    )
  const [release = '', name = '', ...rest] = parameter.split('/')
  const isMoving = release === 'v1'
  const coding = codingFor(request.headers.get('accept-encoding') ?? '')
  const isHere = rest.length === 0 && (isMoving || release === (await embed.version()))
  const bytes = isHere ? await embed.read(name, coding) : undefined
  if (!bytes) throw new LeydenError('NOT_FOUND', 'There is no such file.')
  const etag = `"${hashOf(bytes)}"`
  const headers = {
    'content-type': name.endsWith('.json') ? 'application/json' : 'text/javascript; charset=utf-8',
    'cache-control': isMoving ? MOVING : FIXED,
    etag,
    vary: 'accept-encoding',
    ...(coding && { 'content-encoding': coding }),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (isAmong(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const body = request.method === 'HEAD' ? null : (bytes as Uint8Array<ArrayBuffer>)
  return new Response(body, { headers: { ...headers, 'content-length': String(bytes.length) } })
}

function hashOf(bytes: Uint8Array): string {
  const hash = hashes.get(bytes) ?? bytesToHex(sha256(bytes)).slice(0, 32)
  hashes.set(bytes, hash)
  return hash
}

/** A proxy that changes a reply on its way calls its tag weak, and a browser then asks by that one (RFC 9110, 13.1.2). */
function isAmong(tags: string | null, etag: string): boolean {
  return (tags ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
