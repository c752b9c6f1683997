import { type FailedParty, isLeydenError, LeydenError } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import type { Spend } from '../limits/limits.js'
import { createSemaphore } from '../limits/semaphore.js'
import type { Log } from '../log.js'
import { upstreamError } from './upstream-error.js'

export interface UpstreamOptions {
  spend: Spend
  timeoutMs: number
  /** Whom the provider of charges asks. @default 'service' */
  payParty?: FailedParty | undefined
  now: () => Date
}

interface UpstreamRequest {
  /** The domain of the address; failures of one domain do not count for others. Null for the ramp. */
  domain: string | null
  log: Log
  /** Less than usual, where a part of the time is spent. Milliseconds. */
  timeoutMs?: number | undefined
}

/**
 * Sends a request to the service or to a recipient's provider, within the limits and a deadline.
 *
 * @throws LeydenError what a page may know of the failure; `INVOICE_MISMATCH` as it is.
 */
export type Upstream = <T>(request: UpstreamRequest, work: (signal: AbortSignal) => Promise<T>) => Promise<T>

/** A circuit breaker's state. */
interface Circuit {
  failures: number
  refusals: number
  pausedUntilMs: number
}

const CONCURRENT = { perKey: 64, total: 256 }
const BUSY_RETRY_MS = 1_000
const FAILURES_IN_A_ROW = 10
/** One refusal may concern one address or person; several without an answer between concern us. */
const REFUSALS_IN_A_ROW = 3
const PAUSE_MS = 5_000
/** Even where the target asks for longer: somebody who makes one domain refuse must not close it for others. */
const MAX_PAUSE_MS = 10_000
const MAX_CIRCUITS = 10_000

/**
 * Keeps a failure small, on both sides: a semaphore limits the requests under way, and a circuit breaker per target
 * opens when requests only fail. While it is open, requests are refused at once instead of after a time-out; then one
 * request tries whether the target is back.
 */
export function createUpstream({ spend, timeoutMs, payParty, now }: UpstreamOptions): Upstream {
  const semaphore = createSemaphore(CONCURRENT)
  const circuits = new Map<string, Circuit>()

  function refuseWhilePaused(target: string, party: FailedParty): void {
    const circuit = circuits.get(target)
    if (!circuit || circuit.pausedUntilMs === 0) return
    const leftMs = circuit.pausedUntilMs - now().getTime()
    // A clock that was set back must not prolong it.
    if (leftMs > 0 && leftMs <= MAX_PAUSE_MS) {
      const code = circuit.refusals >= REFUSALS_IN_A_ROW ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE'
      throw new LeydenError(code, 'The payment service is failing. Try again in a few seconds.', {
        retryAfterMs: leftMs,
        party,
      })
    }
    // This request tries; the others wait for its result.
    circuit.pausedUntilMs = now().getTime() + PAUSE_MS
  }

  function noteFailure(target: string, error: unknown, log: Log): void {
    const circuit = circuits.get(target) ?? { failures: 0, refusals: 0, pausedUntilMs: 0 }
    circuits.set(target, circuit)
    if (circuits.size > MAX_CIRCUITS) circuits.delete(circuits.keys().next().value as string)
    circuit.failures++
    if (isRefusal(error)) circuit.refusals++
    if (circuit.failures < FAILURES_IN_A_ROW && circuit.refusals < REFUSALS_IN_A_ROW) return
    const advisedMs = isLeydenError(error) ? (error.retryAfterMs ?? 0) : 0
    const pauseMs = Math.min(Math.max(advisedMs, PAUSE_MS), MAX_PAUSE_MS)
    circuit.pausedUntilMs = now().getTime() + pauseMs
    log.error(
      { target, failures: circuit.failures, pauseMs },
      'Every request failed; the circuit breaker is open',
    )
  }

  return async ({ domain, log, timeoutMs: leftMs = timeoutMs }, work) => {
    const target = domain ?? 'ramp'
    const party = (domain === null ? undefined : payParty) ?? 'service'
    refuseWhilePaused(target, party)
    if (domain !== null) await spend('domainPerMinute', domain)
    await spend('keyPerMinute', 'all')
    const release = semaphore.acquire(target)
    if (!release)
      throw new LeydenError(
        'SERVICE_UNAVAILABLE',
        'Too many requests to the payment service at once. Try again in a second.',
        {
          retryAfterMs: BUSY_RETRY_MS,
        },
      )
    try {
      const answer = await withDeadline(leftMs, undefined, work)
      circuits.delete(target)
      return answer
    } catch (error) {
      if (isFailure(error)) noteFailure(target, error, log)
      else circuits.delete(target)
      if (isLeydenError(error) && error.code === 'INVOICE_MISMATCH') throw error
      throw upstreamError(error, log, party)
    } finally {
      release()
    }
  }
}

/** Whether an error means that nobody is served; a refusal of this one request is an answer. */
function isFailure(error: unknown): boolean {
  if (!isLeydenError(error)) return true
  const { code, status } = error
  return isRefusal(error) || (status ?? 0) >= 500 || /^(TIMEOUT|NETWORK|BAD_RESPONSE)$/.test(code)
}

/** Our own limits have no status, and are not the target's. */
function isRefusal(error: unknown): boolean {
  if (!isLeydenError(error) || error.status === undefined) return false
  return error.status === 429 || error.code === 'RATE_LIMITED'
}
