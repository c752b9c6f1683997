import { LeydenError } from '@leyden/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { paymentFacts } from './charge-stage.js'
import { chargeLike, fixtureCharge, fixturePreimage, fixtureUnmatched, payFixtures } from './fixtures.js'
import { payTransition } from './pay-flow.js'
import {
  type ChargePhase,
  type CheckedCharge,
  type PayEvent,
  type PayState,
  payIdle,
  type ShownCharge,
} from './pay-state.js'
import { offeredCharge, unclearCharge, watchedCharges } from './shown-charge.js'

const recipient = fixtureRecipient
const terms = { amountMsat: 2_100_000n }
const detectable: CheckedCharge = fixtureCharge
const undetectable = chargeLike({ ...fixtureCharge, id: 'bb'.repeat(32), detects: ['preimage'] })
const other = chargeLike({ ...fixtureCharge, id: 'cc'.repeat(32) })
const at = new Date('2026-01-01T14:30:00Z')
const paidEvent = (id: string, when = at): PayEvent => ({
  type: 'paid',
  id,
  evidence: 'app',
  at: when,
  late: false,
})
const applyEvents = (state: PayState, ...events: PayEvent[]) => events.reduce(payTransition, state)
const shownAs = (charge: CheckedCharge, known: Partial<ShownCharge> = {}): ShownCharge => ({
  recipient,
  charge,
  phase: 'payable',
  ...known,
})
/** The ledger knows more about a charge. */
const updated = (charge: CheckedCharge, known: Partial<ShownCharge>): PayEvent => ({
  type: 'updated',
  shown: shownAs(charge, known),
})
const awaitingOf = (charge: CheckedCharge, known: Partial<ShownCharge> = {}): PayState => ({
  status: 'awaiting',
  ...shownAs(charge, known),
})

describe('a request for an invoice', () => {
  const requesting = applyEvents(payIdle, { type: 'requested', recipient, terms, attempt: 1 })

  it('waits for the payment of the charge in the answer', () => {
    expect(applyEvents(requesting, { type: 'charged', attempt: 1, charge: detectable })).toEqual({
      status: 'awaiting',
      ...shownAs(detectable),
    })
  })

  it('drops answers to an earlier request', () => {
    const again = applyEvents(
      requesting,
      { type: 'request_failed', attempt: 1, error: new LeydenError('TIMEOUT', '') },
      { type: 'requested', recipient, terms, attempt: 2 },
    )
    expect(again.status).toBe('requesting')
    for (const event of [
      { type: 'charged', attempt: 1, charge: detectable },
      { type: 'mismatched', attempt: 1, mismatch: { field: 'amount' } },
      { type: 'request_failed', attempt: 1, error: new LeydenError('TIMEOUT', '') },
    ] satisfies PayEvent[])
      expect(payTransition(again, event)).toBe(again)
  })

  it('ends in a mismatch without keeping any part of the charge', () => {
    const state = applyEvents(requesting, {
      type: 'mismatched',
      attempt: 1,
      mismatch: { field: 'amount', expected: '1', actual: '2' },
    })
    expect(state.status).toBe('mismatch')
    expect(watchedCharges(state)).toEqual([])
  })
})

describe('a payment', () => {
  const awaiting: PayState = awaitingOf(detectable)

  it('is accepted in every state in which the charge can still be paid', () => {
    const states: PayState[] = [
      awaiting,
      { status: 'confirming', ...shownAs(detectable, { asked: 1 }), because: 'wallet' },
      { status: 'expired', ...shownAs(detectable, { phase: 'expired' }) },
      { status: 'unconfirmed', ...shownAs(detectable, { phase: 'unknown' }) },
      { status: 'requesting', recipient, terms, attempt: 2, earlier: [shownAs(detectable)] },
      { ...awaitingOf(other), earlier: [shownAs(detectable)] },
      {
        status: 'mismatch',
        recipient,
        terms,
        mismatch: { field: 'amount' },
        earlier: [shownAs(detectable)],
      },
      {
        status: 'failed',
        recipient,
        terms,
        error: new LeydenError('TIMEOUT', ''),
        earlier: [shownAs(detectable)],
      },
      { status: 'idle', earlier: [shownAs(detectable)] },
    ]
    for (const state of states) {
      const next = payTransition(state, paidEvent(detectable.id))
      expect(next, state.status).toMatchObject({ status: 'paid', charge: detectable, late: false })
    }
  })

  it('of another charge changes nothing', () => {
    for (const state of Object.values(payFixtures))
      expect(payTransition(state, paidEvent('dd'.repeat(32)))).toBe(state)
  })

  it('is late if it was made after the expiry, not if the page learnt of it after the expiry', () => {
    const expired = new Date('2026-01-01T15:00:30Z')
    const facts = (learntAt: Date, paidAt?: Date) =>
      paymentFacts(detectable, { evidence: 'app', learntAt, paidAt })
    expect(facts(expired)).toMatchObject({ late: undefined, at: expired })
    expect(facts(expired, at)).toMatchObject({ late: false, at })
    const after = new Date('2026-01-01T15:00:10Z')
    expect(facts(expired, after)).toMatchObject({ late: true, at: after })
    expect(facts(at)).toMatchObject({ late: false, at })
  })

  it('of the old invoice removes the new one at once', () => {
    const renewed = applyEvents(
      awaiting,
      updated(detectable, { phase: 'expired' }),
      { type: 'requested', recipient, terms, attempt: 2 },
      { type: 'charged', attempt: 2, charge: other },
    )
    expect(watchedCharges(renewed).map(({ charge }) => charge)).toEqual([other, detectable])
    expect(applyEvents(renewed, paidEvent(detectable.id))).toMatchObject({
      status: 'paid',
      charge: detectable,
    })
  })

  it('of the old invoice is accepted while a wallet pays the new one, or after the new one expired', () => {
    const renewed: PayState = { ...awaitingOf(undetectable), earlier: [shownAs(detectable)] }
    const asked: PayEvent = { type: 'wallet_asked', id: undetectable.id }
    const paying = applyEvents(renewed, asked, updated(undetectable, { asked: 1 }))
    const ended = applyEvents(paying, updated(undetectable, { asked: 1, phase: 'ended' }))
    const refused = applyEvents(paying, updated(undetectable, {}))
    const late = applyEvents(renewed, updated(undetectable, { phase: 'expired_unchecked' }))
    for (const state of [paying, ended, refused, late])
      expect(applyEvents(state, paidEvent(detectable.id)), state.status).toMatchObject({
        status: 'paid',
        charge: detectable,
      })
  })

  it('is final, whatever event follows', () => {
    const paidState = applyEvents(awaiting, paidEvent(detectable.id))
    const error = new LeydenError('TIMEOUT', '')
    const anything: fc.Arbitrary<PayEvent> = fc.constantFrom<PayEvent>(
      { type: 'requested', recipient, terms, attempt: 1 },
      { type: 'charged', attempt: 1, charge: other },
      { type: 'mismatched', attempt: 1, mismatch: { field: 'amount' } },
      { type: 'request_failed', attempt: 1, error },
      { type: 'wallet_asked', id: detectable.id },
      { type: 'wallet_refused', id: detectable.id },
      updated(detectable, { phase: 'expired' }),
      updated(detectable, { phase: 'ended' }),
      { type: 'claimed', id: detectable.id },
      { type: 'reopened', id: detectable.id },
      paidEvent(detectable.id, new Date('2027-01-01T00:00:00Z')),
      paidEvent(other.id),
    )
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 30 }),
        (events) => applyEvents(paidState, ...events) === paidState,
      ),
    )
  })
})

