import { type Charge, type ChargeCheck, LeydenError, type Network, unixSeconds } from '@leyden/core'
import { asMsat } from '@leyden/core/money'
import { checkInvoice, invoiceMismatch } from '@leyden/lightning'
import type { ChargeTerms, CheckedCharge, Mismatch, Price } from './pay-state.js'

/** The values that a charge is checked against. */
export interface CheckChargeOptions {
  /** The address to pay, in its canonical form. */
  address: string
  /** Amount and note that were requested. */
  terms: ChargeTerms
  /** The network that this page accepts. @default the network that the BFF names, otherwise mainnet */
  network?: Network | undefined
  /** The time by the server's clock. */
  now: Date
}

/**
 * Checks a charge before anybody can see, scan or copy its invoice: exact amount, network, expiry and checksum (LUD-06,
 * step 7; BOLT 11), and that the reply is for this recipient. The client has already compared the fields of the reply with
 * the request; this checks the invoice itself. Whom the invoice pays cannot be checked: `checked` says what was.
 *
 * @returns the charge, which may now be shown
 * @throws LeydenError `INVOICE_MISMATCH` with the field that differs, what was asked for, and what came. Nothing of the
 *   invoice may be shown
 */
export function checkCharge(reply: Charge, options: CheckChargeOptions): CheckedCharge {
  const { address, terms, now } = options
  const mismatch = (field: string, expected: string | undefined, actual: string | undefined) =>
    new LeydenError('INVOICE_MISMATCH', `The charge has another ${field}.`, { field, expected, actual })
  if (reply.lnaddress.toLowerCase() !== address) throw mismatch('recipient', address, reply.lnaddress)

  const network = options.network ?? reply.network ?? 'mainnet'
  if (reply.network !== undefined && reply.network !== network)
    throw mismatch('network', network, reply.network)

  const verdict = checkInvoice(reply.invoice.request, {
    amountMsat: terms.amountMsat,
    network,
    now: unixSeconds(now),
  })
  if (!verdict.ok) {
    const { field, expected, actual } = invoiceMismatch(verdict)
    throw mismatch(field, expected, actual)
  }

  const { invoice } = verdict
  const expiresAt = new Date(invoice.expiresAt * 1000)
  const until = new Date(reply.watch_until ?? Number.NaN)
  return checked({
    id: invoice.paymentHash,
    address,
    amountMsat: asMsat(terms.amountMsat),
    note: terms.note || undefined,
    unit: terms.unit,
    invoice: invoice.paymentRequest,
    createdAt: now,
    expiresAt,
    watchUntil: until > expiresAt ? until : expiresAt,
    watchUrl: reply.watch_url || undefined,
    detects: reply.detects ?? ['preimage'],
    checked: ['amount', ...TOLD_BY_SERVER.filter((check) => reply.checked?.includes(check))],
    mode: reply.mode ?? (network === 'mainnet' ? 'live' : 'test'),
    network,
  })
}

/** The same charge, with the price at which it is shown. */
export function withPrice(charge: CheckedCharge, price: Price | undefined): CheckedCharge {
  return checked({ ...charge, price })
}

/** The same charge, without what the payer wrote. */
export function withoutNote(charge: CheckedCharge): CheckedCharge {
  return checked({ ...charge, note: undefined })
}

/** The fields of a charge, checked or not. */
export type ChargeFields = { readonly [Field in keyof CheckedCharge]: CheckedCharge[Field] }

/** Frozen, because plain JavaScript and casts ignore the types. */
function checked(charge: ChargeFields): CheckedCharge {
  return Object.freeze({
    ...charge,
    createdAt: fixedDate(charge.createdAt),
    expiresAt: fixedDate(charge.expiresAt),
    watchUntil: fixedDate(charge.watchUntil),
    detects: Object.freeze([...charge.detects]),
    checked: Object.freeze([...charge.checked]),
  }) as CheckedCharge
}

const SETTERS = Object.getOwnPropertyNames(Date.prototype).filter((name) => name.startsWith('set'))

/** The same time, in a `Date` whose methods do not change it: freezing alone leaves them as they are. */
function fixedDate(date: Date): Date {
  const refuse = () => {
    throw new TypeError('The dates of a charge cannot be changed. Change a copy: new Date(date).')
  }
  const fixed = new Date(date)
  for (const name of SETTERS) Object.defineProperty(fixed, name, { value: refuse })
  return Object.freeze(fixed)
}

/** The checks that the shop's server makes. The page checks the amount itself. */
const TOLD_BY_SERVER = ['description', 'source'] as const satisfies readonly ChargeCheck[]

/** The mismatch in a charge that the page, the client or the BFF refused; null for any other error. */
export function mismatchOfError({ code, field = 'invoice', expected, actual }: LeydenError): Mismatch | null {
  if (code === 'INVOICE_EXPIRED') return { field: 'expired' }
  if (code === 'BAD_INVOICE') return { field: 'invoice' }
  if (code !== 'INVOICE_MISMATCH') return null
  return { field, expected: expected || undefined, actual: actual || undefined }
}
