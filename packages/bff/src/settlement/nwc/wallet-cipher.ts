import { tryOrUndefined } from '@leyden/core/internal'
import type { WalletConnection } from './connection-url.js'
import type { NostrLibraries } from './nostr-libraries.js'

/** How the two sides of a connection encrypt their messages (NIP-47: `encryption`). */
export type Encryption = 'nip44_v2' | 'nip04'

export function createWalletCipher(
  { nip04, nip44 }: NostrLibraries,
  { walletPubkey, secret }: WalletConnection,
) {
  const key = nip44.getConversationKey(Buffer.from(secret, 'hex'), walletPubkey)
  return {
    encrypt(encryption: Encryption, value: unknown): string {
      const text = JSON.stringify(value)
      return encryption === 'nip04' ? nip04.encrypt(secret, walletPubkey, text) : nip44.encrypt(text, key)
    },
    /** The JSON of a message; undefined if it cannot be decrypted or parsed. */
    decrypt(encryption: Encryption, text: string): unknown {
      return tryOrUndefined(() =>
        JSON.parse(
          encryption === 'nip04' ? nip04.decrypt(secret, walletPubkey, text) : nip44.decrypt(text, key),
        ),
      )
    },
  }
}