describe('the end of an invoice', () => {
  const since = new Date('2026-01-01T14:59:00Z')

  it.each<[ChargePhase, PayState['status'], PayState['status']]>([
    ['payable', 'awaiting', 'awaiting'],
    ['unwatched', 'awaiting', 'awaiting'],
    ['expired_unchecked', 'confirming', 'confirming'],
    ['expired', 'expired', 'confirming'],
    ['ended_unchecked', 'confirming', 'confirming'],
    ['ended_expiry_checked', 'expired', 'confirming'],
    ['ended', 'expired', 'unconfirmed'],
    ['unknown', 'unconfirmed', 'unconfirmed'],
  ])('is called what is known: %s', (phase, seen, unseen) => {
    const of = (charge: CheckedCharge, known: Partial<ShownCharge> = {}) =>
      applyEvents(awaitingOf(charge, { doubts: 9 }), updated(charge, { phase, ...known }))
    expect(of(detectable)).toMatchObject({ status: seen, phase })
    expect(of(undetectable)).toMatchObject({ status: unseen, phase })
    // A wallet may have paid, so "expired" could be wrong.
    for (const known of [{ doubts: 1 }, { asked: 1 }])
      expect(of(detectable, known).status).toBe(
        seen === 'expired' ? (phase === 'ended' ? 'unconfirmed' : 'confirming') : seen,
      )
  })

  it.each<[ChargePhase, CheckedCharge, Partial<ShownCharge>, string]>([
    ['expired_unchecked', detectable, {}, 'expiry'],
    ['expired_unchecked', detectable, { doubts: 1 }, 'unclear'],
    ['expired_unchecked', detectable, { unreachableSince: since }, 'unreachable'],
    ['ended_unchecked', detectable, { unreachableSince: since, doubts: 1 }, 'unreachable'],
    ['expired', undetectable, {}, 'expiry'],
    ['ended_expiry_checked', undetectable, { unreachableSince: since }, 'unreachable'],
    ['ended_expiry_checked', detectable, { unreachableSince: since, doubts: 1 }, 'unclear'],
    ['expired', detectable, { asked: 1 }, 'unclear'],
  ])('says what it waits for: %s', (phase, charge, known, because) => {
    const before: PayState = {
      status: 'confirming',
      ...shownAs(charge, { phase: 'expired_unchecked' }),
      because: 'expiry',
    }
    for (const state of [awaitingOf(charge), before])
      expect(
        applyEvents(state, updated(charge, { phase, doubts: 2 }), updated(charge, { phase, ...known })),
      ).toEqual({
        status: 'confirming',
        because,
        ...shownAs(charge, { phase, ...known }),
      })
  })

  it('is still watched, and known to an unconfirmed claim', () => {
    const state = applyEvents(awaitingOf(detectable), updated(detectable, { phase: 'expired' }))
    expect(watchedCharges(state).map(({ charge }) => charge)).toEqual([detectable])
    // Later the server may not know the charge any more, so nobody can tell.
    expect(applyEvents(state, updated(detectable, { phase: 'unknown' })).status).toBe('unconfirmed')
    const claimed = applyEvents(awaitingOf(undetectable), { type: 'claimed', id: undetectable.id })
    const over = applyEvents(claimed, updated(undetectable, { phase: 'expired_unchecked' }))
    expect(over).toMatchObject({ status: 'unconfirmed', phase: 'expired_unchecked' })
    expect(payTransition(over, { type: 'reopened', id: undetectable.id })).toBe(over)
    expect(applyEvents(claimed, { type: 'reopened', id: undetectable.id })).toEqual(awaitingOf(undetectable))
  })

  it('of an earlier charge does not change the card, nor another earlier charge', () => {
    const state: PayState = {
      ...awaitingOf(detectable),
      earlier: [shownAs(other, { doubts: 1 }), shownAs(undetectable, { asked: 2 })],
      arrived: [],
      unmatched: [fixtureUnmatched],
    }
    expect(payTransition(state, updated(other, { phase: 'expired', doubts: 1 }))).toEqual({
      ...state,
      earlier: [shownAs(other, { phase: 'expired', doubts: 1 }), shownAs(undetectable, { asked: 2 })],
    })
    expect(
      payTransition(state, updated(chargeLike({ ...other, id: 'ee'.repeat(32) }), { phase: 'expired' })),
    ).toBe(state)
    expect(payTransition(payIdle, updated(other, { phase: 'expired' }))).toBe(payIdle)
  })

  it('changes nothing that is known already', () => {
    const known = { phase: 'expired_unchecked', asked: 1, doubts: 2, unreachableSince: since } as const
    const state: PayState = { ...awaitingOf(detectable), earlier: [shownAs(other, known)] }
    expect(payTransition(state, updated(other, known))).toBe(state)
    expect(payTransition(state, updated(detectable, {}))).toBe(state)
    const changes: Partial<ShownCharge>[] = [
      { phase: 'ended_unchecked' },
      { asked: 2 },
      { doubts: 3 },
      { unreachableSince: undefined },
    ]
    for (const change of changes)
      expect(payTransition(state, updated(other, { ...known, ...change })).earlier).toEqual([
        shownAs(other, { ...known, ...change }),
      ])
  })

  it('takes effect while a wallet is paying: its answer never shows an expired invoice again', () => {
    const paying = applyEvents(
      awaitingOf(detectable),
      { type: 'wallet_asked', id: detectable.id },
      updated(detectable, { asked: 1 }),
    )
    const late = applyEvents(paying, updated(detectable, { asked: 1, phase: 'expired' }))
    expect(late).toMatchObject({ status: 'confirming', because: 'wallet', phase: 'expired' })
    expect(payTransition(late, { type: 'reopened', id: detectable.id })).toBe(late)
    expect(applyEvents(late, updated(detectable, { phase: 'expired' })).status).toBe('expired')
    expect(applyEvents(late, updated(detectable, { asked: 1, phase: 'ended' })).status).toBe('unconfirmed')
  })

  it('lets a person ask for another invoice only after the expiry, while it is not known whether it was paid', () => {
    const request: PayEvent = { type: 'requested', recipient, terms, attempt: 7 }
    const waiting = applyEvents(awaitingOf(detectable), updated(detectable, { phase: 'ended_unchecked' }))
    expect(payTransition(waiting, request)).toMatchObject({
      status: 'requesting',
      attempt: 7,
      earlier: [{ charge: detectable, phase: 'ended_unchecked' }],
    })
    const paying = applyEvents(awaitingOf(detectable), { type: 'wallet_asked', id: detectable.id })
    expect(payTransition(paying, request)).toBe(paying)
  })
})

