import type { Batch, NewEvent, RowWrite } from '../../kernel/store/store.js'

type Value = string | number | Uint8Array | null

/** A batch as the database binds it. This passes between threads for less than objects. */
export interface BatchValues extends Omit<Batch, 'put' | 'events'> {
  put: readonly (readonly [id: string, data: string, ...foundBy: Value[]])[]
  events: readonly (readonly [subject: string, ...event: Value[]])[]
}

export function batchValues({ put = [], events = [], ...batch }: Batch): BatchValues {
  return { ...batch, put: put.map(rowValues), events: events.map(eventValues) }
}

function rowValues(row: RowWrite): BatchValues['put'][number] {
  const { id, kind, keep, untilMs, createdAtMs, reference, address, inReview, data } = row
  const foundBy = [
    kind,
    keep,
    untilMs,
    createdAtMs,
    reference ?? null,
    address ?? null,
    Number(inReview ?? false),
  ]
  return [id, JSON.stringify(data), ...foundBy]
}

function eventValues(event: NewEvent): BatchValues['events'][number] {
  const { subjectId, key, hash, type, at, conflict, facts, body, urgent, deliver } = event
  const content = [key, hash, type, at.getTime(), Number(conflict), JSON.stringify(facts), body ?? null]
  return [subjectId, ...content, Number(urgent), deliver ? at.getTime() : null]
}
