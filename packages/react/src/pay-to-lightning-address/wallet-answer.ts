import { withDeadline } from '@leyden/core/internal'
import { checkPreimage } from '@leyden/lightning/invoice'
import type { BrowserWallet } from './browser-wallet.js'

/**
 * What a wallet's answer says of a payment: it is proven by the preimage, the wallet did not pay, or nobody
 * can tell. Only `refused` may lead back to the invoice: what is `unknown` may have been paid.
 */
export type WalletAnswer =
  | { status: 'proven'; preimage: string }
  | { status: 'refused' }
  | { status: 'unknown' }

/** The charge that a wallet is asked about: the payment hash of its invoice, and the invoice. */
interface AskedCharge {
  id: string
  invoice: string
}

/**
 * Asks a wallet to pay, and reads its answer. It never rejects.
 *
 * There is no timeout: a person may take long to decide, and a preimage that comes late still proves the payment.
 */
export async function askWallet(wallet: BrowserWallet, charge: AskedCharge): Promise<WalletAnswer> {
  try {
    await wallet.enable()
  } catch {
    // No invoice was handed over yet.
    return { status: 'refused' }
  }
  try {
    return proofIn(await wallet.sendPayment(charge.invoice), charge)
  } catch (error) {
    return { status: isRefusal(error) ? 'refused' : 'unknown' }
  }
}

/** How long a wallet may take to say what it knows of a payment, in milliseconds. */
const LOOK_UP_MS = 15_000

/**
 * Asks a wallet about a payment whose answer was not clear. It never rejects, and it never says `refused`: a
 * wallet that knows nothing of a payment, or calls it open, may still be paying. `paid: true` without a
 * preimage is no evidence.
 */
export async function lookUpPayment(wallet: BrowserWallet, charge: AskedCharge): Promise<WalletAnswer> {
  try {
    // Some wallets never answer a method that they do not know.
    const answer = await withDeadline(LOOK_UP_MS, undefined, async () =>
      wallet.lookupInvoice?.({ paymentHash: charge.id }),
    )
    return proofIn(answer, charge)
  } catch {
    return { status: 'unknown' }
  }
}

function proofIn(answer: { preimage?: unknown } | null | undefined, charge: AskedCharge): WalletAnswer {
  const preimage = answer?.preimage
  return typeof preimage === 'string' && checkPreimage(preimage, charge.id)
    ? { status: 'proven', preimage: preimage.toLowerCase() }
    : { status: 'unknown' }
}

/**
 * Error codes of NIP-47 (Nostr Wallet Connect) that a wallet answers with before it pays, with two that Alby Hub
 * adds: an expired connection, and an invoice that it cannot read. `INTERNAL`, `OTHER` and codes that are not
 * here are no refusal: Alby Hub says `INTERNAL` for a payment that is pending or was made before, and
 * @getalby/sdk for a timeout.
 */
const REFUSAL_CODES = new Set([
  'INSUFFICIENT_BALANCE',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'RESTRICTED',
  'UNAUTHORIZED',
  'NOT_IMPLEMENTED',
  'UNSUPPORTED_ENCRYPTION',
  'EXPIRED',
  'BAD_REQUEST',
])

/** NIP-47 allows `PAYMENT_FAILED` for a timeout too, after which the payment may still arrive. */
const MAY_STILL_ARRIVE = /time[ds\s-]*out|pending|in[\s-]?flight|in transition|already/i

/**
 * Messages of wallets whose errors have no code.
 *
 * "Prompt was closed" of the Alby extension is not among them: it says so too when its window is closed while
 * it pays. Neither is "aborted", which is what a browser says of a request that was cut off.
 */
const REFUSAL_MESSAGES = [
  // Alby extension: "User rejected"; Joule: "User rejected prompt"
  /^user (?:rejected|denied|declined|cancell?ed)\b/i,
  /\b(?:rejected|denied|declined|cancell?ed) by (?:the )?user\b/i,
  // LNbits: "Insufficient balance."; Alby Hub, by way of the Alby extension; lnd: "insufficient_balance"
  /^(?:FAILURE_REASON_)?insufficient[ _](?:balance|funds)\b/i,
  // LNDhub
  /^not enough balance\b/i,
  // lnd
  /^(?:FAILURE_REASON_)?no_route$/i,
]

function isRefusal(error: unknown): boolean {
  // The classes are minified in what bitcoin-connect ships, and an extension's come from another world.
  const { name, code, message } = Object(typeof error === 'string' ? { message: error } : error)
  const text = typeof message === 'string' ? message : ''
  if (code === 'PAYMENT_FAILED') return !MAY_STILL_ARRIVE.test(text)
  // `RejectionError`: the `webln` package's, for "when the user rejects a request".
  if (name === 'RejectionError' || REFUSAL_CODES.has(code)) return true
  return REFUSAL_MESSAGES.some((refusal) => refusal.test(text))
}
