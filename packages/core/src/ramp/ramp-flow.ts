import {
  liveSessions,
  MAX_WATCHED,
  otherSessions,
  type RampEvent,
  type RampFlowStatus,
  type RampState,
  type WayOut,
} from './ramp-state.js'
import { forget, hear } from './server-word.js'

type Of<E extends RampEvent['type']> = Extract<RampEvent, { type: E }>
type Row<S extends RampFlowStatus> = {
  [E in RampEvent['type']]?: (state: Extract<RampState, { status: S }>, event: Of<E>) => RampState
}

const create = (state: RampState, { attempt, way }: Of<'requested'>): RampState => ({
  status: 'creating',
  attempt,
  way,
  earlier: liveSessions(state),
})

const ask = (state: RampState): RampState => ({ status: 'asking', earlier: liveSessions(state) })

const block = (state: RampState, { reason, session }: Of<'blocked'>): RampState => ({
  status: 'blocked',
  reason,
  ...(session && { wayOut: { status: 'ready', session } }),
  earlier: liveSessions(state),
})

/** Back to the start; what was shown may still complete and is watched on. */
const dismiss = (state: RampState): RampState => ({ status: 'idle', earlier: liveSessions(state) })

const cancel = (state: FramedState | Extract<RampState, { status: 'handoff' }>): RampState => ({
  status: 'cancelled',
  session: state.session,
  by: 'person',
  earlier: otherSessions(state, state.session.id),
})

type FramedState = Extract<RampState, { status: 'loading' | 'open' }>
type WithWayOut = Extract<RampState, { wayOut?: WayOut }>

/** A link beside the frame, or instead of a blocked one. */
const wayOutRow = {
  way_out_asked: (state: WithWayOut, { attempt }: Of<'way_out_asked'>): RampState =>
    state.wayOut && state.wayOut.status !== 'failed'
      ? state
      : { ...state, wayOut: { status: 'creating', attempt } },
  created: (state: WithWayOut, { attempt, session }: Of<'created'>): RampState =>
    isAwaited(state, attempt) ? { ...state, wayOut: { status: 'ready', session } } : state,
  not_created: (state: WithWayOut, { attempt, error }: Of<'not_created'>): RampState =>
    isAwaited(state, attempt) ? { ...state, wayOut: { status: 'failed', error } } : state,
  left: (state: WithWayOut, { id }: Of<'left'>): RampState =>
    isReady(state, id)
      ? { status: 'handoff', session: state.wayOut.session, opened: true, earlier: otherSessions(state, id) }
      : state,
  /** Its time is over: the link is withdrawn, and its session watched on. */
  expired: (state: WithWayOut, { id }: Of<'expired'>): RampState => {
    if (!isReady(state, id)) return state
    const { wayOut, ...rest } = state
    return { ...rest, earlier: [wayOut.session, ...rest.earlier].slice(0, MAX_WATCHED) }
  },
}

function isAwaited({ wayOut }: WithWayOut, attempt: number): boolean {
  return wayOut?.status === 'creating' && wayOut.attempt === attempt
}

function isReady<S extends WithWayOut>(
  state: S,
  id: string,
): state is S & { wayOut: Extract<WayOut, { status: 'ready' }> } {
  return state.wayOut?.status === 'ready' && state.wayOut.session.id === id
}

const framedRow = {
  ...wayOutRow,
  requested: create,
  blocked: block,
  closed: cancel,
  ending: (state: FramedState, { id }: Of<'ending'>): RampState =>
    id === state.session.id && !state.ending ? { ...state, ending: true } : state,
  expired: (state: FramedState, event: Of<'expired'>): RampState => {
    const { session } = state
    if (event.id !== session.id) return wayOutRow.expired(state, event)
    return { status: 'expired', session, framed: true, earlier: otherSessions(state, session.id) }
  },
  message: (state: FramedState, { id, message }: Of<'message'>): RampState => {
    const { session } = state
    if (id !== session.id) return state
    const earlier = otherSessions(state, id)
    switch (message.type) {
      case 'ready':
        return open(state, {})
      case 'step': {
        const { step: name, detail } = message
        return open(state, { step: { name, ...(detail !== undefined && { detail }) } })
      }
      case 'trouble':
        return open(state, { trouble: true })
      case 'done':
        return { status: 'processing', session, because: 'frame', framed: true, earlier }
      case 'close':
        return { status: 'cancelled', session, by: 'provider', earlier }
      case 'height':
        return state
      default:
        return message satisfies never
    }
  },
}

