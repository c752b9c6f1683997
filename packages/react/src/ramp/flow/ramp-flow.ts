import type { CheckedSession } from './ramp-session.js'
import {
  type FallbackLink,
  keepOthers,
  leftSession,
  type Next,
  type Presentation,
  type RampEvent,
  type RampFlowStatus,
  type RampState,
  shownSessions,
  watchedSessions,
} from './ramp-state.js'
import { applyServerStatus, dropSession } from './server-status.js'

type Row<S extends RampFlowStatus> = {
  [E in RampEvent['type']]?: (state: RampState<S>, event: RampEvent<E>) => Next
}

const create = (_: RampState, { attempt, presentation, after }: RampEvent<'requested'>): Next => ({
  status: 'creating',
  attempt,
  presentation,
  after,
})

const startAsking = (): Next => ({ status: 'asking' })

const block = (_: RampState, { reason, session }: RampEvent<'blocked'>): Next => ({
  status: 'blocked',
  reason,
  fallbackLink: session && { status: 'ready', session },
})

/** Shows the page of a session. */
const show = (session: CheckedSession, presentation: Presentation): Next =>
  presentation === 'frame'
    ? { status: 'loading', session, ending: false }
    : { status: 'handoff', session, opened: false }

/** Goes on with a session that the person has left, if it still has its link. */
const goOn = (
  state: RampState<'handoff' | 'cancelled' | 'resumed'>,
  { id, presentation }: RampEvent<'continued'>,
): Next => {
  const session = leftSession(state)
  return session?.id === id ? show(session, presentation) : state
}

/** Returns to the start. A session that was shown can still complete, so it is still watched. */
const dismiss = (): Next => ({ status: 'idle' })

const cancel = ({ session }: FramedState | RampState<'handoff'>): Next =>
  watchable(session, { status: 'cancelled', session, by: 'person' })

/** The next state if the server reports the result. If it cannot, the state is unknown from here on. */
const watchable = (session: CheckedSession, next: Next, framed = false): Next =>
  session.watchUrl === undefined ? { status: 'unconfirmed', session, framed } : next

const over = ({ session }: RampState<'handoff' | 'resumed'>): Next => ({
  status: 'expired',
  session,
  framed: false,
})

type FramedState = RampState<'loading' | 'open'>
type WithFallback = RampState<'loading' | 'open' | 'blocked'>

/** Adds a link beside the frame, or in place of a blocked one. */
const fallbackRow = {
  link_requested: (state: WithFallback, { attempt }: RampEvent<'link_requested'>): Next =>
    state.fallbackLink && state.fallbackLink.status !== 'failed'
      ? state
      : { ...state, fallbackLink: { status: 'creating', attempt } },
  created: (state: WithFallback, { attempt, session }: RampEvent<'created'>): Next =>
    isAwaited(state, attempt) ? { ...state, fallbackLink: { status: 'ready', session } } : state,
  not_created: (state: WithFallback, { attempt, error }: RampEvent<'not_created'>): Next =>
    isAwaited(state, attempt) ? { ...state, fallbackLink: { status: 'failed', error } } : state,
  link_opened: (state: WithFallback, { id }: RampEvent<'link_opened'>): Next =>
    isReady(state, id) ? followed(state.fallbackLink.session) : state,
  /** The session of the link has expired: the link is removed, and its session is still watched. */
  expired: (state: WithFallback, { id }: RampEvent<'expired'>): Next => {
    if (!isReady(state, id)) return state
    const { fallbackLink: _, earlier: __, ...rest } = state
    return rest
  },
}

/** A link was followed: the purchase continues in another tab or on a phone. */
function followed(session: CheckedSession): Next {
  return watchable(session, { status: 'handoff', session, opened: true })
}

function isAwaited({ fallbackLink }: WithFallback, attempt: number): boolean {
  return fallbackLink?.status === 'creating' && fallbackLink.attempt === attempt
}

function isReady<S extends WithFallback>(
  state: S,
  id: string,
): state is S & { fallbackLink: Extract<FallbackLink, { status: 'ready' }> } {
  return state.fallbackLink?.status === 'ready' && state.fallbackLink.session.id === id
}

const framedRow = {
  ...fallbackRow,
  requested: create,
  blocked: block,
  closed: cancel,
  ending: (state: FramedState, { id }: RampEvent<'ending'>): Next =>
    id === state.session.id && !state.ending ? { ...state, ending: true } : state,
  expired: (state: FramedState, event: RampEvent<'expired'>): Next => {
    const { session } = state
    return event.id === session.id
      ? { status: 'expired', session, framed: true }
      : fallbackRow.expired(state, event)
  },
  message: (state: FramedState, { id, message }: RampEvent<'message'>): Next => {
    const { session } = state
    if (id !== session.id) return state
    switch (message.type) {
      case 'ready':
        return open(state, {})
      case 'step':
        return open(state, { step: { name: message.step, detail: message.detail } })
      case 'trouble':
        return open(state, { trouble: true })
      case 'done':
        return watchable(session, { status: 'processing', session, because: 'frame', framed: true }, true)
      case 'close':
        return watchable(session, { status: 'cancelled', session: withoutLink(session), by: 'provider' })
      case 'height':
        return state
      default:
        return message satisfies never
    }
  },
}