describe('the actions of a person', () => {
  it('can claim "paid" only if nobody can see a payment', () => {
    const blind: PayState = awaitingOf(undetectable)
    expect(applyEvents(blind, { type: 'claimed', id: undetectable.id }).status).toBe('unconfirmed')
    const watched: PayState = awaitingOf(detectable)
    expect(payTransition(watched, { type: 'claimed', id: detectable.id })).toBe(watched)
  })

  it('go back to the form and still show the payment', () => {
    const form = applyEvents(awaitingOf(detectable), { type: 'back' })
    expect(form).toEqual({ status: 'idle', earlier: [shownAs(detectable)] })
    expect(applyEvents(form, paidEvent(detectable.id)).status).toBe('paid')
  })

  it('show the invoice again when the wallet refuses', () => {
    const paying = applyEvents(
      awaitingOf(detectable),
      { type: 'wallet_asked', id: detectable.id },
      updated(detectable, { asked: 1 }),
    )
    const refused: PayEvent = { type: 'wallet_refused', id: detectable.id }
    const state = applyEvents(paying, updated(detectable, {}), refused)
    expect(state).toEqual({ ...awaitingOf(detectable), walletRefused: true })
    expect(applyEvents(state, updated(detectable, { phase: 'unwatched' }))).toMatchObject({
      walletRefused: true,
    })
    expect(applyEvents(state, updated(detectable, { phase: 'expired' }))).toEqual({
      status: 'expired',
      ...shownAs(detectable, { phase: 'expired' }),
    })
    expect(payTransition(paying, refused)).toBe(paying)
  })
})

describe('the recipient’s message after a payment', () => {
  const success = { tag: 'message', message: 'Thanks!' } as const
  const awaiting: PayState = awaitingOf(detectable)
  const paidWithNote = (id: string): PayEvent => ({ type: 'paid', id, evidence: 'verify', at, success })

  it('arrives with the payment or after it, and changes nothing else', () => {
    expect(applyEvents(awaiting, paidWithNote(detectable.id))).toMatchObject({
      status: 'paid',
      evidence: 'verify',
      success,
    })
    const later = applyEvents(awaiting, paidEvent(detectable.id), paidWithNote(detectable.id))
    expect(later).toEqual({ ...applyEvents(awaiting, paidEvent(detectable.id)), success })
  })

  it('is applied once, and to this payment only', () => {
    const withNote = applyEvents(awaiting, paidWithNote(detectable.id))
    const again: PayEvent = {
      ...paidWithNote(detectable.id),
      success: { tag: 'message', message: 'More!' },
    } as PayEvent
    expect(payTransition(withNote, again)).toBe(withNote)
    const refused = { ...again, proofDelivery: 'refused' } as PayEvent
    expect(payTransition(withNote, refused)).toEqual({ ...withNote, proofDelivery: 'refused' })
    const withoutNote = applyEvents(awaiting, paidEvent(detectable.id))
    expect(payTransition(withoutNote, paidWithNote(other.id))).toBe(withoutNote)
  })
})

