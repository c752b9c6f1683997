import type { ChargeSubject, RampSubject } from '../store/subject.js'
import type { Tokens } from '../tokens/tokens.js'

/** A page that was suspended past the end must still be able to read the final state. */
const READABLE_AFTERWARDS_MS = 86_400_000

/** The id in a watch URL; undefined if it is forged or has expired. */
export function watchedId(tokens: Pick<Tokens, 'read'>, watchUrl: string, now: Date): string | undefined {
  return tokens.read('watch', watchUrl.replace(/^.*\//, ''), now) ?? undefined
}

/** Creates the URL of the public state of a charge or session, relative to the BFF's base. */
export type WatchUrl = (subject: ChargeSubject | RampSubject) => string

export function createWatchUrl(tokens: Tokens, now: () => Date): WatchUrl {
  return (subject) => {
    // An intent can be read, with its charge, long after the charge's watch has ended.
    const endMs = Math.max(Date.parse(subject.watchUntil), now().getTime())
    const expiresAt = new Date(endMs + READABLE_AFTERWARDS_MS)
    return `v0/watch/${tokens.issue('watch', subject.id, expiresAt)}`
  }
}
