import { isLeydenError, type Log, type LogFields } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { CHARGE_EXPIRED, CHARGE_PAID, onceOnly } from '../charge/charge-state.js'
import { reasonOf } from '../foundation/log.js'
import { afterCompletion } from '../ramp/after-completion.js'
import type { DuplicateOf } from '../ramp/purchase.js'
import { differencesOf, HELD } from '../ramp/webhook-facts.js'
import type { WebhookUrls } from '../ramp/webhook-urls.js'
import type { FollowPayment } from '../settlement/follow-payment.js'
import type { Change, View } from '../store/change.js'
import { eventId } from '../store/event-id.js'
import { createRetention } from '../store/retention.js'
import type { Delivery, DeliveryOutcome, PruneLimits, Row, Store, StoredEvent } from '../store/store.js'
import type { Subject } from '../store/subject.js'
import { readSubject, type StoredSubject, subjectOf, watchedOf } from '../store/subject-rows.js'
import { failureFacts } from '../upstream/failure-facts.js'
import { appendIn, optionsFor, stateAt } from '../watch/states.js'
import { bffEvent, unusableEvent } from './bff-event.js'
import { createLane } from './delivery-lane.js'
import { afterBackOff, afterFailure, afterOutage, failsAlone, isSetAside } from './delivery-schedule.js'
import { createEndpoint, type EndpointHealth } from './endpoint.js'
import { type BffEvent, UNUSABLE } from './event-message.js'

interface OutboxOptions {
  store: Store
  /** Polls once for the payment of an open charge. @returns when to poll again. */
  followPayment: FollowPayment
  change: Change
  duplicateOf: DuplicateOf
  webhookUrls: Pick<WebhookUrls, 'find' | 'add'>
  onEvent: ((event: BffEvent) => Promise<void> | void) | undefined
  /** Called when `onEvent` begins to fail, and when it works again. */
  onEndpointChange: (health: EndpointHealth) => void
  waitUntil: ((work: Promise<unknown>) => void) | undefined
  retentionDays: Record<keyof PruneLimits, number>
  log: Log
  now: () => Date
}

/** The event that `onEvent` gets, or what happens to the delivery if there is none yet. */
type Prepared =
  | { appEvent: BffEvent; outcome?: undefined }
  | { appEvent?: undefined; outcome: DeliveryOutcome }

const HANDLER_TIMEOUT_MS = 30_000
/** These attempts take minutes, and a session becomes known within seconds of its first webhook or never. */
const UNKNOWN_SESSION_ATTEMPTS = 6
const WAKE_AGAIN_MS = 15_000

/** Why an attempt has failed, for the operators' page: without e-mail addresses, invoices and anything like a key. */
function failureText(error: unknown): string {
  if (isLeydenError(error) && error.code === 'TIMEOUT')
    return `No answer within ${HANDLER_TIMEOUT_MS / 1_000} s.`
  return failureFacts(error, {}).cause
}

