import { cleanText, fieldsOf, isEmpty, isRecord, type Json } from '@leyden/core/internal'
import type { SuccessAction } from '@leyden/core/provider'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseRemoteUrl } from '../address/remote-url.js'
import { readBase64 } from './lnurl-body.js'
import { isEmptyObject } from './lnurl-values.js'

export interface ReadSuccessAction {
  action: SuccessAction | null
  /** Whether the reply had a success action that cannot be shown. */
  dropped: boolean
}

const MAX_TEXT_CHARACTERS = 144
const MAX_CIPHERTEXT_CHARACTERS = 4096
const IV_CHARACTERS = 24

/**
 * Reads a success action, without malformed ones of a known kind, and without empty ones. Null for an unknown kind: a
 * payer that does not know the action must not pay (LUD-09).
 */
export function readSuccessAction(value: unknown): ReadSuccessAction | null {
  if (isEmptyObject(value)) return { action: null, dropped: false }
  const action = isRecord(value) ? readKnownAction(fieldsOf(value)) : null
  return action === undefined ? null : { action, dropped: action === null }
}

/** Null for a known action that is malformed, undefined for an unknown one. */
function readKnownAction({ tag, ...fields }: Json): SuccessAction | null | undefined {
  const message = shortText(fields.message)
  const description = shortText(fields.description)
  switch (tag) {
    case 'message':
      return message === undefined ? null : { tag, message }
    case 'url': {
      const remote = parseRemoteUrl(fields.url)
      return description === undefined || !remote.ok ? null : { tag, description, url: remote.url.href }
    }
    case 'aes': {
      const ciphertext = aesBlocks(fields.ciphertext)
      const iv = aesBlocks(fields.iv)
      if (description === undefined || !ciphertext || iv?.length !== IV_CHARACTERS) return null
      return { tag, description, ciphertext, iv }
    }
    default:
      return typeof tag === 'string' && !isEmpty(tag) ? undefined : null
  }
}

function shortText(value: unknown): string | undefined {
  // A character has at most two UTF-16 units.
  return typeof value === 'string' &&
    Array.from(value.slice(0, MAX_TEXT_CHARACTERS * 2 + 1)).length <= MAX_TEXT_CHARACTERS
    ? cleanText(value, MAX_TEXT_CHARACTERS)
    : undefined
}

/** Base64 of whole AES blocks of 16 bytes, like ciphertext and IV (LUD-10). */
function aesBlocks(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_CIPHERTEXT_CHARACTERS) return undefined
  const bytes = readBase64(value)
  return bytes && bytes.length % 16 === 0 ? value : undefined
}

/**
 * The text of an `aes` success action (LUD-10: AES-256-CBC, the preimage's 32 bytes as key), or null if the preimage is
 * not its key; a wrong key is detected by the padding, which mostly fails. Needs `crypto.subtle`, and so a secure
 * context.
 */
export async function decryptSuccessAction(
  { ciphertext, iv }: { ciphertext: string; iv: string },
  preimageHex: string,
): Promise<string | null> {
  const bytes = readBase64(ciphertext)
  const start = readBase64(iv)
  if (!/^[0-9a-f]{64}$/i.test(preimageHex) || !bytes || !start) return null
  try {
    const secret = Uint8Array.from(hexToBytes(preimageHex))
    const key = await crypto.subtle.importKey('raw', secret, 'AES-CBC', false, ['decrypt'])
    const text = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: start }, key, bytes)
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}
