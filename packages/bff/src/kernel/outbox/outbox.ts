import type { Log } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { CHARGE_EXPIRED, CHARGE_PAID, onceOnly } from '../charge/charge-state.js'
import type { FollowPayment } from '../charge/follow-payment.js'
import { paymentOf } from '../intent/order.js'
import { reasonOf } from '../log.js'
import type { DuplicateOf } from '../ramp/order-completion.js'
import { differencesOf, SUSPECT } from '../ramp/webhook-facts.js'
import { eventId } from '../store/event-id.js'
import type { Delivery, DeliveryOutcome, PruneLimits, Store, StoredEvent } from '../store/store.js'
import type { Subject } from '../store/subject.js'
import type { States } from '../watch/states.js'
import { type BffEvent, bffEvent, UNUSABLE, unusableEvent } from './bff-event.js'
import { createCircuitBreaker } from './circuit-breaker.js'
import { createLane } from './delivery-lane.js'

interface OutboxOptions {
  store: Store
  /** Polls once for the payment of an open charge. @returns when to poll again. */
  followPayment: FollowPayment
  states: Pick<States, 'append' | 'publicState'>
  duplicateOf: DuplicateOf
  onEvent: ((event: BffEvent) => Promise<void> | void) | undefined
  waitUntil: ((work: Promise<unknown>) => void) | undefined
  retentionDays: Record<keyof PruneLimits, number>
  log: Log
  now: () => Date
}

const HANDLER_TIMEOUT_MS = 30_000
const MAX_WAIT_MS = 3_600_000
const MAX_ATTEMPTS = 12
/** These attempts take minutes, and a session becomes known within seconds of its first webhook or never. */
const UNKNOWN_SESSION_ATTEMPTS = 6
const WAKE_AGAIN_MS = 15_000
const PRUNE_MS = 3_600_000
const DAY_MS = 86_400_000

