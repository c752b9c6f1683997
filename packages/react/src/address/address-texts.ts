import type { LeydenError } from '@leyden/core'
import { SANDBOX_EXAMPLE } from '../foundation/messages/messages.js'
import type { PayMessageKey } from '../foundation/messages/pay-english.js'
import type { PayTranslate } from '../foundation/messages/use-messages.js'
import { errorKind, FAILURES } from '../foundation/page/error-kind.js'
import type { AddressLookup } from './address-lookup.js'
import type { AddressProblem } from './recipient.js'

/** The message for each reason, or for its first word: all ways to misspell a domain share one. */
const SENTENCES: Readonly<Record<string, PayMessageKey>> = {
  no_at: 'addressShape',
  multiple_at: 'addressShape',
  empty_username: 'addressShape',
  empty_domain: 'addressShape',
  too_long: 'addressShape',
  whitespace_or_invisible: 'addressInvisible',
  username: 'addressUser',
  domain: 'addressDomain',
  ip_or_numeric_tld: 'addressDomain',
  onion_not_v3: 'addressDomain',
  private_name: 'addressPrivate',
  onion: 'addressOnion',
  malformed: 'addressShape',
  invoice: 'pastedInvoice',
  lnurl: 'pastedLnurl',
  bitcoin_address: 'pastedBitcoin',
  nostr_key: 'pastedNostr',
  secret_key: 'pastedSecret',
  web_link: 'pastedLink',
  not_lightning_address: 'addressNotLightning',
  no_such_user: 'addressNoUser',
  payer_data: 'addressNeeds',
  not_in_sandbox: 'addressSandbox',
}

const PAYER_DATA_NAMES = new Map<string, PayMessageKey>([
  ['name', 'payerName'],
  ['email', 'payerEmail'],
  ['identifier', 'payerAddress'],
])

/** The name of a kind of payer data (LUD-18); a kind that no person can enter keeps its technical name. */
export function payerDataName(kind: string, t: PayTranslate): string {
  const key = PAYER_DATA_NAMES.get(kind)
  return key ? t(key) : kind
}

/** Why an address cannot be paid, as a sentence. */
function problemText(address: string, problem: AddressProblem, t: PayTranslate): string {
  const { reason, domain = '', suggestion, fields = [] } = problem
  if (reason === 'domain_not_ascii' && suggestion !== undefined) return t('addressForeign')
  // These texts are labels; within a sentence they begin with a lower-case letter.
  const names = fields.map((kind) => {
    const [first = '', ...rest] = payerDataName(kind, t)
    return first.toLocaleLowerCase(t.locale) + rest.join('')
  })
  const list = new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(names)
  const [kind = ''] = reason.split('_')
  const key = SENTENCES[reason] ?? SENTENCES[kind] ?? 'addressNotUsable'
  const messageKey = key === 'addressDomain' && domain === '' ? 'addressShape' : key
  const sentence = t(messageKey, { address, domain, fields: list, example: SANDBOX_EXAMPLE })
  return messageKey.startsWith('pasted') ? `${sentence} ${t('addressMissing')}` : sentence
}

/**
 * The hint below the field, and its tone.
 *
 * @param isMissed whether the person has tried to continue without an address
 */
export function lookupText(
  lookup: AddressLookup,
  t: PayTranslate,
  isMissed = false,
): { tone?: 'bad'; text: string; suggestion?: string | undefined } {
  switch (lookup.status) {
    case 'empty':
      return isMissed ? { tone: 'bad', text: t('addressMissing') } : { text: '' }
    case 'typing':
    case 'found':
      return { text: '' }
    case 'looking': {
      const { domain, offline, slow } = lookup
      if (offline) return { text: t('offline') }
      return { text: t(slow ? 'lookingSlow' : 'looking', { domain }) }
    }
    case 'unreachable':
      return { text: errorText(lookup.error, lookup, t) }
    case 'invalid': {
      const { address, problem } = lookup
      return { tone: 'bad', text: problemText(address, problem, t), suggestion: problem.suggestion }
    }
    default:
      return lookup satisfies never
  }
}

/** The message about a failure between page, shop and service. */
export function errorText(
  error: LeydenError,
  { address, domain }: { address: string; domain: string },
  t: PayTranslate,
  isOnline = true,
): string {
  const kind = errorKind(error, isOnline)
  return kind === 'payerData'
    ? problemText(address, payerDataProblem(domain, error.actual), t)
    : t(FAILURES[kind].pay, { address, domain })
}

/** The problem if the recipient demands payer data that is missing, with the kind of data if the server names it. */
export function payerDataProblem(domain: string, kind: string | undefined): AddressProblem {
  return kind === undefined
    ? { reason: 'not_usable', domain }
    : { reason: 'payer_data', domain, fields: [kind] }
}
