import type { Charge, ChargeCheck, Detection, Mode, Network, SuccessNote } from '@leyden/core'
import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import { asMsat, asSats } from '@leyden/core/money'
import { checkPreimage } from '@leyden/lightning'
import type { Recipient } from '../../address/recipient.js'
import { checkCharge, withPrice } from '../flow/check-charge.js'
import type { CheckedCharge, PaymentDetails, PaymentFacts, Price } from '../flow/pay-state.js'

/**
 * The readers of what a page load has stored. Other code of the site, an older version of this one and people can write
 * to storage, so a value counts only as far as it can be checked again, like a reply.
 */

/**
 * Reads a recipient and its charge, which has to pass the same check as when it arrived.
 *
 * @throws LeydenError if the charge does not pass the check; any error if a field that it needs is damaged
 */
export function readStoredCharge(stored: unknown): { recipient: Recipient; charge: CheckedCharge } {
  const { recipient, charge: storedCharge } = fieldsOf(stored)
  const fields = fieldsOf(storedCharge)
  const amountMsat = asMsat(text(fields.amountMsat))
  const invoice = text(fields.invoice)
  const address = text(fieldsOf(recipient).address)
  const reply: Charge = {
    lnaddress: text(fields.address),
    amount: String(amountMsat),
    invoice: { request: invoice, uri: `lightning:${invoice}` },
    watch_until: date(fields.watchUntil).toISOString(),
    watch_url: optional(fields.watchUrl, text),
    detects: list(fields.detects).map(oneOf<Detection>(['preimage', 'verify', 'app'])),
    // Of these, only the claims that this version knows are made.
    checked: optional(fields.checked, list) as ChargeCheck[] | undefined,
    mode: oneOf<Mode>(['test', 'live'])(fields.mode),
    network: oneOf<Network>(['mainnet', 'testnet', 'signet', 'regtest'])(fields.network),
  }
  const charge = checkCharge(reply, {
    address,
    terms: {
      amountMsat,
      note: optional(fields.note, text),
      unit: optional(fields.unit, oneOf(['sats', 'fiat'])),
    },
    // A charge that has expired since then may still be paid in its grace time.
    now: date(fields.createdAt),
  })
  return {
    recipient: readRecipient(recipient),
    charge: withPrice(
      charge,
      tryOrUndefined(() => readPrice(fields.price)),
    ),
  }
}

/**
 * Reads the payment of a charge. Its preimage is hashed again. A report of the recipient's provider or the shop cannot
 * be checked here: if the page was told of it, it is kept until the shop's server is asked again, otherwise it is
 * forgotten, and the watch brings it again.
 *
 * @param isTold whether a widget has shown it and called `onPaid`
 * @returns undefined for a payment that proves nothing
 * @throws any error if the payment is damaged
 */
export function readStoredPayment(
  stored: unknown,
  { id }: CheckedCharge,
  isTold: boolean,
): PaymentFacts | undefined {
  const fields = fieldsOf(stored)
  const evidence = oneOf<Detection>(['preimage', 'verify', 'app'])(fields.evidence)
  const given = optional(fields.preimage, text)
  const preimage = given !== undefined && checkPreimage(given, id) ? given : undefined
  const details: PaymentDetails = {
    success: readSuccess(fields.success),
    at: date(fields.at),
    late: optional(fields.late, flag),
    duplicateOf: optional(fields.duplicateOf, text),
    proofDelivery: optional(fields.proofDelivery, oneOf(['pending', 'refused'])),
  }
  if (evidence === 'preimage') return preimage === undefined ? undefined : { ...details, evidence, preimage }
  return isTold ? { ...details, evidence, preimage, isKept: true } : undefined
}

function readRecipient(stored: unknown): Recipient {
  const { address, minSats, maxSats, commentAllowed, ...fields } = fieldsOf(stored)
  const known = text(address)
  const image = optionalText(fields.imageDataUrl)
  return {
    address: known,
    domain: known.slice(known.indexOf('@') + 1),
    minSats: asSats(text(minSats)),
    maxSats: asSats(text(maxSats)),
    commentAllowed: Number.isSafeInteger(commentAllowed) ? Number(commentAllowed) : 0,
    description: optionalText(fields.description) ?? '',
    longDescription: optionalText(fields.longDescription),
    identifier: optionalText(fields.identifier),
    imageDataUrl: image !== undefined && /^data:image\/(png|jpeg);base64,/.test(image) ? image : undefined,
  }
}

function readPrice(stored: unknown): Price {
  const { currency, rate } = fieldsOf(stored)
  const isRate =
    typeof rate === 'string' ? /^\d+(\.\d+)?$/.test(rate) : Number.isFinite(rate) && Number(rate) > 0
  if (!/^[A-Z]{3}$/.test(text(currency)) || !isRate) throw damaged
  return { currency: text(currency), rate: rate as Price['rate'] }
}

/** The recipient's message; undefined for a damaged one, because a receipt is complete without it. */
function readSuccess(stored: unknown): SuccessNote | undefined {
  const { tag, message, description, url, text: secret, foreign } = fieldsOf(stored)
  const areTexts = (...values: unknown[]) => values.every((value) => typeof value === 'string')
  const isNote =
    (tag === 'message' && areTexts(message)) ||
    (tag === 'url' && areTexts(description, url) && typeof foreign === 'boolean') ||
    (tag === 'secret' && areTexts(description, secret))
  return isNote ? (stored as SuccessNote) : undefined
}

const damaged = new TypeError('A stored value is damaged.')

/** @throws TypeError for anything but a text. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw damaged
  return value
}

/** @throws TypeError for anything but the text of a date. */
export function date(value: unknown): Date {
  const at = new Date(text(value))
  if (Number.isNaN(at.getTime())) throw damaged
  return at
}

/** @throws TypeError for anything but true and false. */
export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw damaged
  return value
}

/** Absent fields stay absent; others are read. */
export function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value)
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw damaged
  return value
}

/** @throws TypeError for anything but a positive whole number. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 1) throw damaged
  return Number(value)
}

/** Reads one of these texts. The reader throws a TypeError for anything else. */
export function oneOf<const T extends string>(values: readonly T[]): (value: unknown) => T {
  return (value) => {
    const found = values.find((each) => each === value)
    if (found === undefined) throw damaged
    return found
  }
}
