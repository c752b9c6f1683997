import { LeydenError, type RampField, type WatchState } from '@leyden/core'
import type { Kernel } from '../../kernel/extension.js'
import { badField } from '../../kernel/http/bad-field.js'
import { orderIn, orderId as orderRowId, putOrder, readOrder } from '../../kernel/order/order.js'
import { purchaseId } from '../../kernel/ramp/purchase.js'
import { differencesOf, isHeld } from '../../kernel/ramp/webhook-facts.js'
import { eventId, findEvent } from '../../kernel/store/event-id.js'
import type { ListedEvent } from '../../kernel/store/store.js'
import { type RampSubject, signedReferenceOf } from '../../kernel/store/subject.js'
import { listSubjects, readSubject, watchedOf } from '../../kernel/store/subject-rows.js'
import { readWatched, stateAt } from '../../kernel/watch/states.js'
import type { CheckReport, CheckRequest } from '../setup-check/check-setup.js'
import { findSubject } from './find-subject.js'

/** The type of the stored event that records a release. */
const RELEASED = 'ramp.released'
/** How many events are read at once. */
const PAGE = 100

/** What operators do by hand. */
export interface OperatorActions {
  /** Retries the events that were given up or set aside. @returns the number of events. */
  replay(): Promise<number>
  /**
   * Delivers one event to `onEvent` again, under the same `id` and whatever the state of its delivery. If the webhook's
   * body has been deleted, the event contains only the stored facts.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `NOT_CONFIGURED` without `onEvent`.
   */
  redeliver(eventId: string): Promise<void>
  /**
   * Releases a ramp event that was held for review (`suspect` or `conflict`), by its `id` in `onEvent` and the log: it
   * then counts for the state of its session. The page sees the new state, and `onEvent` gets the event again with
   * `released: true`. Of two events with one id either can be released, and the other one does not count. Idempotent.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `BAD_REQUEST` for an event that is not held.
   */
  release(eventId: string): Promise<WatchState>
  /**
   * Releases every event that is held because it contradicts its session (`suspect`): for a service that uses a field in
   * another way, after its comparison was switched off (`compare`). Events that contradict each other (`conflict`) stay
   * held, because somebody has to choose.
   *
   * @param field only events that are held for this field alone. @default every held event
   * @returns the number of released events.
   */
  releaseAll(field?: RampField): Promise<number>
  /**
   * Deletes all data of one charge (its payment hash) or session (its id, or the service's).
   *
   * @returns whether it existed.
   */
  erase(id: string): Promise<boolean>
  /**
   * Tests the whole configuration without a payment: calls the service with the API key, opens a ramp session and
   * leaves it, sends a webhook to itself through `publicUrl`, and checks clock, store, proxies and origins.
   *
   * @returns the findings in plain words. Never rejects.
   */
  check(request?: CheckRequest): Promise<CheckReport>
}

