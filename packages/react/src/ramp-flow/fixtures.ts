import { LeydenError, type LeydenErrorCode } from '@leyden/core'
import type { HeldSession } from './ramp-session.js'
import type { BlockReason, RampFlowStatus, RampState } from './ramp-state.js'

/** The moment at which the fixtures' pictures are taken: 1:40 before the session expires. */
export const rampFixtureNow = new Date('2026-01-01T14:13:20Z')

/** A live session of a provider that does not exist. */
export const rampFixtureSession: HeldSession = {
  id: 'ses_fixture',
  widgetUrl: 'https://pay.provider.example/?session=fixture',
  origin: 'https://pay.provider.example',
  origins: ['https://pay.provider.example'],
  expiresAt: new Date('2026-01-01T14:15:00Z'),
  watchUrl: 'v0/watch/fixture',
  mode: 'live',
  known: 'created',
}

/** A session of the link that is offered when the frame cannot work. */
export const rampFixtureFallback: HeldSession = {
  ...rampFixtureSession,
  id: 'ses_way_out',
  widgetUrl: 'https://pay.provider.example/?session=way-out',
  watchUrl: 'v0/watch/way-out',
}

const session = rampFixtureSession
const earlier: readonly HeldSession[] = []
const open = { status: 'open', session, quiet: false, trouble: false, ending: false, earlier } as const
const found: HeldSession = {
  id: session.id,
  origin: session.origin,
  origins: session.origins,
  expiresAt: session.expiresAt,
  watchUrl: 'v0/watch/fixture',
  mode: 'live',
  known: 'open',
}

/** One example of each status; a new status does not compile without one. */
export const rampFixtures: { [S in RampFlowStatus]: Extract<RampState, { status: S }> } = {
  idle: { status: 'idle', earlier },
  asking: { status: 'asking', earlier },
  creating: { status: 'creating', attempt: 1, way: 'frame', earlier },
  loading: { status: 'loading', session, ending: false, earlier },
  open: { ...open, step: { name: 'quote' } },
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
  resumed: { status: 'resumed', session: found, earlier },
}

/** Every reason that is proven before or after a frame was shown; a new one does not compile without a place here. */
const blockReasons: Record<BlockReason, true> = {
  insecure_context: true,
  frame_src: true,
  permissions_policy: true,
  sandbox: true,
  coep: true,
  in_app_browser: true,
}

const errorCodes = [
  'RATE_LIMITED',
  'UNAUTHORIZED',
  'INVALID_WEBHOOK_URL',
  'NOT_CONFIGURED',
  'SIGN_IN_REQUIRED',
  'BAD_REQUEST',
  'BAD_RESPONSE',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
  'NETWORK',
  'SOMETHING_NEW',
  'MAINTENANCE',
] as const satisfies LeydenErrorCode[]

/** The shades within a status that look different from its fixture. */
export const rampVariants = {
  'asking, after the address was refused': { status: 'asking', problem: 'email', earlier },
  'creating a link': { status: 'creating', attempt: 1, way: 'link', earlier },
  'open, at the code': { ...open, step: { name: 'code' } },
  'open, at the identity check': { ...open, step: { name: 'kyc', detail: 'pending' } },
  'open, at the payment': { ...open, step: { name: 'card' } },
  'open, silent for ten seconds': { ...open, quiet: true },
  'open, the provider reports trouble': { ...open, trouble: true },
  'open, about to end': { ...open, ending: true },
  'open, a link is being made': { ...open, fallbackLink: { status: 'creating', attempt: 2 } },
  'open, with a link': { ...open, fallbackLink: { status: 'ready', session: rampFixtureFallback } },
  'open, no link to be had': {
    ...open,
    fallbackLink: {
      status: 'failed',
      error: new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.', {
        status: 503,
        party: 'service',
      }),
    },
  },
  'open, test mode': { ...open, session: { ...session, mode: 'test' } },
  'handoff, followed': { status: 'handoff', session, opened: true, earlier },
  'processing, money moves': { status: 'processing', session, because: 'server', framed: true, earlier },
  'completed, test mode': {
    status: 'completed',
    session: { ...session, mode: 'test', known: 'completed' },
    at: new Date('2026-01-01T14:02:00Z'),
    livemode: false,
    details: { amount: '0.00042', currency: 'BTC' },
    earlier,
  },
  'failed, the purchase': {
    status: 'failed',
    failure: { kind: 'purchase', session: { ...session, known: 'failed' } },
    earlier,
  },
  'cancelled by the provider': { status: 'cancelled', session, by: 'provider', earlier },
  'expired, the frame kept': { status: 'expired', session, framed: true, earlier },
} satisfies Record<string, RampState>

/** Blocked for each reason, before a link was asked for. */
export const rampBlocked = Object.fromEntries(
  Object.keys(blockReasons).map((reason) => [reason, { status: 'blocked', reason, earlier }]),
) as { [R in BlockReason]: Extract<RampState, { status: 'blocked' }> }

/** Failed with each error code, and with two of the service's own that nobody knows: one may pass, by its status. */
export const rampFailures = Object.fromEntries(
  errorCodes.map((code) => [
    code,
    {
      status: 'failed',
      failure: {
        kind: 'request',
        error: new LeydenError(code, `The server answered with ${code}.`, {
          status: code === 'MAINTENANCE' ? 503 : undefined,
        }),
      },
      earlier,
    },
  ]),
) as { [C in (typeof errorCodes)[number]]: Extract<RampState, { status: 'failed' }> }