/** Delivers stored events to `onEvent`, at least once each and in order within a subject. */
export function createOutbox(options: OutboxOptions) {
  const {
    store,
    followPayment,
    change,
    duplicateOf,
    webhookUrls,
    onEvent,
    waitUntil,
    retentionDays,
    log,
    now,
  } = options
  let state: 'new' | 'running' | 'stopped' = 'new'
  const retention = createRetention({ store, retentionDays, log, now })
  const endpoint = createEndpoint(now, options.onEndpointChange)
  const shared = { store, log, now }
  const events = createLane({ ...shared, claim: claimEvents, attempt: deliverEvent, endpoint })
  const wakes = createLane({
    ...shared,
    claim: (limit, leaseMs) => store.claim('wake', limit, leaseMs, now()),
    attempt: pollSubject,
  })
  const lanes = [events, wakes]

  async function claimEvents(limit: number, leaseMs: number): Promise<Delivery[]> {
    const isProbe = endpoint.isProbeDue()
    const claimed = await store.claim('event', limit, leaseMs, now())
    if (isProbe) endpoint.probed(claimed.length > 0 || (await isAnyWaiting()))
    return claimed
  }

  /** Another process may be trying the only event. One that is set aside is tried daily. */
  async function isAnyWaiting(): Promise<boolean> {
    const { waiting, setAside } = await store.outbox()
    return waiting > setAside
  }

  async function deliverEvent(delivery: Delivery): Promise<DeliveryOutcome> {
    const startedAt = now()
    const { appEvent, outcome } = await prepare(delivery)
    return outcome ?? handOver(delivery, appEvent, startedAt)
  }

  const fieldsOf = ({ subjectId, event, attempt }: Delivery) => ({
    subject: subjectId,
    type: event?.type,
    attempt,
  })

  /** Reads from the store what belongs to an event. Never rejects. */
  async function prepare(delivery: Delivery): Promise<Prepared> {
    const { subjectId, event, attempt } = delivery
    if (!event) return { outcome: { status: 'done' } }
    const fields = fieldsOf(delivery)
    try {
      const subject = await readSubject(store, subjectId)
      const named = event.facts.reported?.session_id
      const { session } = subject ? { session: null } : await webhookUrls.find(subjectId, named, event.key)
      if (session) {
        // It came before its webhook URL was known as another one of the session, whose event it is from now on.
        await webhookUrls.add(session, subjectId)
        return { outcome: { status: 'done', dropBody: true } }
      }
      // A webhook may arrive before the service has answered the request for its session.
      if (!subject && attempt < UNKNOWN_SESSION_ATTEMPTS)
        return { outcome: { status: 'retry', at: afterBackOff(attempt, now()) } }
      if (!subject)
        log.error({ code: 'WEBHOOK_SESSION_UNKNOWN', ...fields }, 'A webhook belongs to no known session')
      if (subject?.kind === 'ramp' && event.facts.suspect === undefined) {
        const { suspect } = differencesOf(event, subject)
        const id = eventId(subjectId, event.seq)
        if (suspect !== undefined) log.error({ code: 'WEBHOOK_HELD', ...fields, event: id, suspect }, HELD)
      }
      const appEvent = await eventOf(subjectId, subject, event)
      return appEvent && onEvent ? { appEvent } : { outcome: { status: 'done' } }
    } catch (error) {
      log.warn(
        { code: 'EVENT_NOT_PREPARED', ...fields, reason: reasonOf(error) },
        'What belongs to an event could not be read from the store; it is tried again',
      )
      return { outcome: afterOutage(delivery, now()) }
    }
  }

  async function handOver(delivery: Delivery, appEvent: BffEvent, startedAt: Date): Promise<DeliveryOutcome> {
    const { failedAlone, subjectId } = delivery
    const fields = fieldsOf(delivery)
    try {
      await withDeadline(HANDLER_TIMEOUT_MS, undefined, async () => onEvent?.(appEvent))
      endpoint.accepted()
      log.info(
        { code: 'EVENT_DELIVERED', ...fields, event: appEvent.id, type: appEvent.type },
        'Event delivered',
      )
      const holdsTokens =
        appEvent.type === UNUSABLE ||
        ('user_tokens' in appEvent.data && Object.keys(appEvent.data.user_tokens).length > 0)
      return { status: 'done', dropBody: holdsTokens }
    } catch (error) {
      const isAlone = failsAlone(delivery, endpoint.facts(), startedAt)
      const outcome = isAlone ? afterFailure(failedAlone, now()) : afterOutage(delivery, now())
      if (!isAlone) endpoint.refused(subjectId)
      logFailure(outcome, isSetAside(failedAlone), { ...fields, reason: reasonOf(error) })
      return { ...outcome, failure: failureText(error) }
    }
  }

  function logFailure(outcome: DeliveryOutcome, wasSetAside: boolean, fields: Omit<LogFields, 'code'>): void {
    if (outcome.status === 'dead')
      log.error({ code: 'EVENT_GIVEN_UP', ...fields }, 'Event given up: onEvent has failed for 30 days')
    else if (outcome.status === 'retry' && outcome.setAside && !wasSetAside)
      log.error(
        { code: 'EVENT_SET_ASIDE', ...fields },
        'onEvent fails for this event alone; it is tried daily, and later events of its subject go on',
      )
    else log.warn({ code: 'ON_EVENT_FAILED', ...fields }, 'onEvent failed; the event will be delivered again')
  }

  async function pollSubject({ subjectId, attempt }: Delivery): Promise<DeliveryOutcome> {
    try {
      const again = await wake(subjectId)
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

  /** Whether an event contradicts the completion of its session. */
  async function isAfter(subject: Subject, { seq, facts }: StoredEvent): Promise<boolean> {
    if (subject.kind !== 'ramp' || (facts.meaning !== 'failed' && facts.takesBack === undefined)) return false
    const { events: heads } = await store.get([], { of: subject.id })
    return afterCompletion(heads, subject).some((event) => event.seq === seq)
  }

  /** The event that `onEvent` gets for a stored one; null if there is none. */
  async function eventOf(
    subjectId: string,
    subject: StoredSubject | null,
    event: StoredEvent,
  ): Promise<BffEvent | null> {
    if (!subject) return unusableEvent(subjectId, event, 'unknown_session', null)
    const { releases, repeats = releases } = event.facts
    if (event.type === CHARGE_PAID && subject.kind === 'charge')
      return bffEvent(subject, event, { orderPayment: event.facts.orderPayment })
    if (repeats === undefined) {
      // An event that came before its session could not be compared with the order's other sessions.
      const isLate = subject.kind === 'ramp' && event.facts.reported !== undefined
      const first = isLate ? await duplicateOf(subject) : undefined
      return bffEvent(subject, event, {
        duplicateOf: first,
        isAfterCompletion: await isAfter(subject, event),
      })
    }
    const [earlier] = await store.read(subjectId, repeats - 1, 1)
    const first = event.facts.duplicateOf
    if (!earlier) return null
    const released = (subject.kind === 'ramp' && subject.state.ramp?.released) || []
    return bffEvent(subject, earlier, {
      isReleased: released.some(({ seq }) => seq === earlier.seq),
      duplicateOf: first,
      isAfterCompletion: await isAfter(subject, earlier),
    })
  }

  async function wake(id: string): Promise<Date | null> {
    const [woken] = (await store.get([id])).rows
    if (woken?.kind === 'request' && woken.untilMs <= now().getTime())
      await store.commit({ expect: { [id]: woken.version }, erase: [id] })
    const charge = woken?.kind === 'charge' ? subjectOf(woken) : null
    if (charge?.kind !== 'charge' || statusOf(woken) === 'paid') return null
    const again = await followPayment(charge)
    if (again) return again
    const expired = { ...onceOnly(CHARGE_EXPIRED), at: now(), facts: {}, deliver: onEvent !== undefined }
    const decide = (view: View) => {
      // It may have been paid meanwhile.
      if (statusOf(view.row(id)) === 'expired') appendIn(view, id, expired)
    }
    await change([id], decide, optionsFor(expired))
    return null
  }

  function statusOf(row: Row | null | undefined): string | undefined {
    const subject = watchedOf(row)
    return subject ? stateAt(subject, now()).state.status : undefined
  }

  /** Delivers the due events. @returns the number of deliveries. */
  async function tick(): Promise<number> {
    // A serverless platform may freeze the process as soon as this resolves, and with it the timers.
    const hasTimers = state === 'running' && !waitUntil
    const pruned = hasTimers ? undefined : retention.runIfDue()
    const [delivered, woken] = await Promise.all([events.tick(), wakes.tick()])
    // Check charges first: one that has expired adds an event.
    const extra = woken > 0 ? await events.tick() : 0
    await pruned
    return delivered + woken + extra
  }

  return {
    /** Starts the timers that deliver events and delete old ones. */
    start(): void {
      state = 'running'
      retention.start()
      for (const lane of lanes) lane.start()
    },
    tick,
    /** Whether the endpoint accepts events. */
    health(): EndpointHealth {
      const { working, downSince } = endpoint.facts()
      return { working, downSince }
    },
    /** Wakes the outbox, because an event is due. */
    wake(): void {
      for (const lane of lanes) lane.wake()
      if (!waitUntil) return
      const work = tick().catch(() => {})
      try {
        waitUntil(work)
      } catch {
        // The function of a platform may throw outside of a request, where no reply lets the platform freeze the process.
      }
    },
    /** Finishes running deliveries and starts no more. */
    async stop(): Promise<void> {
      state = 'stopped'
      retention.stop()
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