function open(state: FramedState, news: Partial<Pick<RampState<'open'>, 'step' | 'trouble'>>): Next {
  return { ...state, status: 'open', quiet: false, trouble: false, ...news }
}

/** A session whose page is over, so that nobody is sent back to it. */
const withoutLink = (session: CheckedSession): CheckedSession => ({ ...session, widgetUrl: undefined })

/** Shows an earlier session again. */
const returnTo = (state: RampState, { id }: RampEvent<'returned'>): Next => {
  const session = watchedSessions(state).find((watched) => watched.id === id)
  if (!session) return state
  switch (session.known) {
    case 'needs_review':
      return { status: 'needs_review', session }
    case 'processing':
      return { status: 'processing', session, because: 'server', framed: false }
    case 'created':
    case 'open':
      return { status: 'resumed', session }
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return state
    default:
      return session.known satisfies never
  }
}

/** Transitions of a person's actions while nothing is pending. */
const againRow = { asked: startAsking, requested: create, returned: returnTo, closed: dismiss }

const rows: { readonly [S in RampFlowStatus]: Row<S> } = {
  idle: {
    asked: startAsking,
    requested: create,
    returned: returnTo,
    blocked: block,
    restored: (state, { session, earlier }) =>
      session ? { status: 'resumed', session, earlier } : { ...state, earlier },
  },
  asking: { requested: create, blocked: block, closed: dismiss },
  creating: {
    requested: create,
    blocked: block,
    created: (state, { attempt, session }) => {
      if (attempt !== state.attempt) return state
      return show(session, state.presentation)
    },
    not_created: (state, { attempt, error, retryAt, problem }) => {
      if (attempt !== state.attempt) return state
      return problem
        ? { status: 'asking', problem }
        : { status: 'failed', failure: { kind: 'request', error, retryAt } }
    },
    closed: dismiss,
  },
  loading: {
    ...framedRow,
    silent: (state, { id }) =>
      id === state.session.id ? { ...state, status: 'open', quiet: true, trouble: false } : state,
  },
  open: framedRow,
  handoff: {
    requested: create,
    link_opened: (state, { id }) => (id === state.session.id ? followed(state.session) : state),
    continued: goOn,
    expired: (state, { id }) => {
      if (id !== state.session.id) return state
      // Once the link is followed, only the ramp's page decides when its session ends.
      return state.opened ? { ...state, session: withoutLink(state.session) } : over(state)
    },
    closed: (state) => (state.opened ? cancel(state) : dismiss()),
  },
  blocked: { ...fallbackRow, requested: create, closed: dismiss },
  processing: {
    // The same session again, whose page the person may still need.
    requested: (state, event) => (state.framed ? state : create(state, event)),
    // Only the server ends this state. The frame stays, because the person may still have to confirm the payment in it.
    message: (state, { id, message }) => {
      if (id !== state.session.id || !state.framed) return state
      if (message.type === 'close') return { ...state, framed: false }
      return message.type === 'done' && state.because === 'server' ? { ...state, because: 'frame' } : state
    },
    closed: dismiss,
  },
  completed: { closed: dismiss },
  failed: againRow,
  cancelled: {
    ...againRow,
    continued: goOn,
    expired: (state, { id }) =>
      id === state.session.id ? { ...state, session: withoutLink(state.session) } : state,
  },
  expired: {
    ...againRow,
    // A frame that posts messages still works after the expiry, so the person can finish an identity check.
    message: (state, event) => {
      if (event.id !== state.session.id || !state.framed || event.message.type === 'height') return state
      const { session, earlier } = state
      return framedRow.message({ status: 'loading', session, ending: true, earlier }, event)
    },
  },
  needs_review: { closed: dismiss },
  unconfirmed: {
    ...againRow,
    message: (state, { id, message }) =>
      id === state.session.id && message.type === 'close' ? { ...state, framed: false } : state,
  },
  resumed: {
    ...againRow,
    continued: goOn,
    expired: (state, { id }) => (id === state.session.id ? over(state) : state),
  },
}

/**
 * The transition function: the next state after an event. It is pure and reads no clock. An event that does not belong
 * to the state, its attempt or one of its sessions returns the same state object.
 */
export function rampTransition(state: RampState, event: RampEvent): RampState {
  if (event.type === 'forgotten') return dropSession(state, event.id)
  if (event.type === 'listed') return addSessions(state, event.sessions)
  if (event.type === 'watched') {
    const next = keepOthers(state, applyServerStatus(state, event))
    return next !== state && event.status === 'expired'
      ? applyRow(next, { type: 'expired', id: event.id })
      : next
  }
  return applyRow(state, event)
}

/** Watches further sessions of the order, which another tab or device has shown. */
function addSessions(state: RampState, sessions: readonly CheckedSession[]): RampState {
  const held = [...shownSessions(state), ...state.earlier].map(({ id }) => id)
  const added = sessions.filter(({ id }) => !held.includes(id))
  return added.length === 0 ? state : { ...state, earlier: [...state.earlier, ...added] }
}

function applyRow(state: RampState, event: RampEvent): RampState {
  // The types of the table connect each row to its status and event. A look-up by both loses this connection.
  const row = rows[state.status][event.type] as ((state: RampState, event: RampEvent) => Next) | undefined
  return row ? keepOthers(state, row(state, event)) : state
}
