import { fieldsOf } from '@leyden/core/internal'
import type { CheckedSession } from '../flow/ramp-session.js'
import { type RampFlowStatus, type RampState, sessionOf, shownSessions } from '../flow/ramp-state.js'
import { type Place, shelfOf, storageKey } from './session-storage-key.js'

/**
 * The stored data of running sessions. It has no token and no e-mail address; a watch URL only reads a public state.
 */
interface StoredSessions {
  /** The session that is shown. */
  session?: CheckedSession | undefined
  /** Whether the widget waited for its result, or showed it. */
  waiting?: boolean | undefined
  /** The sessions that were closed or replaced, and may still complete. */
  earlier: CheckedSession[]
  /** The ids of the sessions whose completion was reported to the page. */
  reported: string[]
  /** By how much the server's clock was ahead of this machine's, in milliseconds. */
  offsetMs?: number | undefined
}

/** For how long sessions are stored, in milliseconds. A bank may take days, and the server answers for a month. */
const KEPT_MS = 7 * 24 * 3_600_000

const MAX_KEPT = 8

const WAITING: ReadonlySet<RampFlowStatus> = new Set(['processing', 'completed', 'needs_review'])

/** Reads the sessions that an earlier page load has stored, except those that are too old. */
export function loadSessions(settings: Place): StoredSessions {
  const { session, waiting, earlier, reported, offsetMs } = shelfOf(settings).read(storageKey(settings))
  const { clock } = settings.client
  if (typeof offsetMs === 'number') clock.restore(offsetMs)
  const now = clock.now()
  const isFresh = (held: CheckedSession) => now.getTime() - held.expiresAt.getTime() < KEPT_MS
  const [first] = readSessions([session]).filter(isFresh)
  const others = readSessions(Array.isArray(earlier) ? earlier : []).filter(isFresh)
  // The person probably abandoned it. It is still watched, so that a purchase in it is still shown.
  const isOver = first && !waiting && first.expiresAt <= now
  return {
    session: isOver ? undefined : first,
    earlier: isOver ? [first, ...others] : others,
    reported: Array.isArray(reported) ? reported.filter((id) => typeof id === 'string') : [],
  }
}

function readSessions(values: unknown[]): CheckedSession[] {
  return values.flatMap((value) => {
    const held = fieldsOf(value) as Partial<CheckedSession>
    const { id, watchUrl, origin = '', mode } = held
    const expiresAt = new Date(held.expiresAt ?? Number.NaN)
    if (typeof id !== 'string' || typeof watchUrl !== 'string' || Number.isNaN(expiresAt.getTime())) return []
    // The server reports the other fields again.
    return [{ id, watchUrl, origin, origins: [], expiresAt, known: 'created', mode }]
  })
}

/** Keeps the sessions that this widget has made or restored, and which of them were reported to the page. */
export interface Marks {
  reported: Set<string>
  own: Set<string>
}

/** Stores the data that a later page load needs, and keeps the data of other tabs. */
export function saveSessions(settings: Place, state: RampState, { reported, own }: Marks): void {
  const ours = [...shownSessions(state), ...state.earlier]
  for (const { id } of ours) own.add(id)
  const written = loadSessions(settings)
  // A session that was closed before a purchase is still watched, but the next page load starts with a new one. One that
  // could not be gone on with was not closed.
  const isRequest = state.status === 'creating' || state.status === 'failed'
  const left = isRequest ? ours.find(({ id }) => id === written.session?.id) : undefined
  const session = state.status === 'cancelled' ? undefined : (sessionOf(state) ?? left)
  const foreign = [written.session ?? [], written.earlier].flat().filter(({ id }) => !own.has(id))
  const others = ours.filter(({ id }) => id !== session?.id)
  const earlier = [...others, ...foreign].map(keep).slice(0, MAX_KEPT)
  const knownIds = new Set([session, ...earlier].map((held) => held?.id))
  const stored = {
    session: session && keep(session),
    waiting: WAITING.has(state.status) || (state.status === 'handoff' && state.opened),
    earlier,
    reported: [...new Set([...written.reported, ...reported])].filter((id) => knownIds.has(id)),
    offsetMs: settings.client.clock.offsetMs,
  }
  const isEmpty = !session && earlier.length === 0
  shelfOf(settings).write(storageKey(settings), isEmpty ? undefined : stored)
}

function keep({ id, watchUrl, origin, expiresAt, mode }: CheckedSession) {
  return { id, watchUrl, origin, expiresAt, mode }
}
