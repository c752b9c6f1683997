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

interface OfAttempt {
  /** The number of the request. The flow drops an event of an earlier one. */
  attempt: number
}

interface OfSession {
  /** The session that the state or event is about. */
  session: HeldSession
}

interface OfSessionId {
  /** The id of the session. */
  id: string
}

/** A second session for a link, made while the frame stays: its own token may be used up. */
export type FallbackLink =
  | (OfAttempt & {
      /** The session for the link is being made. */
      status: 'creating'
    })
  | (OfSession & {
      /** The link can be shown. */
      status: 'ready'
    })
  | {
      /** No session could be made. */
      status: 'failed'
      /** Why the request for the session failed. */
      error: LeydenError
    }

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** The details of a purchase that may be shown, from the server's event. */
export type PurchaseDetails = NonNullable<RampReport['details']>

interface Earlier {
  /** Sessions that were shown before and may still complete: still watched, newest first. */
  earlier: readonly HeldSession[]
}

interface Framed extends Earlier, OfSession {
  /** The link that is offered beside the frame. */
  fallbackLink?: FallbackLink | undefined
  /** The session is about to expire. */
  ending: boolean
}

interface Kept {
  /** Whether the frame is kept alive, because the provider may still be working in it. */
  framed: boolean
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
 * Only the server can report `completed`, `needs_review` and a failed purchase; a message of the frame leads to
 * `processing` at most. When a new session is made, sessions that were shown stay in `earlier`, so that a purchase in
 * them is not lost.
 */
export type RampState = Earlier &
  (
    | {
        /** Nothing is under way; a click starts. */
        status: 'idle'
      }
    | {
        /** A guest is asked for an e-mail address, and for where the bitcoin goes. */
        status: 'asking'
        /** The entry that the server refused. */
        problem?: 'email' | 'destination' | undefined
      }
    | (OfAttempt & {
        /** A session is being made. */
        status: 'creating'
        /** How the session will be shown. */
        way: Way
      })
    | (Framed & {
        /** The frame is there and has not sent a message yet. */
        status: 'loading'
      })
    | (Framed & {
        /** The provider's page works, as far as is known. */
        status: 'open'
        /** The step that the provider's page reported last. */
        step?: RampStepName | undefined
        /** The page never reported that it is ready, which some pages never do. */
        quiet: boolean
        /** The page reports that something went wrong inside. */
        trouble: boolean
      })
    | (OfSession & {
        /** A link to a ready session is shown. */
        status: 'handoff'
        /** Whether the person has followed the link. */
        opened: boolean
      })
    | {
        /** Something is proven to keep the frame from working; a link can be requested. */
        status: 'blocked'
        /** What keeps the frame from working. */
        reason: BlockReason
        /** The link that was requested in place of the frame. */
        fallbackLink?: FallbackLink | undefined
      }
    | (OfSession &
        Kept & {
          /** The frame reports that it is done, or the server that money moved. */
          status: 'processing'
          /** Who reported it. */
          because: 'frame' | 'server'
        })
    | (OfSession & {
        /** The server reports that the bitcoin was bought. */
        status: 'completed'
        /** When the server learnt of it. */
        at: Date
        /** False for money that is not real. */
        livemode?: boolean | undefined
        /** What was bought, if the provider reports it. */
        details?: PurchaseDetails | undefined
      })
    | {
        /** A request or the purchase failed. */
        status: 'failed'
        /** What failed. */
        failure: RampFailure
      }
    | (OfSession & {
        /** The session was closed without a purchase, as far as is known. */
        status: 'cancelled'
        /** Who closed it. */
        by: 'person' | 'provider'
      })
    | (OfSession &
        Kept & {
          /** The session has expired. */
          status: 'expired'
        })
    | (OfSession & {
        /** The reports that the server got contradict each other: a person has to look. */
        status: 'needs_review'
      })
    | (OfSession &
        Kept & {
          /** The page cannot know how the purchase ended, because the session has no watch URL. */
          status: 'unconfirmed'
        })
    | (OfSession & {
        /** A session of an earlier page load is watched, and not framed again. */
        status: 'resumed'
      })
  )

/** The name of a state. */
export type RampFlowStatus = RampState['status']

/** A step of a purchase, in the provider's own words. */
export interface RampStepName {
  /** The name of the step, such as `KYC`. */
  name: string
  /** The state of the step, such as `pending`. */
  detail?: string | undefined
}

/** What failed: a request for a session, or the purchase. */
export type RampFailure =
  | {
      /** The request for a session failed. */
      kind: 'request'
      /** Why it failed. */
      error: LeydenError
    }
  | (OfSession & {
      /** The server reports that the purchase failed. */
      kind: 'purchase'
    })

/** An event that a person, a server, a frame or a clock causes. */
export type RampEvent =
  | {
      /** The server or the page needs to know who the user is. */
      type: 'asked'
    }
  | (OfAttempt & {
      /** A session is requested. */
      type: 'requested'
      /** How the session will be shown. */
      way: Way
    })
  | (OfAttempt &
      OfSession & {
        /** A session was made and passed every check. */
        type: 'created'
      })
  | (OfAttempt & {
      /** The request for a session failed. */
      type: 'not_created'
      /** Why it failed. */
      error: LeydenError
      /** The entry of a guest that was refused and can be corrected. */
      problem?: 'email' | 'destination' | undefined
    })
  | (Earlier & {
      /** Sessions of an earlier page load were found. */
      type: 'restored'
      /** The session to show again. Without one, the person has closed all of them. */
      session?: HeldSession | undefined
    })
  | (OfSessionId & {
      /** The server does not know the session any more. */
      type: 'forgotten'
    })
  | (OfSessionId & {
      /** The frame of this session sent a message, whose window and origin were checked. */
      type: 'message'
      /** The message, read by the adapter. */
      message: FrameMessage
    })
  | (OfSessionId & {
      /** The frame of this session sent no message for ten seconds. */
      type: 'silent'
    })
  | {
      /** Something was proven to keep a frame from working. */
      type: 'blocked'
      /** What keeps it from working. */
      reason: BlockReason
      /** A session that was made and never shown: a link can still use it. */
      session?: HeldSession | undefined
    }
  | (OfSessionId & {
      /** The session is about to expire. */
      type: 'ending'
    })
  | (OfSessionId & {
      /** The session has expired. */
      type: 'expired'
    })
  | (OfAttempt & {
      /** The person asks for a link beside the frame, or in place of a blocked one. */
      type: 'link_requested'
    })
  | (OfSessionId & {
      /** The person followed the link to this session. */
      type: 'link_opened'
    })
  | (OfSessionId &
      RampReport & {
        /** The server reported a state of this session, through its watch. */
        type: 'watched'
      })
  | {
      /** The person closes what is shown. */
      type: 'closed'
    }

/** The initial state. */
export const rampIdle: RampState = { status: 'idle', earlier: [] }

/** How many sessions are watched at a time: more than a person makes within the lifetime of one. */
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

/**
 * The sessions that a person may have opened. A session behind a link counts from the start, because the page cannot
 * know whether its QR code was scanned.
 */
export function shownSessions(state: Next): HeldSession[] {
  return [linkedSession(state), sessionOf(state)].filter((session) => session !== undefined)
}

/** The sessions to watch: those that may still complete, newest first. */
export function watchedSessions(state: RampState): readonly HeldSession[] {
  if (state.status === 'completed') return []
  // No other session replaces it until the person has closed it. After that the others are watched again.
  if (state.status === 'needs_review') return [state.session]
  return liveSessions(state)
}

function liveSessions(state: RampState): readonly HeldSession[] {
  const all = [...shownSessions(state), ...state.earlier]
  return all
    .filter(({ id }, place) => all.findIndex((held) => held.id === id) === place)
    .slice(0, MAX_WATCHED)
}

/**
 * Completes the next state: sessions that may still complete and are no longer shown go into `earlier`, unless the
 * state sets it.
 */
export function keepOthers(state: RampState, next: Next): RampState {
  const shown = shownSessions(next).map(({ id }) => id)
  const live = state.status === 'completed' ? state.earlier : liveSessions(state)
  return next === state ? state : { earlier: live.filter(({ id }) => !shown.includes(id)), ...next }
}
