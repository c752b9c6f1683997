import { cleanText, parseJson } from '@leyden/core/internal'
import { parseLightningAddress } from '../address/lightning-address.js'
import { type LnurlRefusal, readBase64, refuse } from './lnurl-body.js'

export type MetadataProblem = 'bad_metadata' | 'no_text_plain'

export type MetadataWarning =
  | 'bad_metadata_entry'
  | 'duplicate_text_plain'
  | 'image_dropped'
  | 'multiple_images'
  | 'no_identifier'

export interface PayMetadataContent {
  /** `text/plain`. */
  description: string
  /** `text/long-desc`. */
  longDescription?: string | undefined
  /** `text/identifier` or `text/email`: the address as the recipient's server writes it. */
  identifier?: string | undefined
  /** `data:image/png;base64,…` or jpeg. */
  imageDataUrl?: string | undefined
}

const MAX_DESCRIPTION_CHARACTERS = 1000
const MAX_IDENTIFIER_CHARACTERS = 320

/**
 * Reads LUD-06 metadata: a string with a JSON array of `[type, content, …]`. One `text/plain` is required. Ignores
 * unknown types, whose content may be any JSON. Reports warnings by `warn`.
 */
export function readPayMetadata(
  metadata: unknown,
  warn: (warning: MetadataWarning) => void,
): PayMetadataContent | LnurlRefusal<MetadataProblem> {
  const entries = entriesOf(metadata)
  if (!entries) return refuse('bad_metadata')

  const pairs = entries.filter(Array.isArray)
  if (pairs.length < entries.length) warn('bad_metadata_entry')

  const texts = textsOf(pairs, 'text/plain')
  const [description] = texts
  if (description === undefined) return refuse('no_text_plain')
  // If a type occurs twice, readers differ on which one they show. Take the first.
  if (texts.length > 1) warn('duplicate_text_plain')

  const [longDescription] = textsOf(pairs, 'text/long-desc')
  const [identifier] = identifiersIn(pairs)
  if (identifier === undefined) warn('no_identifier')

  return {
    description: cleanText(description, MAX_DESCRIPTION_CHARACTERS),
    longDescription: longDescription && cleanText(longDescription, MAX_DESCRIPTION_CHARACTERS),
    identifier: identifier && cleanText(identifier, MAX_IDENTIFIER_CHARACTERS),
    imageDataUrl: readImage(pairs, warn),
  }
}

/** Whether metadata has an address, in any spelling, as its `text/identifier` or `text/email` (LUD-16). */
export function namesAddress(metadata: string, address: string): boolean {
  const pairs = (entriesOf(metadata) ?? []).filter(Array.isArray)
  const folded = parseLightningAddress(address)
  return identifiersIn(pairs).some((identifier) => {
    const named = parseLightningAddress(identifier)
    return named.ok && folded.ok && named.address === folded.address
  })
}

function entriesOf(metadata: unknown): unknown[] | undefined {
  const entries = typeof metadata === 'string' ? parseJson(metadata) : undefined
  return Array.isArray(entries) ? entries : undefined
}

function identifiersIn(pairs: readonly (readonly unknown[])[]): string[] {
  return [...textsOf(pairs, 'text/identifier'), ...textsOf(pairs, 'text/email')]
}

function textsOf(pairs: readonly (readonly unknown[])[], type: string): string[] {
  return pairs.flatMap(([entryType, content]) =>
    entryType === type && typeof content === 'string' ? [content] : [],
  )
}

// Leave a bad image out and continue: it must not stop the payment.
function readImage(
  pairs: readonly (readonly unknown[])[],
  warn: (warning: MetadataWarning) => void,
): string | undefined {
  const images = pairs.flatMap(([type, content]) => {
    const [, format] = (typeof type === 'string' && /^image\/(png|jpeg);base64$/.exec(type)) || []
    return format ? [imageDataUrl(format as ImageFormat, content)] : []
  })
  if (images.includes(undefined)) warn('image_dropped')
  if (images.length > 1) warn('multiple_images')
  return images.find((image) => image !== undefined)
}

// LUD-06: an image of at most 136,536 characters.
const MAX_IMAGE_CHARACTERS = 136_536

// The first bytes of each format (89 50 4e 47 0d 0a 1a 0a and ff d8 ff) in base64.
const MAGIC = { png: /^iVBORw0KGg[o-r]/, jpeg: /^\/9j\// } as const

/** The two formats that LUD-06 allows. */
type ImageFormat = keyof typeof MAGIC

/**
 * The image of a metadata entry as a data URL; undefined if it is too large, not base64, or not of its stated format.
 * The type in the URL is our own text and never the sender's.
 */
function imageDataUrl(format: ImageFormat, content: unknown): string | undefined {
  const isImage =
    typeof content === 'string' &&
    content.length <= MAX_IMAGE_CHARACTERS &&
    MAGIC[format].test(content) &&
    readBase64(content) !== undefined
  return isImage ? `data:image/${format};base64,${content}` : undefined
}
