import type { LeydenError } from '@leyden/core'
import { badField } from '../../kernel/http/bad-field.js'

/** The parts of a Nostr Wallet Connect URL (NIP-47). Keys are 64 hex digits. */
export interface WalletConnection {
  walletPubkey: string
  /** The private key of this connection: it grants all of the connection's permissions. */
  secret: string
  relays: string[]
}

const KEY = /^[0-9a-f]{64}$/

/**
 * Reads `nostr+walletconnect://<public key>?relay=wss://…&secret=…`, with one relay or several.
 *
 * @throws LeydenError `BAD_REQUEST`, which contains no part of the URL.
 */
export function readConnectionUrl(text: string): WalletConnection {
  const [, query = ''] = /^nostr\+?walletconnect:(?:\/\/)?([^/?#]+\/?\?.*)$/i.exec(text.trim()) ?? []
  const [key = '', parameters = ''] = query.split(/\/?\?/, 2)
  const search = new URLSearchParams(parameters)
  const walletPubkey = key.toLowerCase()
  const secret = (search.get('secret') ?? '').toLowerCase()
  const relays = [...new Set(search.getAll('relay'))]
  if (!KEY.test(walletPubkey)) throw refuse('has no public key of a wallet')
  if (!KEY.test(secret)) throw refuse('has no secret')
  if (relays.length === 0 || !relays.every(isRelay)) throw refuse('has no relay, or one without a wss:// URL')
  return { walletPubkey, secret, relays }
}

function isRelay(text: string): boolean {
  return URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)
}

/** The message contains no part of the URL, which is a secret. */
function refuse(why: string): LeydenError {
  return badField('url', `${why}; it must be like nostr+walletconnect://<public key>?relay=wss://…&secret=…`)
}
