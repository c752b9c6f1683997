import { LeydenError } from '@leyden/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureCharge, fixtureRecipient, payFixtures } from './fixtures.js'
import { payTransition } from './pay-flow.js'
import { type CheckedCharge, type PayEvent, type PayState, payIdle } from './pay-state.js'
import { paymentFacts, watchedCharges } from './shown-charge.js'

const recipient = fixtureRecipient
const order = { amountMsat: 2_100_000n }
const seen: CheckedCharge = fixtureCharge
const unseen: CheckedCharge = { ...fixtureCharge, id: 'bb'.repeat(32), detects: ['preimage'] }
const other: CheckedCharge = { ...fixtureCharge, id: 'cc'.repeat(32) }
const at = new Date('2026-01-01T14:30:00Z')
const paid = (id: string, when = at): PayEvent => ({
  type: 'paid',
  id,
  evidence: 'app',
  at: when,
  late: false,
})
const run = (state: PayState, ...events: PayEvent[]) => events.reduce(payTransition, state)

describe('a request for an invoice', () => {
  const requesting = run(payIdle, { type: 'ordered', recipient, order, attempt: 1 })

  it('waits for the payment of the charge in the answer', () => {
    expect(run(requesting, { type: 'charged', attempt: 1, charge: seen })).toEqual({
      status: 'awaiting',
      recipient,
      charge: seen,
    })
  })

  it('drops answers to an earlier request', () => {
    const again = run(
      requesting,
      { type: 'order_failed', attempt: 1, error: new LeydenError('TIMEOUT', '') },
      { type: 'ordered', recipient, order, attempt: 2 },
    )
    expect(again.status).toBe('requesting')
    for (const event of [
      { type: 'charged', attempt: 1, charge: seen },
      { type: 'mismatched', attempt: 1, mismatch: { field: 'amount' } },
      { type: 'order_failed', attempt: 1, error: new LeydenError('TIMEOUT', '') },
    ] satisfies PayEvent[])
      expect(payTransition(again, event)).toBe(again)
  })

  it('ends in a mismatch without keeping any part of the charge', () => {
    const state = run(requesting, {
      type: 'mismatched',
      attempt: 1,
      mismatch: { field: 'amount', expected: '1', actual: '2' },
    })
    expect(state.status).toBe('mismatch')
    expect(watchedCharges(state)).toEqual([])
  })
})

describe('a payment', () => {
  const awaiting: PayState = { status: 'awaiting', recipient, charge: seen }

  it('is accepted in every state in which the charge can still be paid', () => {
    const states: PayState[] = [
      awaiting,
      { status: 'confirming', recipient, charge: seen, because: 'wallet' },
      { status: 'expired', recipient, charge: seen },
      { status: 'unconfirmed', recipient, charge: seen },
      { status: 'requesting', recipient, order, attempt: 2, earlier: [{ recipient, charge: seen }] },
      { status: 'awaiting', recipient, charge: other, earlier: [{ recipient, charge: seen }] },
      {
        status: 'mismatch',
        recipient,
        order,
        mismatch: { field: 'amount' },
        earlier: [{ recipient, charge: seen }],
      },
      {
        status: 'failed',
        recipient,
        order,
        error: new LeydenError('TIMEOUT', ''),
        earlier: [{ recipient, charge: seen }],
      },
      { status: 'idle', earlier: [{ recipient, charge: seen }] },
    ]
    for (const state of states) {
      const next = payTransition(state, paid(seen.id))
      expect(next, state.status).toMatchObject({ status: 'paid', charge: seen, late: false })
    }
  })

  it('of another charge changes nothing', () => {
    for (const state of Object.values(payFixtures))
      expect(payTransition(state, paid('dd'.repeat(32)))).toBe(state)
  })

  it('is late if it happened after the expiry, not if the page learnt of it after the expiry', () => {
    const expired = new Date('2026-01-01T15:00:30Z')
    const facts = (learntAt: Date, paidAt?: Date) => paymentFacts(seen, { evidence: 'app', learntAt, paidAt })
    expect(facts(expired)).toMatchObject({ late: undefined, at: expired })
    expect(facts(expired, at)).toMatchObject({ late: false, at })
    const after = new Date('2026-01-01T15:00:10Z')
    expect(facts(expired, after)).toMatchObject({ late: true, at: after })
    expect(facts(at)).toMatchObject({ late: false, at })
  })

  it('of the old invoice removes the new one at once', () => {
    const renewed = run(
      awaiting,
      { type: 'expired', id: seen.id },
      { type: 'ordered', recipient, order, attempt: 2 },
      { type: 'charged', attempt: 2, charge: other },
    )
    expect(watchedCharges(renewed).map(({ charge }) => charge)).toEqual([other, seen])
    expect(run(renewed, paid(seen.id))).toMatchObject({ status: 'paid', charge: seen })
  })

  it('of the old invoice is accepted while a wallet pays the new one, or after the new one expired', () => {
    const renewed: PayState = {
      status: 'awaiting',
      recipient,
      charge: unseen,
      earlier: [{ recipient, charge: seen }],
    }
    const asked = run(renewed, { type: 'wallet_asked', id: unseen.id })
    const ended = run(asked, { type: 'watch_ended', id: unseen.id })
    const refused = run(asked, { type: 'wallet_refused', id: unseen.id })
    const late = run(renewed, { type: 'expired', id: unseen.id })
    for (const state of [asked, ended, refused, late])
      expect(run(state, paid(seen.id)), state.status).toMatchObject({ status: 'paid', charge: seen })
  })

  it('is final, whatever event follows', () => {
    const done = run(awaiting, paid(seen.id))
    const error = new LeydenError('TIMEOUT', '')
    const anything: fc.Arbitrary<PayEvent> = fc.constantFrom<PayEvent>(
      { type: 'ordered', recipient, order, attempt: 1 },
      { type: 'charged', attempt: 1, charge: other },
      { type: 'mismatched', attempt: 1, mismatch: { field: 'amount' } },
      { type: 'order_failed', attempt: 1, error },
      { type: 'wallet_asked', id: seen.id },
      { type: 'wallet_refused', id: seen.id },
      { type: 'expired', id: seen.id },
      { type: 'watch_ended', id: seen.id },
      { type: 'claimed', id: seen.id },
      { type: 'reopened', id: seen.id },
      paid(seen.id, new Date('2027-01-01T00:00:00Z')),
      paid(other.id),
    )
    fc.assert(fc.property(fc.array(anything, { maxLength: 30 }), (events) => run(done, ...events) === done))
  })
})

