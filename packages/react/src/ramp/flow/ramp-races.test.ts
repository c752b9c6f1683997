import { LeydenError, type RampStatus } from '@leyden/core'
import { applyReport, mergeRampStatus } from '@leyden/core/status'
import { rampMeaning } from '@leyden/core/webhook'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rampVariants } from '../../test-support/ramp-variants.js'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from './fixtures.js'
import type { FrameMessage } from './frame-message.js'
import { rampTransition } from './ramp-flow.js'
import type { CheckedSession } from './ramp-session.js'
import { type RampEvent, type RampState, rampIdle, watchedSessions } from './ramp-state.js'

const session = rampFixtureSession
const { id } = session
const at = '2026-01-01T14:02:00Z'

const reports = fc.constantFrom<RampStatus>(
  'created',
  'open',
  'expired',
  'cancelled',
  'processing',
  'failed',
  'needs_review',
  'completed',
)
const report = (status: RampStatus, sessionId = id): RampEvent => ({
  type: 'watched',
  id: sessionId,
  kind: 'ramp',
  status,
  at,
})
const message = fc.constantFrom<FrameMessage>(
  { type: 'ready' },
  { type: 'step', step: 'kyc' },
  { type: 'done' },
  { type: 'trouble' },
  { type: 'close' },
  { type: 'height', heightPx: 300 },
)
const messageEvents = message.map(
  (frameMessage): RampEvent => ({ type: 'message', id, message: frameMessage }),
)

/** All other events around a frame. */
const otherEvents = fc.constantFrom<RampEvent>(
  { type: 'silent', id },
  { type: 'ending', id },
  { type: 'expired', id },
  { type: 'blocked', reason: 'coep' },
  { type: 'link_requested', attempt: 7 },
  { type: 'created', attempt: 7, session: rampFixtureFallback },
  { type: 'link_opened', id: rampFixtureFallback.id },
  { type: 'expired', id: rampFixtureFallback.id },
  { type: 'requested', attempt: 8, presentation: 'frame' },
  { type: 'created', attempt: 8, session: { ...session, id: 'ses_third' } },
  { type: 'closed' },
)

const statusOf = (known: RampStatus) => {
  switch (known) {
    case 'created':
    case 'open':
      return 'loading'
    default:
      return known
  }
}

/** The kinds of event and their combined result, written independently from the design. */
const kinds = {
  completed: ['ramp.purchase.completed', 'RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED'],
  failed: [
    'RAMP_WIDGET.V1.PAYMENT.FAILED',
    'RAMP_WIDGET.V1.WITHDRAWAL.FAILED',
    'RAMP_WIDGET.V1.KYC.REJECTED',
  ],
  processing: ['RAMP_WIDGET.V1.PAYMENT.INITIATED', 'RAMP_WIDGET.V1.PAYMENT.SETTLED'],
  cancelled: ['RAMP_WIDGET.V1.SESSION.CLOSED'],
  nothing: ['RAMP_WIDGET.V1.KYC.APPROVED', 'RAMP_WIDGET.V1.SESSION.OPENED', 'ramp.purchase.delayed', 'x'],
}

function expectedStatus(events: string[]): string {
  const has = (group: keyof typeof kinds) => events.some((event) => kinds[group].includes(event))
  if (has('completed')) return 'completed'
  if (has('failed')) return 'failed'
  if (has('processing')) return 'processing'
  return has('cancelled') ? 'cancelled' : 'loading'
}

