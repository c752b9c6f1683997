import type { LeydenError, RampField, WatchState } from '@leyden/core'
import type { UnionOf } from '../../foundation/flow/create-flow.js'
import type { StateFields } from '../../foundation/reports/state-fields.js'
import type { FrameMessage } from './frame-message.js'
import type { CheckedSession } from './ramp-session.js'

/** How the ramp's page is shown: inside this one, or behind a link (and a QR code for the phone). */
export type Presentation = 'frame' | 'link'

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
  session: CheckedSession
}

interface OfSessionId {
  /** The id of the session. */
  id: string
}

interface OfError {
  /** Why the request for the session failed. */
  error: LeydenError
  /** The time by this device's clock from which a request may succeed, if the server has said so. */
  retryAt?: Date | undefined
}

interface OfProblem {
  /** The entry of a guest that the server refused and that can be corrected. */
  problem?: 'email' | 'destination' | undefined
}

interface OfReason {
  /** What keeps the frame from working. */
  reason: BlockReason
}

interface OfPresentation {
  /** How the session will be shown. */
  presentation: Presentation
}

/** The stages of a link beside the frame. */
interface FallbackLinks {
  /** The session for the link is being made. */
  creating: OfAttempt
  /** The link can be shown. */
  ready: OfSession
  /** No session could be made. */
  failed: OfError
}

/** A second session for a link, made while the frame stays: its own token may be used up. */
export type FallbackLink = UnionOf<'status', FallbackLinks>

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** The details of a purchase that may be shown, from the server's event. */
export type PurchaseDetails = NonNullable<RampReport['details']>

interface Earlier {
  /** Sessions that were shown before and may still complete: still watched, newest first. */
  earlier: readonly CheckedSession[]
}

interface WithFallbackLink {
  /** The link that is offered beside the frame, or in place of a blocked one. */
  fallbackLink?: FallbackLink | undefined
}

interface Framed extends Earlier, OfSession, WithFallbackLink {
  /** The session is about to expire. */
  ending: boolean
}

interface Kept extends OfSession {
  /** Whether the frame is kept alive, because the ramp may still be working in it. */
  framed: boolean
}

/** The states of a purchase, each with its fields. */
export interface RampStates {
  /** No purchase is running; a click starts one. */
  idle: object
  /** A guest is asked for an e-mail address, and for the destination of the bitcoin. */
  asking: OfProblem
  /** A session is being made. */
  creating: OfAttempt &
    OfPresentation & {
      /** The session of the order that the person wants to replace. Without it, an open one is continued. */
      after?: string | undefined
    }
  /** The frame is there and has not sent a message yet. */
  loading: Framed
  /** The ramp's page works, as far as is known. */
  open: Framed & {
    /** The step that the ramp's page reported last. */
    step?: RampStepName | undefined
    /** The page never reported that it is ready, which some pages never do. */
    quiet: boolean
    /** The page reports that something went wrong inside. */
    trouble: boolean
  }
  /** A link to a ready session is shown. */
  handoff: OfSession & {
    /** Whether the person has followed the link. */
    opened: boolean
  }
  /** Something is proven to keep the frame from working; a link can be requested. */
  blocked: OfReason & WithFallbackLink
  /** The frame reports that it is done, or the server that money moved. */
  processing: Kept & {
    /** Who reported it. */
    because: 'frame' | 'server'
  }
  /** The server reports that the bitcoin was bought. */
  completed: OfSession & {
    /** When the server learnt of it. */
    at: Date
    /** False for money that is not real. */
    livemode?: boolean | undefined
    /** What was bought, if the ramp reports it. */
    details?: PurchaseDetails | undefined
    /** The session that completed the order before: the person has paid for it twice. */
    duplicateOf?: string | undefined
  }
  /** A request or the purchase failed. */
  failed: {
    /** What failed. */
    failure: RampFailure
  }
  /** The session was closed without a purchase, as far as is known. */
  cancelled: OfSession & {
    /** Who closed it. */
    by: 'person' | 'provider'
  }
  /** The session has expired. */
  expired: Kept
  /** The reports that the server got contradict each other, or the purchase: a person has to look. */
  needs_review: OfSession & {
    /** The fields in which the ramp's report contradicts the purchase. */
    suspect?: readonly RampField[] | undefined
    /** What the server knows of the purchase. */
    details?: PurchaseDetails | undefined
  }
  /** The page cannot know how the purchase ended, because the session has no watch URL. */
  unconfirmed: Kept
  /** A session that was shown before is watched. The person may go on with it, or start a new one. */
  resumed: OfSession
}

/** The name of a state. */
export type RampFlowStatus = keyof RampStates

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
 * `processing` at most. The first session of an order that completes is `completed`; a second one replaces it, with
 * `duplicateOf`. When a new session is made, sessions that were shown stay in `earlier`, so that a purchase in
 * them is not lost.
 */
export type RampState<S extends RampFlowStatus = RampFlowStatus> = Earlier & UnionOf<'status', RampStates, S>

/** A step of a purchase, in the ramp's own words. */
export interface RampStepName {
  /** The name of the step, such as `KYC`. */
  name: string
  /** The state of the step, such as `pending`. */
  detail?: string | undefined
}

/** What can fail, each with its fields. */
interface RampFailures {
  /** The request for a session failed. */
  request: OfError
  /** The server reports that the purchase failed. */
  purchase: OfSession
}

/** What failed: a request for a session, or the purchase. */
export type RampFailure = UnionOf<'kind', RampFailures>