describe('the expiry', () => {
  it('is "expired" if a payment would have been seen, and the charge is still watched', () => {
    const state = run({ status: 'awaiting', recipient, charge: seen }, { type: 'expired', id: seen.id })
    expect(state.status).toBe('expired')
    expect(watchedCharges(state).map(({ charge }) => charge)).toEqual([seen])
    expect(run(state, { type: 'watch_ended', id: seen.id }).status).toBe('expired')
  })

  it('is "unconfirmed", never "expired", if nobody can tell', () => {
    const grace = run({ status: 'awaiting', recipient, charge: unseen }, { type: 'expired', id: unseen.id })
    expect(grace).toMatchObject({ status: 'confirming', because: 'expiry' })
    expect(run(grace, { type: 'watch_ended', id: unseen.id }).status).toBe('unconfirmed')
  })

  it('is "unconfirmed" if a wallet was paying and nobody saw the payment', () => {
    const state = run(
      { status: 'awaiting', recipient, charge: seen },
      { type: 'wallet_asked', id: seen.id },
      { type: 'expired', id: seen.id },
      { type: 'watch_ended', id: seen.id },
    )
    expect(state.status).toBe('unconfirmed')
  })

  it('of an earlier charge leaves the card as it is', () => {
    const state: PayState = {
      status: 'awaiting',
      recipient,
      charge: seen,
      earlier: [{ recipient, charge: other }],
    }
    expect(payTransition(state, { type: 'expired', id: other.id })).toEqual({
      ...state,
      earlier: [{ recipient, charge: other, isOver: true }],
    })
    expect(payTransition(state, { type: 'expired', id: unseen.id })).toBe(state)
  })

  it('counts while a wallet is at work: its answer never shows an expired invoice again', () => {
    const asked = run({ status: 'awaiting', recipient, charge: seen }, { type: 'wallet_asked', id: seen.id })
    const over = run(asked, { type: 'expired', id: seen.id })
    expect(over).toMatchObject({ status: 'confirming', because: 'wallet' })
    for (const type of ['wallet_refused', 'reopened'] as const)
      expect(run(over, { type, id: seen.id }).status, type).toBe('expired')
    const blind = run({ status: 'awaiting', recipient, charge: unseen }, { type: 'claimed', id: unseen.id })
    const blindOver = run(blind, { type: 'expired', id: unseen.id })
    expect(payTransition(blindOver, { type: 'reopened', id: unseen.id })).toBe(blindOver)
  })

  it('ends an invoice even if only the end of the watch is reported', () => {
    const state = run({ status: 'awaiting', recipient, charge: seen }, { type: 'watch_ended', id: seen.id })
    expect(state).toMatchObject({ status: 'expired', isOver: true, hasEnded: true })
    const blind = run(
      { status: 'awaiting', recipient, charge: unseen },
      { type: 'watch_ended', id: unseen.id },
    )
    expect(blind.status).toBe('unconfirmed')
  })
})

