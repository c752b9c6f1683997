import { isLeydenError, type Log } from '@leyden/core'
import type { PaymentQuery, PaymentStatus } from '@leyden/core/provider'
import { parseVerifyResponse } from '@leyden/lightning'
import { type GuardedGet, getError } from './guarded-get.js'
import { createHostLimit } from './host-limit.js'
import type { LnurlOptions } from './trace.js'

/** How long a URL is not requested after each error in a row. After the next error it is never requested again. */
const WAIT_AFTER_ERRORS_MS = [5_000, 30_000, 180_000, 900_000]
/** The charges whose verification failed last; the oldest are forgotten first. */
const MAX_KNOWN = 10_000

interface Troubles {
  errorsInARow: number
  /** Infinite after the last error. */
  nextAtMs: number
  /** The last reason that was logged, so that a poll every few seconds is not logged each time. */
  logged?: string | undefined
}

const UNKNOWN: PaymentStatus = { status: 'unknown' }

/**
 * Requests from the recipient's provider whether an invoice is paid (LUD-21). An error, a reply about another invoice
 * and one with a wrong preimage are all "unknown", never "not paid" and never "paid".
 *
 * The URL comes from the recipient's server and may lead to any public host, so polling must not become a burden for
 * somebody else: all charges together have one budget for each host, a host's `Retry-After` is respected, and a URL that
 * gives no LNURL reply five times in a row, with growing pauses of 19 minutes in all, is not requested again.
 */
export function createVerifyPayment({
  get,
  now,
  log,
}: {
  get: GuardedGet
  now: () => number
  log: Log
}): (payment: PaymentQuery, options: LnurlOptions) => Promise<PaymentStatus> {
  const hostLimit = createHostLimit(now)
  const troubles = new Map<string, Troubles>()

  function remember(url: string, trouble: Troubles): void {
    troubles.delete(url)
    troubles.set(url, trouble)
    const [oldest] = troubles.keys()
    if (troubles.size > MAX_KNOWN && oldest !== undefined) troubles.delete(oldest)
  }

  /** An error, or a reply that is not LNURL. */
  function countError({ verifyUrl, paymentHash: charge }: PaymentQuery, reason: string): void {
    const errorsInARow = (troubles.get(verifyUrl)?.errorsInARow ?? 0) + 1
    const waitMs = WAIT_AFTER_ERRORS_MS[errorsInARow - 1] ?? Number.POSITIVE_INFINITY
    remember(verifyUrl, { errorsInARow, nextAtMs: now() + waitMs })
    if (waitMs !== Number.POSITIVE_INFINITY) return
    const { host } = new URL(verifyUrl)
    log.warn(
      { code: 'LNURL_VERIFICATION_ENDED', charge, host, reason, errorsInARow },
      'The verification of a charge keeps failing, so it is not requested again',
    )
  }

  function logOnce({ verifyUrl, paymentHash: charge }: PaymentQuery, reason: string): void {
    if (troubles.get(verifyUrl)?.logged === reason) return
    remember(verifyUrl, { errorsInARow: 0, nextAtMs: 0, logged: reason })
    log.info(
      { code: 'LNURL_VERIFICATION_UNREADABLE', charge, host: new URL(verifyUrl).host, reason },
      'The reply of a verification says nothing',
    )
  }

  return async (payment, { signal, trace }) => {
    const { verifyUrl } = payment
    if (now() < (troubles.get(verifyUrl)?.nextAtMs ?? 0)) return UNKNOWN
    const onRequest = (hostname: string) => {
      if (!hostLimit.take(hostname)) throw getError('busy')
    }
    const reply = await get(verifyUrl, { signal, trace, onRequest }).catch((error: unknown) => {
      const reason = isLeydenError(error) ? error.reason : undefined
      // Our own limits say nothing about the host.
      if (reason !== 'busy' && reason !== 'too_many_ports') countError(payment, reason ?? 'unreachable')
      return null
    })
    if (!reply) return UNKNOWN
    const { status, retryAfterMs, url, text } = reply
    if (retryAfterMs !== undefined && (status === 429 || status >= 500))
      hostLimit.pause(url.hostname, retryAfterMs)
    const verdict = parseVerifyResponse(text, payment)
    if (trace?.details) trace.details.verification = verdict
    if (verdict.status !== 'unknown') {
      troubles.delete(verifyUrl)
      const { tolerated: _, ...status } = verdict
      return status
    }
    // An LNURL error is a reply: some servers send one until the payment has arrived.
    if (/^(?:bad_json|bad_shape|body_too_large|unreadable_settled)$/.test(verdict.reason))
      countError(payment, verdict.reason)
    else logOnce(payment, verdict.reason)
    return UNKNOWN
  }
}
