import type { Log } from '@leyden/core'
import { reasonOf } from '../foundation/log.js'
import { unrefTimer } from '../foundation/unref-timer.js'
import type { PruneLimits, Store } from './store.js'

interface RetentionOptions {
  store: Pick<Store, 'prune'>
  retentionDays: Record<keyof PruneLimits, number>
  log: Log
  now: () => Date
}

const INTERVAL_MS = 3_600_000
/** How often the timer looks at the clock, which may be set. */
const CHECK_MS = 60_000
const DAY_MS = 86_400_000

/** Deletes old charges and events once an hour, whatever the outbox does meanwhile. */
export function createRetention({ store, retentionDays, log, now }: RetentionOptions) {
  let ranAtMs = 0
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false

  /** Starts a run if it is time for one. @returns the current run, which may take minutes. Never rejects. */
  async function runIfDue(): Promise<void> {
    // After the clock was set back, the last run may seem to be in the future.
    if (!running && !isStopped && Math.abs(now().getTime() - ranAtMs) >= INTERVAL_MS) {
      ranAtMs = now().getTime()
      running = run().finally(() => {
        running = undefined
      })
    }
    await running
  }

  async function run(): Promise<void> {
    const daysAgo = (days: number) => new Date(ranAtMs - days * DAY_MS)
    try {
      await store.prune({
        bodies: daysAgo(retentionDays.bodies),
        unpaid: daysAgo(retentionDays.unpaid),
        subjects: daysAgo(retentionDays.subjects),
      })
    } catch (error) {
      // Closing the store ends it, and the next start continues.
      if (!isStopped)
        log.error(
          { code: 'OLD_DATA_NOT_DELETED', reason: reasonOf(error) },
          'Old charges and events could not be deleted',
        )
    }
  }

  return {
    runIfDue,
    /** Starts the timer. */
    start(): void {
      if (timer !== undefined) return
      timer = unrefTimer(setInterval(runIfDue, CHECK_MS))
      void runIfDue()
    },
    /** Starts no more runs. Does not wait for the current one. */
    stop(): void {
      isStopped = true
      clearInterval(timer)
    },
  }
}
