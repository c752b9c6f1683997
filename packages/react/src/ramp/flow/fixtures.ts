import { LeydenError } from '@leyden/core'
import type { CheckedSession } from './ramp-session.js'
import type { RampFlowStatus, RampState } from './ramp-state.js'

/** A live session of a ramp, for tests. */
export const rampFixtureSession: CheckedSession = {
  id: 'ses_fixture',
  widgetUrl: 'https://pay.provider.example/?session=fixture',
  origin: 'https://pay.provider.example',
  origins: ['https://pay.provider.example'],
  expiresAt: new Date('2026-01-01T14:15:00Z'),
  watchUrl: 'v0/watch/fixture',
  mode: 'live',
  known: 'created',
}

/** The session of the fallback link. */
export const rampFixtureFallback: CheckedSession = {
  ...rampFixtureSession,
  id: 'ses_way_out',
  widgetUrl: 'https://pay.provider.example/?session=way-out',
  watchUrl: 'v0/watch/way-out',
}

const session = rampFixtureSession
const earlier: readonly CheckedSession[] = []
const found: CheckedSession = {
  id: session.id,
  origin: session.origin,
  origins: session.origins,
  expiresAt: session.expiresAt,
  watchUrl: 'v0/watch/fixture',
  mode: 'live',
  known: 'open',
}

type Fixtures = { [S in RampFlowStatus]: RampState<S> }

/** One example of each status; a new status does not compile without one. */
export const rampFixtures: Fixtures = {
  idle: { status: 'idle', earlier },
  asking: { status: 'asking', earlier },
  creating: { status: 'creating', attempt: 1, presentation: 'frame', earlier },
  loading: { status: 'loading', session, ending: false, earlier },
  open: {
    status: 'open',
    session,
    step: { name: 'quote' },
    quiet: false,
    trouble: false,
    ending: false,
    earlier,
  },
  handoff: { status: 'handoff', session, opened: false, earlier },
  blocked: {
    status: 'blocked',
    reason: 'permissions_policy',
    fallbackLink: { status: 'ready', session: rampFixtureFallback },
    earlier: [session],
  },
  processing: { status: 'processing', session, because: 'frame', framed: true, earlier },
  completed: {
    status: 'completed',
    session: { ...session, known: 'completed' },
    at: new Date('2026-01-01T14:02:00Z'),
    livemode: true,
    details: {
      amount: '0.00042',
      currency: 'BTC',
      paid_amount: '25.00',
      paid_currency: 'USD',
      fee_amount: '0.50',
      fee_currency: 'USD',
      destination: 'alice@wallet.example',
      reference_id: 'order_8123',
    },
    earlier,
  },
  failed: {
    status: 'failed',
    failure: {
      kind: 'request',
      error: new LeydenError('RATE_LIMITED', 'The server answered 429 (RATE_LIMITED).', {
        status: 429,
        retryAfterMs: 20_000,
      }),
    },
    earlier,
  },
  cancelled: { status: 'cancelled', session, by: 'person', earlier },
  expired: { status: 'expired', session, framed: false, earlier },
  needs_review: { status: 'needs_review', session: { ...session, known: 'needs_review' }, earlier },
  unconfirmed: {
    status: 'unconfirmed',
    session: { ...session, watchUrl: undefined },
    framed: false,
    earlier,
  },
  resumed: { status: 'resumed', session: found, earlier },
}
