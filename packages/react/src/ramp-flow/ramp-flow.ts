import {
  type Next,
  type RampEvent,
  type RampFlowStatus,
  type RampState,
  type WayOut,
  withOthers,
} from './ramp-state.js'
import { forget, hear } from './server-word.js'

type Of<E extends RampEvent['type']> = Extract<RampEvent, { type: E }>
type Row<S extends RampFlowStatus> = {
  [E in RampEvent['type']]?: (state: Extract<RampState, { status: S }>, event: Of<E>) => Next
}

const create = (_: RampState, { attempt, way }: Of<'requested'>): Next => ({
  status: 'creating',
  attempt,
  way,
})

const ask = (): Next => ({ status: 'asking' })

const block = (_: RampState, { reason, session }: Of<'blocked'>): Next => ({
  status: 'blocked',
  reason,
  ...(session && { wayOut: { status: 'ready', session } }),
})

/** Back to the start; what was shown may still complete and is watched on. */
const dismiss = (): Next => ({ status: 'idle' })

const cancel = ({ session }: FramedState | Extract<RampState, { status: 'handoff' }>): Next => ({
  status: 'cancelled',
  session,
  by: 'person',
})

const over = ({ session }: Extract<RampState, { status: 'handoff' | 'resumed' }>): Next => ({
  status: 'expired',
  session,
  framed: false,
})

type FramedState = Extract<RampState, { status: 'loading' | 'open' }>
type WithWayOut = Extract<RampState, { wayOut?: WayOut }>

/** A link beside the frame, or instead of a blocked one. */
const wayOutRow = {
  way_out_asked: (state: WithWayOut, { attempt }: Of<'way_out_asked'>): Next =>
    state.wayOut && state.wayOut.status !== 'failed'
      ? state
      : { ...state, wayOut: { status: 'creating', attempt } },
  created: (state: WithWayOut, { attempt, session }: Of<'created'>): Next =>
    isAwaited(state, attempt) ? { ...state, wayOut: { status: 'ready', session } } : state,
  not_created: (state: WithWayOut, { attempt, error }: Of<'not_created'>): Next =>
    isAwaited(state, attempt) ? { ...state, wayOut: { status: 'failed', error } } : state,
  left: (state: WithWayOut, { id }: Of<'left'>): Next =>
    isReady(state, id) ? { status: 'handoff', session: state.wayOut.session, opened: true } : state,
  /** Its time is over: the link is withdrawn, and its session watched on. */
  expired: (state: WithWayOut, { id }: Of<'expired'>): Next => {
    if (!isReady(state, id)) return state
    const { wayOut: _, earlier: __, ...rest } = state
    return rest
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
  ending: (state: FramedState, { id }: Of<'ending'>): Next =>
    id === state.session.id && !state.ending ? { ...state, ending: true } : state,
  expired: (state: FramedState, event: Of<'expired'>): Next => {
    const { session } = state
    return event.id === session.id
      ? { status: 'expired', session, framed: true }
      : wayOutRow.expired(state, event)
  },
  message: (state: FramedState, { id, message }: Of<'message'>): Next => {
    const { session } = state
    if (id !== session.id) return state
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
        return { status: 'processing', session, because: 'frame', framed: true }
      case 'close':
        return { status: 'cancelled', session, by: 'provider' }
      case 'height':
        return state
      default:
        return message satisfies never
    }
  },
}

type OpenState = Extract<RampState, { status: 'open' }>

function open(state: FramedState, news: Partial<Pick<OpenState, 'step' | 'trouble'>>): Next {
  return { ...state, status: 'open', quiet: false, trouble: false, ...news }
}

/** What a person can do where nothing is under way. */
const againRow = { asked: ask, requested: create, closed: dismiss }

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
      if (attempt !== state.attempt) return state
      return state.way === 'frame'
        ? { status: 'loading', session, ending: false }
        : { status: 'handoff', session, opened: false }
    },
    not_created: (state, { attempt, error }) => {
      if (attempt !== state.attempt) return state
      // Who asks is not known, or the address is refused: that is for the person to say, not an end.
      return error.code === 'INVALID_EMAIL'
        ? { status: 'asking', problem: 'email' }
        : { status: 'failed', failure: { kind: 'request', error } }
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
    expired: (state, { id }) => (id === state.session.id && !state.opened ? over(state) : state),
    closed: (state) => (state.opened ? cancel(state) : dismiss()),
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
  failed: againRow,
  cancelled: againRow,
  expired: {
    ...againRow,
    // A frame that talks is alive, whatever the clock says: nobody is thrown out of an identity check.
    message: (state, event) => {
      if (event.id !== state.session.id || !state.framed || event.message.type === 'height') return state
      const { session, earlier } = state
      return framedRow.message({ status: 'loading', session, ending: true, earlier }, event)
    },
  },
  needs_review: { closed: dismiss },
  resumed: {
    ...againRow,
    expired: (state, { id }) => (id === state.session.id ? over(state) : state),
  },
}

/**
 * What follows from a state and an event; pure, without a clock. An event that does not belong to the state,
 * to its attempt or to one of its sessions changes nothing: the very same state comes back.
 */
export function rampTransition(state: RampState, event: RampEvent): RampState {
  if (event.type === 'forgotten') return forget(state, event.id)
  if (event.type === 'watched') {
    const next = withOthers(state, hear(state, event))
    return next !== state && event.status === 'expired' ? look(next, { type: 'expired', id: event.id }) : next
  }
  return look(state, event)
}

function look(state: RampState, event: RampEvent): RampState {
  // The table's types tie each row to its status and event; a look-up by both loses that tie.
  const row = rows[state.status][event.type] as ((state: RampState, event: RampEvent) => Next) | undefined
  return row ? withOthers(state, row(state, event)) : state
}
