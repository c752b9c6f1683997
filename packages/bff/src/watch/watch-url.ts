import type { Context } from '../context.js'
import type { ChargeSubject, RampSubject } from '../store/subject.js'

/** A page that slept past the end still has to be able to read how it ended. */
const READABLE_AFTERWARDS_MS = 86_400_000

/** Where the public state of a charge or session is read, relative to the BFF's base. */
export function watchUrl({ tokens, now }: Context, subject: ChargeSubject | RampSubject): string {
  // An intent is read, and gives its charge, long after the charge's watch has ended.
  const endMs = Math.max(Date.parse(subject.watchUntil), now().getTime())
  const expiresAt = new Date(endMs + READABLE_AFTERWARDS_MS)
  return `v0/watch/${tokens.issue('watch', subject.id, expiresAt)}`
}
