import { type FailedParty, isLeydenError, LeydenError, type Log } from '@leyden/core'
import { createSemaphore, withDeadline } from '@leyden/core/internal'
import type { ProviderOptions, RequestTrace } from '@leyden/core/provider'
import { siteOf } from '../http/client-ip.js'
import { type Consume, SITE_FACTOR } from '../limits/limits.js'
import { createConsumeShare, type Requester } from '../limits/requester.js'
import { PARTY_NAMES, upstreamError } from './upstream-error.js'

interface UpstreamOptions {
  consume: Consume
  /** The maximum number of concurrent requests of one client; a site may have four times as many. */
  perClient: number
  timeoutMs: number
  /** The party that the provider of charges calls. @default 'service' */
  payParty?: FailedParty | undefined
  now: () => Date
}

export interface UpstreamRequest {
  /** The domain of the address; failures of one domain do not count for others. Null for the ramp. */
  domain: string | null
  log: Log
  requester: Requester
}

export type Upstream = ReturnType<typeof createUpstream>

/** A circuit breaker's state. */
interface Circuit {
  failures: number
  refusals: number
  pausedUntilMs: number
}

/** The maximum number of concurrent requests to one target, and in total. */
const CONCURRENT = { perTarget: 128, total: 512 }
const BUSY_RETRY_MS = 1_000
const FAILURES_IN_A_ROW = 10
/** One rate-limit reply may concern one address or person; several in a row concern the BFF. */
const REFUSALS_IN_A_ROW = 3
const PAUSE_MS = 5_000
/** Even if the target asks for longer: a user who triggers rate limits at one domain must not block it for others. */
const MAX_PAUSE_MS = 10_000
const MAX_CIRCUITS = 10_000

/**
 * Limits the effect of failures: a semaphore limits concurrent requests, and a circuit breaker per target opens when all
 * requests fail. While it is open, requests are refused at once instead of after a timeout; then one request tests
 * whether the target is back.
 */
export function createUpstream(options: UpstreamOptions) {
  const { consume, perClient, timeoutMs, payParty, now } = options
  const consumeShare = createConsumeShare(consume)
  const semaphore = createSemaphore()
  const circuits = new Map<string, Circuit>()

  function refuseWhilePaused(target: string, party: FailedParty): void {
    const circuit = circuits.get(target)
    if (!circuit || circuit.pausedUntilMs === 0) return
    const leftMs = circuit.pausedUntilMs - now().getTime()
    // A clock that was set back must not prolong it.
    if (leftMs > 0 && leftMs <= MAX_PAUSE_MS) {
      const code = circuit.refusals >= REFUSALS_IN_A_ROW ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE'
      throw new LeydenError(code, `${PARTY_NAMES[party]} is failing. Try again in a few seconds.`, {
        retryAfterMs: leftMs,
        party,
      })
    }
  }

  /** Makes a request the test of an open circuit breaker; the others are refused until its result. */
  function startTest(target: string): void {
    const circuit = circuits.get(target)
    if (circuit && circuit.pausedUntilMs !== 0) circuit.pausedUntilMs = now().getTime() + PAUSE_MS
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
      { code: 'CIRCUIT_BREAKER_OPEN', target, failures: circuit.failures, pauseMs },
      'Every request failed; the circuit breaker is open',
    )
  }

  /**
   * Sends a request to the service or to a recipient's provider, within the limits and a timeout.
   *
   * @throws LeydenError the public form of the error; `INVOICE_MISMATCH` unchanged.
   */
  return async <T>(request: UpstreamRequest, work: (options: ProviderOptions) => Promise<T>): Promise<T> => {
    const { domain, log, requester } = request
    const { startedAtMs } = requester
    const leftMs = startedAtMs === undefined ? timeoutMs : startedAtMs + timeoutMs - performance.now()
    if (leftMs <= 0)
      throw new LeydenError('TIMEOUT', 'The shop’s server took too long. Nothing was requested.')
    const target = domain ?? 'ramp'
    const party = (domain === null ? undefined : payParty) ?? 'service'
    refuseWhilePaused(target, party)
    const share = await consumeShare(requester, (share) => [
      ['keyPerMinute', 'all', share],
      ...(domain === null ? [] : [['domainPerMinute', domain, share] as const]),
    ])
    // Another request may have become the test meanwhile.
    refuseWhilePaused(target, party)
    // The shop vouches for requests with a signed intent or order, so they have no limit per client.
    const ip = requester.trust === 'signed' ? null : requester.ip
    const release = semaphore.acquire(
      ['all', CONCURRENT.total * share],
      [`target ${target}`, CONCURRENT.perTarget * share],
      [ip && `site ${siteOf(ip)}`, SITE_FACTOR * perClient],
      [ip && `client ${ip}`, perClient],
    )
    if (!release)
      throw new LeydenError(
        'RATE_LIMITED',
        'The BFF has too many requests at the moment. Try again in a second.',
        { retryAfterMs: BUSY_RETRY_MS },
      )
    // Only now: a request that a limit refuses tests nothing, and would keep others from it.
    startTest(target)
    const trace: RequestTrace = {}
    try {
      const answer = await withDeadline(leftMs, undefined, (signal) => work({ signal, trace }))
      circuits.delete(target)
      return answer
    } catch (error) {
      if (isFailure(error)) noteFailure(target, error, log)
      else circuits.delete(target)
      // One with a status is not the result of a check here, but a text of another server.
      const isChecked = isLeydenError(error) && error.status === undefined
      if (isChecked && error.code === 'INVOICE_MISMATCH') throw error
      throw upstreamError(error, { log, party, trace })
    } finally {
      release()
    }
  }
}

/** Whether an error means that the target is down; refusing one request does not. */
function isFailure(error: unknown): boolean {
  if (!isLeydenError(error)) return true
  const { code, status } = error
  return isRefusal(error) || (status ?? 0) >= 500 || /^(TIMEOUT|NETWORK|BAD_RESPONSE)$/.test(code)
}

/** Errors of our own rate limits have no status, and do not count. */
function isRefusal(error: unknown): boolean {
  if (!isLeydenError(error) || error.status === undefined) return false
  return error.status === 429 || error.code === 'RATE_LIMITED'
}
