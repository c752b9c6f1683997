import { fieldsOf } from '@leyden/core/internal'
import type { HeldSession, RampFlowStatus, RampState } from '../ramp-flow/index.js'
import { sessionOf, shownSessions } from '../ramp-flow/ramp-state.js'
import { readJson, writeJson } from '../widget/json-storage.js'
import { type Place, storageKey, storageOf } from './session-storage-key.js'

/** What is kept of the sessions under way. No token, no e-mail address: a watch URL opens only a public state. */
interface StoredSessions {
  /** The one that is shown. */
  session?: HeldSession | undefined
  /** Whether its result was being waited for, or was shown. */
  waiting?: boolean
  /** Those that were closed or replaced, and may still complete. */
  earlier: HeldSession[]
  /** Ids of the sessions whose completion was reported to the page. */
  told: string[]
  /** How far the server's clock was ahead of this machine's, in milliseconds. */
  offsetMs?: number
}

/** A bank may take days; the server can be asked for a month. */
const KEPT_MS = 7 * 24 * 3_600_000

const MAX_KEPT = 8

const WAITING: ReadonlySet<RampFlowStatus> = new Set(['processing', 'completed', 'needs_review'])

/** Reads what an earlier page load has stored, without what is too old to matter. */
export function loadSessions(settings: Place): StoredSessions {
  const stored = readJson(() => storageOf(settings), storageKey(settings))
  const { session, waiting, earlier, told, offsetMs } = fieldsOf(stored)
  const { clock } = settings.client
  if (typeof offsetMs === 'number') clock.restore(offsetMs)
  const now = clock.now()
  const isFresh = (held: HeldSession) => now.getTime() - held.expiresAt.getTime() < KEPT_MS
  const [first] = readSessions([session]).filter(isFresh)
  const others = readSessions(Array.isArray(earlier) ? earlier : []).filter(isFresh)
  // It was probably given up. It is still watched, so a purchase in it would still show.
  const isOver = first && !waiting && first.expiresAt <= now
  return {
    session: isOver ? undefined : first,
    earlier: isOver ? [first, ...others] : others,
    told: Array.isArray(told) ? told.filter((id) => typeof id === 'string') : [],
  }
}

function readSessions(values: unknown[]): HeldSession[] {
  return values.flatMap((value) => {
    const held = fieldsOf(value) as Partial<HeldSession>
    const { id, watchUrl, origin = '', mode } = held
    const expiresAt = new Date(held.expiresAt ?? Number.NaN)
    if (typeof id !== 'string' || typeof watchUrl !== 'string' || Number.isNaN(expiresAt.getTime())) return []
    // The server reports the rest again.
    return [{ id, watchUrl, origin, origins: [], expiresAt, known: 'created', mode }]
  })
}

/** Which sessions this widget has made or found, and which of them were reported to the page. */
export interface Marks {
  told: Set<string>
  own: Set<string>
}

/** Stores what a later page load needs, and keeps what another tab has stored. */
export function saveSessions(settings: Place, state: RampState, { told, own }: Marks): void {
  // What was closed before anything was bought is still watched, and the next page load starts afresh.
  const session = state.status === 'cancelled' ? undefined : sessionOf(state)
  const ours = [...shownSessions(state), ...state.earlier]
  for (const { id } of ours) own.add(id)
  const written = loadSessions(settings)
  const foreign = [written.session ?? [], written.earlier].flat().filter(({ id }) => !own.has(id))
  const others = ours.filter(({ id }) => id !== session?.id)
  const earlier = [...others, ...foreign].map(keep).slice(0, MAX_KEPT)
  const kept = new Set([session, ...earlier].map((held) => held?.id))
  const stored = {
    session: session && keep(session),
    waiting: WAITING.has(state.status) || (state.status === 'handoff' && state.opened),
    earlier,
    told: [...new Set([...written.told, ...told])].filter((id) => kept.has(id)),
    offsetMs: settings.client.clock.offsetMs,
  }
  const isEmpty = !session && earlier.length === 0
  writeJson(() => storageOf(settings), storageKey(settings), isEmpty ? undefined : stored)
}

function keep({ id, watchUrl, origin, expiresAt, mode }: HeldSession) {
  return { id, watchUrl, origin, expiresAt, mode }
}