describe('a charge that was shown', () => {
  const awaiting: PayState = awaitingOf(detectable)
  const bob = { ...recipient, address: 'bob@wallet.example' }
  const form = applyEvents(awaiting, { type: 'back' })

  it.each<[string, PayEvent[]]>([
    ['the person went back to the form', [{ type: 'back' }]],
    [
      'two further invoices were shown',
      [
        { type: 'requested', recipient, terms, attempt: 2 },
        { type: 'charged', attempt: 2, charge: other },
        { type: 'back' },
        { type: 'requested', recipient, terms, attempt: 3 },
        { type: 'charged', attempt: 3, charge: undetectable },
      ],
    ],
  ])('is still watched and reported as paid after %s', (_, events) => {
    const state = applyEvents(form, ...events)
    expect(watchedCharges(state).map(({ charge }) => charge.id)).toContain(detectable.id)
    expect(applyEvents(state, paidEvent(detectable.id))).toMatchObject({ status: 'paid', charge: detectable })
  })

  it('is shown in a notice beside an order for another recipient, which stays', () => {
    const bobsOrder = applyEvents(
      form,
      { type: 'requested', recipient: bob, terms, attempt: 3 },
      { type: 'charged', attempt: 3, charge: other },
    )
    const state = applyEvents(bobsOrder, paidEvent(detectable.id))
    expect(state).toMatchObject({
      status: 'awaiting',
      charge: other,
      arrived: [{ charge: detectable, isOwn: true }],
    })
    expect(payTransition(state, paidEvent(detectable.id))).toBe(state)
    expect(applyEvents(state, { type: 'dismissed', id: detectable.id }).arrived).toEqual([])
  })

  it('that is paid beside another order leaves every other charge watched, each once', () => {
    const third = chargeLike({ ...other, id: 'dd'.repeat(32) })
    const kept = [shownAs(undetectable, { doubts: 1 }), shownAs(third, { phase: 'expired' })]
    const earlier = [shownAs(detectable), ...kept]
    const bobsOrder: PayState = { status: 'awaiting', ...shownAs(other, { recipient: bob }), earlier }
    const beside = payTransition(bobsOrder, paidEvent(detectable.id))
    expect(beside).toMatchObject({ status: 'awaiting', charge: other, arrived: [{ charge: detectable }] })
    expect(beside.earlier).toEqual(kept)
    const paidForm: PayEvent = { ...paidEvent(detectable.id), formAddress: bob.address } as PayEvent
    expect(payTransition({ status: 'idle', earlier }, paidForm).earlier).toEqual(kept)
    // On the card, the newer invoice is withdrawn, and watched like the others.
    const own: PayState = { ...awaitingOf(other), earlier }
    expect(payTransition(own, paidEvent(detectable.id)).earlier).toEqual([shownAs(other), ...kept])
  })

  it('is shown again only if it is the one that is meant, and has not expired', () => {
    const state: PayState = {
      status: 'idle',
      earlier: [shownAs(other), shownAs(detectable, { phase: 'expired' }), shownAs(undetectable)],
    }
    const reopen = (id: string) => payTransition(state, { type: 'reopened', id })
    expect(reopen(undetectable.id)).toMatchObject({ status: 'awaiting', charge: undetectable })
    expect(reopen(detectable.id)).toBe(state)
    expect(reopen('ee'.repeat(32))).toBe(state)
    const empty: PayState = { status: 'idle' }
    expect(payTransition(empty, { type: 'reopened', id: detectable.id })).toBe(empty)
  })

  it('is shown in a notice beside a form with another address', () => {
    const paidBesideForm = (formAddress: string | undefined): PayEvent =>
      ({ ...paidEvent(detectable.id), formAddress }) as PayEvent
    expect(applyEvents(form, paidBesideForm(bob.address))).toMatchObject({
      status: 'idle',
      arrived: [{ charge: detectable }],
    })
    expect(applyEvents(form, paidBesideForm(recipient.address)).status).toBe('paid')
    expect(applyEvents(form, paidBesideForm(undefined)).status).toBe('paid')
  })

  it('is reported even if another charge of the order was paid before', () => {
    const both = applyEvents(
      form,
      { type: 'requested', recipient, terms, attempt: 2 },
      { type: 'charged', attempt: 2, charge: other },
      paidEvent(other.id),
      { ...paidEvent(detectable.id), duplicateOf: other.id } as PayEvent,
    )
    expect(both).toMatchObject({
      status: 'paid',
      charge: other,
      arrived: [{ charge: detectable, duplicateOf: other.id }],
    })
  })

  it('is shown again, not twice, when the server returns it again', () => {
    const again = applyEvents(
      form,
      { type: 'requested', recipient, terms, attempt: 2 },
      { type: 'charged', attempt: 2, charge: detectable },
    )
    expect(watchedCharges(again)).toHaveLength(1)
    expect(again.status).toBe('awaiting')
  })

  it('belongs to its order: another order on the page neither shows nor reports it', () => {
    const changed = applyEvents(awaiting, { type: 'order_changed' })
    expect(changed).toEqual(payIdle)
    expect(payTransition(changed, paidEvent(detectable.id))).toBe(changed)
    expect(applyEvents(form, { type: 'order_changed' })).toEqual(payIdle)
  })

  it('of somebody else is taken off the screen, with its notices, and the rest stays', () => {
    const none = { type: 'released', ids: ['ff'.repeat(32)] } as const
    expect(payTransition(awaiting, none)).toBe(awaiting)
    const ids = [detectable.id]
    expect(payTransition(awaiting, { type: 'released', ids })).toMatchObject({ status: 'idle' })
    expect(payTransition(form, { type: 'released', ids }).earlier).toEqual([])
    const bobsForm = { ...paidEvent(detectable.id), formAddress: bob.address } as PayEvent
    const noticed = applyEvents(form, bobsForm)
    expect(noticed.arrived).toHaveLength(1)
    expect(payTransition(noticed, { type: 'released', ids })).toEqual({ ...noticed, arrived: [] })
    const unmatched = [{ id: detectable.id, amountMsat: detectable.amountMsat, at: new Date() }]
    const warned = payTransition(payIdle, { type: 'unmatched', payments: unmatched })
    expect(payTransition(warned, { type: 'released', ids }).unmatched).toEqual([])
  })

  it('of somebody else is taken off alone, and among others', () => {
    const ids = ['ff'.repeat(32), detectable.id]
    const earlier = [shownAs(detectable), shownAs(other)]
    const both = applyEvents(payIdle, { type: 'restored', earlier })
    expect(payTransition(both, { type: 'released', ids }).earlier).toEqual([shownAs(other)])
    expect(payTransition(both, { type: 'released', ids: ids.slice(0, 1) })).toBe(both)
    const one = applyEvents(payIdle, { type: 'restored', earlier: [shownAs(detectable)] })
    expect(payTransition(one, { type: 'released', ids: [other.id] })).toBe(one)
    const payments = [detectable, other].map(({ id, amountMsat }, index) => ({
      id,
      amountMsat,
      at: new Date(index),
    }))
    const warned = payTransition(payIdle, { type: 'unmatched', payments })
    expect(payTransition(warned, { type: 'released', ids }).unmatched).toEqual(payments.slice(1))
  })

  it('that was paid beside another order is still in its notice when the order changes', () => {
    const bobsForm = { ...paidEvent(detectable.id), formAddress: bob.address } as PayEvent
    const { arrived } = applyEvents(form, bobsForm)
    expect(arrived).toHaveLength(1)
    expect(applyEvents(form, bobsForm, { type: 'order_changed' })).toEqual({ status: 'idle', arrived })
  })

  it('is restored with those that can still be paid', () => {
    const restored = applyEvents(payIdle, {
      type: 'restored',
      shown: shownAs(detectable),
      earlier: [shownAs(other, { phase: 'expired' })],
    })
    expect(restored).toMatchObject({ status: 'awaiting', charge: detectable })
    expect(watchedCharges(restored)).toHaveLength(2)
    const over = applyEvents(payIdle, {
      type: 'restored',
      shown: shownAs(detectable, { phase: 'expired' }),
    })
    expect(over.status).toBe('expired')
  })
})

