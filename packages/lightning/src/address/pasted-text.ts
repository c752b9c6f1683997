import { parseUrl, tryOrUndefined } from '@leyden/core/internal'
import { bech32 } from '@scure/base'

/** The kind of a text that somebody pasted instead of a Lightning Address. */
export type PastedKind =
  | 'invoice'
  /** A BOLT 12 offer, or another BOLT 12 text. */
  | 'offer'
  | 'lnurl'
  | 'bitcoin_address'
  /** A silent payment address (BIP 352). */
  | 'silent_payment_address'
  /** The DNS name of a human-readable payment name (BIP 353). */
  | 'payment_name'
  /** A public key, or a name, of Nostr. */
  | 'nostr_key'
  /**
   * A secret key of Nostr or Bitcoin, also encrypted, or the words of a seed. Remove it from the field, and neither show
   * nor store any part of it.
   */
  | 'secret_key'
  | 'web_link'

const KINDS: readonly (readonly [PastedKind, RegExp])[] = [
  ['secret_key', /^(?:nostr:)?(?:nsec|ncryptsec)1[a-z0-9]{20}/i],
  ['web_link', /^(?:https?:\/\/|www\.)/i],
  ['invoice', /^ln(?:bcrt|bc|tbs|tb)\d?[a-z0-9]{20}/i],
  ['offer', /^ln[ori]1[a-z0-9]{20}/i],
  ['lnurl', /^(?:lnurl1[a-z0-9]{10}|lnurlp:|lnurlw:|keyauth:)/i],
  ['silent_payment_address', /^t?sp1[a-z0-9]{60}/i],
  ['payment_name', /^[^\s@]+\.user\._bitcoin-payment\.[^\s@]+$/i],
  ['bitcoin_address', /^(?:bitcoin:|(?:bc|tb|bcrt)1[a-z0-9]{20}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$)/i],
  ['nostr_key', /^(?:nostr:)?(?:npub|nprofile|note|nevent|naddr)1[a-z0-9]{20}/i],
]

/**
 * What stands around an address without changing it: white space, invisible characters, the marks U+200E and U+200F that
 * apps put around a text in a script of the other direction, and emoji with what joins them. Direction overrides and
 * embeddings are not among them, because they can disguise an address.
 */
const AROUND =
  '[\\s\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u00ad\\u034f\\u061c\\u200b-\\u200f\\u2060-\\u2064\\u20e3\\ufe0e\\ufe0f\\ufeff\\u{e0020}-\\u{e007f}]'
const BEFORE = new RegExp(`^(?:${AROUND}|₿|mailto:|lightning:(?://)?)+`, 'iu')
const AFTER = new RegExp(`${AROUND}+$`, 'u')

/** What {@link readPastedText} returns. */
export interface PastedText {
  /** The cleaned text, for `parseLightningAddress`. */
  text: string
  /** The kind of text; undefined if it may be a Lightning Address. */
  kind: PastedKind | undefined
  /**
   * The amount in a text such as `alice@pay.example.com?amount=1000`. It is not taken, because its unit is nowhere
   * defined: tell the person.
   */
  amount?: string | undefined
}

/**
 * Reads a text that a person typed or pasted as a Lightning Address. Removes what surrounds addresses in profiles,
 * e-mails and QR codes: emoji, invisible characters, `₿`, `lightning:`, `mailto:`, `Alice <…>`, and white space around the
 * text, `@` and dots. Reads a full-width `＠` and a single `%40` as `@`, and decodes nothing else. An LNURL, or a link, of
 * the request for a Lightning Address is that address. Recognises other kinds of text by their look. Never throws, and
 * verifies no checksum of what it only names.
 *
 * @example
 * readPastedText('⚡ Alice@Pay.Example.com') // { text: 'Alice@Pay.Example.com', kind: undefined }
 */
export function readPastedText(input: string): PastedText {
  if (input.length > 2048) return { text: input, kind: undefined }
  const bare = input.replace(BEFORE, '').replace(AFTER, '')
  const [, quoted] = /^[^<>@]*<([^<>]+)>$/.exec(bare) ?? []
  const whole = withAt((quoted ?? bare).replace(BEFORE, '').replace(AFTER, '')).replace(/\s*([@.])\s*/g, '$1')
  const [, address, query] = /^([^?@]+@[^?@]+)\?(.*)$/s.exec(whole) ?? []
  const text = address ?? whole
  const isSecret = isPrivateKey(text) || isSeed(text)
  if (isSecret) return { text, kind: 'secret_key' }
  const [kind] = KINDS.find(([, look]) => look.test(text)) ?? []
  if (kind !== 'web_link' && text.includes('@'))
    return { text, kind: undefined, amount: new URLSearchParams(query).get('amount') ?? undefined }
  if (kind === 'lnurl' || kind === 'web_link') {
    const advertised = addressOf(kind === 'lnurl' ? urlOf(text) : text)
    if (advertised !== undefined) return { text: advertised, kind: undefined }
  }
  return { text, kind: (kind === 'bitcoin_address' && kindInUri(text)) || kind }
}

/** With `@` for the only separator that means it, if there is no other. */
function withAt(text: string): string {
  const separators = text.match(/@|＠|﹫|%40/g) ?? []
  return separators.length === 1 ? text.replace(/＠|﹫|%40/, '@') : text
}

/** The kind of payment that a unified `bitcoin:` URI (BIP 321) holds besides its address. */
function kindInUri(uri: string): PastedKind | undefined {
  const [, query = ''] = /^bitcoin:[^?]*\?(.*)$/is.exec(uri) ?? []
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase()
    if (name === 'lno') return 'offer'
    const [kind] = (name === 'lightning' && KINDS.find(([, look]) => look.test(value))) || []
    if (kind !== undefined) return kind
  }
  return undefined
}

/** The URL of an LNURL: in bech32 (LUD-01), or as a scheme (LUD-17). */
function urlOf(lnurl: string): string {
  if (/^lnurlp:/i.test(lnurl)) return lnurl.replace(/^lnurlp:(?:\/\/)?/i, 'https://')
  const bytes = tryOrUndefined(() => bech32.decodeToBytes(lnurl).bytes)
  return bytes ? new TextDecoder().decode(bytes) : ''
}

/** The address whose request a URL is (LUD-16), if it is one, to be checked by `parseLightningAddress`. */
function addressOf(url: string): string | undefined {
  const { protocol, host, username, pathname, search } = parseUrl(url) ?? {}
  const [, user] = /^\/\.well-known\/lnurlp\/([^/%]+)$/.exec(pathname ?? '') ?? []
  return protocol === 'https:' && user && !username && !search ? `${user}@${host}` : undefined
}

/**
 * Whether a text looks like a private key of Bitcoin: WIF (51 or 52 characters), extended, in any version, or encrypted
 * (BIP 38).
 */
export function isPrivateKey(text: string): boolean {
  return /^(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}|6P[1-9A-HJ-NP-Za-km-z]{56}|[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{50,120})$/.test(
    text,
  )
}

/** The lengths of a seed in words (BIP 39). */
const SEED_WORDS = new Set([12, 15, 18, 21, 24])

/** Whether a text looks like the words of a seed (BIP 39), also if they are numbered. */
function isSeed(text: string): boolean {
  const words = text.split(/[\s,]+/).filter((word) => !/^\d{1,2}[.):]?$/.test(word))
  return SEED_WORDS.has(words.length) && words.every((word) => /^(?:\d{1,2}[.):])?[a-z]{3,8}$/i.test(word))
}