/** The events that a person, a server, a frame or a clock causes, each with its fields. */
interface RampEvents {
  /** The server or the page needs to know who the user is. */
  asked: object
  /** A session is requested. */
  requested: OfAttempt &
    OfPresentation & {
      /** The session of the order that the person wants to replace. */
      after?: string | undefined
    }
  /** A session was made and passed every check. */
  created: OfAttempt & OfSession
  /** The request for a session failed. */
  not_created: OfAttempt & OfError & OfProblem
  /** The server has listed the sessions of the order, also those of other devices. Each may still complete. */
  listed: {
    /** The sessions that the page has not shown, newest first. */
    sessions: readonly CheckedSession[]
  }
  /** The person asks for a session, and an earlier one is shown first: one in which money moves, or that is open. */
  returned: OfSessionId
  /** The person goes on with the open session, whose link this page load still has. */
  continued: OfSessionId & OfPresentation
  /** Sessions of an earlier page load were found. */
  restored: Earlier & {
    /** The session to show again. Without one, the person has closed all of them. */
    session?: CheckedSession | undefined
  }
  /** The server does not know the session any more. */
  forgotten: OfSessionId
  /** The frame of this session sent a message, whose window and origin were checked. */
  message: OfSessionId & {
    /** The message, read by the adapter. */
    message: FrameMessage
  }
  /** The frame of this session sent no message for ten seconds. */
  silent: OfSessionId
  /** Something was proven to keep a frame from working. */
  blocked: OfReason & {
    /** A session that was made and never shown: a link can still use it. */
    session?: CheckedSession | undefined
  }
  /** The session is about to expire. */
  ending: OfSessionId
  /** The session has expired. */
  expired: OfSessionId
  /** The person asks for a link beside the frame, or in place of a blocked one. */
  link_requested: OfAttempt
  /** The person followed the link to this session. */
  link_opened: OfSessionId
  /** The server reported a state of this session, through its watch. */
  watched: OfSessionId & RampReport
  /** The person closes what is shown. */
  closed: object
}

/** An event that a person, a server, a frame or a clock causes. */
export type RampEvent<E extends keyof RampEvents = keyof RampEvents> = UnionOf<'type', RampEvents, E>

/** The fields of each state that the page is told of, besides `earlier`, which every state has. */
export const rampStateFields: StateFields<RampStates> = {
  idle: [],
  asking: ['problem'],
  creating: ['presentation'],
  loading: ['session', 'ending', 'fallbackLink'],
  open: ['session', 'ending', 'step', 'quiet', 'trouble', 'fallbackLink'],
  handoff: ['session', 'opened'],
  blocked: ['reason', 'fallbackLink'],
  processing: ['session', 'because', 'framed'],
  completed: ['session', 'at', 'livemode', 'details', 'duplicateOf'],
  failed: ['failure'],
  cancelled: ['session', 'by'],
  expired: ['session', 'framed'],
  needs_review: ['session', 'suspect', 'details'],
  unconfirmed: ['session', 'framed'],
  resumed: ['session'],
}

/** The initial state. */
export const rampIdle: RampState = { status: 'idle', earlier: [] }

/** How many sessions are watched at a time: more than a person makes within the lifetime of one. */
const MAX_WATCHED = 6

/** A state without `earlier`, which {@link keepOthers} adds. */
export type Next<S = RampState> = S extends RampState ? Omit<S, 'earlier'> & Partial<Earlier> : never

/** The session that the state is about. */
export function sessionOf(state: Next): CheckedSession | undefined {
  const holder = state.status === 'failed' ? state.failure : state
  return 'session' in holder ? holder.session : undefined
}

/** The session behind a fallback link that is ready. */
export function linkedSession(state: Next): CheckedSession | undefined {
  return 'fallbackLink' in state && state.fallbackLink?.status === 'ready'
    ? state.fallbackLink.session
    : undefined
}

/** The session behind the link that the person may follow. */
export function offeredSession(state: Next): CheckedSession | undefined {
  if (state.status === 'handoff') return state.opened ? undefined : state.session
  // The payment may need the ramp's page, which another tab or device has opened.
  if (state.status === 'processing') return state.framed ? undefined : state.session
  return linkedSession(state)
}

/**
 * The sessions that a person may have opened. A session behind a link counts from the start, because the page cannot
 * know whether its QR code was scanned.
 */
export function shownSessions(state: Next): CheckedSession[] {
  return [linkedSession(state), sessionOf(state)].filter((session) => session !== undefined)
}

/** The sessions to watch: those that may still complete, newest first. */
export function watchedSessions(state: RampState): readonly CheckedSession[] {
  // Another session of the same order may be paid too.
  if (state.status === 'completed') return state.earlier
  // No other session replaces it until the person has closed it. After that the others are watched again.
  if (state.status === 'needs_review') return [state.session]
  return liveSessions(state)
}

function liveSessions(state: RampState): readonly CheckedSession[] {
  const all = [...shownSessions(state), ...state.earlier]
  return all
    .filter(({ id }, place) => all.findIndex((held) => held.id === id) === place)
    .slice(0, MAX_WATCHED)
}

/**
 * The open session that the person has left and may go on with. Only the page load that has made a session has its link.
 */
export function leftSession(state: RampState): CheckedSession | undefined {
  const isShown =
    state.status === 'cancelled' || state.status === 'resumed' || (state.status === 'handoff' && state.opened)
  const left = isShown ? [state.session] : state.status === 'idle' ? state.earlier : []
  return left.find(
    ({ known, widgetUrl }) => widgetUrl !== undefined && (known === 'created' || known === 'open'),
  )
}

/** The watched session with a sign of payment, which blocks a further one of the same order. */
export function movingSession(state: RampState): CheckedSession | undefined {
  return watchedSessions(state).find(({ known }) => known === 'processing' || known === 'needs_review')
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
