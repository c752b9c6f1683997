import { isLeydenError, LeydenError } from '@leyden/core'
import { withDeadline } from '../deadline.js'
import type { Spend } from '../limits/limits.js'
import { createSlots } from '../limits/slots.js'
import type { Log } from '../log.js'
import { upstreamError } from './upstream-error.js'

export interface UpstreamOptions {
  spend: Spend
  timeoutMs: number
  now: () => Date
}

interface Question {
  /** The domain of the address that it is about; what fails for one says nothing of another. Null for the ramp. */
  domain: string | null
  log: Log
  /** Less than usual, where a part of the time is gone. */
  timeoutMs?: number
}

/**
 * Asks what stands behind the BFF, within the limits and a deadline.
 *
 * @throws LeydenError what a page may know of the failure; `INVOICE_MISMATCH` as it is.
 */
export type Upstream = <T>(question: Question, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

interface Trouble {
  failures: number
  refusals: number
  pausedUntilMs: number
}

const AT_ONCE = { perName: 64, total: 256 }
const BUSY_RETRY_MS = 1_000
const FAILURES_IN_A_ROW = 10
/** One refusal may be about one address or one person; several without an answer between are about us. */
const REFUSALS_IN_A_ROW = 3
const PAUSE_MS = 5_000
/** Whatever is asked for: who makes one domain refuse must not close it for longer. */
const LONGEST_PAUSE_MS = 10_000
const MOST_TROUBLES = 10_000

/**
 * Keeps the damage of what fails small, on both sides. So many questions are under way and no more. What did nothing
 * but fail is left alone for a while: everybody is refused at once in place of after a time-out, and then one question
 * tries whether it is back.
 */
export function createUpstream({ spend, timeoutMs, now }: UpstreamOptions): Upstream {
  const slots = createSlots(AT_ONCE)
  const troubles = new Map<string, Trouble>()

  function refuseWhilePaused(target: string): void {
    const trouble = troubles.get(target)
    if (!trouble || trouble.pausedUntilMs === 0) return
    const leftMs = trouble.pausedUntilMs - now().getTime()
    // A clock that was set back must not prolong it.
    if (leftMs > 0 && leftMs <= LONGEST_PAUSE_MS) {
      const code = trouble.refusals >= REFUSALS_IN_A_ROW ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE'
      throw new LeydenError(code, 'What stands behind this keeps failing; wait a little.', {
        retryAfterMs: leftMs,
      })
    }
    // This one tries; the others wait for how it ends.
    trouble.pausedUntilMs = now().getTime() + PAUSE_MS
  }

  function noteFailure(target: string, error: unknown, log: Log): void {
    const trouble = troubles.get(target) ?? { failures: 0, refusals: 0, pausedUntilMs: 0 }
    troubles.set(target, trouble)
    if (troubles.size > MOST_TROUBLES) troubles.delete(troubles.keys().next().value as string)
    trouble.failures++
    if (isRefusal(error)) trouble.refusals++
    if (trouble.failures < FAILURES_IN_A_ROW && trouble.refusals < REFUSALS_IN_A_ROW) return
    const advisedMs = isLeydenError(error) ? (error.retryAfterMs ?? 0) : 0
    const pauseMs = Math.min(Math.max(advisedMs, PAUSE_MS), LONGEST_PAUSE_MS)
    trouble.pausedUntilMs = now().getTime() + pauseMs
    log.error({ target, failures: trouble.failures, pauseMs }, 'Nothing but failures; not asked for a while')
  }

  return async ({ domain, log, timeoutMs: leftMs = timeoutMs }, work) => {
    const target = domain ?? 'ramp'
    refuseWhilePaused(target)
    if (domain !== null) await spend('domainPerMinute', domain)
    await spend('keyPerMinute', 'all')
    const leave = slots.take(target)
    if (!leave)
      throw new LeydenError('SERVICE_UNAVAILABLE', 'Too much is under way; wait a little.', {
        retryAfterMs: BUSY_RETRY_MS,
      })
    try {
      const answer = await withDeadline(leftMs, work)
      troubles.delete(target)
      return answer
    } catch (error) {
      if (isFailure(error)) noteFailure(target, error, log)
      else troubles.delete(target)
      if (isLeydenError(error) && error.code === 'INVOICE_MISMATCH') throw error
      throw upstreamError(error, log)
    } finally {
      leave()
    }
  }
}

/** Whether an error says that nobody is served; "no", in whatever words, is an answer. */
function isFailure(error: unknown): boolean {
  if (!isLeydenError(error)) return true
  const { code, status } = error
  return isRefusal(error) || (status ?? 0) >= 500 || /^(TIMEOUT|NETWORK|BAD_RESPONSE)$/.test(code)
}

/** Our own limits have no status, and are no word of the other side. */
function isRefusal(error: unknown): boolean {
  if (!isLeydenError(error) || error.status === undefined) return false
  return error.status === 429 || error.code === 'RATE_LIMITED'
}