type OpenState = Extract<RampState, { status: 'open' }>

function open(state: FramedState, news: Partial<Pick<OpenState, 'step' | 'trouble'>>): RampState {
  return { ...state, status: 'open', quiet: false, trouble: false, ...news }
}

const rows: { readonly [S in RampFlowStatus]: Row<S> } = {
  idle: {
    asked: ask,
    requested: create,
    blocked: block,
    restored: (state, { session, earlier }) =>
      session ? { status: 'resumed', session, earlier } : { ...state, earlier },
  },
  asking: { requested: create, blocked: block, closed: dismiss },
  creating: {
    requested: create,
    blocked: block,
    created: (state, { attempt, session }) => {
      const { way, earlier } = state
      if (attempt !== state.attempt) return state
      return way === 'frame'
        ? { status: 'loading', session, ending: false, earlier }
        : { status: 'handoff', session, opened: false, earlier }
    },
    not_created: (state, { attempt, error }) => {
      const { earlier } = state
      if (attempt !== state.attempt) return state
      // Who asks is not known, or the address is refused: that is for the person to say, not an end.
      if (error.code === 'INVALID_EMAIL') return { status: 'asking', problem: 'email', earlier }
      return { status: 'failed', failure: { kind: 'request', error }, earlier }
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
    left: (state, { id }) => (id === state.session.id ? { ...state, opened: true } : state),
    // Once followed, the other page lives by its own time.
    expired: (state, { id }) =>
      id === state.session.id && !state.opened ? { ...over(state), framed: false } : state,
    closed: (state) => (state.opened ? cancel(state) : dismiss(state)),
  },
  blocked: { ...wayOutRow, requested: create, closed: dismiss },
  processing: {
    // Only the server ends this. The frame stays as it is: the person may still have to confirm the payment in it.
    message: (state, { id, message }) => {
      if (id !== state.session.id || !state.framed) return state
      if (message.type === 'close') return { ...state, framed: false }
      return message.type === 'done' && state.because === 'server' ? { ...state, because: 'frame' } : state
    },
    closed: dismiss,
  },
  completed: { closed: dismiss },
  failed: { asked: ask, requested: create, closed: dismiss },
  cancelled: { asked: ask, requested: create, closed: dismiss },
  expired: {
    asked: ask,
    requested: create,
    // A frame that talks is alive, whatever the clock says: nobody is thrown out of an identity check.
    message: (state, event) => {
      if (event.id !== state.session.id || !state.framed || event.message.type === 'height') return state
      const { session, earlier } = state
      return framedRow.message({ status: 'loading', session, ending: true, earlier }, event)
    },
    closed: dismiss,
  },
  needs_review: { closed: dismiss },
  resumed: {
    asked: ask,
    requested: create,
    expired: (state, { id }) => (id === state.session.id ? { ...over(state), framed: false } : state),
    closed: dismiss,
  },
}

function over({ session, earlier }: Extract<RampState, { status: 'handoff' | 'resumed' }>) {
  return { status: 'expired', session, earlier } as const
}

/**
 * What follows from a state and an event; pure, without a clock. An event that does not belong to the state,
 * to its attempt or to one of its sessions changes nothing: the very same state comes back.
 */
export function rampTransition(state: RampState, event: RampEvent): RampState {
  if (event.type === 'forgotten') return forget(state, event.id)
  if (event.type === 'watched') {
    const next = hear(state, event)
    return next !== state && event.status === 'expired' ? look(next, { type: 'expired', id: event.id }) : next
  }
  return look(state, event)
}

function look(state: RampState, event: RampEvent): RampState {
  // The table's types tie each row to its status and event; a look-up by both loses that tie.
  const row = rows[state.status][event.type] as
    | ((state: RampState, event: RampEvent) => RampState)
    | undefined
  return row ? row(state, event) : state
}
