import type { PayMetadata } from '@leyden/core'
import { own } from '../reply.js'
import type { Address } from './address.js'
import { AVATAR_PNG_BASE64 } from './avatar.js'

/** A recipient: the data that the provider advertises, and how it writes its invoices. */
export interface Recipient {
  metadata: PayMetadata
  /** Some providers put their own text (or the payer's note) into the invoice instead of the metadata's hash. */
  plainDescription?: string | undefined
}

interface Person {
  description: string
  longDescription?: string | undefined
  identifier?: string | undefined
  imagePngBase64?: string | undefined
  minSats?: number | undefined
  maxSats?: number | undefined
  commentAllowed?: number | undefined
  nameMandatory?: boolean | undefined
  plainDescription?: string | undefined
}

/** The recipients of `wallet.example`, each with a case that a widget has to handle. */
const PEOPLE: Record<string, Person> = {
  alice: { description: 'Tips for Alice', imagePngBase64: AVATAR_PNG_BASE64 },
  bob: { description: 'Sats for Bob', plainDescription: 'Payment to Bob' },
  carol: { description: 'One ticket for Carol’s show', minSats: 2100, maxSats: 2100 },
  dave: { description: 'Dave takes no messages', commentAllowed: 0 },
  erin: {
    description: 'Erin’s garden',
    longDescription:
      'Erin keeps a garden on a roof and writes about it every week. What you send buys soil, seeds and, in ' +
      'winter, heating for the seedlings. Nothing is owed in return; a postcard may come all the same.',
    identifier: 'erin.gardener@wallet.example',
  },
}

/** User names with special limits or requirements, at each domain. */
const SPECIAL: Record<string, Person> = {
  needsname: { description: 'Asks who you are', nameMandatory: true },
  hugelimits: { description: 'Takes anything', minSats: 1, maxSats: 2_100_000_000_000_000 },
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

/** The recipient of any other user name: 10 to 150 000 sats, comments of up to 150 characters. */
export function recipientOf(address: Address): Recipient {
  const named = address.domain === 'wallet.example' ? own(PEOPLE, address.user) : undefined
  const person = named ?? own(SPECIAL, address.user) ?? { description: `Sats for ${address.user}` }
  return { metadata: advertise(address, person), plainDescription: person.plainDescription }
}

function advertise(address: Address, person: Person): PayMetadata {
  const entries: [string, string][] = [
    ['text/plain', person.description],
    ['text/identifier', person.identifier ?? `${address.user}@${address.domain}`],
  ]
  if (person.longDescription) entries.push(['text/long-desc', person.longDescription])
  if (person.imagePngBase64) entries.push(['image/png;base64', person.imagePngBase64])
  return {
    minSendable: (person.minSats ?? 10) * 1000,
    maxSendable: (person.maxSats ?? 150_000) * 1000,
    commentAllowed: person.commentAllowed ?? 150,
    tag: 'payRequest',
    metadata: JSON.stringify(entries),
    callback: `https://service.example/v0/ln-address/callback/${encodeURIComponent(`${address.user}@${address.domain}`)}`,
    payerData: {
      name: { mandatory: person.nameMandatory ?? false },
      identifier: { mandatory: false },
    },
    disposable: false,
  }
}
