import { isLeydenError } from '@leyden/core'
import { isRecord, type Json, readAtMost, tryOrUndefined, withDeadline } from '@leyden/core/internal'
import { badField } from './bad-field.js'
import type { HttpRequest } from './http-request.js'

const READ_TIMEOUT_MS = 10_000

/**
 * Reads the bytes of a request's body. A compressed one is refused before it is read, because nobody here decompresses
 * it: its sender learns of the mistake, and nothing unreadable is stored.
 *
 * @throws LeydenError `BAD_REQUEST` with status 415 when it is compressed, 413 when there are more than `maxBytes`, 408 when they come too slowly.
 */
export async function readBody(request: HttpRequest, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = request.headers.get('content-encoding') ?? ''
  if (!/^(?:identity)?$/i.test(encoding.trim()))
    throw badField('content-encoding', 'must be absent: send the body uncompressed', 415)
  const tooLarge = () => badField('body', `may have at most ${maxBytes} bytes`, 413)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const reader = request.body?.getReader()
  const read = async () => {
    if (request.readBody) return request.readBody(maxBytes)
    return reader ? readAtMost(reader, maxBytes) : new Uint8Array()
  }
  const body = await withDeadline(READ_TIMEOUT_MS, undefined, read).catch((error) => {
    reader?.cancel().catch(() => {})
    if (!isLeydenError(error)) throw badField('body', 'ended early')
    throw error.code === 'TIMEOUT' ? badField('body', 'arrived too slowly', 408) : error
  })
  if (!body) throw tooLarge()
  return body
}

/** Requests of pages are small: the largest field is a description of 639 characters. */
const MAX_JSON_BYTES = 16_384

/**
 * Reads a request's body as a JSON object; a schema checks its fields afterwards.
 *
 * @throws LeydenError `BAD_REQUEST`: not JSON, not an object, or not UTF-8.
 */
export async function readJson(request: HttpRequest): Promise<Json> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw badField('content-type', 'must be application/json', 415)
  const bytes = await readBody(request, MAX_JSON_BYTES)
  const value = tryOrUndefined<unknown>(() =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
  )
  if (value === undefined) throw badField('body', 'is not JSON in UTF-8')
  if (!isRecord(value)) throw badField('body', 'must be a JSON object')
  return value
}