describe('a receipt', () => {
  const facts = { evidence: 'preimage', preimage: fixturePreimage, at, late: false } as const
  const shown = shownAs(detectable)

  it('is restored unchanged, and can be left for the form', () => {
    const receipt = applyEvents(payIdle, { type: 'restored', shown, payment: facts })
    expect(receipt).toMatchObject({ ...facts, status: 'paid', charge: detectable, isRestored: true })
    expect(watchedCharges(receipt)).toEqual([])
    expect(applyEvents(receipt, { type: 'back' }).status).toBe('idle')
  })

  it('does not replace what the person has begun meanwhile', () => {
    const requesting = applyEvents(payIdle, { type: 'requested', recipient, terms, attempt: 1 })
    expect(applyEvents(requesting, { type: 'restored', shown, payment: facts }).status).toBe('requesting')
  })

  it('is never an invoice that can still be paid, whatever the widget shows', () => {
    const busy = Object.values<PayState>(payFixtures).filter(({ status }) => status !== 'idle')
    for (const state of busy) {
      const receipt = { ...shown, charge: other }
      const unmatched = [{ ...fixtureUnmatched, id: other.id }]
      const after = applyEvents(
        { ...state, unmatched },
        { type: 'restored', shown: receipt, payment: facts, earlier: [shownAs(undetectable)] },
      )
      const watched = [...watchedCharges(state), shownAs(undetectable)].map(({ charge }) => charge.id)
      expect(watchedCharges(after).map(({ charge }) => charge.id)).toEqual([...new Set(watched)])
      expect(after).toMatchObject({ status: state.status, unmatched: [] })
    }
  })

  it('is updated with the result of the proof, and nothing else', () => {
    const proven = { ...facts, type: 'paid', id: detectable.id } as const
    const pending = applyEvents({ ...shown, status: 'unconfirmed' }, { ...proven, proofDelivery: 'pending' })
    expect(pending).toMatchObject({ status: 'paid', proofDelivery: 'pending' })
    expect(payTransition(pending, { ...proven, proofDelivery: 'pending' })).toBe(pending)
    const delivered = applyEvents(pending, { ...proven, evidence: 'app' })
    expect(delivered).toMatchObject({ evidence: 'preimage', proofDelivery: undefined })
  })
})

