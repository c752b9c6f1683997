import type { Delivery, DeliveryOutcome } from '../store/store.js'
import type { EndpointFacts } from './endpoint.js'

const FIRST_WAIT_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The longest wait for the endpoint or the store. */
const AGAIN_MS = 30_000
/** Others have to be accepted between so many failures before an event is known to fail alone, whatever else fails. */
const PROOFS = 5
/** After about six hours. From then on it is tried daily. */
const SET_ASIDE_AFTER = 9
/** After at least 30 days, even if each wait is the shortest. */
const GIVEN_UP_AFTER = 41

/**
 * Whether a failed attempt says something about its event only: the endpoint has accepted another one since the attempt
 * before began. While the endpoint is down, no failure does.
 */
export function failsAlone(
  { failedAlone, triedAt }: Pick<Delivery, 'failedAlone' | 'triedAt'>,
  { working, acceptedAt }: EndpointFacts,
  startedAt: Date,
): boolean {
  if (!working) return false
  return failedAlone >= PROOFS || (acceptedAt !== null && acceptedAt >= (triedAt ?? startedAt))
}

/**
 * When an event is tried again that fails alone: after 1, 4, 16 … seconds and then daily. After six hours it no longer
 * delays later events of its subject, and after 30 days it is dead.
 *
 * @param random from 0 to 1.
 */
export function afterFailure(
  failedAlone: number,
  now: Date,
  random: number = Math.random(),
): Exclude<DeliveryOutcome, { status: 'done' }> {
  const failures = failedAlone + 1
  if (failures >= GIVEN_UP_AFTER) return { status: 'dead' }
  const at = afterBackOff(failures, now, random)
  return { status: 'retry', at, failedAlone: failures, setAside: isSetAside(failures) }
}

/**
 * When an event is tried again while the endpoint or the store fails for all of them, for as long as that takes: after 1,
 * 4, 16 and then 30 seconds.
 */
export function afterOutage(
  { attempt, failedAlone }: Pick<Delivery, 'attempt' | 'failedAlone'>,
  now: Date,
): Extract<DeliveryOutcome, { status: 'retry' }> {
  const at = new Date(Math.min(afterBackOff(attempt, now).getTime(), now.getTime() + AGAIN_MS))
  return { status: 'retry', at, failedAlone, setAside: isSetAside(failedAlone) }
}

/** Whether an event that has failed alone so often no longer delays later events of its subject. */
export function isSetAside(failedAlone: number): boolean {
  return failedAlone >= SET_ASIDE_AFTER
}

/** The time of the next attempt after so many failures: 1, 4, 16 … seconds later, and at most a day. */
export function afterBackOff(failures: number, now: Date, random: number = Math.random()): Date {
  const longestMs = Math.min(FIRST_WAIT_MS * 4 ** (failures - 1), DAY_MS)
  // The rest is jitter, so that deliveries that failed together are not retried together.
  return new Date(now.getTime() + longestMs - random * Math.min(longestMs / 2, HOUR_MS))
}
