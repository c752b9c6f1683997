import { CHARGE_EXPIRED, CHARGE_PAID, chargeHistory } from '../charge/charge-history.js'
import type { FollowPayment } from '../charge/follow-payment.js'
import { duplicateOf } from '../charge/reference-charges.js'
import type { Log } from '../log.js'
import { eventId } from '../ramp/event-id.js'
import { SUSPECT, suspicions } from '../ramp/webhook-facts.js'
import type { Delivery, Outcome, Store, StoredEvent } from '../store/store.js'
import type { Subject } from '../store/subject.js'
import { type BffEvent, bffEvent, UNUSABLE, unusableEvent } from './bff-event.js'

export interface OutboxOptions {
  store: Store
  /** Looks after an open charge whose time has come; tells when to come back. */
  followPayment: FollowPayment
  onEvent: ((event: BffEvent) => Promise<void> | void) | undefined
  waitUntil: ((work: Promise<unknown>) => void) | undefined
  retentionDays: { bodies: number; subjects: number }
  log: Log
  now: () => Date
}

export interface Outbox {
  /** Delivers by itself from now on. */
  start(): void
  /** Delivers what is due, and tells how much that was. */
  tick(): Promise<number>
  /** Says that something is due. */
  nudge(): void
  /** Finishes what is under way and delivers no more. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
const AT_ONCE = 32
/** Longer than a handler may take, so that nobody else is handed what is still being worked on. */
const LEASE_MS = 60_000
const HANDLER_TIMEOUT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000
const MOST_ATTEMPTS = 12
/** By then, minutes have passed: a session comes to be known within seconds of its first webhook, or never. */
const UNKNOWN_SESSION_ATTEMPTS = 6
const WAKE_AGAIN_MS = 15_000
const PRUNE_MS = 3_600_000
const DAY_MS = 86_400_000

/** Hands stored events to `onEvent` until it returns, at least once each and in order within a subject. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, followPayment, onEvent, waitUntil, retentionDays, log, now } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false
  let prunedAtMs = 0
  let pruning: Promise<void> | undefined
  let underWay: Promise<number> | undefined
  let nudged = () => {}

  async function drain(): Promise<number> {
    const active = new Set<Promise<void>>()
    let total = 0
    for (;;) {
      const deliveries =
        !stopped && active.size < AT_ONCE ? await store.claim(AT_ONCE - active.size, LEASE_MS, now()) : []
      total += deliveries.length
      for (const delivery of deliveries) {
        const work: Promise<void> = deliver(delivery).finally(() => active.delete(work))
        active.add(work)
      }
      if (active.size === 0) break
      // One slow handler must not keep the others from what has come meanwhile.
      if (deliveries.length === 0) await Promise.race([...active, nextNudge()])
    }
    prune()
    // Where nothing runs by itself, the host may freeze the process as soon as this resolves.
    if (!running) await pruning
    return total
  }

  /** Forgets what is old, once an hour. It may take minutes, in which deliveries go on. */
  function prune(): void {
    if (pruning || stopped || now().getTime() - prunedAtMs < PRUNE_MS) return
    prunedAtMs = now().getTime()
    const daysAgo = (days: number) => new Date(prunedAtMs - days * DAY_MS)
    pruning = store
      .prune({ bodies: daysAgo(retentionDays.bodies), subjects: daysAgo(retentionDays.subjects) })
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        // A store that is closed meanwhile ends it, and the next start goes on.
        if (!stopped) log.error({ reason }, 'Old charges and events could not be deleted')
      })
      .finally(() => {
        pruning = undefined
      })
  }

  function nextNudge(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      nudged = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Never rejects: nobody may be waiting for it yet, and then the process would end. */
  async function deliver(delivery: Delivery): Promise<void> {
    const outcome = await attempt(delivery)
    try {
      await store.settle(delivery.id, outcome)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const what = { subject: delivery.subjectId, outcome: outcome.status, reason }
      log.error(what, 'The store could not keep how a delivery ended; it will be repeated')
    }
  }

  async function attempt(delivery: Delivery): Promise<Outcome> {
    const { subjectId, event } = delivery
    const what = { subject: subjectId, type: event?.type ?? 'wake', attempt: delivery.attempt }
    try {
      const subject = await store.get(subjectId)
      if (!event) {
        const again = await wake(subject)
        return again ? { status: 'retry', at: again } : { status: 'done' }
      }
      // A webhook may come before the service has answered to the session that it is of.
      if (!subject && delivery.attempt < UNKNOWN_SESSION_ATTEMPTS) return later(delivery)
      if (!subject) log.error(what, 'A webhook is of a session that is not known')
      if (subject?.kind === 'ramp' && event.facts.suspect === undefined) {
        const suspect = suspicions(event, subject)
        const id = eventId(subjectId, event.seq)
        if (suspect.length > 0) log.error({ ...what, event: id, suspect }, SUSPECT)
      }
      const told = await eventOf(subjectId, subject, event)
      if (!told || !onEvent) return { status: 'done' }
      await within(HANDLER_TIMEOUT_MS, onEvent(told))
      log.info(what, 'Event delivered')
      const holdsTokens =
        told.type === UNUSABLE || ('userTokens' in told && Object.keys(told.userTokens).length > 0)
      return { status: 'done', dropBody: holdsTokens }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!event) {
        // Looking after a charge is never given up before its time is over, however often it was done.
        log.warn({ ...what, reason }, 'A charge could not be looked after')
        return { status: 'retry', at: new Date(now().getTime() + WAKE_AGAIN_MS) }
      }
      const outcome = later(delivery)
      if (outcome.status === 'dead') log.error({ ...what, reason }, 'Event given up: onEvent keeps failing')
      else log.warn({ ...what, reason }, 'onEvent failed; the event will be delivered again')
      return outcome
    }
  }

  /** What `onEvent` is told by a stored event; null where there is nothing to tell. */
  async function eventOf(
    subjectId: string,
    subject: Subject | null,
    event: StoredEvent,
  ): Promise<BffEvent | null> {
    if (!subject) return unusableEvent(subjectId, event, 'unknown_session', null)
    const { releases } = event.facts
    if (event.type === CHARGE_PAID && subject.kind === 'charge')
      return bffEvent(subject, event, { duplicateOf: await duplicateOf(store, subject) })
    if (releases === undefined) return bffEvent(subject, event)
    const [released] = await store.read(subjectId, releases - 1)
    return released ? bffEvent(subject, released, { isReleased: true }) : null
  }

  async function wake(subject: Subject | null): Promise<Date | null> {
    if (subject?.kind !== 'charge') return null
    const status = async () =>
      chargeHistory(subject, await store.read(subject.id, 0), now()).at(-1)?.state.status
    if ((await status()) === 'paid') return null
    const again = await followPayment(subject)
    if (again || (await status()) !== 'expired') return again
    await store.append(subject.id, {
      key: CHARGE_EXPIRED,
      hash: CHARGE_EXPIRED,
      type: CHARGE_EXPIRED,
      at: now(),
      facts: {},
      deliver: onEvent !== undefined,
    })
    return null
  }

  function later({ attempt }: Delivery): Outcome {
    if (attempt >= MOST_ATTEMPTS) return { status: 'dead' }
    const longest = Math.min(LONGEST_WAIT_MS, 1_000 * 4 ** (attempt - 1))
    // Half of it random, so that what failed together does not come back together.
    return { status: 'retry', at: new Date(now().getTime() + longest * (0.5 + Math.random() / 2)) }
  }

  const tick = () => {
    underWay ??= drain().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  const schedule = (afterMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      try {
        await tick()
      } catch (error) {
        log.error({ reason: error instanceof Error ? error.message : String(error) }, 'The outbox failed')
      }
      if (running) schedule(POLL_MS)
    }, afterMs)
    // A timer must not keep a program alive. Outside Node it is a number.
    if (typeof timer === 'object') timer.unref?.()
  }

  return {
    start() {
      running = true
      stopped = false
      schedule(0)
    },
    tick,
    nudge() {
      nudged()
      if (running && !underWay) schedule(0)
      if (!running && waitUntil) waitUntil(tick().catch(() => {}))
    },
    async stop() {
      running = false
      stopped = true
      clearTimeout(timer)
      await underWay?.catch(() => {})
    },
  }
}

async function within(timeoutMs: number, work: Promise<void> | void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`onEvent took longer than ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
