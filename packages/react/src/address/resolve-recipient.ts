import type { AddressValidation } from '@leyden/core'
import { PAYER_DATA_KINDS, readRecipient } from '@leyden/lightning/pay-request'
import type { AddressLookup } from './address-lookup.js'
import type { AddressProblem, PayerDataKind, Recipient } from './recipient.js'
import { isWellKnown, suggestAddress } from './typo-hint.js'

/** An address whose look-up was answered: it can be paid, or not. */
export type ResolvedAddress = AddressLookup<'found' | 'invalid'>

/** Payer data as if a person had filled in every field that a form can show. */
const ALL_PAYER_DATA = Object.fromEntries(PAYER_DATA_KINDS.map((kind) => [kind, kind]))

/** Turns the answer to a look-up into the recipient, or the reason why it cannot be paid. */
export function resolveRecipient(
  address: string,
  domain: string,
  answer: AddressValidation,
): ResolvedAddress {
  const refuse = (reason: string, extra?: Omit<AddressProblem, 'reason'>): ResolvedAddress => ({
    status: 'invalid',
    address,
    problem: { reason, domain, ...extra },
  })
  if (!answer.valid) {
    // The service does not say whether the name or the domain is wrong; LNURL does.
    const isUnclear = answer.reason === 'not_lightning_address'
    if (answer.reason === 'no_such_user' || (isUnclear && isWellKnown(domain))) return refuse('no_such_user')
    const suggestion = answer.reason === 'not_in_sandbox' ? undefined : suggestAddress(address)
    return refuse(answer.reason, { suggestion })
  }
  const given = answer.takes_payer_data ? ALL_PAYER_DATA : {}
  const result = readRecipient(answer.metadata, { address, given })
  if (!result.ok)
    return 'fields' in result ? refuse('payer_data', { fields: result.fields }) : refuse('not_usable')
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
  return { status: 'found', address, recipient, mode: answer.mode }
}

function isPayerDataKind(kind: string): kind is PayerDataKind {
  return kind === 'name' || kind === 'identifier' || kind === 'email'
}
