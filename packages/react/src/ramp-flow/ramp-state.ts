import type { LeydenError, WatchState } from '@leyden/core'
import type { FrameMessage } from './frame-message.js'
import type { HeldSession } from './ramp-session.js'

/** How the provider's page is shown: inside this one, or behind a link (and a QR code for the phone). */
export type Way = 'frame' | 'link'

/** Why a frame cannot work here; each is proven, never guessed. */
export type BlockReason =
  | 'insecure_context'
  | 'frame_src'
  | 'permissions_policy'
  | 'sandbox'
  | 'coep'
  | 'in_app_browser'

/** A second session for a link, made while the frame stays: its own token may be used up. */
export type FallbackLink =
  | { status: 'creating'; attempt: number }
  | { status: 'ready'; session: HeldSession }
  | { status: 'failed'; error: LeydenError }

/** What the server's event says about a purchase and may be shown. */
export type PurchaseDetails = NonNullable<Extract<WatchState, { kind: 'ramp' }>['details']>

interface Earlier {
  /** Sessions that were shown before and may still complete: still watched, the newest first. */
  earlier: readonly HeldSession[]
}

interface Framed extends Earlier {
  session: HeldSession
  fallbackLink?: FallbackLink | undefined
  /** The session is about to expire. */
  ending: boolean
}

/**
 * The state of a purchase, from a session to bought bitcoin.
 *
 * ```
 * idle → asking → creating → loading → open → processing → completed
 *                     └────→ handoff ──────────┘            failed | cancelled | expired
 *                            blocked                        needs_review | unconfirmed
 * ```
 *
 * `completed`, `needs_review` and a failed purchase come from the server alone; what the frame says moves no further
 * than `processing`. Sessions that were shown are kept in `earlier` when another is made, so that a purchase in them is
 * not lost.
 */
export type RampState =
  /** Nothing is under way; a click starts. */
  | ({ status: 'idle' } & Earlier)
  /** A guest's e-mail address, and where the bitcoin goes, are asked for; `problem` is the entry that was refused. */
  | ({ status: 'asking'; problem?: 'email' | 'destination' | undefined } & Earlier)
  | ({ status: 'creating'; attempt: number; way: Way } & Earlier)
  /** The frame is there and has said nothing yet. */
  | ({ status: 'loading' } & Framed)
  | ({
      status: 'open'
      /** The provider's own words for where it is. */
      step?: { name: string; detail?: string | undefined } | undefined
      /** It never said that it is ready, which some never do. */
      quiet: boolean
      /** It says that something went wrong inside. */
      trouble: boolean
    } & Framed)
  /** A link to a ready session; `opened` once it was followed. */
  | ({ status: 'handoff'; session: HeldSession; opened: boolean } & Earlier)
  /** Something is proven to keep the frame from working; a link can be requested. */
  | ({ status: 'blocked'; reason: BlockReason; fallbackLink?: FallbackLink | undefined } & Earlier)
  /** The frame says it is done, or the server that money moved; `framed` while the frame is kept alive. */
  | ({ status: 'processing'; session: HeldSession; because: 'frame' | 'server'; framed: boolean } & Earlier)
  | ({
      status: 'completed'
      session: HeldSession
      at: Date
      livemode?: boolean | undefined
      details?: PurchaseDetails | undefined
    } & Earlier)
  | ({ status: 'failed'; failure: RampFailure } & Earlier)
  | ({ status: 'cancelled'; session: HeldSession; by: 'person' | 'provider' } & Earlier)
  /** The session has expired; a frame that may still be at work is kept. */
  | ({ status: 'expired'; session: HeldSession; framed: boolean } & Earlier)
  /** What the server heard contradicts itself: a person has to look. */
  | ({ status: 'needs_review'; session: HeldSession } & Earlier)
  /** The page cannot know how it ended: the session has no watch URL. `framed` while the frame is kept alive. */
  | ({ status: 'unconfirmed'; session: HeldSession; framed: boolean } & Earlier)
  /** A session of an earlier page load: watched, not framed again. */
  | ({ status: 'resumed'; session: HeldSession } & Earlier)

