import { badField } from '../../kernel/http/bad-field.js'
import { eventId, readEventId } from '../../kernel/store/event-id.js'
import type { ListedEvent } from '../../kernel/store/store.js'

/** An event's position in the list. It stays valid after the event is erased. */
export function cursorOf({ at, subjectId, seq }: ListedEvent): string {
  return `${at.getTime()}.${eventId(subjectId, seq)}`
}

/** @throws LeydenError `BAD_REQUEST` for anything that is not a position. */
export function readCursor(cursor: string) {
  const [, ms, id = ''] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? []
  const place = readEventId(id)
  if (!place) throw badField('before', 'is not a `next` value of this list')
  return { ...place, at: new Date(Number(ms)) }
}
