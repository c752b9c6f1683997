import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a body as text, or returns the reason why it cannot be read. Because of decompression bombs, the limit counts
 * bytes after decompression; reading stops there. We do not request compression, but some servers compress anyway.
 */
export async function readText(
  body: Readable,
  options: { encoding: string | undefined; maxBytes: number },
): Promise<{ ok: true; text: string } | { ok: false; reason: 'body_too_large' | 'bad_encoding' }> {
  const encoding = (options.encoding ?? 'identity').trim().toLowerCase()
  const createDecoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined
  if (!createDecoder && encoding !== 'identity' && encoding !== '')
    return { ok: false, reason: 'bad_encoding' }

  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of createDecoder ? decode(body, createDecoder()) : body) {
    size += (chunk as Buffer).length
    if (size > options.maxBytes) {
      body.destroy()
      return { ok: false, reason: 'body_too_large' }
    }
    chunks.push(chunk as Buffer)
  }
  // Removes a byte order mark, as JSON from some servers starts with one.
  return { ok: true, text: new TextDecoder().decode(Buffer.concat(chunks)) }
}

function decode(body: Readable, decoder: Transform): Transform {
  // A pipe does not forward errors, so a broken connection would leave the decoder waiting forever.
  body.once('error', (error) => decoder.destroy(error))
  return body.pipe(decoder)
}
