import { parseUrl } from './url.js'

const MAX_CHARACTERS = 254
const MAX_NAME_CHARACTERS = 64

/** The part before the @ in HTML's rule, with letters and digits of every script (RFC 6531). */
const NAME = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u
/** Line breaks that a careless reader decodes into further headers. */
const ENCODED_LINE_BREAK = /%0[ad]/i
/** HTML's rule for the domain, with at least one dot. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * Whether a text has the form of an e-mail address, by the rule of HTML's `<input type="email">`: so a browser's own
 * check and this one agree. Letters and digits may be of any script, the domain has a dot, and percent-encoded line
 * breaks are refused. Only the service can verify the address.
 */
export function isEmail(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  const [name = '', domain = '', ...rest] = text.split('@')
  if (rest.length > 0 || name.length > MAX_NAME_CHARACTERS) return false
  return NAME.test(name) && !ENCODED_LINE_BREAK.test(name) && DOMAIN.test(asciiDomain(domain))
}

/** A domain of another script as a request has it (`xn--…`). */
function asciiDomain(domain: string): string {
  const isForeign = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && !/^\p{ASCII}*$/u.test(domain)
  return isForeign ? (parseUrl(`https://${domain}/`)?.hostname ?? '') : domain
}
