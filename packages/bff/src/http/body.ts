import { LeydenError } from '@leyden/core'

const READ_TIMEOUT_MS = 10_000

/**
 * The bytes of a request's body.
 *
 * @throws LeydenError `BAD_REQUEST` with status 413 when there are more than `maxBytes`, 408 when they come too slowly.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new LeydenError('BAD_REQUEST', `The body may have at most ${maxBytes} bytes.`, {
      field: 'body',
      status: 413,
    })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()

  const reader = request.body.getReader()
  let late = false
  const timer = setTimeout(() => {
    late = true
    reader.cancel().catch(() => {})
  }, READ_TIMEOUT_MS)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    if (error instanceof LeydenError) throw error
    throw new LeydenError('BAD_REQUEST', 'The body broke off.', { field: 'body', cause: error })
  } finally {
    clearTimeout(timer)
  }
  if (late) throw new LeydenError('BAD_REQUEST', 'The body came too slowly.', { field: 'body', status: 408 })

  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

/** What a page sends is small: the largest field is a description of 639 characters. */
const MAX_JSON_BYTES = 16_384

/**
 * A request's body as a JSON object without a prototype's names among its fields.
 *
 * @throws LeydenError `BAD_REQUEST`: not JSON, not an object, not UTF-8, or a field outside `allowed`, which is named.
 */
export async function readJson<Field extends string>(
  request: Request,
  allowed: readonly Field[],
): Promise<Partial<Record<Field, unknown>>> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new LeydenError('BAD_REQUEST', 'Send JSON, with content-type application/json.', {
      field: 'content-type',
      status: 415,
    })
  const value = parseJson(await readBody(request, MAX_JSON_BYTES))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LeydenError('BAD_REQUEST', 'The body must be a JSON object.', { field: 'body' })
  for (const field of Object.keys(value))
    if (!allowed.includes(field as Field))
      throw new LeydenError('BAD_REQUEST', `The field "${field.slice(0, 100)}" may not be set here.`, {
        field: field.slice(0, 100),
      })
  return Object.assign(Object.create(null), value) as Partial<Record<Field, unknown>>
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new LeydenError('BAD_REQUEST', 'The body is not JSON in UTF-8.', { field: 'body' })
  }
}
