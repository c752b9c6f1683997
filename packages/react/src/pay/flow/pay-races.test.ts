import { LeydenError } from '@leyden/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { chargeLike, fixtureCharge } from './fixtures.js'
import { payTransition } from './pay-flow.js'
import { type ChargePhase, type PayEvent, type PayState, payIdle, type ShownCharge } from './pay-state.js'
import { watchedCharges } from './shown-charge.js'

const recipients = [fixtureRecipient, { ...fixtureRecipient, address: 'bob@wallet.example' }] as const
const charges = ['aa', 'bb', 'cc'].map((digits, index) =>
  chargeLike({
    ...fixtureCharge,
    id: digits.repeat(32),
    detects: index % 2 === 0 ? ['preimage', 'app'] : ['preimage'],
  }),
)
/** A charge that another widget has shown. */
const foreign = chargeLike({ ...fixtureCharge, id: 'ee'.repeat(32) })
const terms = { amountMsat: 2_100_000n }
const at = new Date('2026-01-01T14:30:00Z')
const facts = { evidence: 'app', at, late: false } as const

const charge = fc.constantFrom(...charges)
const id = charge.map((each) => each.id)
const attempt = fc.constantFrom(1, 1, 2)
const recipient = fc.constantFrom(...recipients)
const shown: fc.Arbitrary<ShownCharge> = fc.record({
  recipient,
  charge,
  phase: fc.constantFrom<ChargePhase>(
    'payable',
    'unwatched',
    'expired_unchecked',
    'expired',
    'ended_unchecked',
    'ended',
    'unknown',
  ),
  asked: fc.constantFrom(undefined, undefined, 1),
  doubts: fc.constantFrom(undefined, undefined, 1),
  unreachableSince: fc.constantFrom(undefined, at),
})
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const byPerson: fc.Arbitrary<PayEvent> = fc.oneof(
  fc.record({ type: fc.constant('requested' as const), recipient, terms: fc.constant(terms), attempt }),
  fc.record({
    type: fc.constantFrom(
      'wallet_asked' as const,
      'claimed' as const,
      'reopened' as const,
      'dismissed' as const,
    ),
    id: fc.oneof(id, fc.constant(foreign.id)),
  }),
  fc.constant({ type: 'back' as const }),
)
const byOthers: fc.Arbitrary<PayEvent> = fc.oneof(
  fc.record({ type: fc.constant('charged' as const), attempt, charge }),
  fc.record({
    type: fc.constant('mismatched' as const),
    attempt,
    mismatch: fc.constant({ field: 'amount' }),
  }),
  fc.record({
    type: fc.constant('request_failed' as const),
    attempt,
    error: fc.constant(new LeydenError('TIMEOUT', '')),
  }),
  fc.record({ type: fc.constant('wallet_refused' as const), id }),
)
const news: fc.Arbitrary<PayEvent> = shown.map((each) => ({ type: 'updated', shown: each }))
const payments: fc.Arbitrary<PayEvent> = fc.oneof(
  fc.record({
    type: fc.constant('paid' as const),
    id,
    formAddress: optional(recipient.map(({ address }) => address)),
    ...Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, fc.constant(value)])),
  }) as fc.Arbitrary<PayEvent>,
  fc.constant<PayEvent>({ type: 'arrived', payment: { ...facts, charge: foreign, isOwn: false } }),
  fc.uniqueArray(fc.integer({ min: 0, max: charges.length - 1 }), { minLength: 1 }).map(
    (places): PayEvent => ({
      type: 'unmatched',
      payments: places.flatMap((place) => {
        const each = charges[place]
        return each
          ? { id: each.id, amountMsat: each.amountMsat, at: new Date(at.getTime() - place * 1_000) }
          : []
      }),
    }),
  ),
)
/** An invoice is requested and shown, which single events seldom lead to. */
const invoice = fc.tuple(recipient, charge).map(([payee, each]): PayEvent[] => [
  { type: 'requested', recipient: payee, terms, attempt: 3 },
  { type: 'charged', attempt: 3, charge: each },
])
const anything = fc.oneof(
  { weight: 3, arbitrary: invoice },
  { weight: 4, arbitrary: byPerson.map((event) => [event]) },
  { weight: 3, arbitrary: byOthers.map((event) => [event]) },
  { weight: 6, arbitrary: news.map((event) => [event]) },
  { weight: 1, arbitrary: payments.map((event) => [event]) },
)

