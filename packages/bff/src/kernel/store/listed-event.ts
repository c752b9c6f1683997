import type { ListedEvent } from './store.js'

/** An event as lists show it; without a delivery it is delivered. */
export function listedEvent(
  subjectId: string,
  event: Omit<ListedEvent, 'subjectId' | 'state'>,
  delivery?: { dead: boolean; attempt: number; dueMs: number; failure: string | null },
): ListedEvent {
  if (!delivery) return { ...event, subjectId, state: 'delivered' }
  const failure = delivery.attempt > 0 && delivery.failure !== null ? { failure: delivery.failure } : {}
  const tried = { ...event, subjectId, attempts: delivery.attempt, ...failure }
  if (delivery.dead) return { ...tried, state: 'dead' }
  return { ...tried, state: 'waiting', dueAt: new Date(delivery.dueMs) }
}