describe('the actions of a person', () => {
  it('can claim "paid" only if nobody can tell', () => {
    const blind: PayState = { status: 'awaiting', recipient, charge: unseen }
    expect(run(blind, { type: 'claimed', id: unseen.id }).status).toBe('unconfirmed')
    const watched: PayState = { status: 'awaiting', recipient, charge: seen }
    expect(payTransition(watched, { type: 'claimed', id: seen.id })).toBe(watched)
  })

  it('go back to the form and still show the payment', () => {
    const form = run({ status: 'awaiting', recipient, charge: seen }, { type: 'back' })
    expect(form).toEqual({ status: 'idle', earlier: [{ recipient, charge: seen }] })
    expect(run(form, paid(seen.id)).status).toBe('paid')
  })

  it('show the invoice again when the wallet refuses', () => {
    const state = run(
      { status: 'awaiting', recipient, charge: seen },
      { type: 'wallet_asked', id: seen.id },
      { type: 'wallet_refused', id: seen.id },
    )
    expect(state).toEqual({ status: 'awaiting', recipient, charge: seen, walletRefused: true })
  })
})

describe('the recipient’s message after a payment', () => {
  const success = { tag: 'message', message: 'Thanks!' } as const
  const awaiting: PayState = { status: 'awaiting', recipient, charge: seen }
  const said = (id: string): PayEvent => ({ type: 'paid', id, evidence: 'verify', at, success })

  it('arrives with the payment or after it, and changes nothing else', () => {
    expect(run(awaiting, said(seen.id))).toMatchObject({ status: 'paid', evidence: 'verify', success })
    const later = run(awaiting, paid(seen.id), said(seen.id))
    expect(later).toEqual({ ...run(awaiting, paid(seen.id)), success })
  })

  it('is applied once, and to this payment only', () => {
    const told = run(awaiting, said(seen.id))
    const again: PayEvent = { ...said(seen.id), success: { tag: 'message', message: 'More!' } } as PayEvent
    expect(payTransition(told, again)).toBe(told)
    const untold = run(awaiting, paid(seen.id))
    expect(payTransition(untold, said(other.id))).toBe(untold)
  })
})

describe('a charge that was shown', () => {
  const awaiting: PayState = { status: 'awaiting', recipient, charge: seen }
  const bob = { ...recipient, address: 'bob@wallet.example' }
  const form = run(awaiting, { type: 'back' })

  it.each<[string, PayEvent[]]>([
    ['the person went back to the form', [{ type: 'back' }]],
    [
      'two further invoices were shown',
      [
        { type: 'ordered', recipient, order, attempt: 2 },
        { type: 'charged', attempt: 2, charge: other },
        { type: 'back' },
        { type: 'ordered', recipient, order, attempt: 3 },
        { type: 'charged', attempt: 3, charge: unseen },
      ],
    ],
  ])('is still watched and reported as paid after %s', (_, events) => {
    const state = run(form, ...events)
    expect(watchedCharges(state).map(({ charge }) => charge.id)).toContain(seen.id)
    expect(run(state, paid(seen.id))).toMatchObject({ status: 'paid', charge: seen })
  })

  it('is shown in a notice beside an order for another recipient, which stays', () => {
    const order2 = run(
      form,
      { type: 'ordered', recipient: bob, order, attempt: 3 },
      { type: 'charged', attempt: 3, charge: other },
    )
    const state = run(order2, paid(seen.id))
    expect(state).toMatchObject({
      status: 'awaiting',
      charge: other,
      arrived: [{ charge: seen, isOwn: true }],
    })
    expect(payTransition(state, paid(seen.id))).toBe(state)
    expect(run(state, { type: 'dismissed', id: seen.id }).arrived).toEqual([])
  })

  it('is shown in a notice beside a form with another address', () => {
    const about = (formAddress: string | undefined): PayEvent =>
      ({ ...paid(seen.id), formAddress }) as PayEvent
    expect(run(form, about(bob.address))).toMatchObject({ status: 'idle', arrived: [{ charge: seen }] })
    expect(run(form, about(recipient.address)).status).toBe('paid')
    expect(run(form, about(undefined)).status).toBe('paid')
  })

  it('is reported even if another charge of the order was paid before', () => {
    const both = run(
      form,
      { type: 'ordered', recipient, order, attempt: 2 },
      { type: 'charged', attempt: 2, charge: other },
      paid(other.id),
      { ...paid(seen.id), duplicateOf: other.id } as PayEvent,
    )
    expect(both).toMatchObject({
      status: 'paid',
      charge: other,
      arrived: [{ charge: seen, duplicateOf: other.id }],
    })
  })

  it('is shown again, not twice, when the server returns it again', () => {
    const again = run(
      form,
      { type: 'ordered', recipient, order, attempt: 2 },
      { type: 'charged', attempt: 2, charge: seen },
    )
    expect(watchedCharges(again)).toHaveLength(1)
    expect(again.status).toBe('awaiting')
  })

  it('belongs to its order: another order on the page neither shows nor reports it', () => {
    const changed = run(awaiting, { type: 'order_changed' })
    expect(changed).toEqual(payIdle)
    expect(payTransition(changed, paid(seen.id))).toBe(changed)
    expect(run(form, { type: 'order_changed' })).toEqual(payIdle)
  })

  it('is restored with those that can still be paid', () => {
    const restored = run(payIdle, {
      type: 'restored',
      shown: { recipient, charge: seen },
      earlier: [{ recipient, charge: other, isOver: true }],
    })
    expect(restored).toMatchObject({ status: 'awaiting', charge: seen })
    expect(watchedCharges(restored)).toHaveLength(2)
    const over = run(payIdle, { type: 'restored', shown: { recipient, charge: seen, isOver: true } })
    expect(over.status).toBe('expired')
  })
})