describe('a receipt that only this device has kept', () => {
  const kept = { evidence: 'app', at, late: false, isKept: true } as const
  const shown = shownAs(detectable)
  const restoreReceipt = () =>
    applyEvents(payIdle, {
      type: 'restored',
      shown,
      payment: kept,
      earlier: [shownAs(other, { doubts: 1 })],
    })

  it('is shown as such, and confirmed by the server', () => {
    const receipt = restoreReceipt()
    expect(receipt).toMatchObject({ status: 'paid', isKept: true, isRestored: true })
    const confirmed = payTransition(receipt, { ...paidEvent(detectable.id), evidence: 'verify' } as PayEvent)
    expect(confirmed).toEqual({ ...receipt, evidence: 'verify', isKept: undefined })
    expect(payTransition(confirmed, paidEvent(detectable.id))).toBe(confirmed)
  })

  it('is withdrawn if the server does not know the payment, whatever became of the charge', () => {
    const receipt = restoreReceipt()
    for (const [phase, status] of [
      ['payable', 'awaiting'],
      ['expired', 'expired'],
      ['unknown', 'unconfirmed'],
    ] as const) {
      const withdrawn = payTransition(receipt, updated(detectable, { phase }))
      expect(withdrawn).toMatchObject({ status, charge: detectable, phase })
      expect(withdrawn.earlier).toEqual(receipt.earlier)
      expect(withdrawn).not.toHaveProperty('evidence')
    }
  })

  it('is not changed by news of another charge', () => {
    const receipt = restoreReceipt()
    const news = payTransition(receipt, updated(other, { doubts: 1, phase: 'expired' }))
    expect(news).toEqual({ ...receipt, earlier: [shownAs(other, { doubts: 1, phase: 'expired' })] })
    const twice = payTransition(receipt, paidEvent(other.id))
    expect(twice).toMatchObject({
      status: 'paid',
      charge: detectable,
      isKept: true,
      arrived: [{ charge: other }],
    })
  })

  it('is final once the server has confirmed it, or with its preimage', () => {
    for (const payment of [
      { ...kept, isKept: undefined },
      { evidence: 'preimage', preimage: fixturePreimage, at, late: false },
    ] as const) {
      const final = applyEvents(payIdle, { type: 'restored', shown, payment })
      expect(payTransition(final, updated(detectable, { phase: 'expired' }))).toBe(final)
    }
  })
})

describe('a charge of another tab', () => {
  const restored: PayEvent = {
    type: 'restored',
    earlier: [shownAs(other), shownAs(detectable), shownAs(undetectable, { phase: 'expired' })],
    offered: detectable.id,
  }
  const openForm = () => applyEvents(payIdle, restored)

  it('is offered beside the form, and beside what the person does there', () => {
    const form = openForm()
    expect(form).toMatchObject({ status: 'idle', offered: detectable.id })
    expect(offeredCharge(form)).toBe(detectable)
    const later = applyEvents(
      form,
      { type: 'requested', recipient, terms, attempt: 1 },
      { type: 'back' },
      updated(other, { phase: 'expired' }),
      paidEvent(other.id),
      { type: 'back' },
    )
    expect(later.status).toBe('idle')
    expect(offeredCharge(later)).toBe(detectable)
    expect(applyEvents(form, { type: 'reopened', id: detectable.id })).toMatchObject({
      status: 'awaiting',
      charge: detectable,
    })
  })

  it.each<[string, Partial<ShownCharge>]>([
    ['it has expired', { phase: 'expired_unchecked' }],
    ['a wallet is at work', { asked: 1 }],
    ['a wallet may have paid it', { doubts: 1 }],
  ])('is not offered once %s', (_, known) => {
    expect(offeredCharge(applyEvents(openForm(), updated(detectable, known)))).toBeUndefined()
  })

  it('is offered only if it was found, and until it is paid or the order changes', () => {
    const form = openForm()
    expect(
      offeredCharge(applyEvents(payIdle, { ...restored, offered: undefined } as PayEvent)),
    ).toBeUndefined()
    expect(offeredCharge({ status: 'idle', offered: detectable.id })).toBeUndefined()
    expect(offeredCharge(applyEvents(form, paidEvent(detectable.id)))).toBeUndefined()
    expect(applyEvents(form, { type: 'order_changed' })).toEqual(payIdle)
  })

  it('is watched, and not shown, while the person has begun something else', () => {
    const requesting = applyEvents(payIdle, { type: 'requested', recipient, terms, attempt: 1 })
    const found = applyEvents(requesting, restored)
    expect(found).toMatchObject({ status: 'requesting', offered: detectable.id })
    expect(watchedCharges(found).map(({ charge }) => charge)).toEqual([other, detectable, undetectable])
    const again = applyEvents(found, { type: 'restored', earlier: [shownAs(other)] })
    expect(again.offered).toBe(detectable.id)
    expect(payTransition(requesting, { type: 'restored' })).toBe(requesting)
    expect(payTransition(payIdle, { type: 'restored', earlier: [] })).toBe(payIdle)
  })
})

