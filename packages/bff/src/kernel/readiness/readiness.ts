import { isLeydenError } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import type { PayProvider, RequestTrace } from '@leyden/core/provider'
import { reasonOf } from '../foundation/log.js'
import type { MeasuredCall } from '../measure.js'
import type { EndpointHealth } from '../outbox/endpoint.js'
import type { Store } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'
import { CHECK_ADDRESS } from './check-result.js'
import { upstreamFailure } from './upstream-failure.js'

/** The readiness of a BFF. */
export interface Readiness {
  /** Whether the BFF can serve requests. */
  ready: boolean
  /** Why not, one sentence each. */
  problems: string[]
  /** Whether `onEvent` accepts events. While it fails, events wait in the store, so the BFF can serve requests. */
  endpoint: EndpointHealth
}

type CachedReadiness = Omit<Readiness, 'endpoint'>

const KEPT_MS = { ready: 5_000, unready: 1_000 }
const TIMEOUT_MS = 4_000
/** How long a successful call to the service counts, in milliseconds. */
const TRUSTED_MS = 10_000

/** Whether an error concerns only one request; the service works and accepts the API key. */
function isOfRequest(error: unknown): boolean {
  const { code, status = 0 } = isLeydenError(error) ? error : { code: '' }
  if (code === 'UNAUTHORIZED' || code === 'NOT_FOUND') return false
  return code === 'RATE_LIMITED' || (status >= 400 && status < 500)
}

/** Checks whether the store can be written and read, and whether the service answers and accepts the API key. */
export function createReadiness(
  store: Store,
  pay: PayProvider,
  endpoint: () => EndpointHealth,
  now: () => Date,
) {
  let outboxProblem: string | undefined
  /** Kept until the process ends, because a damaged file is not repaired while it is open, even if most of it works. */
  let damage: string | undefined
  let serviceWorkedAtMs = Number.NEGATIVE_INFINITY
  let cached: { answer: Promise<CachedReadiness>; untilMs: number } | undefined

  async function storeProblem(): Promise<string | undefined> {
    const unreadable = damage ?? outboxProblem
    if (unreadable !== undefined) return `The store cannot be read: ${unreadable}`
    try {
      await withDeadline(TIMEOUT_MS, undefined, () => writeAndErase(store, now()))
      return undefined
    } catch (error) {
      return `The store cannot be written: ${reasonOf(error)}`
    }
  }

  /**
   * Sends a separate request, because a visitor's look-up may fail at the address's provider, which does not concern
   * the service.
   */
  async function serviceProblem(): Promise<string | undefined> {
    // Without the service no single server is needed by every payment.
    if (pay.party === 'recipient' || performance.now() - serviceWorkedAtMs < TRUSTED_MS) return undefined
    const trace: RequestTrace = {}
    try {
      await withDeadline(TIMEOUT_MS, undefined, (signal) =>
        pay.validateLightningAddress(CHECK_ADDRESS, { signal, trace }),
      )
    } catch (error) {
      return isOfRequest(error) ? undefined : `The service is failing: ${upstreamFailure(error, trace).what}`
    }
    return undefined
  }

  async function check(): Promise<CachedReadiness> {
    const problems = (await Promise.all([storeProblem(), serviceProblem()])).filter(
      (problem) => problem !== undefined,
    )
    const ready = problems.length === 0
    if (cached) cached.untilMs = performance.now() + (ready ? KEPT_MS.ready : KEPT_MS.unready)
    return { ready, problems }
  }

  return {
    /** Whether the BFF can work now. The result is cached for some seconds. Never rejects. */
    async ready(): Promise<Readiness> {
      if (!cached || cached.untilMs <= performance.now())
        cached = { answer: check(), untilMs: Number.POSITIVE_INFINITY }
      return { ...(await cached.answer), endpoint: endpoint() }
    },
    /** Called after each call of the store. */
    storeCalled({ method, error }: MeasuredCall): void {
      // The outbox reads twice a second, and may be the only one to detect a damaged file.
      if (method === 'claim') outboxProblem = error === undefined ? undefined : reasonOf(error)
      if (error !== undefined && /malformed|corrupt/i.test(reasonOf(error))) damage = reasonOf(error)
    },
    /**
     * Called after each call of a provider. A successful one shows that the service accepts the API key, so no separate
     * request is needed.
     */
    serviceCalled({ method, error }: MeasuredCall): void {
      // Charges may come from a recipient's own provider.
      if (!/^(validateLightningAddress|createRampSession)$/.test(method)) return
      serviceWorkedAtMs = error === undefined ? performance.now() : Number.NEGATIVE_INFINITY
    },
  }
}

/** Writes a row durably, reads it, and erases it. @throws the error of the store. */
export async function writeAndErase(store: Store, at: Date): Promise<void> {
  const id = `check ${randomId()}`
  const times = { untilMs: at.getTime(), createdAtMs: at.getTime() }
  await store.commit({
    expect: { [id]: 0 },
    put: [{ id, kind: 'check', keep: 'bodies', ...times, data: null }],
  })
  const [row] = (await store.get([id])).rows
  await store.commit({ expect: { [id]: row?.version ?? 0 }, erase: [id] })
  if (row?.kind !== 'check') throw new Error('The store did not return the written row.')
}
