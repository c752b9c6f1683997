import { LeydenError } from '@leyden/core'
import * as v from 'valibot'
import type { Kernel } from '../../kernel/extension.js'
import type { CreateRoute, Route } from '../../kernel/http/route.js'
import {
  checkQuery,
  Detection,
  described,
  Hash,
  optional,
  requestObject,
  Time,
  text,
} from '../../kernel/http/schema.js'
import {
  CHARGE,
  chargeFields,
  orderPaymentFields,
  PAID_ORDER,
  SESSION,
  sessionFields,
} from '../../kernel/outbox/event-message.js'
import { differencesOf } from '../../kernel/ramp/webhook-facts.js'
import { eventId } from '../../kernel/store/event-id.js'
import type { ListedEvent, StoredEvent } from '../../kernel/store/store.js'
import type { Subject } from '../../kernel/store/subject.js'
import { subjectOf, type Watched } from '../../kernel/store/subject-rows.js'
import { stateAt } from '../../kernel/watch/states.js'
import { cursorOf, readCursor } from './event-cursor.js'
import { findSubject } from './find-subject.js'

/** An event without its body, which may contain e-mail addresses and tokens, and without a preimage. */
const ReadEvent = v.strictObject({
  id: described(v.string(), 'The id of the event, as in `onEvent` and the log.'),
  type: v.string(),
  at: Time,
  evidence: v.optional(Detection),
  order: optional(
    PAID_ORDER,
    'The recipient and amount that your server had signed last for the reference when the payment was stored.',
  ),
  duplicate_of: optional(
    v.string(),
    'The payment hash of an earlier payment with the same reference, recipient and amount, or the id of the session that completed the ramp order before.',
  ),
  meaning: v.optional(v.string()),
  livemode: v.optional(v.boolean()),
  suspect: v.optional(v.array(v.string())),
  differs: v.optional(v.array(v.string())),
  conflict: v.optional(v.literal(true)),
  unreadable: v.optional(v.string()),
  releases: v.optional(v.string()),
})

/** The fields of an event that an operator may see. */
function readEvent(
  subjectId: string,
  subject: Subject | null,
  event: Omit<StoredEvent, 'body'>,
): v.InferOutput<typeof ReadEvent> {
  const { seq, type, at, conflict, facts } = event
  const { evidence, orderPayment, duplicateOf, meaning, livemode, unreadable, releases } = facts
  const { suspect, differs } = subject?.kind === 'ramp' ? differencesOf(event, subject) : {}
  return {
    id: eventId(subjectId, seq),
    type,
    at: at.toISOString(),
    evidence,
    order: orderPayment && orderPaymentFields(orderPayment),
    duplicate_of: orderPayment?.duplicateOf ?? duplicateOf,
    meaning,
    livemode,
    suspect,
    differs,
    conflict: conflict || undefined,
    unreadable,
    releases: releases === undefined ? undefined : eventId(subjectId, releases),
  }
}

const State = described(
  v.picklist(['delivered', 'waiting', 'dead'], 'must be delivered, waiting or dead'),
  'The state of the delivery. `waiting`: the BFF will deliver the event. `dead`: the BFF has given up. `delivered`: the event was delivered, or has no receiver.',
)
const PAGE = { preset: 50, most: 100 }
const EventQuery = requestObject({
  state: v.optional(State),
  subject: optional(
    text(255),
    'A payment hash, or the id of a ramp session: that of the service or that of the BFF.',
  ),
  limit: optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d?$|^100$/, 'must be a whole number from 1 to 100')),
    `The maximum number of events on a page, 1 to ${PAGE.most}. Default: ${PAGE.preset}.`,
  ),
  before: optional(text(100), 'The `next` value of the previous page.'),
})
const EventPage = v.strictObject({
  events: v.array(
    v.strictObject({
      ...ReadEvent.entries,
      state: State,
      attempts: optional(v.pipe(v.number(), v.integer()), 'The number of delivery attempts.'),
      next_attempt_at: v.optional(Time),
      last_failure: optional(
        v.string(),
        'Why the last failed attempt has failed, such as `The server of the shop answered 500.`',
      ),
      payment_hash: v.optional(Hash),
      session_id: v.optional(v.string()),
    }),
  ),
  next: optional(v.string(), 'The `before` value for the next page. Absent on the last page.'),
})

