import {
  type FurtherSessionRefusal,
  LeydenError,
  type LeydenErrorCode,
  type RampOrderSession,
} from '@leyden/core'
import { rampFixtureFallback, rampFixtures, rampFixtureSession as session } from '../ramp/flow/fixtures.js'
import type { BlockReason, RampState } from '../ramp/flow/ramp-state.js'

/** The time of the fixtures: 1:40 before the session expires. */
export const rampFixtureNow = new Date('2026-01-01T14:13:20Z')

const { step: _, ...open } = rampFixtures.open
const earlier: RampState['earlier'] = []

/** Every reason that is proven before or after a frame was shown; a new one does not compile without an entry here. */
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

const refusedRequest = (code: LeydenErrorCode, field: string) => ({
  status: 'failed' as const,
  failure: {
    kind: 'request' as const,
    error: new LeydenError(code, `The server answered with ${code}.`, { field }),
  },
  earlier,
})

const refusedFurther = (reason: FurtherSessionRefusal, sessions: RampOrderSession[]) => ({
  status: 'failed' as const,
  failure: {
    kind: 'request' as const,
    error: new LeydenError('NO_FURTHER_SESSION', 'The server opens no further session.', {
      reason,
      sessions,
    }),
  },
  earlier,
})

/** Variants of a status that look different from its fixture. */
export const rampVariants = {
  'asking, after the address was refused': { status: 'asking', problem: 'email', earlier },
  'asking, after the destination was refused': { status: 'asking', problem: 'destination', earlier },
  'creating a link': { status: 'creating', attempt: 1, presentation: 'link', earlier },
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
  'processing, on another device': {
    status: 'processing',
    session,
    because: 'server',
    framed: false,
    earlier,
  },
  'completed, after a check': {
    ...rampFixtures.completed,
    session: { ...session, known: 'completed', reviewedAt: '2026-01-01T15:00:00.000Z' },
    details: { amount: '0.00042', currency: 'BTC', reference_id: 'order_8124' },
  },
  'completed, the order was paid before': { ...rampFixtures.completed, duplicateOf: 'ses_first' },
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
  'failed, after a session was shown': { ...rampFixtures.failed, earlier: [session] },
  'failed, too many sessions': refusedFurther('too_many_sessions', []),
  'failed, the second session was refused': refusedFurther('refused_by_service', [
    {
      session_id: session.id,
      status: 'created',
      at: '2026-01-01T14:00:00Z',
      created_at: '2026-01-01T14:00:00Z',
      expires_at: '2026-01-01T14:15:00Z',
      watch_url: 'v0/watch/fixture',
      widget_url: session.widgetUrl,
    },
  ]),
  'failed, another purchase is open': {
    status: 'failed',
    failure: {
      kind: 'request',
      error: new LeydenError('NO_FURTHER_SESSION', '', { reason: 'open_elsewhere', retryAfterMs: 600_000 }),
      retryAt: new Date('2026-01-01T14:15:00'),
    },
    earlier,
  },
  'failed, the e-mail address of the account': refusedRequest('INVALID_EMAIL', 'account'),
  'failed, the e-mail address of the order': refusedRequest('INVALID_EMAIL', 'order'),
  'failed, the order has run out': refusedRequest('ORDER_EXPIRED', 'order'),
  'failed, the order is used': refusedRequest('ALREADY_PAID', 'order'),
  'cancelled by the provider': { status: 'cancelled', session, by: 'provider', earlier },
  'needs review, another destination': {
    ...rampFixtures.needs_review,
    suspect: ['destination'],
    details: { destination: 'alice@wallet.example', reference_id: 'order_8123' },
  },
  'expired, the frame kept': { status: 'expired', session, framed: true, earlier },
} satisfies Record<string, RampState>

/** Blocked for each reason, before a link was requested. */
export const rampBlocked = Object.fromEntries(
  Object.keys(blockReasons).map((reason) => [reason, { status: 'blocked', reason, earlier }]),
) as { [R in BlockReason]: Extract<RampState, { status: 'blocked' }> }

/**
 * Failed with each error code, and with two unknown codes of the service, one of which may be temporary by its status.
 */
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
