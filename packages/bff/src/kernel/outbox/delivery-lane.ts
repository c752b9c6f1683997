import type { Log } from '@leyden/core'
import { reasonOf } from '../foundation/log.js'
import { unrefTimer } from '../foundation/unref-timer.js'
import type { Delivery, DeliveryOutcome, Store } from '../store/store.js'
import type { Endpoint } from './endpoint.js'

interface LaneOptions {
  store: Pick<Store, 'renew' | 'finish'>
  log: Log
  now: () => Date
  /** Claims at most `limit` due deliveries. */
  claim: (limit: number, leaseMs: number) => Promise<Delivery[]>
  /** Makes one delivery. Must not reject. */
  attempt: (delivery: Delivery) => Promise<DeliveryOutcome>
  /** Limits how many deliveries run at once. */
  endpoint?: Pick<Endpoint, 'allowed'> | undefined
}

const POLL_MS = 500
const MAX_CONCURRENT = 32
/**
 * The time after which another process takes over the deliveries of a process that died. Running deliveries renew their
 * lease.
 */
const LEASE_MS = 5_000
const RENEW_MS = 1_500

/** Claims due deliveries of one kind and runs many of them concurrently. */
export function createLane({ store, claim, attempt, endpoint, log, now }: LaneOptions) {
  const active = new Map<string, Promise<void>>()
  let state: 'new' | 'running' | 'stopped' = 'new'
  let pending: Promise<number> | undefined
  let renewal: ReturnType<typeof setInterval> | undefined
  let wakeUp = () => {}
  let isWoken = false

  async function drain(): Promise<number> {
    let total = 0
    for (;;) {
      isWoken = false
      const places = Math.min(MAX_CONCURRENT, endpoint?.allowed() ?? MAX_CONCURRENT) - active.size
      const deliveries = state !== 'stopped' && places > 0 ? await claim(places, LEASE_MS) : []
      total += deliveries.length
      for (const delivery of deliveries) begin(delivery)
      // An event that became due during the claim may be missing from it.
      if (isWoken) continue
      if (active.size === 0) return total
      // A slow delivery must not delay others that become due in the meantime.
      if (deliveries.length === 0) await Promise.race([...active.values(), nextWakeUp(POLL_MS)])
    }
  }

  function begin(delivery: Delivery): void {
    const { id } = delivery
    const work = deliver(delivery).finally(() => {
      active.delete(id)
      if (active.size > 0) return
      clearInterval(renewal)
      renewal = undefined
    })
    active.set(id, work)
    renewal ??= unrefTimer(setInterval(renew, RENEW_MS))
  }

  function renew(): void {
    store.renew([...active.keys()], LEASE_MS, now()).catch((error: unknown) => {
      log.warn(
        { code: 'DELIVERIES_NOT_RENEWED', reason: reasonOf(error) },
        'Running deliveries could not be renewed, and may be repeated',
      )
    })
  }

  /** Never rejects: an unhandled rejection would end the process. */
  async function deliver(delivery: Delivery): Promise<void> {
    const outcome = await attempt(delivery)
    try {
      await store.finish(delivery.id, outcome)
    } catch (error) {
      const fields = { subject: delivery.subjectId, outcome: outcome.status, reason: reasonOf(error) }
      log.error(
        { code: 'DELIVERY_OUTCOME_NOT_RECORDED', ...fields },
        'The store could not record the outcome of a delivery, which will be repeated',
      )
    }
  }

  function nextWakeUp(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = unrefTimer(setTimeout(resolve, withinMs))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Runs the due deliveries. @returns their number. */
  const tick = () => {
    pending ??= drain().finally(() => {
      pending = undefined
    })
    return pending
  }

  async function run(): Promise<void> {
    for (let waitMs = 0; state === 'running'; waitMs = POLL_MS) {
      await nextWakeUp(waitMs)
      if (state === 'running')
        await tick().catch((error) =>
          log.error({ code: 'OUTBOX_FAILED', reason: reasonOf(error) }, 'The outbox failed'),
        )
    }
  }

  return {
    /** Starts the timer that looks for due deliveries. */
    start(): void {
      if (state === 'running') return
      state = 'running'
      void run()
    },
    tick,
    /** Looks for due deliveries at once, without waiting for the timer. */
    wake(): void {
      isWoken = true
      wakeUp()
    },
    /** Finishes running deliveries and starts no more. */
    async stop(): Promise<void> {
      state = 'stopped'
      wakeUp()
      await pending?.catch(() => {})
      await Promise.all(active.values())
    },
  }
}
