import { withDeadline } from '@leyden/core/internal'
import { checkPreimage } from '@leyden/lightning'
import type { BrowserWallet } from '../../foundation/provider/connect-wallet.js'
import type { CheckedCharge } from '../flow/pay-state.js'

/**
 * The meaning of a wallet's answer: the preimage proves the payment, the wallet did not pay, or nobody can tell. Only
 * `refused` may lead back to the invoice, because after `unknown` the invoice may be paid.
 */
export type WalletAnswer = { status: 'proven'; preimage: string } | { status: 'refused' | 'unknown' }

/** The charge that a wallet is asked to pay: its payment hash and its invoice. */
type AskedCharge = Pick<CheckedCharge, 'id' | 'invoice'>

/**
 * Asks a wallet to pay, and reads its answer. It never rejects.
 *
 * There is no timeout: a person may take long to decide, and a late preimage still proves the payment.
 */
export async function askWallet(wallet: BrowserWallet, charge: AskedCharge): Promise<WalletAnswer> {
  try {
    await wallet.enable()
  } catch {
    // The wallet has not got the invoice yet.
    return { status: 'refused' }
  }
  try {
    return proofIn(await wallet.sendPayment(charge.invoice), charge)
  } catch (error) {
    return { status: isRefusal(error) ? 'refused' : 'unknown' }
  }
}

/** How long a wallet may take to answer a question about a payment, in milliseconds. */
const LOOK_UP_MS = 15_000

/**
 * Asks a wallet about a payment whose answer was not clear. It never rejects, and it never says `refused`: a wallet
 * that does not know a payment, or reports it as open, may still be paying. `paid: true` without a preimage is no
 * evidence.
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
 * Error codes of NIP-47 (Nostr Wallet Connect) that a wallet answers with before it pays, and two that Alby Hub adds:
 * an expired connection, and an invoice that it cannot read. `INTERNAL`, `OTHER` and other codes are not refusals: Alby
 * Hub answers `INTERNAL` for a payment that is pending or was made before, and
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
 * "Prompt was closed" of the Alby extension is not in the list, because the extension reports it too if its window is
 * closed while it pays. Neither is "aborted", which a browser reports if a request is cut off.
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
  // Class names do not help: they are minified in bitcoin-connect, and those of an extension are of another JavaScript
  // realm.
  const { name, code, message } = Object(typeof error === 'string' ? { message: error } : error)
  const text = typeof message === 'string' ? message : ''
  if (code === 'PAYMENT_FAILED') return !MAY_STILL_ARRIVE.test(text)
  // `RejectionError`: the `webln` package's, for "when the user rejects a request".
  if (name === 'RejectionError' || REFUSAL_CODES.has(code)) return true
  return REFUSAL_MESSAGES.some((refusal) => refusal.test(text))
}
