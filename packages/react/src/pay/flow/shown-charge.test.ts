import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { paymentFacts, stageOf } from './charge-stage.js'
import { chargeLike, fixtureCharge } from './fixtures.js'
import type { ChargePhase, ShownCharge } from './pay-state.js'
import { isDoubtful, isSeen, isTestCharge, unpaidStatus } from './shown-charge.js'

const PHASES: readonly ChargePhase[] = [
  'payable',
  'unwatched',
  'expired_unchecked',
  'expired',
  'ended_unchecked',
  'ended_expiry_checked',
  'ended',
  'unknown',
]
const unseen = chargeLike({ ...fixtureCharge, detects: ['preimage'] })
const since = new Date('2026-01-01T14:59:00Z')
const count = fc.constantFrom(undefined, 0, 1, 2)
const anyCharge: fc.Arbitrary<ShownCharge> = fc.record({
  recipient: fc.constant(fixtureRecipient),
  charge: fc.constantFrom(fixtureCharge, unseen),
  phase: fc.constantFrom(...PHASES),
  asked: count,
  doubts: count,
  unreachableSince: fc.constantFrom(undefined, since),
})

describe('the stage of a charge', () => {
  it('says no more than is known', () => {
    fc.assert(
      fc.property(anyCharge, (shown) => {
        const { charge, phase, asked = 0, doubts = 0 } = shown
        const stage = stageOf(shown)
        const canBePaid = phase === 'payable' || phase === 'unwatched'
        expect(stage).toMatchObject(shown)
        expect(stage.status === 'awaiting').toBe(canBePaid)
        expect(stage.status === 'unconfirmed').toBe(
          phase === 'unknown' || (phase === 'ended' && (charge === unseen || asked + doubts > 0)),
        )
        // Nobody has paid: the server was asked after the expiry, would have seen it, and no wallet may have done it.
        const wasAnswered = phase === 'expired' || phase === 'ended_expiry_checked' || phase === 'ended'
        expect(stage.status === 'expired').toBe(
          wasAnswered && charge === fixtureCharge && asked === 0 && doubts === 0,
        )
        if (stage.status === 'confirming' && stage.because === 'unreachable')
          expect(shown.unreachableSince).toBeDefined()
      }),
      { numRuns: 1_000 },
    )
  })

  it('is the same after its end, by whatever it is called', () => {
    for (const phase of ['ended', 'unknown'] as const)
      for (const charge of [fixtureCharge, unseen])
        for (const doubts of [undefined, 1]) {
          const shown = { recipient: fixtureRecipient, charge, phase, doubts }
          expect(stageOf(shown).status).toBe(unpaidStatus(shown))
        }
  })
})

it.each<[ChargePhase, boolean]>([
  ['payable', true],
  ['unwatched', false],
  ['ended', true],
  ['unknown', false],
])('a payment of a charge that is %s is seen by the page: %s', (phase, isExpected) => {
  expect(isSeen({ charge: fixtureCharge, phase })).toBe(isExpected)
  expect(isSeen({ charge: unseen, phase })).toBe(false)
})

it('each wallet that may have paid leaves a doubt, also beside another one', () => {
  for (const asked of [undefined, 0, 1])
    for (const doubts of [undefined, 0, 1]) {
      const shown = {
        recipient: fixtureRecipient,
        charge: fixtureCharge,
        phase: 'payable',
        asked,
        doubts,
      } as const
      expect(isDoubtful(shown), `${asked} ${doubts}`).toBe(asked === 1 || doubts === 1)
    }
})

it('a payment at the very moment of the expiry is in time', () => {
  const { expiresAt } = fixtureCharge
  const later = new Date(expiresAt.getTime() + 1)
  const lateness = (learntAt: Date, paidAt?: Date) =>
    paymentFacts(fixtureCharge, { evidence: 'app', learntAt, paidAt }).late
  expect([lateness(expiresAt), lateness(later, expiresAt), lateness(later, later)]).toEqual([
    false,
    false,
    true,
  ])
})

it.each([
  ['live', 'mainnet', false],
  ['live', 'regtest', true],
  ['test', 'mainnet', true],
] as const)('a charge of mode %s on %s moves no real money: %s', (mode, network, isTest) => {
  expect(isTestCharge({ mode, network })).toBe(isTest)
})
