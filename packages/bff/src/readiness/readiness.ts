import { isLeydenError } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { reasonOf } from '../log.js'
import type { ObservedCall } from '../observe.js'
import { failureFacts } from '../provider/failure-facts.js'
import type { PayProvider, RequestTrace } from '../provider/provider.js'
import { CHECK_ADDRESS } from '../setup-check/check-address.js'
import { writeAndErase } from '../setup-check/write-and-erase.js'
import type { Store } from '../store/store.js'

/** Whether a BFF can do its work. */
export interface Readiness {
  /** Whether requests can be served. */
  ready: boolean
  /** Why not, one sentence each. */
  problems: string[]
}

const KEPT_MS = { ready: 5_000, unready: 1_000 }
const TIMEOUT_MS = 4_000
/** How long one successful call to the service counts. */
const TRUSTED_MS = 10_000

/** Errors that only this request had; the service works, and takes the key. */
const isOfRequest = (code: string, status: number) =>
  code === 'RATE_LIMITED' || (status >= 400 && status < 500 && !['UNAUTHORIZED', 'NOT_FOUND'].includes(code))

/** Knows whether the store can be written and read, and whether the service answers and takes the key. */
export function createReadiness(store: Store, pay: PayProvider, now: () => Date) {
  let outboxProblem: string | undefined
  /** Lasts as long as the process: a damaged file is not repaired while it is open, even if most of it works. */
  let damage: string | undefined
  let serviceWorkedAtMs = Number.NEGATIVE_INFINITY
  let kept: { answer: Promise<Readiness>; untilMs: number } | undefined

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
   * Sends a request of its own: a visitor's look-up may fail because of the address's provider, which says nothing
   * about the service.
   */
  async function serviceProblem(): Promise<string | undefined> {
    // Without the service there is nobody whom every payment needs.
    if (pay.party === 'recipient' || performance.now() - serviceWorkedAtMs < TRUSTED_MS) return undefined
    const trace: RequestTrace = {}
    try {
      await withDeadline(TIMEOUT_MS, undefined, (signal) =>
        pay.validateLightningAddress(CHECK_ADDRESS, { signal, trace }),
      )
    } catch (error) {
      const { code, status = 0 } = isLeydenError(error) ? error : { code: 'SERVICE_UNAVAILABLE' }
      if (isOfRequest(code, status)) return undefined
      const { host, errno, cause, serviceMessage } = failureFacts(error, trace)
      const why = [errno, serviceMessage ?? cause].filter(Boolean).join(', ')
      const what = code === 'UNAUTHORIZED' ? 'refuses the API key' : 'fails'
      return `The service ${host === undefined ? '' : `at ${host} `}${what}: ${code}, ${why}`
    }
    return undefined
  }

  async function ask(): Promise<Readiness> {
    const problems = (await Promise.all([storeProblem(), serviceProblem()])).filter(
      (problem) => problem !== undefined,
    )
    const ready = problems.length === 0
    if (kept) kept.untilMs = performance.now() + (ready ? KEPT_MS.ready : KEPT_MS.unready)
    return { ready, problems }
  }

  return {
    /** Whether the BFF can work now; the answer is at most some seconds old. Never rejects. */
    ready(): Promise<Readiness> {
      if (!kept || kept.untilMs <= performance.now()) {
        kept = { untilMs: Number.POSITIVE_INFINITY, answer: Promise.resolve({ ready: false, problems: [] }) }
        kept.answer = ask()
      }
      return kept.answer
    },
    /** Hears of calls of the store. */
    storeCalled({ method, error }: ObservedCall): void {
      // The outbox claims twice a second; a damaged file may show there alone.
      if (method === 'claim') outboxProblem = error === undefined ? undefined : reasonOf(error)
      if (error !== undefined && /malformed|corrupt/i.test(reasonOf(error))) damage = reasonOf(error)
    },
    /** Hears of calls, which spare questions: one that succeeded shows that the service takes the key. */
    serviceCalled({ method, error }: ObservedCall): void {
      // Charges may be of a recipient's own provider.
      if (!/^(validateLightningAddress|createRampSession)$/.test(method)) return
      serviceWorkedAtMs = error === undefined ? performance.now() : Number.NEGATIVE_INFINITY
    },
  }
}