describe('several charges of one widget', () => {
  const third = chargeLike({ ...fixtureCharge, id: 'ad'.repeat(32) })
  const known: readonly ShownCharge[] = [
    shownAs(other, { doubts: 1 }),
    shownAs(undetectable, { asked: 1 }),
    shownAs(third, { phase: 'ended_expiry_checked' }),
  ]

  it('keep what is known of each, whatever becomes of another one', () => {
    const state: PayState = { ...awaitingOf(detectable), earlier: known }
    for (const [index, { charge }] of known.entries()) {
      const change = { phase: 'ended_unchecked', doubts: 5, asked: undefined } as const
      const next = payTransition(state, updated(charge, change))
      const expected = known.map((shown, place) => (place === index ? { ...shown, ...change } : shown))
      expect(next).toEqual({ ...state, earlier: expected })
      const rest = known.filter((shown) => shown.charge.id !== charge.id)
      expect(payTransition(state, paidEvent(charge.id))).toMatchObject({
        status: 'paid',
        charge,
        earlier: [{ charge: detectable }, ...rest],
      })
    }
  })

  it('keep what is known of one that the server returns again', () => {
    const requesting: PayState = { status: 'requesting', recipient, terms, attempt: 3, earlier: known }
    expect(payTransition(requesting, { type: 'charged', attempt: 3, charge: other })).toMatchObject({
      status: 'awaiting',
      charge: other,
      doubts: 1,
      earlier: known.slice(1),
    })
    expect(payTransition(requesting, { type: 'charged', attempt: 3, charge: third })).toMatchObject({
      status: 'expired',
      phase: 'ended_expiry_checked',
    })
    const fresh = chargeLike({ ...fixtureCharge, id: 'af'.repeat(32) })
    expect(payTransition(requesting, { type: 'charged', attempt: 3, charge: fresh })).toMatchObject({
      ...awaitingOf(fresh),
      earlier: known,
    })
  })

  it('warn of the first one that a wallet may have paid, and of none that it refused', () => {
    expect(unclearCharge({ status: 'idle', earlier: [shownAs(detectable), ...known] })?.charge).toBe(other)
    expect(unclearCharge({ ...awaitingOf(detectable, { asked: 1 }), earlier: known })?.charge).toBe(
      detectable,
    )
    expect(unclearCharge({ status: 'idle', earlier: [known[2] ?? shownAs(third)] })).toBeUndefined()
    expect(unclearCharge({ status: 'idle' })).toBeUndefined()
  })

  it('warn of one that the server does not know any more, and not where its own invoice is shown', () => {
    for (const phase of ['unwatched', 'unknown'] as const) {
      const disowned = { ...shownAs(detectable), phase }
      expect(unclearCharge({ status: 'idle', earlier: [disowned] })?.charge).toBe(detectable)
      expect(unclearCharge({ ...disowned, status: 'awaiting' })).toBeUndefined()
      const blind = chargeLike({ ...detectable, watchUrl: undefined })
      expect(unclearCharge({ status: 'idle', earlier: [{ ...disowned, charge: blind }] })).toBeUndefined()
    }
  })
})

describe('an event', () => {
  it('of another charge than the one that is shown changes nothing', () => {
    for (const state of [payFixtures.awaiting, payFixtures.confirming, payFixtures.unconfirmed])
      for (const type of ['wallet_asked', 'wallet_refused', 'claimed', 'reopened'] as const)
        expect(payTransition(state, { type, id: 'ee'.repeat(32) }), `${state.status} ${type}`).toBe(state)
  })

  it.each([
    'requesting',
    'awaiting',
    'confirming',
    'unconfirmed',
    'paid',
    'expired',
    'mismatch',
    'failed',
  ] as const)('leads back to the form: %s', (status) => {
    const form = payTransition(payFixtures[status], { type: 'back' })
    expect(form.status).toBe('idle')
    expect(form.earlier?.length ?? 0).toBe(watchedCharges(payFixtures[status]).length)
  })

  it.each(['idle', 'unconfirmed', 'expired', 'mismatch', 'failed'] as const)(
    'leads to a new request: %s',
    (status) => {
      const request: PayEvent = { type: 'requested', recipient, terms, attempt: 4 }
      expect(payTransition(payFixtures[status], request)).toMatchObject({
        status: 'requesting',
        recipient,
        terms,
        attempt: 4,
      })
    },
  )

  it.each(['requesting', 'awaiting', 'confirming', 'paid'] as const)('requests nothing new: %s', (status) => {
    const state = payFixtures[status]
    expect(payTransition(state, { type: 'requested', recipient, terms, attempt: 4 })).toBe(state)
  })
})

describe('a wallet that gives no clear answer', () => {
  const paying = applyEvents(
    awaitingOf(detectable),
    { type: 'wallet_asked', id: detectable.id },
    updated(detectable, { asked: 1 }),
  )
  const unclear = applyEvents(paying, updated(detectable, { doubts: 1 }))

  it('leaves a doubt, in every later state', () => {
    expect(unclear).toMatchObject({ status: 'confirming', because: 'unclear' })
    expect(unclearCharge(unclear)?.charge).toEqual(detectable)
    const reopened = applyEvents(unclear, { type: 'reopened', id: detectable.id })
    expect(reopened).toEqual(awaitingOf(detectable, { doubts: 1 }))
    expect(unclearCharge(reopened)?.charge).toEqual(detectable)
    expect(applyEvents(unclear, { type: 'back' }).earlier).toEqual([shownAs(detectable, { doubts: 1 })])
  })

  it('leaves its doubt when it refuses a second request', () => {
    const again = applyEvents(
      unclear,
      { type: 'reopened', id: detectable.id },
      { type: 'wallet_asked', id: detectable.id },
      updated(detectable, { asked: 1, doubts: 1 }),
    )
    expect(again).toMatchObject({ status: 'confirming', because: 'wallet' })
    const refused = applyEvents(again, updated(detectable, { doubts: 1 }), {
      type: 'wallet_refused',
      id: detectable.id,
    })
    expect(refused).toMatchObject({ status: 'confirming', because: 'unclear', doubts: 1 })
    expect(unclearCharge(refused)?.charge).toEqual(detectable)
  })

  it('is in doubt too if the invoice was left while it was paying, until it refuses clearly', () => {
    const closed = applyEvents(paying, { type: 'back' })
    expect(unclearCharge(closed)?.charge).toEqual(detectable)
    expect(unclearCharge(applyEvents(closed, updated(detectable, {})))).toBeUndefined()
    const reopened = applyEvents(paying, { type: 'reopened', id: detectable.id })
    expect(reopened).toEqual(awaitingOf(detectable, { asked: 1 }))
    expect(unclearCharge(reopened)?.charge).toEqual(detectable)
  })

  it('is not in doubt while the widget shows that it is paying', () => {
    expect(unclearCharge(paying)).toBeUndefined()
    expect(
      unclearCharge({
        ...awaitingOf(detectable),
        earlier: [shownAs(other), shownAs(undetectable, { doubts: 1 })],
      }),
    ).toMatchObject({ charge: undetectable })
  })
})

