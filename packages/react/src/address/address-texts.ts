import type { AddressFault, LeydenError } from '@leyden/core'
import { listFormatter } from '@leyden/core/internal'
import { errorKind, FAILURES } from '../foundation/errors/error-kind.js'
import { SANDBOX_EXAMPLE } from '../foundation/messages/messages.js'
import type { PayMessageKey } from '../foundation/messages/pay-english.js'
import type { PayTranslate } from '../foundation/messages/use-messages.js'
import type { AddressLookup } from './address-lookup.js'
import type { AddressProblem, AddressProblemReason, ProviderWords } from './recipient.js'
import { errorProblem, errorWords } from './resolve-recipient.js'

/** The message for each reason: all ways to misspell a domain share one. */
const SENTENCES = {
  no_at: 'addressShape',
  multiple_at: 'addressShape',
  empty_username: 'addressShape',
  empty_domain: 'addressShape',
  too_long: 'addressShape',
  whitespace_or_invisible: 'addressInvisible',
  username_charset: 'addressUser',
  username_dot_segment: 'addressUser',
  username_too_long: 'addressUser',
  domain_charset: 'addressDomain',
  domain_empty_label: 'addressDomain',
  domain_hyphen: 'addressDomain',
  domain_label_too_long: 'addressDomain',
  domain_too_long: 'addressDomain',
  domain_no_dot: 'addressDomain',
  domain_not_ascii: 'addressDomain',
  ip_or_numeric_tld: 'addressDomain',
  onion_not_v3: 'addressDomain',
  private_name: 'addressPrivate',
  onion: 'addressOnion',
  invoice: 'pastedInvoice',
  offer: 'pastedOffer',
  lnurl: 'pastedLnurl',
  bitcoin_address: 'pastedBitcoin',
  silent_payment_address: 'pastedSilent',
  payment_name: 'pastedName',
  nostr_key: 'pastedNostr',
  secret_key: 'pastedSecret',
  web_link: 'pastedLink',
  malformed: 'addressShape',
  no_such_user: 'addressNoUser',
  not_lightning_address: 'addressNotLightning',
  not_usable: 'addressNotUsable',
  payer_data_required: 'addressNeeds',
  not_in_sandbox: 'addressSandbox',
} as const satisfies Record<AddressProblemReason, PayMessageKey>

/**
 * The message for each fault of a recipient's server. Only its operator can correct one, so the payer reads where the
 * problem is, and not what it is: the log of the BFF has that.
 */
const FAULT_SENTENCES = {
  wrong_tag: 'addressNotUsable',
  bad_callback: 'addressNotUsable',
  insecure_callback: 'addressNotUsable',
  private_callback: 'addressNotUsable',
  port_callback: 'addressNotUsable',
  onion_callback: 'addressNotUsable',
  bad_amount_range: 'addressNotUsable',
  no_whole_sat_amount: 'addressNotUsable',
  bad_metadata: 'addressNotUsable',
  no_text_plain: 'addressNotUsable',
  upstream_error: 'addressNotServed',
} as const satisfies Record<AddressFault, PayMessageKey>

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
  const { reason, detail, domain = '', suggestion, fields = [] } = problem
  if (reason === 'domain_not_ascii' && suggestion !== undefined) return t('addressForeign')
  // These texts are labels; within a sentence they begin with a lower-case letter.
  const names = fields.map((kind) => {
    const [first = '', ...rest] = payerDataName(kind, t)
    return first.toLocaleLowerCase(t.locale) + rest.join('')
  })
  const list = names.length > 0 ? listFormatter(t.locale, { type: 'conjunction' }).format(names) : ''
  const key = detail === undefined ? SENTENCES[reason] : FAULT_SENTENCES[detail]
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

/** The words of the recipient's server about a look-up that found nobody to pay. */
export function lookupWords(lookup: AddressLookup): ProviderWords | undefined {
  if (lookup.status === 'invalid') return lookup.problem.words
  return lookup.status === 'unreachable' ? errorWords(lookup.error, lookup.domain) : undefined
}

/** The message about a failure between page, shop and service. */
export function errorText(
  error: LeydenError,
  { address, domain }: { address: string; domain: string },
  t: PayTranslate,
  isOnline = true,
): string {
  const problem = errorProblem(error, domain)
  if (problem) return problemText(address, problem, t)
  return t(FAILURES[errorKind(error, isOnline)].pay, { address, domain })
}
