import type { ListedEvent } from './store.js'

/** An event as lists show it; without a delivery it is delivered. */
export function listedEvent(
  subjectId: string,
  event: Omit<ListedEvent, 'subjectId' | 'state'>,
  delivery?: { dead: boolean; attempt: number; dueMs: number },
): ListedEvent {
  if (!delivery) return { ...event, subjectId, state: 'delivered' }
  const tried = { ...event, subjectId, attempts: delivery.attempt }
  return delivery.dead
    ? { ...tried, state: 'dead' }
    : { ...tried, state: 'waiting', dueAt: new Date(delivery.dueMs) }
}
