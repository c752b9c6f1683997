import type { LeydenError } from '@leyden/core'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { AddressProblem } from '../pay-flow/index.js'
import type { AddressVerdict } from './address-verdict.js'

/** The sentence for each reason; the many ways to misspell a domain share theirs. */
const SENTENCES: Readonly<Record<string, PayMessageKey>> = {
  no_at: 'addressShape',
  multiple_at: 'addressShape',
  empty_username: 'addressShape',
  empty_domain: 'addressShape',
  too_long: 'addressShape',
  whitespace_or_invisible: 'addressInvisible',
  username_charset: 'addressUser',
  username_dot_segment: 'addressUser',
  username_too_long: 'addressUser',
  domain_not_ascii: 'addressDomain',
  domain_charset: 'addressDomain',
  domain_empty_label: 'addressDomain',
  domain_hyphen: 'addressDomain',
  domain_label_too_long: 'addressDomain',
  domain_too_long: 'addressDomain',
  domain_no_dot: 'addressDomain',
  ip_or_numeric_tld: 'addressDomain',
  onion_not_v3: 'addressDomain',
  private_name: 'addressPrivate',
  onion: 'addressOnion',
  malformed: 'addressShape',
  not_lightning_address: 'addressNotLightning',
  no_such_user: 'addressNoUser',
  not_usable: 'addressNotUsable',
  payer_data: 'addressNeeds',
}

/** What a recipient asks about the payer (LUD-18); a kind that no person can tell has no name but its own. */
export function payerDataName(kind: string, say: Words<PayMessageKey>): string {
  switch (kind) {
    case 'name':
      return say('payerName')
    case 'email':
      return say('payerEmail')
    case 'identifier':
      return say('payerAddress')
    default:
      return kind
  }
}

/** Why an address cannot be paid, as a sentence. */
function problemWords(address: string, problem: AddressProblem, say: Words<PayMessageKey>): string {
  const { reason, domain = '', suggestion, fields = [] } = problem
  if (reason === 'domain_not_ascii' && suggestion !== undefined) return say('addressForeign')
  // Labels elsewhere; within a sentence they begin small.
  const names = fields.map((kind) => {
    const [first = '', ...rest] = payerDataName(kind, say)
    return first.toLocaleLowerCase(say.locale) + rest.join('')
  })
  const list = new Intl.ListFormat(say.locale, { type: 'conjunction' }).format(names)
  const key = SENTENCES[reason] ?? 'addressNotUsable'
  const said = key === 'addressDomain' && domain === '' ? 'addressShape' : key
  return say(said, { address, domain, fields: list })
}

/** What is said beside the field, and in which tone. */
export function verdictWords(
  verdict: AddressVerdict,
  say: Words<PayMessageKey>,
): { tone?: 'bad'; text: string; suggestion?: string } {
  switch (verdict.status) {
    case 'empty':
    case 'typing':
    case 'found':
      return { text: '' }
    case 'looking': {
      const { domain, offline, slow } = verdict
      if (offline) return { text: say('offline') }
      return { text: say(slow ? 'lookingSlow' : 'looking', { domain }) }
    }
    case 'unreachable':
      return { text: errorWords(verdict.error, verdict, say) }
    case 'invalid': {
      const { suggestion } = verdict.problem
      return {
        tone: 'bad',
        text: problemWords(verdict.address, verdict.problem, say),
        ...(suggestion !== undefined && { suggestion }),
      }
    }
    default:
      return verdict satisfies never
  }
}

/** What went wrong between page and service, as a sentence for people. */
export function errorWords(
  { code, actual }: LeydenError,
  { address, domain }: { address: string; domain: string },
  say: Words<PayMessageKey>,
): string {
  switch (code) {
    case 'RATE_LIMITED':
      return say('busy')
    case 'NOT_CONFIGURED':
    case 'UNAUTHORIZED':
    case 'INVALID_WEBHOOK_URL':
      return say('notConfigured')
    case 'SIGN_IN_REQUIRED':
      return say('signIn')
    case 'NETWORK':
      return say('noConnection')
    case 'TIMEOUT':
    case 'SERVICE_UNAVAILABLE':
    case 'BAD_RESPONSE':
      return say('noAnswer', { domain })
    case 'INTENT_EXPIRED':
      return say('orderExpired')
    case 'ALREADY_PAID':
      return say('orderPaid')
    case 'AMOUNT_OUT_OF_RANGE':
      return say('outOfRange')
    case 'NOT_LIGHTNING_ADDRESS':
      return say('addressNotLightning', { address })
    case 'PAYER_DATA_REQUIRED':
      return problemWords(address, payerDataProblem(domain, actual), say)
    default:
      return say('unknownError', { code })
  }
}

/** What a server says that refused for want of payer data, perhaps with the kind that it wants. */
export function payerDataProblem(domain: string, kind: string | undefined): AddressProblem {
  return kind === undefined
    ? { reason: 'not_usable', domain }
    : { reason: 'payer_data', domain, fields: [kind] }
}