describe('in any order', () => {
  it('every kind of event leads to the state in the table, alone and combined', () => {
    const all = Object.values(kinds).flat()
    const reportOf = (event: string) => report(rampMeaning(event) ?? 'created')
    for (const event of all)
      expect(rampTransition(rampFixtures.loading, reportOf(event)).status, event).toBe(
        expectedStatus([event]),
      )
    const shuffledEvents = fc
      .shuffledSubarray(all)
      .chain((events) => fc.shuffledSubarray([...events, ...events]))
    fc.assert(
      fc.property(shuffledEvents, (events) => {
        const end = events.map(reportOf).reduce<RampState>(rampTransition, rampFixtures.loading)
        expect(end.status).toBe(expectedStatus(events))
      }),
      { numRuns: 5_000 },
    )
  })

  it('reports of the server lead to the most advanced of them', () => {
    fc.assert(
      fc.property(fc.array(reports, { minLength: 1, maxLength: 12 }), (statuses) => {
        const end = statuses
          .map((status) => report(status))
          .reduce<RampState>(rampTransition, rampFixtures.loading)
        expect(end.status).toBe(statusOf(statuses.reduce(mergeRampStatus)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('reports from before and after reviews lead to the same state in every order', () => {
    const reviews = fc.constantFrom(undefined, '2026-01-01T15:00:00.000Z', '2026-01-01T16:00:00.000Z')
    const reviewed = fc.record({ status: reports, reviewed_at: reviews })
    const shuffled = fc
      .array(reviewed, { minLength: 1, maxLength: 8 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list])))
    fc.assert(
      fc.property(shuffled, ([once, order]) => {
        const all = [...order, ...once]
        const applyReports = (receivedReports: typeof once) => {
          const heardSession: CheckedSession = { ...session }
          for (const receivedReport of receivedReports)
            Object.assign(heardSession, applyReport(heardSession, { kind: 'ramp', at, ...receivedReport }))
          return heardSession
        }
        expect(applyReports(all)).toEqual(applyReports(once))
      }),
      { numRuns: 3_000 },
    )
  })

  it('completed wins over every other end, whatever frame and person do meanwhile', () => {
    const uncontradicted = reports.filter((status) => status !== 'needs_review')
    const noise = fc.array(
      fc.oneof(
        messageEvents,
        otherEvents,
        uncontradicted.map((status) => report(status)),
      ),
      { maxLength: 15 },
    )
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const middle = before.reduce<RampState>(rampTransition, rampFixtures.loading)
        const alreadyDone = before.some((event) => event.type === 'watched' && event.status === 'completed')
        const completed = rampTransition(middle, report('completed'))
        // By closing the result, the person confirms that they saw it.
        if (!alreadyDone) expect(completed).toMatchObject({ status: 'completed', session: { id } })
        if (completed.status !== 'completed') return
        const remaining = after.filter(({ type }) => type !== 'closed')
        expect(remaining.reduce<RampState>(rampTransition, completed)).toBe(completed)
      }),
      { numRuns: 3_000 },
    )
  })

  it('nothing but the server completes, fails or questions a purchase', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(messageEvents, otherEvents), { maxLength: 30 }), (events) => {
        let state: RampState = rampFixtures.loading
        for (const event of events) {
          state = rampTransition(state, event)
          expect(['completed', 'failed', 'needs_review']).not.toContain(state.status)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('no session that a person has seen is lost, and none is counted twice', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(messageEvents, otherEvents), { maxLength: 30 }), (events) => {
        const start = rampTransition(
          rampTransition(rampIdle, { type: 'requested', attempt: 1, presentation: 'frame' }),
          { type: 'created', attempt: 1, session },
        )
        const end = events.reduce<RampState>(rampTransition, start)
        const ids = watchedSessions(end).map((watchedSession) => watchedSession.id)
        expect(ids).toContain(id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('in every state', () => {
  const states: [string, RampState][] = [...Object.entries(rampFixtures), ...Object.entries(rampVariants)]
  const messages: FrameMessage[] = [
    { type: 'ready' },
    { type: 'step', step: 'kyc' },
    { type: 'done' },
    { type: 'trouble' },
    { type: 'close' },
    { type: 'height', heightPx: 300 },
  ]
  const ofSession = (sessionId: string): RampEvent[] => [
    ...messages.map((frameMessage): RampEvent => ({ type: 'message', id: sessionId, message: frameMessage })),
    ...(['silent', 'ending', 'expired', 'link_opened', 'returned', 'forgotten'] as const).map(
      (type): RampEvent => ({ type, id: sessionId }),
    ),
    { type: 'continued', id: sessionId, presentation: 'link' },
    ...(['open', 'processing', 'completed', 'failed', 'cancelled', 'expired', 'needs_review'] as const).map(
      (status) => report(status, sessionId),
    ),
  ]
  const error = new LeydenError('SERVICE_UNAVAILABLE', 'down')
  const ofAttempt = (attempt: number): RampEvent[] => [
    { type: 'created', attempt, session: { ...session, id: 'ses_new' } },
    { type: 'not_created', attempt, error },
    { type: 'not_created', attempt, error, problem: 'email' },
  ]

  it.each(states)('an event of another session or attempt changes nothing: %s', (_, state) => {
    for (const event of [...ofSession('ses_other'), ...ofAttempt(99)])
      expect(rampTransition(state, event), JSON.stringify(event)).toBe(state)
  })

  it.each(states)('an event that comes twice counts once: %s', (_, state) => {
    const events: RampEvent[] = [
      ...[id, rampFixtureFallback.id].flatMap(ofSession),
      ...ofAttempt(1),
      { type: 'asked' },
      { type: 'requested', attempt: 3, presentation: 'frame' },
      { type: 'blocked', reason: 'coep' },
      { type: 'link_requested', attempt: 3 },
      { type: 'restored', earlier: [session] },
      { type: 'listed', sessions: [session, { ...session, id: 'ses_listed' }] },
    ]
    for (const event of events) {
      const once = rampTransition(state, event)
      expect(rampTransition(once, event), JSON.stringify(event)).toEqual(once)
    }
  })

  it.each(states)('a report or a warning that is known leaves the very same state: %s', (_, state) => {
    for (const event of ofSession(id).filter(({ type }) => ['ending', 'silent', 'watched'].includes(type))) {
      const once = rampTransition(state, event)
      expect(rampTransition(once, event), JSON.stringify(event)).toBe(once)
    }
  })
})
