import type { PayMetadata } from '@leyden/core'
import { own } from '../reply.js'
import type { Address } from './address.js'
import { AVATAR_PNG_BASE64 } from './avatar.js'

/** How a recipient differs from others. */
interface Person {
  /** Entries of its metadata by their type (LUD-06). */
  entries: Record<string, string>
  /** Its other fields of the look-up. */
  terms?: Partial<PayMetadata> | undefined
  /** Some providers put their own text (or the payer's note) into the invoice instead of the metadata's hash. */
  plainDescription?: string | undefined
}

/** The recipients of `wallet.example`, each with a case that a widget has to handle. */
const PEOPLE: Record<string, Person> = {
  alice: { entries: { 'text/plain': 'Tips for Alice', 'image/png;base64': AVATAR_PNG_BASE64 } },
  bob: { entries: { 'text/plain': 'Sats for Bob' }, plainDescription: 'Payment to Bob' },
  carol: {
    entries: { 'text/plain': 'One ticket for Carol’s show' },
    terms: { minSendable: 2_100_000, maxSendable: 2_100_000 },
  },
  dave: { entries: { 'text/plain': 'Dave takes no messages' }, terms: { commentAllowed: 0 } },
  erin: {
    entries: {
      'text/plain': 'Erin’s garden',
      'text/identifier': 'erin.gardener@wallet.example',
      'text/long-desc':
        'Erin keeps a garden on a roof and writes about it every week. What you send buys soil, seeds and, in ' +
        'winter, heating for the seedlings. Nothing is owed in return; a postcard may come all the same.',
    },
  },
}

/** User names with special limits or requirements, at each domain. */
const SPECIAL: Record<string, Person> = {
  needsname: {
    entries: { 'text/plain': 'Asks who you are' },
    terms: { payerData: { name: { mandatory: true }, identifier: { mandatory: false } } },
  },
  hugelimits: {
    entries: { 'text/plain': 'Takes anything' },
    terms: { minSendable: 1000, maxSendable: 2_100_000_000_000_000_000 },
  },
}

/** An ordinary mail host: its e-mail addresses look like Lightning Addresses. */
const MAIL_HOST = 'mail.example'

/** Domains that are reserved for tests and examples (RFC 2606), so that no real address has one. */
const TEST_DOMAIN = /(^|\.)(example|test|localhost)$/

/** The message for an address at an unknown domain. */
export const NOT_IN_SANDBOX =
  'The sandbox knows test addresses only, such as alice@wallet.example. Its option `domains` adds more domains.'

/**
 * Why an address of valid form cannot be paid; null if it can.
 *
 * @param domains domains in addition to the reserved ones.
 */
export function refusalOf(
  { user, domain }: Address,
  domains: readonly string[],
): 'not_in_sandbox' | 'not_lightning_address' | null {
  if (!TEST_DOMAIN.test(domain) && !domains.includes(domain)) return 'not_in_sandbox'
  return user === 'invalid' || domain === MAIL_HOST ? 'not_lightning_address' : null
}

/**
 * What a recipient advertises, and its own description of invoices if it has one. Recipients without a name above accept
 * 10 to 150 000 sats, and comments of up to 150 characters.
 */
export function recipientOf({ user, domain }: Address) {
  const named = domain === 'wallet.example' ? own(PEOPLE, user) : undefined
  const { entries, terms, plainDescription } = named ?? own(SPECIAL, user) ?? { entries: {} }
  const address = `${user}@${domain}`
  const allEntries = { 'text/plain': `Sats for ${user}`, 'text/identifier': address, ...entries }
  const metadata: PayMetadata = {
    minSendable: 10_000,
    maxSendable: 150_000_000,
    commentAllowed: 150,
    tag: 'payRequest',
    metadata: JSON.stringify(Object.entries(allEntries)),
    callback: `https://service.example/v0/ln-address/callback/${encodeURIComponent(address)}`,
    payerData: { name: { mandatory: false }, identifier: { mandatory: false } },
    disposable: false,
    ...terms,
  }
  return { metadata, plainDescription }
}
