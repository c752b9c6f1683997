import type { Store, StoredEvent } from './store.js'

/** The id of an event for the app and the log: its subject's id and its number there. */
export function eventId(subjectId: string, seq: number): string {
  return `${subjectId}.${seq}`
}

/** Parses an id of {@link eventId}; null for anything else. */
export function readEventId(id: string): { subjectId: string; seq: number } | null {
  const [, subjectId, seq] = /^([0-9a-f]{32,64})\.([1-9]\d{0,8})$/.exec(id) ?? []
  return subjectId === undefined ? null : { subjectId, seq: Number(seq) }
}

/** Finds the event of an id, with the id of its subject; the event is undefined if it does not exist. */
export async function findEvent(
  store: Pick<Store, 'read'>,
  id: string,
): Promise<{ subjectId: string; event: StoredEvent | undefined }> {
  const { subjectId, seq } = readEventId(id) ?? { subjectId: '', seq: 0 }
  const [event] = await store.read(subjectId, seq - 1, 1)
  return { subjectId, event: event?.seq === seq ? event : undefined }
}
