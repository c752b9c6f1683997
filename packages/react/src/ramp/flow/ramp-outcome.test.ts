import { LeydenError } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import type { RampOutcome } from '../../foundation/reports/widget-outcome.js'
import { rampFixtureSession, rampFixtures } from './fixtures.js'
import { rampError, rampOutcome, reportedRampOutcome } from './ramp-outcome.js'
import type { RampFlowStatus, RampState } from './ramp-state.js'

const sessionId = rampFixtureSession.id
const cancelled = { status: 'cancelled' } as const
const pending = { status: 'pending', sessionId } as const

const outcomes: Readonly<Record<RampFlowStatus, RampOutcome>> = {
  idle: cancelled,
  asking: cancelled,
  creating: cancelled,
  loading: cancelled,
  open: cancelled,
  handoff: pending,
  blocked: { status: 'unavailable', reason: 'blocked' },
  processing: pending,
  completed: { status: 'completed', sessionId },
  failed: { status: 'error', code: 'PURCHASE_FAILED', retryable: true },
  cancelled,
  expired: { status: 'expired' },
  needs_review: { status: 'error', code: 'NEEDS_REVIEW', retryable: false },
  unconfirmed: { status: 'unconfirmed' },
  resumed: pending,
}
const states: readonly RampState[] = Object.values({
  ...rampFixtures,
  blocked: { ...rampFixtures.blocked, fallbackLink: undefined, earlier: [] },
  failed: { ...rampFixtures.failed, failure: { kind: 'purchase', session: rampFixtureSession } },
})

describe('the outcome of a purchase', () => {
  it.each(states)('follows from the state: $status', (state) => {
    expect(rampOutcome(state)).toEqual(outcomes[state.status])
  })

  it('is pending while a link to a session is shown in place of a blocked frame', () => {
    const fallbackLink = { status: 'ready', session: rampFixtureSession } as const
    expect(rampOutcome({ ...rampFixtures.blocked, fallbackLink, earlier: [] })).toEqual(pending)
  })

  it.each(['idle', 'creating', 'loading', 'cancelled'] as const)(
    'is pending while money moves in an earlier session: %s',
    (status) => {
      const moving = { ...rampFixtureSession, id: 'ses_moving', known: 'processing' } as const
      expect(rampOutcome({ ...rampFixtures[status], earlier: [moving] })).toEqual({
        status: 'pending',
        sessionId: 'ses_moving',
      })
    },
  )

  it('is the error of a request, unless money moves in an earlier session', () => {
    const error = new LeydenError('TIMEOUT', 'The server did not answer in time.')
    const { failed, needs_review } = rampFixtures
    const earlier = [{ ...rampFixtureSession, id: 'ses_moving', known: 'processing' }] as const
    const request: RampState<'failed'> = { ...failed, failure: { kind: 'request', error } }
    const purchase: RampState<'failed'> = {
      ...failed,
      failure: { kind: 'purchase', session: rampFixtureSession },
    }
    expect(rampOutcome(request)).toEqual({ status: 'error', code: 'TIMEOUT', retryable: error.retryable })
    expect(rampOutcome({ ...request, earlier })).toEqual({ status: 'pending', sessionId: 'ses_moving' })
    expect(rampOutcome({ ...purchase, earlier })).toEqual(outcomes.failed)
    expect(rampError(request)).toBe(error)
    expect(rampError(purchase).message).toMatch(/^The ramp reports that the purchase failed\./)
    expect(rampError(needs_review).message).toMatch(
      /^The reports about this purchase contradict each other\./,
    )
  })

  it.each([
    ['completed', outcomes.completed],
    ['failed', outcomes.failed],
    ['needs_review', outcomes.needs_review],
    ['processing', undefined],
    ['expired', undefined],
  ] as const)('is the same by a report of the server: %s', (status, outcome) => {
    const report = { kind: 'ramp', status, at: '2026-01-01T14:00:00Z' } as const
    expect(reportedRampOutcome(report, sessionId)).toEqual(outcome)
  })
})