/** Delivers stored events to `onEvent`, at least once each and in order within a subject. */
export function createOutbox(options: OutboxOptions) {
  const { store, followPayment, states, duplicateOf, onEvent, waitUntil, retentionDays, log, now } = options
  let state: 'new' | 'running' | 'stopped' = 'new'
  let prunedAtMs = 0
  let pruning: Promise<void> | undefined
  const breaker = createCircuitBreaker(now)
  const shared = { store, afterDrain: prune, log, now }
  const events = createLane({ ...shared, lane: 'event', attempt: deliverEvent, breaker })
  const wakes = createLane({ ...shared, lane: 'wake', attempt: pollSubject })
  const lanes = [events, wakes]

  /** Deletes old charges and events, once an hour. Deliveries continue meanwhile, which may be minutes. */
  function prune(): void {
    // After the clock was set back, the last run may seem to be in the future.
    if (pruning || state === 'stopped' || Math.abs(now().getTime() - prunedAtMs) < PRUNE_MS) return
    prunedAtMs = now().getTime()
    const daysAgo = (days: number) => new Date(prunedAtMs - days * DAY_MS)
    pruning = store
      .prune({
        bodies: daysAgo(retentionDays.bodies),
        unpaid: daysAgo(retentionDays.unpaid),
        subjects: daysAgo(retentionDays.subjects),
      })
      .catch((error: unknown) => {
        const reason = reasonOf(error)
        // Closing the store ends it, and the next start continues.
        if (state !== 'stopped')
          log.error({ code: 'OLD_DATA_NOT_DELETED', reason }, 'Old charges and events could not be deleted')
      })
      .finally(() => {
        pruning = undefined
      })
  }

  async function deliverEvent(delivery: Delivery): Promise<DeliveryOutcome> {
    const { subjectId, event, attempt } = delivery
    if (!event) return { status: 'done' }
    const fields = { subject: subjectId, type: event.type, attempt }
    try {
      const subject = await store.get(subjectId)
      // A webhook may arrive before the service has answered the request for its session.
      if (!subject && attempt < UNKNOWN_SESSION_ATTEMPTS) return later(delivery)
      if (!subject)
        log.error({ code: 'WEBHOOK_SESSION_UNKNOWN', ...fields }, 'A webhook belongs to no known session')
      if (subject?.kind === 'ramp' && event.facts.suspect === undefined) {
        const { suspect } = differencesOf(event, subject)
        const id = eventId(subjectId, event.seq)
        if (suspect !== undefined)
          log.error({ code: 'WEBHOOK_SUSPECT', ...fields, event: id, suspect }, SUSPECT)
      }
      const appEvent = await eventOf(subjectId, subject, event)
      if (!appEvent || !onEvent) return { status: 'done' }
      await withDeadline(HANDLER_TIMEOUT_MS, undefined, async () => onEvent(appEvent))
      breaker.ended('success')
      log.info(
        { code: 'EVENT_DELIVERED', ...fields, event: appEvent.id, type: appEvent.type },
        'Event delivered',
      )
      const holdsTokens =
        appEvent.type === UNUSABLE ||
        ('userTokens' in appEvent && Object.keys(appEvent.userTokens).length > 0)
      return { status: 'done', dropBody: holdsTokens }
    } catch (error) {
      breaker.ended('failure')
      const reason = reasonOf(error)
      const outcome = later(delivery)
      if (outcome.status === 'dead')
        log.error({ code: 'EVENT_GIVEN_UP', ...fields, reason }, 'Event given up: onEvent keeps failing')
      else
        log.warn(
          { code: 'ON_EVENT_FAILED', ...fields, reason },
          'onEvent failed; the event will be delivered again',
        )
      return outcome
    }
  }

  async function pollSubject({ subjectId, attempt }: Delivery): Promise<DeliveryOutcome> {
    try {
      const again = await wake(await store.get(subjectId))
      return again ? { status: 'retry', at: again } : { status: 'done' }
    } catch (error) {
      // A charge is polled until its watch ends, whatever the number of failures.
      log.warn(
        { code: 'PAYMENT_CHECK_FAILED', subject: subjectId, attempt, reason: reasonOf(error) },
        'Checking for the payment of a charge failed; it is checked again',
      )
      return { status: 'retry', at: new Date(now().getTime() + WAKE_AGAIN_MS) }
    }
  }

  /** The event that `onEvent` gets for a stored one; null if there is none. */
  async function eventOf(
    subjectId: string,
    subject: Subject | null,
    event: StoredEvent,
  ): Promise<BffEvent | null> {
    if (!subject) return unusableEvent(subjectId, event, 'unknown_session', null)
    const { releases } = event.facts
    if (event.type === CHARGE_PAID && subject.kind === 'charge')
      return bffEvent(subject, event, { order: event.facts.order ?? (await paymentOf(store, subject)) })
    if (releases === undefined) {
      // An event that came before its session could not be compared with the order's other sessions.
      const isLate = subject.kind === 'ramp' && event.facts.reported !== undefined
      return bffEvent(subject, event, { duplicateOf: isLate ? await duplicateOf(subject, event) : undefined })
    }
    const [released] = await store.read(subjectId, releases - 1, 1)
    const first = event.facts.duplicateOf
    return released ? bffEvent(subject, released, { isReleased: true, duplicateOf: first }) : null
  }

  async function wake(subject: Subject | null): Promise<Date | null> {
    if (subject?.kind === 'request') await store.erase(subject.id)
    if (subject?.kind !== 'charge') return null
    const status = async () => (await states.publicState(subject)).status
    if ((await status()) === 'paid') return null
    const again = await followPayment(subject)
    if (again || (await status()) !== 'expired') return again
    const deliver = onEvent !== undefined
    await states.append(subject, { ...onceOnly(CHARGE_EXPIRED), at: now(), facts: {}, deliver })
    return null
  }

  function later({ attempt }: Delivery): DeliveryOutcome {
    if (attempt >= MAX_ATTEMPTS) return { status: 'dead' }
    const longest = Math.min(MAX_WAIT_MS, 1_000 * 4 ** (attempt - 1))
    // Half of it is jitter, so that deliveries that failed together are not retried together.
    return { status: 'retry', at: new Date(now().getTime() + longest * (0.5 + Math.random() / 2)) }
  }

  /** Delivers the due events. @returns the number of deliveries. */
  async function tick(): Promise<number> {
    const [delivered, woken] = await Promise.all([events.tick(), wakes.tick()])
    // Check charges first: one that has expired adds an event.
    const extra = woken > 0 ? await events.tick() : 0
    // A serverless platform may freeze the process as soon as this resolves.
    if (state !== 'running') await pruning
    return delivered + woken + extra
  }

  return {
    /** Starts the timers that deliver events. */
    start(): void {
      state = 'running'
      for (const lane of lanes) lane.start()
    },
    tick,
    /** Wakes the outbox, because an event is due. */
    wake(): void {
      for (const lane of lanes) lane.wake()
      if (state !== 'running' && waitUntil) waitUntil(tick().catch(() => {}))
    },
    /** Finishes running deliveries and starts no more. */
    async stop(): Promise<void> {
      state = 'stopped'
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