const SHARED = {
  status: v.string(),
  created_at: Time,
  expires_at: Time,
  watch_until: Time,
  events: v.array(ReadEvent),
}
const { description: _, ...CHARGE_WITHOUT_NOTE } = CHARGE

/** The routes under `/admin/` that only read: the list of events, and the data of a charge or session. */
export function readRoutes({ store, now }: Pick<Kernel, 'store' | 'now'>, adminRoute: CreateRoute): Route[] {
  const sharedOf = async (subject: Watched) => ({
    status: stateAt(subject, now()).state.status,
    created_at: subject.createdAt,
    expires_at: subject.expiresAt,
    watch_until: subject.watchUntil,
    events: (await store.get([], { of: subject.id })).events.map((event) =>
      readEvent(subject.id, subject, event),
    ),
  })

  return [
    adminRoute('GET /admin/charges/{id}', {
      name: 'read-charge',
      parameter: 'A payment hash.',
      summary: 'A charge, its state and its events, without note, invoice and preimage.',
      reply: v.strictObject({ ...CHARGE_WITHOUT_NOTE, ...SHARED }),
      async handle({ parameter }) {
        const charge = await findSubject(store, parameter)
        if (charge?.kind !== 'charge') throw notFound()
        const { description: _, ...fields } = chargeFields(charge)
        return { ...fields, ...(await sharedOf(charge)) }
      },
    }),
    adminRoute('GET /admin/sessions/{id}', {
      name: 'read-session',
      parameter: 'The id of a ramp session: that of the service or that of the BFF.',
      summary: 'A ramp session, its state and its events, without e-mail addresses and tokens.',
      reply: v.strictObject({ ...SESSION, ...SHARED }),
      async handle({ parameter }) {
        const session = await findSubject(store, parameter)
        if (session?.kind !== 'ramp') throw notFound()
        return { ...sessionFields(session), ...(await sharedOf(session)) }
      },
    }),
    adminRoute('GET /admin/events', {
      name: 'list-events',
      summary:
        'Events of charges and sessions with the state of their delivery, newest first, without their bodies.',
      query: EventQuery,
      reply: EventPage,
      async handle({ request }) {
        const { state, subject, limit, before } = checkQuery(EventQuery, request)
        const most = limit === undefined ? PAGE.preset : Number(limit)
        const found = await store.events({
          state,
          subjectId: subject && ((await findSubject(store, subject))?.id ?? subject.toLowerCase()),
          before: before === undefined ? undefined : readCursor(before),
          limit: most + 1,
        })
        const page = found.slice(0, most)
        const ids = [...new Set(page.map(({ subjectId }) => subjectId))]
        const { rows } = await store.get(ids)
        const subjects = new Map(ids.map((id, index) => [id, subjectOf(rows[index])]))
        return {
          events: page.map((event) => listed(event, subjects.get(event.subjectId) ?? null)),
          next: found.length > most ? cursorOf(page.at(-1) as ListedEvent) : undefined,
        }
      },
    }),
  ]
}

function notFound(): LeydenError {
  return new LeydenError('NOT_FOUND', 'Nothing has this id. It may have been erased.')
}

function listed(event: ListedEvent, subject: Subject | null) {
  const { subjectId, state, attempts, dueAt, failure } = event
  return {
    ...readEvent(subjectId, subject, event),
    state,
    attempts,
    next_attempt_at: dueAt?.toISOString(),
    last_failure: failure,
    payment_hash: subject?.kind === 'charge' ? subject.id : undefined,
    session_id: subject?.kind === 'ramp' ? subject.sessionId : undefined,
  }
}
