import { isPrivateKey } from './private-key.js'

/** What a text is that people paste where a Lightning Address belongs. */
export type PastedKind =
  | 'invoice'
  | 'lnurl'
  | 'bitcoin_address'
  /** A public key, or a name, of Nostr. */
  | 'nostr_key'
  /** A secret key of Nostr or Bitcoin. Take it out of the field, and show and keep no part of it. */
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
 * Reads a text that a person typed or pasted for a Lightning Address. Takes off what stands around addresses in
 * profiles, mails and codes: `⚡`, `₿`, `lightning:`, `mailto:`, `Alice <…>`, white space around, and beside `@` and
 * dots. Names by its look what is no address. Never throws, and checks no checksum.
 *
 * @example
 * readPastedText('⚡ Alice@Pay.Example.com') // { text: 'Alice@Pay.Example.com', kind: undefined }
 */
export function readPastedText(input: string): {
  /** For `parseLightningAddress`. */
  text: string
  /** What it is in place of an address; undefined where it may be one. */
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
