import { type ChargeTermsRequest, LeydenError, type Log } from '@leyden/core'
import { asMsat, type Msat, satsToMsat } from '@leyden/core/money'
import { notPayable, payerDataRequired } from '@leyden/core/provider'
import { commentFits, cutComment, missingPayerData, parseLightningAddress } from '@leyden/lightning'
import type { LookedUp, Payable } from '../address/look-up.js'
import { badField } from '../http/bad-field.js'
import type { ChargeLimits } from '../limits/limits.js'

/** The checked terms of a charge. */
export interface ChargeTerms {
  /** Folded form. */
  lnaddress: string
  domain: string
  amountMsat: Msat
  description?: string | undefined
  reference?: string | undefined
}

/**
 * Reads the terms from a message that its schema has accepted.
 *
 * @throws LeydenError `NOT_LIGHTNING_ADDRESS`.
 */
export function termsOf(
  message: Pick<ChargeTermsRequest, 'lnaddress' | 'amount' | 'description' | 'reference'>,
): ChargeTerms {
  const { lnaddress, amount, description, reference } = message
  const parsed = parseLightningAddress(lnaddress)
  if (!parsed.ok)
    throw notPayable({ reason: 'malformed' }, `This is not a Lightning Address: ${parsed.reason}.`)
  const { address, domain } = parsed
  return { lnaddress: address, domain, amountMsat: asMsat(amount), description, reference }
}

/**
 * Enforces the configured limits on the terms of a page.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `AMOUNT_OUT_OF_RANGE`.
 */
export function checkTermsAllowed(terms: ChargeTerms, limits: ChargeLimits): void {
  if (limits.intentOnly)
    throw badField('intent', 'is required: this shop accepts only payments that its server signed')
  checkAddressAllowed({ address: terms.lnaddress, domain: terms.domain }, limits)
  checkAmount(terms.amountMsat, satsToMsat(limits.minSats), satsToMsat(limits.maxSats))
}

export function checkAddressAllowed(
  { address, domain }: { address: string; domain: string },
  { addresses }: ChargeLimits,
): void {
  if (addresses.length === 0 || addresses.includes(address) || addresses.includes(`@${domain}`)) return
  // Not a 400: in a look-up that would mean that this is not a Lightning Address.
  throw badField('lnaddress', 'is not a recipient that this shop accepts payments for', 403)
}

/** @throws LeydenError `AMOUNT_OUT_OF_RANGE`. */
function checkAmount(amountMsat: Msat, minMsat: Msat, maxMsat: Msat): void {
  if (amountMsat >= minMsat && amountMsat <= maxMsat) return
  throw new LeydenError(
    'AMOUNT_OUT_OF_RANGE',
    `The amount must be from ${minMsat} to ${maxMsat} millisatoshis.`,
    { field: 'amount' },
  )
}

/**
 * Checks a charge against what the recipient advertises (LUD-06, LUD-18), before an invoice is requested.
 *
 * @throws LeydenError `NOT_LIGHTNING_ADDRESS`, `AMOUNT_OUT_OF_RANGE`, `PAYER_DATA_REQUIRED`.
 */
export function checkRecipient(
  looked: LookedUp,
  { amountMsat }: Pick<ChargeTerms, 'amountMsat'>,
  payerData: Readonly<Record<string, string>> = {},
): Payable {
  if (!looked.valid) throw notPayable(looked.answer)
  const { terms } = looked
  const [missing] = missingPayerData(terms.payerData, payerData)
  if (missing !== undefined) throw payerDataRequired(missing)
  checkAmount(amountMsat, terms.minMsat, terms.maxMsat)
  return looked
}

/**
 * The description within the recipient's limit, `commentAllowed` (LUD-12). A page knows the limit, so it has to keep to
 * it. An intent was signed before the limit was known, so its note is cut.
 *
 * @throws LeydenError `BAD_REQUEST` with field `description`.
 */
export function fitDescription(
  description: string | undefined,
  { commentAllowed, intent, log }: { commentAllowed: number; intent: boolean; log: Log },
): string | undefined {
  if (description === undefined || commentFits(description, commentAllowed)) return description
  if (!intent) throw badField('description', `may have at most ${commentAllowed} characters here`)
  const characters = description.length
  log.warn(
    { code: 'NOTE_CUT', characters, commentAllowed },
    'The note of an intent is too long for its recipient; it was cut',
  )
  return cutComment(description, commentAllowed) || undefined
}
