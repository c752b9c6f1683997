import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Encrypts what the store is to keep and a copy of it must not give away. */
export interface Seal {
  close(text: string): Promise<Uint8Array>
  /** Null for what was sealed under a secret that is gone. */
  open(sealed: Uint8Array): Promise<string | null>
}

const NONCE_BYTES = 12

/** AES-256-GCM under keys derived by HKDF (RFC 5869). The first secret seals, all of them open. */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const keys = secrets.map(async (secret) => {
    const bytes = hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`leyden bff ${purpose}`), 32)
    return crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
  })
  return {
    async close(text) {
      const [key] = await Promise.all(keys)
      if (!key) throw new Error('There is no secret.')
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
      return new Uint8Array([...iv, ...new Uint8Array(sealed)])
    },
    async open(sealed) {
      const [iv, data] = [sealed.slice(0, NONCE_BYTES), sealed.slice(NONCE_BYTES)]
      for (const key of await Promise.all(keys)) {
        const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => null)
        if (text) return new TextDecoder().decode(text)
      }
      return null
    },
  }
}
