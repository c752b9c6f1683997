/** The id that the app and the log are given for an event: its subject's id and its number there. */
export function eventId(subjectId: string, seq: number): string {
  return `${subjectId}.${seq}`
}

/** What an id of {@link eventId} is made of; null for anything else. */
export function readEventId(id: string): { subjectId: string; seq: number } | null {
  const [, subjectId, seq] = /^([0-9a-f]{32,64})\.([1-9]\d{0,8})$/.exec(id) ?? []
  return subjectId === undefined ? null : { subjectId, seq: Number(seq) }
}
