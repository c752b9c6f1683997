import { isLeydenError } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { termsOf } from '../charge/charge-terms.js'
import { checkReply } from '../charge/check-reply.js'
import type { RequestTrace } from '../provider/provider.js'
import { CHECK_ADDRESS } from './check-address.js'
import { type CheckResult, misconfigured, ok, problem } from './check-result.js'
import type { CheckRun } from './check-run.js'
import { upstreamFailure } from './upstream-failure.js'

/** Requests an invoice that nobody pays. */
export async function checkCharge(
  run: Pick<CheckRun, 'lookUp' | 'pay' | 'lnaddress' | 'chargeLimits' | 'network' | 'timeoutMs' | 'now'>,
): Promise<CheckResult | undefined> {
  const { pay, lnaddress, network, timeoutMs, now } = run
  const { minMsat, trace } = await run.lookUp
  if (minMsat === undefined) return undefined
  const minSatsMsat = run.chargeLimits.minSats * 1_000n
  const amount = String(minMsat > minSatsMsat ? minMsat : minSatsMsat)
  try {
    const reply = await withDeadline(timeoutMs, undefined, (signal) =>
      pay.createCharge({ lnaddress, amount }, { signal, trace }),
    )
    checkReply(reply, { terms: termsOf({ lnaddress, amount }), network, now: now() })
    return ok(`${trace.host ?? 'The provider'} creates invoices of ${network}.`)
  } catch (error) {
    return chargeFailure(error, trace, run)
  }
}

function chargeFailure(
  error: unknown,
  trace: RequestTrace,
  { pay, lnaddress, network }: Pick<CheckRun, 'pay' | 'lnaddress' | 'network'>,
): CheckResult {
  const { code, status = 0, field, reason, actual } = isLeydenError(error) ? error : { code: '' }
  if (code === 'INVOICE_MISMATCH' && field === 'network')
    return misconfigured(
      `The invoice is of ${actual}, and this BFF is set to ${network}.`,
      `Set network: '${actual}' (LEYDEN_NETWORK=${actual}), or use the key of ${network}.`,
    )
  if (code === 'INVOICE_MISMATCH')
    return problem(
      pay.party ?? 'service',
      `The invoice is wrong: ${field} (${reason}).`,
      'The server that created it has to fix that: the BFF refuses such invoices.',
    )
  const isRefusal = lnaddress === CHECK_ADDRESS && [400, 404, 422].includes(status) && code !== 'NOT_FOUND'
  if (isRefusal || code === 'NOT_LIGHTNING_ADDRESS')
    return ok(
      `${trace.host ?? 'The provider'} answers, but refuses ${lnaddress}. Pass an address for a complete check.`,
    )
  return upstreamFailure(error, trace)
}