/** The name of a state. */
export type RampFlowStatus = RampState['status']

/** What failed: a request for a session, or the purchase. */
export type RampFailure =
  /** The request for a session failed. */
  | { kind: 'request'; error: LeydenError }
  /** The server heard that the purchase failed. */
  | { kind: 'purchase'; session: HeldSession }

/** An event that a person, a server, a frame or a clock causes. */
export type RampEvent =
  /** The server or the page needs to know who the user is. */
  | { type: 'asked' }
  | { type: 'requested'; attempt: number; way: Way }
  | { type: 'created'; attempt: number; session: HeldSession }
  /** `problem` is the entry of a guest that was refused, and can be corrected. */
  | {
      type: 'not_created'
      attempt: number
      error: LeydenError
      problem?: 'email' | 'destination' | undefined
    }
  /** A session of an earlier page load was found; without `session`, only dismissed ones. */
  | { type: 'restored'; session?: HeldSession | undefined; earlier: readonly HeldSession[] }
  /** The server does not know it any more. */
  | { type: 'forgotten'; id: string }
  /** From the frame of this session, checked. */
  | { type: 'message'; id: string; message: FrameMessage }
  /** The frame of this session said nothing for ten seconds. */
  | { type: 'silent'; id: string }
  /** With `session`, one that was made and never shown: it is still good for a link. */
  | { type: 'blocked'; reason: BlockReason; session?: HeldSession | undefined }
  | { type: 'ending'; id: string }
  | { type: 'expired'; id: string }
  /** A link is wanted beside the frame, or instead of a blocked one. */
  | { type: 'link_requested'; attempt: number }
  /** The link to this session was followed. */
  | { type: 'link_opened'; id: string }
  /** From the server, by the watch of this session. */
  | ({ type: 'watched'; id: string } & Extract<WatchState, { kind: 'ramp' }>)
  /** The person closes what is shown. */
  | { type: 'closed' }

/** Where everything starts. */
export const rampIdle: RampState = { status: 'idle', earlier: [] }

/** How many sessions are watched at a time; more than a person makes in the life of one of them. */
const MAX_WATCHED = 6

/** A state without `earlier`, which {@link keepOthers} adds. */
export type Next<S = RampState> = S extends RampState ? Omit<S, 'earlier'> & Partial<Earlier> : never

/** The session that the state is about. */
export function sessionOf(state: Next): HeldSession | undefined {
  const holder = state.status === 'failed' ? state.failure : state
  return 'session' in holder ? holder.session : undefined
}

/** The session behind a fallback link that is ready. */
export function linkedSession(state: Next): HeldSession | undefined {
  return 'fallbackLink' in state && state.fallbackLink?.status === 'ready'
    ? state.fallbackLink.session
    : undefined
}

/** One behind a link counts from the start: its QR code may have been scanned, which nobody tells. */
export function shownSessions(state: Next): HeldSession[] {
  return [linkedSession(state), sessionOf(state)].filter((session) => session !== undefined)
}

/** The sessions to watch: those that may still complete, the newest first. */
export function watchedSessions(state: RampState): readonly HeldSession[] {
  if (state.status === 'completed') return []
  // Until the person has closed it, no other session takes its place; then the others are asked about again.
  if (state.status === 'needs_review') return [state.session]
  return liveSessions(state)
}

function liveSessions(state: RampState): readonly HeldSession[] {
  const all = [...shownSessions(state), ...state.earlier]
  return all
    .filter(({ id }, place) => all.findIndex((held) => held.id === id) === place)
    .slice(0, MAX_WATCHED)
}

/** The state that follows: unless it says otherwise, what may still complete and is not shown any more is kept. */
export function keepOthers(state: RampState, next: Next): RampState {
  const shown = shownSessions(next).map(({ id }) => id)
  const live = state.status === 'completed' ? state.earlier : liveSessions(state)
  return next === state ? state : { earlier: live.filter(({ id }) => !shown.includes(id)), ...next }
}
