import type { RampField } from '@leyden/core'
import type { RampEventCheck } from '@leyden/lightning'

/** After this many sessions in a row it is likely that the service uses a field in another way. */
const STREAK = 3

/** Counts the sessions in a row in which a field contradicts. For the log only, so each process counts for itself. */
export function createSuspicionStreaks() {
  const streaks = new Map<RampField, Set<string>>()

  /** @returns the fields that have now contradicted in three sessions in a row, or more. */
  return (sessionId: string, { suspect, equal }: RampEventCheck): RampField[] => {
    for (const field of equal) streaks.delete(field)
    return suspect.filter((field) => {
      const sessions = (streaks.get(field) ?? new Set()).add(sessionId)
      streaks.set(field, sessions)
      return sessions.size >= STREAK
    })
  }
}
