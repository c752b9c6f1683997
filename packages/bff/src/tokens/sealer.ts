import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/** Encrypts data that must not be readable in the store. */
export type Sealer = ReturnType<typeof createSealer>

const NONCE_BYTES = 12

/** Derives keys by HKDF (RFC 5869). As with tokens, the first secret encrypts and all of them decrypt. */
export function createSealer(secrets: readonly string[]) {
  const keys = secrets.map((secret) => {
    const derive = (label: string, length: number) =>
      hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`leyden bff ${label}`), length)
    const raw = derive('seal', 32)
    return {
      id: bytesToHex(derive('seal key id', 4)),
      key: () => crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']),
    }
  })
  const parameters = (place: string, iv: Uint8Array) => ({
    name: 'AES-GCM',
    iv: new Uint8Array(iv),
    additionalData: new Uint8Array(utf8ToBytes(place)),
  })

  return {
    /**
     * Encrypts a text by AES-256-GCM: `<key id>.<nonce and ciphertext>`.
     *
     * @param place where the text is stored: it can only be decrypted for the same place.
     */
    async seal(place: string, text: string): Promise<string> {
      const [sealing] = keys as [(typeof keys)[number]]
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const bytes = new Uint8Array(utf8ToBytes(text))
      const encrypted = await crypto.subtle.encrypt(parameters(place, nonce), await sealing.key(), bytes)
      return `${sealing.id}.${base64urlnopad.encode(concatBytes(nonce, new Uint8Array(encrypted)))}`
    },

    /** Decrypts a text; null if it was changed, moved, or encrypted with a secret that is no longer listed. */
    async open(place: string, sealed: string): Promise<string | null> {
      const [keyId, text = ''] = sealed.split('.')
      const opening = keys.find(({ id }) => id === keyId)
      if (!opening) return null
      try {
        const bytes = base64urlnopad.decode(text)
        const encrypted = new Uint8Array(bytes.subarray(NONCE_BYTES))
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const key = await opening.key()
        return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(place, nonce), key, encrypted))
      } catch {
        return null
      }
    },
  }
}