describe('a receipt', () => {
  const facts = { evidence: 'preimage', at, late: false } as const
  const shown = { recipient, charge: seen }

  it('is restored unchanged, and can be left for the form', () => {
    const receipt = run(payIdle, { type: 'restored', shown, payment: facts })
    expect(receipt).toMatchObject({ ...facts, status: 'paid', charge: seen, isRestored: true })
    expect(run(receipt, { type: 'back' }).status).toBe('idle')
  })

  it('does not replace what the person has begun meanwhile', () => {
    const requesting = run(payIdle, { type: 'ordered', recipient, order, attempt: 1 })
    expect(run(requesting, { type: 'restored', shown, payment: facts }).status).toBe('requesting')
  })

  it('is updated with the result of the proof, and nothing else', () => {
    const told = { ...facts, type: 'paid', id: seen.id } as const
    const pending = run({ ...shown, status: 'unconfirmed' }, { ...told, proofDelivery: 'pending' })
    expect(pending).toMatchObject({ status: 'paid', proofDelivery: 'pending' })
    expect(payTransition(pending, { ...told, proofDelivery: 'pending' })).toBe(pending)
    const delivered = run(pending, { ...told, evidence: 'app' })
    expect(delivered).toMatchObject({ evidence: 'preimage', proofDelivery: undefined })
  })
})

describe('a wallet that gives no clear answer', () => {
  const asked = run({ status: 'awaiting', recipient, charge: seen }, { type: 'wallet_asked', id: seen.id })
  const unclear = run(asked, { type: 'wallet_unclear', id: seen.id })

  it('marks its charge as unclear, in every later state', () => {
    expect(unclear).toMatchObject({ status: 'confirming', because: 'unclear' })
    for (const type of ['reopened', 'expired'] as const)
      expect(run(unclear, { type, id: seen.id }), type).toMatchObject({ isUnclear: true })
    expect(run(unclear, { type: 'back' }).earlier).toMatchObject([{ isUnclear: true }])
  })

  it('ends as unconfirmed, never as expired', () => {
    expect(run(unclear, { type: 'expired', id: seen.id }, { type: 'watch_ended', id: seen.id }).status).toBe(
      'unconfirmed',
    )
  })

  it('marks a charge that was left while the wallet was paying, until it refuses clearly', () => {
    const left = run(asked, { type: 'back' })
    expect(left.earlier).toMatchObject([{ isUnclear: true }])
    expect(run(left, { type: 'wallet_refused', id: seen.id }).earlier?.[0]?.isUnclear).toBeUndefined()
    const reopened = run(asked, { type: 'reopened', id: seen.id })
    expect(reopened).toMatchObject({ status: 'awaiting', isUnclear: true })
    expect(run(reopened, { type: 'wallet_refused', id: seen.id })).toMatchObject({
      status: 'awaiting',
      isUnclear: undefined,
    })
  })
})

describe('a payment that no widget shows', () => {
  it('is shown in a notice, once', () => {
    const payment = { charge: other, isOwn: false, evidence: 'app', at, late: false } as const
    for (const state of Object.values(payFixtures)) {
      const told = payTransition(state, { type: 'arrived', payment })
      expect(told).toEqual({ ...state, arrived: [payment] })
      expect(payTransition(told, { type: 'arrived', payment })).toBe(told)
    }
  })
})
