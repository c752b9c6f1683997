/** The kind of a text that somebody pasted instead of a Lightning Address. */
export type PastedKind =
  | 'invoice'
  | 'lnurl'
  | 'bitcoin_address'
  /** A public key, or a name, of Nostr. */
  | 'nostr_key'
  /** A secret key of Nostr or Bitcoin. Remove it from the field, and neither show nor store any part of it. */
  | 'secret_key'
  | 'web_link'

const KINDS: readonly (readonly [PastedKind, RegExp])[] = [
  ['secret_key', /^(?:nostr:)?(?:nsec|ncryptsec)1[a-z0-9]{20}/i],
  ['web_link', /^(?:https?:\/\/|www\.)/i],
  ['invoice', /^ln(?:bcrt|bc|tbs|tb)\d?[a-z0-9]{20}/i],
  ['lnurl', /^(?:lnurl1[a-z0-9]{10}|lnurlp:|lnurlw:|keyauth:)/i],
  ['bitcoin_address', /^(?:bitcoin:|(?:bc|tb|bcrt)1[a-z0-9]{20}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$)/i],
  ['nostr_key', /^(?:nostr:)?(?:npub|nprofile|note|nevent|naddr)1[a-z0-9]{20}/i],
]

/**
 * Reads a text that a person typed or pasted as a Lightning Address. Removes what surrounds addresses in profiles,
 * e-mails and QR codes: `⚡`, `₿`, `lightning:`, `mailto:`, `Alice <…>`, and white space around the text, `@` and dots.
 * Recognises other kinds of text by their look. Never throws, and verifies no checksum.
 *
 * @example
 * readPastedText('⚡ Alice@Pay.Example.com') // { text: 'Alice@Pay.Example.com', kind: undefined }
 */
export function readPastedText(input: string): {
  /** The cleaned text, for `parseLightningAddress`. */
  text: string
  /** The kind of text; undefined if it may be a Lightning Address. */
  kind: PastedKind | undefined
} {
  if (input.length > 2048) return { text: input, kind: undefined }
  const [, quoted] = /^[^<>@]*<([^<>]+)>$/.exec(input.trim()) ?? []
  const text = (quoted ?? input)
    .trim()
    .replace(/^(?:[⚡₿]\ufe0f?\s*|mailto:|lightning:(?:\/\/)?)+/iu, '')
    .replace(/^([^?@]+@[^?@]+)\?.*$/, '$1')
    .replace(/\s*([@.])\s*/g, '$1')
  const [kind] = KINDS.find(([, look]) => look.test(text)) ?? []
  const isAddress = kind !== 'web_link' && text.includes('@')
  if (isAddress) return { text, kind: undefined }
  return { text, kind: isPrivateKey(text) ? 'secret_key' : kind }
}

/** Whether a text looks like a private key of Bitcoin: WIF (51 or 52 characters) or extended, in any version. */
export function isPrivateKey(text: string): boolean {
  return /^(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}|[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{50,120})$/.test(text)
}
