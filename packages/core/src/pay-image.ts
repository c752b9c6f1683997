import { fromBase64, isBase64 } from './bytes.js'

// LUD-06: an image of at most 136,536 characters.
const MAX_IMAGE_CHARACTERS = 136_536

const MAGIC_BYTES = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const

type ImageType = keyof typeof MAGIC_BYTES

/** The image type that a metadata entry names, if it is one of the two that LUD-06 allows. */
export function imageTypeOf(entryType: string): ImageType | undefined {
  if (entryType === 'image/png;base64') return 'image/png'
  if (entryType === 'image/jpeg;base64') return 'image/jpeg'
  return undefined
}

/**
 * An image of a metadata entry as a data URL, or undefined for one that is too large, not base64, or not what
 * it says it is. The type in the URL is ours, never the sender's text.
 */
export function imageDataUrl(type: ImageType, content: unknown): string | undefined {
  if (typeof content !== 'string' || content.length > MAX_IMAGE_CHARACTERS || !isBase64(content))
    return undefined
  const head = fromBase64(content.slice(0, 12))
  return MAGIC_BYTES[type].every((byte, index) => head[index] === byte)
    ? `data:${type};base64,${content}`
    : undefined
}
