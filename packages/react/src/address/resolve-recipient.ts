import type { AddressRefusal, AddressValidation, LeydenError } from '@leyden/core'
import { ADDRESS_REASONS, isOneOf } from '@leyden/core/internal'
import { readRecipient } from '@leyden/lightning'
import type { AddressLookup } from './address-lookup.js'
import type { AddressProblem, PayerDataKind, ProviderWords, Recipient } from './recipient.js'
import { suggestAddress } from './typo-hint.js'

/** An address whose look-up was answered: it can be paid, or not. */
export type ResolvedAddress = AddressLookup<'found' | 'invalid'>

type Refusal = Omit<AddressRefusal, 'valid'>

/** Why an address cannot be paid, from the reply that says so. */
function refusalProblem(refusal: Refusal, domain: string): AddressProblem {
  const {
    reason,
    detail,
    payer_data: fields = [],
    provider_message: text,
    provider_host: host = domain,
  } = refusal
  const words = text === undefined ? undefined : { text, host }
  // Without the name of the data there is nothing to say about it.
  if (reason === 'payer_data_required')
    return fields.length > 0 ? { reason, domain, fields, words } : { reason: 'not_usable', domain, words }
  return { reason, domain, detail, words }
}

/** Why an address cannot be paid, from the error of a charge that says so; undefined for every other error. */
export function errorProblem(error: LeydenError, domain: string): AddressProblem | undefined {
  const { code, reason, detail, actual } = error
  switch (code) {
    case 'NOT_LIGHTNING_ADDRESS': {
      const known = isOneOf(ADDRESS_REASONS, reason) ? reason : 'not_lightning_address'
      return { ...refusalProblem({ reason: known, detail }, domain), words: errorWords(error, domain) }
    }
    case 'PAYER_DATA_REQUIRED': {
      const payer_data = actual === undefined ? [] : [actual]
      return refusalProblem({ reason: 'payer_data_required', payer_data }, domain)
    }
    default:
      return undefined
  }
}

/** The recipient's own words in an error. */
export function errorWords(
  { providerMessage: text, providerHost: host }: LeydenError,
  domain: string,
): ProviderWords | undefined {
  return text === undefined ? undefined : { text, host: host ?? domain }
}

/** Turns the answer to a look-up into the recipient, or the reason why it cannot be paid. */
export function resolveRecipient(
  address: string,
  domain: string,
  answer: AddressValidation,
): ResolvedAddress {
  const refuse = (refusal: Refusal): ResolvedAddress => {
    const problem = refusalProblem(refusal, domain)
    const isSpelling = problem.reason === 'not_lightning_address'
    return {
      status: 'invalid',
      address,
      problem: isSpelling ? { ...problem, suggestion: suggestAddress(address) } : problem,
    }
  }
  if (!answer.valid) return refuse(answer)
  const given = answer.takes_payer_data ? undefined : {}
  const result = readRecipient(answer.metadata, { address, given, usesCallback: false })
  if (!result.ok) return refuse(result)
  const payerDataKinds = Object.entries(result.value.payerData).flatMap(([kind, { mandatory }]) =>
    isPayerDataKind(kind) ? [{ kind, mandatory }] : [],
  )
  const { minSats, maxSats, commentAllowed, description, longDescription, identifier, imageDataUrl } =
    result.value
  const identifierDiffers = result.warnings.includes('identifier_mismatch')
  const recipient: Recipient = {
    address,
    domain,
    minSats,
    maxSats,
    commentAllowed,
    description,
    longDescription,
    identifier: identifierDiffers ? identifier : undefined,
    imageDataUrl,
    payerData: answer.takes_payer_data && payerDataKinds.length > 0 ? payerDataKinds : undefined,
  }
  return { status: 'found', address, recipient, mode: answer.mode, network: answer.network }
}

function isPayerDataKind(kind: string): kind is PayerDataKind {
  return kind === 'name' || kind === 'identifier' || kind === 'email'
}
