import { LeydenError } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import {
  isFinalOutcome,
  type OutcomeStatus,
  type PayOutcome,
} from '../../foundation/reports/widget-outcome.js'
import { chargeLike, fixtureCharge, payFixtures } from './fixtures.js'
import { ownPayments, payError, payOutcome } from './pay-outcome.js'
import type { PayState, PayStatus, ShownCharge } from './pay-state.js'

const paid = {
  status: 'paid',
  amountMsat: '2100000',
  lnaddress: 'alice@wallet.example',
  evidence: 'preimage',
} as const

const outcomes: Readonly<Record<PayStatus, PayOutcome>> = {
  idle: { status: 'cancelled' },
  requesting: { status: 'cancelled' },
  awaiting: { status: 'pending' },
  confirming: { status: 'pending' },
  paid,
  expired: { status: 'expired' },
  unconfirmed: { status: 'unconfirmed' },
  mismatch: { status: 'error', code: 'INVOICE_MISMATCH', retryable: true },
  failed: { status: 'error', code: 'RATE_LIMITED', retryable: true },
}
const states = Object.entries(payFixtures) as [PayStatus, PayState][]
const earlier: readonly ShownCharge[] = [
  { recipient: fixtureRecipient, charge: fixtureCharge, phase: 'expired' },
]

describe('the outcome of a payment', () => {
  it.each(states)('follows from the state: %s', (status, state) => {
    expect(payOutcome(state)).toEqual(outcomes[status])
  })

  it.each(['idle', 'requesting', 'mismatch', 'failed'] as const)(
    'is pending while an earlier invoice may still be paid: %s',
    (status) => {
      expect(payOutcome({ ...payFixtures[status], earlier })).toEqual({ status: 'pending' })
      for (const phase of ['ended', 'unknown'] as const) {
        const ended = earlier.map((shown) => ({ ...shown, phase }))
        expect(payOutcome({ ...payFixtures[status], earlier: ended })).toEqual(outcomes[status])
        const both = [...earlier, ...ended]
        expect(payOutcome({ ...payFixtures[status], earlier: both })).toEqual({ status: 'pending' })
      }
    },
  )

  it('is the error of the look-up only while the form is shown', () => {
    const error = new LeydenError('SERVICE_UNAVAILABLE', 'x')
    expect(payOutcome(payFixtures.idle, error)).toEqual({
      status: 'error',
      code: 'SERVICE_UNAVAILABLE',
      retryable: true,
    })
    for (const [status, state] of states)
      if (status !== 'idle') expect(payOutcome(state, error), status).toEqual(outcomes[status])
  })

  it('is no new payment for a receipt that is shown again', () => {
    expect(payOutcome({ ...payFixtures.paid, isRestored: true })).toEqual({ status: 'cancelled' })
  })
})

it('the error of a state is that of its request, or says what differs in the charge', () => {
  const { failed, mismatch } = payFixtures
  expect(payError(failed)).toBe(failed.error)
  expect(payError(mismatch)).toMatchObject({
    code: 'INVOICE_MISMATCH',
    message: expect.stringMatching(/^The charge does not match the request\./),
    ...mismatch.mismatch,
  })
})

it('the payments of a state are its receipt and its own notices', () => {
  const facts = { evidence: 'app', at: payFixtures.paid.at } as const
  const own = { ...facts, charge: chargeLike({ ...fixtureCharge, id: 'own' }), isOwn: true }
  const other = { ...facts, charge: chargeLike({ ...fixtureCharge, id: 'other' }), isOwn: false }
  const idsOf = (state: PayState) => ownPayments(state).map(({ charge }) => charge.id)
  expect(idsOf({ ...payFixtures.paid, arrived: [own, other] })).toEqual([fixtureCharge.id, 'own'])
  expect(idsOf({ ...payFixtures.awaiting, arrived: [other] })).toEqual([])
  expect(idsOf(payFixtures.awaiting)).toEqual([])
})

it('outcomes after which something may still happen are not final', () => {
  const open = (Object.keys(isFinalOutcome) as OutcomeStatus[]).filter((status) => !isFinalOutcome[status])
  expect(open).toEqual(['pending', 'unconfirmed', 'cancelled'])
})