describe('a payment that no widget shows', () => {
  it('is shown in a notice, once', () => {
    const payment = { charge: other, isOwn: false, evidence: 'app', at, late: false } as const
    for (const state of Object.values(payFixtures)) {
      const withPayment = payTransition(state, { type: 'arrived', payment })
      expect(withPayment).toEqual({ ...state, arrived: [payment] })
      expect(payTransition(withPayment, { type: 'arrived', payment })).toBe(withPayment)
      const another = { ...payment, charge: undetectable }
      expect(payTransition(withPayment, { type: 'arrived', payment: another }).arrived).toEqual([
        payment,
        another,
      ])
    }
  })
})

describe('a payment under the reference of the order, with other terms', () => {
  const awaiting: PayState = awaitingOf(detectable)
  const later = { ...fixtureUnmatched, id: 'fe'.repeat(32), at: new Date('2026-01-01T14:45:00Z') }
  const unmatchedEvent = (...payments: (typeof later)[]): PayEvent => ({ type: 'unmatched', payments })

  it('changes no stage, and stays beside each stage that follows', () => {
    for (const state of Object.values<PayState>(payFixtures))
      expect(payTransition(state, unmatchedEvent(fixtureUnmatched))).toEqual({
        ...state,
        unmatched: [fixtureUnmatched],
      })
    const events: PayEvent[] = [
      { type: 'wallet_asked', id: detectable.id },
      updated(detectable, { asked: 1 }),
      updated(detectable, { phase: 'expired' }),
      { type: 'requested', recipient, terms, attempt: 2 },
      { type: 'charged', attempt: 2, charge: other },
      { type: 'back' },
      { type: 'restored', shown: shownAs(undetectable) },
      paidEvent(undetectable.id),
      { type: 'back' },
    ]
    let state = applyEvents(awaiting, unmatchedEvent(fixtureUnmatched))
    for (const event of events) {
      state = payTransition(state, event)
      expect(state.unmatched, event.type).toEqual([fixtureUnmatched])
    }
  })

  it('is known once, the oldest first', () => {
    const state = applyEvents(awaiting, unmatchedEvent(later), unmatchedEvent(later, fixtureUnmatched))
    expect(state.unmatched).toEqual([fixtureUnmatched, later])
    expect(payTransition(state, unmatchedEvent(fixtureUnmatched))).toBe(state)
    expect(payTransition(awaiting, unmatchedEvent())).toBe(awaiting)
  })

  it('has no notice as well, whatever was known first', () => {
    const charge = chargeLike({ ...other, id: fixtureUnmatched.id })
    const payment = { ...fixtureUnmatched, charge, isOwn: false }
    const arrival: PayEvent = { type: 'arrived', payment: { ...payment, evidence: 'app' } }
    for (const events of [
      [arrival, unmatchedEvent(fixtureUnmatched)],
      [unmatchedEvent(fixtureUnmatched), arrival],
    ]) {
      const { arrived = [], unmatched } = applyEvents(awaiting, ...events)
      expect([arrived, unmatched]).toEqual([[], [fixtureUnmatched]])
    }
  })

  it('withdraws its charge, even from a receipt, because only the BFF knows what a payment pays', () => {
    const payment = { ...fixtureUnmatched, id: detectable.id }
    const paidState = applyEvents(awaiting, paidEvent(detectable.id))
    const earlier: PayState = { ...awaitingOf(other), earlier: [shownAs(detectable)] }
    for (const [state, status] of [
      [awaiting, 'idle'],
      [paidState, 'idle'],
      [earlier, 'awaiting'],
    ] as const) {
      const next = payTransition(state, unmatchedEvent(payment))
      expect(next).toMatchObject({ status, unmatched: [payment] })
      expect(watchedCharges(next).map(({ charge }) => charge.id)).not.toContain(detectable.id)
      expect(payTransition(next, paidEvent(detectable.id))).toBe(next)
      // Not even if the server returns its charge again.
      const again = applyEvents(
        next,
        { type: 'back' },
        { type: 'requested', recipient, terms, attempt: 5 },
        { type: 'charged', attempt: 5, charge: detectable },
      )
      expect(again.status).toBe('awaiting')
      expect(payTransition(again, paidEvent(detectable.id))).toBe(again)
    }
  })

  it('leaves notices and offers of other charges when it withdraws its own', () => {
    const notice = { ...fixtureUnmatched, charge: other, isOwn: false, evidence: 'app' } as const
    const beside = { arrived: [notice], offered: undetectable.id, earlier: [shownAs(undetectable)] }
    const payment = { ...fixtureUnmatched, id: detectable.id }
    expect(payTransition({ ...awaiting, ...beside }, unmatchedEvent(payment))).toEqual({
      status: 'idle',
      ...beside,
      unmatched: [payment],
    })
  })

  it('is forgotten when the page asks for another order', () => {
    const state = applyEvents(awaiting, unmatchedEvent(fixtureUnmatched), { type: 'order_changed' })
    expect(state).toEqual({ status: 'idle' })
  })

  it('is the payment of the order when the page asks for the former terms again', () => {
    const shown = shownAs(detectable)
    const payment = { ...fixtureUnmatched, id: detectable.id }
    const notice = { ...payment, charge: detectable, isOwn: false, evidence: 'app' } as const
    for (const event of [unmatchedEvent(payment), { type: 'arrived', payment: notice }] as PayEvent[]) {
      const state = applyEvents(payIdle, event, { type: 'restored', shown }, paidEvent(detectable.id))
      expect(state).toMatchObject({ status: 'paid', charge: detectable })
      expect([state.arrived ?? [], state.unmatched ?? []]).toEqual([[], []])
    }
  })
})
