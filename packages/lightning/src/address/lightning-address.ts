import { parseUrl, refuse } from '@leyden/core/internal'
import { type HostnameProblem, hostnameProblem, isOnion } from './hostname.js'

export { type PastedKind, type PastedText, readPastedText } from './pasted-text.js'

/** Why a text is not a Lightning Address. */
export type LightningAddressProblem =
  | 'empty'
  | 'too_long'
  | 'whitespace_or_invisible'
  | 'no_at'
  | 'multiple_at'
  | 'empty_username'
  | 'empty_domain'
  | 'username_charset'
  | 'username_dot_segment'
  | 'username_too_long'
  | 'domain_not_ascii'
  | HostnameProblem

/** What {@link parseLightningAddress} returns: the address in its parts, or why the text is not one. */
export type LightningAddressResult =
  | {
      /** Whether the text is a Lightning Address. */
      ok: true
      /** Folded form, to show, compare and cache: `alice@pay.example.com`. */
      address: string
      /** With its `+tag`, which the recipient's service removes. */
      username: string
      /** Lower case, without a trailing dot. */
      domain: string
      /** URL of the LNURL-pay request: `https:`, or `http:` for onion names. */
      url: string
    }
  | {
      /** Whether the text is a Lightning Address. */
      ok: false
      /** Why the text is not a Lightning Address. */
      reason: LightningAddressProblem
      /** For a domain in another script: the same address in its ASCII form, which a person may confirm. */
      suggestion?: string | undefined
    }

const MAX_INPUT_CHARACTERS = 2048
const MAX_USERNAME_CHARACTERS = 64

/**
 * Reads what a person typed or pasted as a Lightning Address (LUD-16): `<username>@<domain>`, the username of
 * `a-z0-9-_.` and a `+tag`. Removes white space around it, a `lightning:` scheme and a leading `₿`, and folds case.
 * Never throws; takes time linear in the text.
 *
 * Case is folded only after an ASCII check: U+212A KELVIN SIGN and U+0130 would fold into letters. The names
 * `.` and `..` are in the character set but are steps of a URL path and would lead the request elsewhere. A
 * domain outside ASCII is refused with its punycode form as a suggestion, since look-alike letters are the
 * usual trick.
 *
 * @example
 * parseLightningAddress('lightning:Alice@Pay.Example.com')
 * // { ok: true, address: 'alice@pay.example.com', username: 'alice', domain: 'pay.example.com',
 * //   url: 'https://pay.example.com/.well-known/lnurlp/alice' }
 */
export function parseLightningAddress(input: string): LightningAddressResult {
  if (last?.input !== input) last = { input, result: parse(input) }
  return last.result
}

/** The last text and its result, because a page asks about the text of a field many times in a row. */
let last: { input: string; result: LightningAddressResult } | undefined

function parse(input: string): LightningAddressResult {
  if (input.length > MAX_INPUT_CHARACTERS) return refuse('too_long')
  const text = input
    .trim()
    .replace(/^lightning:(\/\/)?/i, '')
    .replace(/^₿/u, '')
  if (text === '') return refuse('empty')
  if (/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)) return refuse('whitespace_or_invisible')

  const [username = '', rawDomain, ...rest] = text.split('@')
  if (rawDomain === undefined) return refuse('no_at')
  if (rest.length > 0) return refuse('multiple_at')
  if (!/^[a-zA-Z0-9._+-]*$/.test(username)) return refuse('username_charset')
  if (/^(\+|$)/.test(username)) return refuse('empty_username')
  if (/^\.\.?$/.test(username)) return refuse('username_dot_segment')
  if (username.length > MAX_USERNAME_CHARACTERS) return refuse('username_too_long')
  if (rawDomain === '') return refuse('empty_domain')
  const user = username.toLowerCase()
  if (!/^[\x21-\x7e]*$/.test(rawDomain)) return refuseForeignDomain(user, rawDomain)

  // One trailing dot stands for the root of the domain name system, so the name is the same.
  const domain = rawDomain.toLowerCase().replace(/(?<=[^.])\.$/, '')
  const problem = hostnameProblem(domain)
  if (problem) return refuse(problem)
  // A label such as `xn--a` has valid letters, but a URL cannot contain it.
  if (hostOf(domain) !== domain) return refuse('domain_charset')
  const scheme = isOnion(domain) ? 'http' : 'https'
  return {
    ok: true,
    address: `${user}@${domain}`,
    username: user,
    domain,
    url: `${scheme}://${domain}/.well-known/lnurlp/${user}`,
  }
}

function hostOf(domain: string): string | undefined {
  return parseUrl(`https://${domain}/`)?.hostname
}

function refuseForeignDomain(username: string, domain: string): LightningAddressResult {
  const host = /[/?#:\\]/.test(domain) ? undefined : hostOf(domain)
  // Full-width letters fold into plain ASCII: suggesting that form would help an attacker.
  const isForeign = host && /(^|\.)xn--/.test(host) && !hostnameProblem(host)
  return { ...refuse('domain_not_ascii'), suggestion: isForeign ? `${username}@${host}` : undefined }
}