/** The actions on the store; {@link OperatorActions} describes each. */
export function createOperatorActions({
  store,
  actions: { append, change, deliveries },
  log,
  now,
}: Pick<Kernel, 'store' | 'actions' | 'log' | 'now'>): Omit<OperatorActions, 'check'> {
  /**
   * The release is itself an event in the session's log: durable, ordered, and idempotent.
   *
   * @returns whether it was not released before.
   */
  async function releaseEvent(session: RampSubject, seq: number, type: string): Promise<boolean> {
    const key = `release of ${seq}`
    const release = { key, hash: key, type: RELEASED, at: now(), facts: { releases: seq } }
    const { outcome, event } = await append(session, { ...release, deliver: deliveries.wanted })
    if (outcome === 'duplicate' || !event) return false
    const id = eventId(session.id, seq)
    log.info({ code: 'EVENT_RELEASED', event: id, session: session.id, type }, 'An event was released')
    deliveries.wake()
    return true
  }

  async function* allEvents(): AsyncGenerator<ListedEvent> {
    for (let before: ListedEvent | undefined; ; ) {
      const page = await store.events({ before, limit: PAGE })
      yield* page
      before = page.at(-1)
      if (page.length < PAGE) return
    }
  }

  return {
    replay: () => store.redeliver(now()),

    async redeliver(id) {
      if (!deliveries.wanted)
        throw new LeydenError(
          'NOT_CONFIGURED',
          'The BFF has no onEvent to deliver events to. Set onEvent (LEYDEN_EVENTS_URL).',
        )
      const { subjectId, event } = await findEvent(store, id)
      if (!event || (await store.redeliver(now(), { subjectId, seq: event.seq })) === 0)
        throw new LeydenError('NOT_FOUND', 'No event has this id.')
      log.info({ code: 'EVENT_REDELIVERED', event: id }, 'An event is delivered again')
      deliveries.wake()
    },

    async release(id) {
      const { subjectId, event } = await findEvent(store, id)
      const keys = event && [event.key]
      const { rows, events } = await store.get([subjectId], { of: subjectId, keys })
      const session = event && watchedOf(rows[0])
      if (!event || session?.kind !== 'ramp') throw new LeydenError('NOT_FOUND', 'No ramp event has this id.')
      const { seq, facts, type } = event
      const isInConflict = events.some(({ conflict }) => conflict)
      if (facts.releases !== undefined || !(isInConflict || isHeld(event, session)))
        throw badField('id', 'names an event that is not held for review')
      await releaseEvent(session, seq, type)
      return stateAt(await readWatched(store, session.id), now()).state
    },

    async releaseAll(field) {
      let released = 0
      for await (const event of allEvents()) {
        const { subjectId, seq, facts, conflict, type } = event
        if (conflict || (facts.suspect === undefined && facts.reported === undefined)) continue
        const session = await readSubject(store, subjectId)
        if (session?.kind !== 'ramp') continue
        const { suspect } = differencesOf(event, session)
        const isMeant = suspect?.every((each) => each === (field ?? each)) ?? false
        if (isMeant && (await releaseEvent(session, seq, type))) released++
      }
      return released
    },

    /** With the session of an order it also deletes the order, and with the last charge or intent of an order, too. */
    async erase(id) {
      for (;;) {
        const subject = await findSubject(store, id)
        // There may be webhooks of a session that was never stored.
        const own = subject?.id ?? id
        const reference = subject ? signedReferenceOf(subject) : undefined
        const isErased =
          reference === undefined ? await eraseAlone(own) : await eraseFromOrder(own, reference)
        if (isErased) return subject !== null
      }
    },
  }

  /** What completed a purchase first is known as long as another session of it exists. */
  async function lastPurchaseOf({ id, purchase, referenceId }: RampSubject): Promise<string[]> {
    if (purchase === undefined) return []
    const sessions = await listSubjects(store, { kind: 'ramp', reference: referenceId, limit: 2 })
    return sessions.some((other) => other.id !== id) ? [] : [purchaseId(purchase)]
  }

  /** @returns whether nothing has changed what was read; only then it is erased. */
  async function eraseAlone(id: string): Promise<boolean> {
    const [row = null] = (await store.get([id])).rows
    const subject = watchedOf(row)
    const session = subject?.kind === 'ramp' ? subject : undefined
    const purchase = session ? await lastPurchaseOf(session) : []
    const ids: [string, ...string[]] = [id, ...(session?.belongs ?? []), ...purchase]
    return change(ids, (view) => {
      if (view.row(id)?.version !== row?.version) return false
      for (const each of ids) view.erase(each)
      return true
    })
  }

  /** @returns as {@link eraseAlone}. */
  async function eraseFromOrder(id: string, reference: string): Promise<boolean> {
    const order = orderRowId(reference)
    const [row = null] = (await store.get([order])).rows
    const listed = (await readOrder(store, reference)).charges.map((charge) => charge.id)
    const intents = await listSubjects(store, { kind: 'intent', reference, limit: 2 })
    return change([order, id, ...listed], (view) => {
      // Each new intent and charge of a reference changes its order.
      if (view.row(order)?.version !== row?.version) return false
      const { state, charges } = orderIn(view, reference)
      const isOther = (other: { id: string } | null) => other !== null && other.id !== id
      const hasOthers = [...listed.map((charge) => view.row(charge)), ...intents].some(isOther)
      view.erase(id)
      const others = charges.filter((charge) => charge.id !== id)
      if (!hasOthers) view.erase(order)
      else if (others.length < charges.length)
        putOrder(view, reference, { state, charges: others }, now().toISOString())
      return true
    })
  }
}
