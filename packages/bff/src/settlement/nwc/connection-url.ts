import type { LeydenError } from '@leyden/core'
import { isSecure, parseUrl } from '@leyden/core/internal'
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
 * Reads `nostr+walletconnect://<public key>?relay=wss://…&secret=…`, with one relay or several, each in a parameter of
 * its own or separated by commas. A relay of this machine may be `ws:`.
 *
 * @throws LeydenError `BAD_REQUEST`, which contains no part of the URL.
 */
export function readConnectionUrl(text: string): WalletConnection {
  const [, query = ''] = /^nostr\+?walletconnect:(?:\/\/)?([^/?#]+\/?\?.*)$/i.exec(text.trim()) ?? []
  const [key = '', parameters = ''] = query.split(/\/?\?/, 2)
  const search = new URLSearchParams(parameters)
  const walletPubkey = key.toLowerCase()
  const secret = (search.get('secret') ?? '').toLowerCase()
  const relays = [...new Set(search.getAll('relay').flatMap((text) => text.split(/[\s,]+/)))].filter(Boolean)
  const bad = relays.filter((relay) => !isRelay(relay))
  // A relay with quotes or entities in its URL would be another one.
  if (/&amp;|["'“”‘’]|%22/i.test(text)) throw refuse('contains &amp; or quotes, from copying')
  if (!KEY.test(walletPubkey)) throw refuse('has no public key of a wallet')
  if (!KEY.test(secret)) throw refuse('has no secret')
  if (relays.length === 0) throw refuse('has no relay')
  if (bad.length > 0)
    throw refuse(
      `has ${relays.length} relays, of which ${bad.length} cannot be connected to: not a wss:// URL`,
    )
  return { walletPubkey, secret, relays }
}

function isRelay(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && isSecure(url, 'ws')
}

/** The message contains no part of the URL, which is a secret. */
function refuse(why: string): LeydenError {
  return badField('url', `${why}; it must be like nostr+walletconnect://<public key>?relay=wss://…&secret=…`)
}