const factsOf = ({ phase, asked, doubts, unreachableSince }: Partial<ShownCharge> = {}) => [
  phase,
  asked,
  doubts,
  unreachableSince,
]
const idsOf = (list: readonly { charge: { id: string } }[] = []) => list.map((each) => each.charge.id)
const watchedIn = (state: PayState) => idsOf(watchedCharges(state))
const shownPayments = (state: PayState) => [
  ...(state.status === 'paid' ? [state.charge.id] : []),
  ...idsOf(state.arrived),
  ...(state.unmatched ?? []).map((payment) => payment.id),
]

/** Passes the events one after the other, and checks each step. */
function follow(
  events: readonly PayEvent[],
  check: (after: PayState, event: PayEvent, before: PayState) => void,
): PayState {
  return events.reduce<PayState>((before, event) => {
    const after = payTransition(before, event)
    check(after, event, before)
    return after
  }, payIdle)
}
const property = (check: Parameters<typeof follow>[1]) =>
  fc.assert(
    fc.property(
      fc.array(anything, { maxLength: 30, size: 'max' }),
      (events) => void follow(events.flat(), check),
    ),
    { numRuns: process.env.LEYDEN_SOAK === '1' ? 5_000 : 250 },
  )

it('every charge that was shown is watched, once, until its payment is known', () => {
  property((after, event, before) => {
    const now = watchedIn(after)
    expect(new Set(now).size).toBe(now.length)
    const isOver = (each: string) =>
      (event.type === 'paid' && event.id === each) ||
      (event.type === 'unmatched' && event.payments.some((payment) => payment.id === each))
    expect(now).toEqual(expect.arrayContaining(watchedIn(before).filter((each) => !isOver(each))))
    const news = now.filter((each) => !watchedIn(before).includes(each))
    expect(news).toEqual(event.type === 'charged' ? news.filter((each) => each === event.charge.id) : [])
  })
})

it('the payment of a charge that was shown is shown once: as the receipt, or in a notice', () => {
  property((after, event, before) => {
    const payments = shownPayments(after)
    expect(new Set(payments).size).toBe(payments.length)
    if (event.type !== 'paid' || !watchedIn(before).includes(event.id)) return
    if (shownPayments(before).includes(event.id)) return
    expect(payments).toContain(event.id)
    expect(watchedIn(after)).not.toContain(event.id)
  })
})

it('a receipt stays until the person leaves it, or the shop says that the payment is for something else', () => {
  property((after, event, before) => {
    if (before.status !== 'paid' || event.type === 'back') return
    if (event.type === 'unmatched' && event.payments.some((payment) => payment.id === before.charge.id))
      return
    expect(after).toMatchObject({ ...facts, status: 'paid', charge: before.charge })
  })
})

it('what is known about a charge is kept, and no invoice is offered that has expired', () => {
  property((after, event, before) => {
    if (after.status === 'awaiting') expect(['payable', 'unwatched']).toContain(after.phase)
    const known = (state: PayState, each: string) =>
      watchedCharges(state).find((watched) => watched.charge.id === each)
    for (const each of watchedIn(before).filter((one) => watchedIn(after).includes(one))) {
      const isNews = event.type === 'updated' && event.shown.charge.id === each
      expect(factsOf(known(after, each))).toEqual(factsOf(isNews ? event.shown : known(before, each)))
    }
  })
})

it('news that changes nothing leaves the very same state', () => {
  property((after, event) => {
    if (event.type !== 'requested' && event.type !== 'back')
      expect(payTransition(after, event)).toEqual(after)
    if (['updated', 'paid', 'arrived', 'unmatched', 'dismissed'].includes(event.type))
      expect(payTransition(after, event)).toBe(after)
  })
})
