import { readBase64 } from './read-base64.js'

// LUD-06: an image of at most 136,536 characters.
const MAX_IMAGE_CHARACTERS = 136_536

// The bytes that each begins with (89 50 4e 47 0d 0a 1a 0a and ff d8 ff), as base64 has them.
const MAGIC = { png: /^iVBORw0KGg[o-r]/, jpeg: /^\/9j\// } as const

/** The two that LUD-06 allows. */
export type ImageFormat = keyof typeof MAGIC

/**
 * An image of a metadata entry as a data URL, or undefined for one that is too large, not base64, or not what
 * it says it is. The type in the URL is ours, never the sender's text.
 */
export function imageDataUrl(format: ImageFormat, content: unknown): string | undefined {
  const isImage =
    typeof content === 'string' &&
    content.length <= MAX_IMAGE_CHARACTERS &&
    MAGIC[format].test(content) &&
    readBase64(content) !== undefined
  return isImage ? `data:image/${format};base64,${content}` : undefined
}
