import * as v from 'valibot'
import { badField } from '../http/bad-field.js'
import { type Route, route } from '../http/route.js'
import { checkQuery, described, Hash, requestObject, Time, text } from '../http/schema.js'
import { eventId, readEventId } from '../ramp/event-id.js'
import type { ListedEvent, Store } from '../store/store.js'
import type { Subject } from '../store/subject.js'
import { findSubject } from './find-subject.js'
import { ReadEvent, readEvent } from './read-event.js'
import type { Redeliver } from './redeliver.js'

const PAGE = { preset: 50, most: 100 }

const State = described(
  v.picklist(['delivered', 'waiting', 'dead'], 'must be delivered, waiting or dead'),
  'The state of the delivery. `waiting`: the BFF will deliver the event. `dead`: the BFF has given up. `delivered`: the event was delivered, or has no receiver.',
)
const EventQuery = requestObject({
  state: v.optional(State),
  subject: v.optional(
    described(
      text(255),
      'A payment hash, or the id of a ramp session: that of the service or that of the BFF.',
    ),
  ),
  limit: v.optional(
    described(
      v.pipe(v.string(), v.regex(/^[1-9]\d?$|^100$/, 'must be a whole number from 1 to 100')),
      `The maximum number of events on a page, 1 to ${PAGE.most}. Default: ${PAGE.preset}.`,
    ),
  ),
  before: v.optional(described(text(100), 'The `next` value of the previous page.')),
})
const EventEntry = v.strictObject({
  ...ReadEvent.entries,
  state: State,
  attempts: v.optional(described(v.pipe(v.number(), v.integer()), 'The number of delivery attempts.')),
  next_attempt_at: v.optional(Time),
  payment_hash: v.optional(Hash),
  session_id: v.optional(v.string()),
})
const EventPage = v.strictObject({
  events: v.array(EventEntry),
  next: v.optional(described(v.string(), 'The `before` value for the next page. Absent on the last page.')),
})

/** `GET /admin/events`, and the redelivery of one event. */
export function eventRoutes(store: Store, redeliver: Redeliver): Route[] {
  return [
    route({
      name: 'list-events',
      method: 'GET',
      path: '/admin/events',
      caller: 'admin',
      operationId: 'listEvents',
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
        const subjects = new Map(await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const)))
        return {
          events: page.map((event) => listed(event, subjects.get(event.subjectId) ?? null)),
          next: found.length > most ? cursorOf(page.at(-1) as ListedEvent) : undefined,
        }
      },
    }),
    route({
      name: 'redeliver-event',
      method: 'POST',
      path: '/admin/events/{id}/redeliver',
      parameter: 'The id of the event, as in `onEvent` and the log.',
      caller: 'admin',
      operationId: 'redeliverEvent',
      summary: 'Delivers one event again under the same id, whatever the state of its delivery.',
      reply: v.strictObject({ id: v.string() }),
      async handle({ parameter: id }) {
        await redeliver(id)
        return { id }
      },
    }),
  ]
}

function listed(event: ListedEvent, subject: Subject | null): v.InferOutput<typeof EventEntry> {
  const { subjectId, state, attempts, dueAt } = event
  return {
    ...readEvent(subjectId, subject, event),
    state,
    attempts,
    next_attempt_at: dueAt?.toISOString(),
    payment_hash: subject?.kind === 'charge' ? subject.id : undefined,
    session_id: subject?.kind === 'ramp' ? subject.sessionId : undefined,
  }
}

/** An event's position in the list. It stays valid after the event is erased. */
function cursorOf({ at, subjectId, seq }: ListedEvent): string {
  return `${at.getTime()}.${eventId(subjectId, seq)}`
}

function readCursor(cursor: string) {
  const [, ms, id = ''] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? []
  const place = readEventId(id)
  if (!place) throw badField('before', 'is not a `next` value of this list')
  return { ...place, at: new Date(Number(ms)) }
}
