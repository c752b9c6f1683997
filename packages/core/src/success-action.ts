import { fromBase64, fromHex, isBase64 } from './bytes.js'
import { fieldsOf, isRecord, type Json } from './json.js'
import { cleanText } from './lnurl-body.js'
import { parseRemoteUrl } from './remote-url.js'

/** What the recipient shows after a payment (LUD-09, LUD-10). Texts are to be shown as text only. */
export type SuccessAction =
  | { tag: 'message'; message: string }
  | { tag: 'url'; description: string; url: string }
  /** Readable with the preimage only: see {@link decryptSuccessAction}. */
  | { tag: 'aes'; description: string; ciphertext: string; iv: string }

export type SuccessActionResult =
  | { ok: true; action: SuccessAction | null; dropped: boolean }
  /** LUD-09: a payer that does not know the action must not pay. */
  | { ok: false }

const MAX_TEXT_CHARACTERS = 144
const MAX_CIPHERTEXT_CHARACTERS = 4096
const IV_CHARACTERS = 24

/** Reads a success action. A known one that is malformed is dropped; an unknown one stops the payment. */
export function readSuccessAction(value: unknown): SuccessActionResult {
  if (value === undefined || value === null) return { ok: true, action: null, dropped: false }
  if (!isRecord(value)) return { ok: true, action: null, dropped: true }
  const action = readKnownAction(fieldsOf(value))
  return action === undefined ? { ok: false } : { ok: true, action, dropped: action === null }
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
      const ciphertext = base64Text(fields.ciphertext, MAX_CIPHERTEXT_CHARACTERS)
      const iv = base64Text(fields.iv, IV_CHARACTERS)
      if (description === undefined || !ciphertext || iv?.length !== IV_CHARACTERS) return null
      return { tag, description, ciphertext, iv }
    }
    default:
      return undefined
  }
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_TEXT_CHARACTERS * 2) return undefined
  return Array.from(value).length > MAX_TEXT_CHARACTERS ? undefined : cleanText(value, MAX_TEXT_CHARACTERS)
}

function base64Text(value: unknown, maxCharacters: number): string | undefined {
  return typeof value === 'string' && value.length <= maxCharacters && isBase64(value) ? value : undefined
}

/**
 * The text of an `aes` success action (LUD-10: AES-256-CBC, the preimage's 32 bytes as key), or null when the
 * preimage is not its key, as a wrong key mostly fails at the padding. Needs `crypto.subtle`: a secure context.
 */
export async function decryptSuccessAction(
  { ciphertext, iv }: { ciphertext: string; iv: string },
  preimageHex: string,
): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/iu.test(preimageHex) || !isBase64(ciphertext) || !isBase64(iv)) return null
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(preimageHex), 'AES-CBC', false, ['decrypt'])
    const text = await crypto.subtle.decrypt(
      { name: 'AES-CBC', iv: fromBase64(iv) },
      key,
      fromBase64(ciphertext),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}
