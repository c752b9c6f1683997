import { withDeadline } from '@leyden/core/internal'
import { type CheckResult, ok, problem, skipped } from './check-result.js'
import type { CheckRun } from './check-run.js'

const MAX_SKEW_MS = 60_000

export async function checkClock({
  pay,
  now,
  timeoutMs,
}: Pick<CheckRun, 'pay' | 'now' | 'timeoutMs'>): Promise<CheckResult> {
  const upstream = await withDeadline(timeoutMs, undefined, async (signal) => pay.time?.({ signal })).catch(
    () => undefined,
  )
  if (!upstream) return skipped('The payment service sends no time to compare the clock with.')
  const seconds = Math.round((now().getTime() - upstream.getTime()) / 1_000)
  if (Math.abs(seconds) * 1_000 <= MAX_SKEW_MS) return ok('The clock is correct.')
  return problem(
    'machine',
    `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the service's, so invoices and signatures may count as expired.`,
    'Synchronise the clock: timedatectl set-ntp true.',
  )
}
