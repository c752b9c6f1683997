import { LeydenError, type RampStatus, type WatchState } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { rampVariants } from '../../test-support/ramp-variants.js'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from './fixtures.js'
import { rampTransition } from './ramp-flow.js'
import type { CheckedSession } from './ramp-session.js'
import {
  leftSession,
  movingSession,
  offeredSession,
  type RampEvent,
  type RampState,
  rampIdle,
  watchedSessions,
} from './ramp-state.js'

const session = rampFixtureSession
const second: CheckedSession = { ...session, id: 'ses_second' }
const third: CheckedSession = { ...session, id: 'ses_third' }
const at = '2026-01-01T14:02:00.000Z'
const applyEvents = (state: RampState, ...events: RampEvent[]) => events.reduce(rampTransition, state)
const watched = (
  id: string,
  status: RampStatus,
  change: Partial<Extract<WatchState, { kind: 'ramp' }>> = {},
): RampEvent => ({ type: 'watched', id, kind: 'ramp', status, at, ...change })
const idsOf = (state: RampState) => watchedSessions(state).map(({ id }) => id)
const requested: RampEvent = { type: 'requested', attempt: 2, presentation: 'frame', after: session.id }
const states: [string, RampState][] = [...Object.entries(rampFixtures), ...Object.entries(rampVariants)]

describe('the sessions that the server lists', () => {
  it('are watched in every state, after those that the page has shown', () => {
    for (const [name, state] of states) {
      const listed = applyEvents(state, { type: 'listed', sessions: [second, third] })
      expect(listed, name).toEqual({ ...state, earlier: [...state.earlier, second, third] })
    }
  })

  it('change nothing if the page knows them', () => {
    for (const [name, state] of states) {
      const known = [...('session' in state ? [state.session] : []), ...state.earlier]
      expect(rampTransition(state, { type: 'listed', sessions: known }), name).toBe(state)
    }
    const linked = rampVariants['open, with a link']
    expect(rampTransition(linked, { type: 'listed', sessions: [rampFixtureFallback] })).toBe(linked)
  })

  it('may complete the order in place of the one that is shown', () => {
    const listed = applyEvents(rampFixtures.open, { type: 'listed', sessions: [second] })
    const completed = applyEvents(listed, watched(second.id, 'completed'))
    expect(completed).toMatchObject({ status: 'completed', session: { id: second.id }, earlier: [session] })
    expect(completed).toHaveProperty('duplicateOf', undefined)
  })
})

describe('a further session of the order', () => {
  it('replaces the one that the request names, which is still watched', () => {
    const creating = applyEvents(rampFixtures.open, requested)
    expect(creating).toMatchObject({ status: 'creating', after: session.id, earlier: [session] })
    const created = applyEvents(creating, { type: 'created', attempt: 2, session: second })
    expect(created).toMatchObject({ status: 'loading', session: second, earlier: [session] })
    expect(idsOf(created)).toEqual([second.id, session.id])
  })

  it('is not requested while the page of one in which money moves is shown', () => {
    const moving = rampVariants['processing, money moves']
    expect(rampTransition(moving, requested)).toBe(moving)
  })

  it('may be the same again, to get back to its page while money moves', () => {
    const elsewhere = rampVariants['processing, on another device']
    const creating = applyEvents(elsewhere, { type: 'requested', attempt: 2, presentation: 'frame' })
    expect(creating).toMatchObject({ status: 'creating', earlier: [session] })
    const framed = applyEvents(
      creating,
      { type: 'created', attempt: 2, session },
      watched(session.id, 'processing'),
    )
    expect(framed).toMatchObject({ status: 'processing', because: 'server', framed: true, earlier: [] })
  })

  it('that the server refuses leaves the sessions watched', () => {
    const error = new LeydenError('NO_FURTHER_SESSION', 'No.', { reason: 'too_many_sessions' })
    const refused = applyEvents(rampFixtures.resumed, requested, { type: 'not_created', attempt: 2, error })
    expect(refused).toMatchObject({ status: 'failed', failure: { error } })
    expect(idsOf(refused)).toEqual([session.id])
    const goOn = applyEvents(refused, { type: 'requested', attempt: 3, presentation: 'frame' })
    expect(goOn).toMatchObject({ status: 'creating', after: undefined })
  })
})

describe('a second completed session of the order', () => {
  const completeFirst = () =>
    applyEvents(
      rampFixtures.open,
      { type: 'listed', sessions: [second] },
      watched(session.id, 'completed', { details: { amount: '0.1', currency: 'BTC' } }),
    )

  it('is watched while the receipt of the first is shown, and replaces it', () => {
    const completed = completeFirst()
    expect(completed).toMatchObject({ status: 'completed', session: { id: session.id } })
    expect(idsOf(completed)).toEqual([second.id])
    const twice = applyEvents(
      completed,
      watched(second.id, 'completed', {
        duplicate_of: session.id,
        details: { amount: '0.2' },
        livemode: true,
      }),
    )
    expect(twice).toMatchObject({
      status: 'completed',
      session: { id: second.id, known: 'completed' },
      details: { amount: '0.2' },
      livemode: true,
      duplicateOf: session.id,
      at: new Date(at),
    })
  })

  it('without a contradiction does not replace the receipt before it is closed', () => {
    const completed = completeFirst()
    const known = applyEvents(completed, watched(second.id, 'completed'))
    expect(known).toMatchObject({ status: 'completed', session: { id: session.id } })
    expect(known.earlier).toMatchObject([{ id: second.id, known: 'completed' }])
  })

  it.each(['processing', 'failed', 'cancelled', 'needs_review', 'open'] as const)(
    'that is %s does not replace the receipt',
    (status) => {
      const known = applyEvents(completeFirst(), watched(second.id, status, { duplicate_of: session.id }))
      expect(known).toMatchObject({ status: 'completed', session: { id: session.id } })
      expect(known.earlier).toMatchObject([{ id: second.id, known: status }])
    },
  )

  it('is still watched after the receipt was closed', () => {
    const completed = completeFirst()
    const closed = applyEvents(completed, { type: 'closed' })
    expect([closed.status, idsOf(closed)]).toEqual(['idle', [second.id]])
    expect(applyEvents(closed, watched(second.id, 'completed', { duplicate_of: session.id }))).toMatchObject({
      status: 'completed',
      duplicateOf: session.id,
    })
  })
})

describe('a session with a sign of payment', () => {
  const withSign = (status: RampStatus, from: RampState = rampFixtures.open) =>
    applyEvents(from, watched(session.id, status), { type: 'closed' })

  it.each(['processing', 'needs_review'] as const)('is found while it is %s, and shown again', (status) => {
    const closed = withSign(status)
    expect(closed.status).toBe('idle')
    expect(movingSession(closed)).toMatchObject({ id: session.id, known: status })
    const shown = applyEvents(closed, { type: 'returned', id: session.id })
    expect(shown).toMatchObject({ status, session: { id: session.id, known: status }, earlier: [] })
    if (status === 'processing') expect(shown).toMatchObject({ because: 'server', framed: false })
  })

  it.each(['created', 'open', 'cancelled', 'failed', 'expired'] as const)(
    'is none while it is %s',
    (status) => {
      expect(movingSession(withSign(status, rampFixtures.loading))).toBeUndefined()
    },
  )

  it('is found among the sessions of an earlier page load', () => {
    const restored = applyEvents(rampIdle, { type: 'restored', earlier: [second, session] })
    const known = applyEvents(restored, watched(session.id, 'processing'), { type: 'closed' })
    expect(movingSession(known)?.id).toBe(session.id)
  })

  it('is shown again from every state without a session at work', () => {
    const moving: CheckedSession = { ...third, known: 'processing' }
    const { idle, failed, cancelled, expired, unconfirmed, resumed } = rampFixtures
    for (const state of [idle, failed, cancelled, expired, unconfirmed, resumed]) {
      const shown = applyEvents({ ...state, earlier: [moving] }, { type: 'returned', id: third.id })
      expect(shown, state.status).toMatchObject({ status: 'processing', session: moving })
    }
  })

  it('that is not watched changes nothing', () => {
    for (const [name, state] of states)
      expect(rampTransition(state, { type: 'returned', id: 'ses_unknown' }), name).toBe(state)
  })
})

describe('a session that the person has left', () => {
  const expired: RampEvent = { type: 'expired', id: session.id }
  const left: [string, RampState, CheckedSession | undefined][] = [
    ['one that was closed', rampFixtures.cancelled, session],
    ['a link that was followed', rampVariants['handoff, followed'], session],
    ['one that is shown again', { ...rampFixtures.resumed, session }, session],
    ['one before the start', { ...rampIdle, earlier: [rampFixtures.resumed.session, session] }, session],
    ['one of an earlier page load', rampFixtures.resumed, undefined],
    ['a link that nobody has followed', rampFixtures.handoff, undefined],
    ['one beside which another is shown', { ...rampFixtures.open, earlier: [second] }, undefined],
    ['one that was closed and has expired', applyEvents(rampFixtures.cancelled, expired), undefined],
    ['a followed link that expired', applyEvents(rampVariants['handoff, followed'], expired), undefined],
    [
      'one that the provider’s page has closed',
      applyEvents(rampFixtures.open, { type: 'message', id: session.id, message: { type: 'close' } }),
      undefined,
    ],
    ...(['processing', 'needs_review', 'completed', 'failed', 'cancelled', 'expired'] as const).map(
      (known): [string, RampState, undefined] => [
        `one that is ${known}`,
        { ...rampIdle, earlier: [{ ...session, known }] },
        undefined,
      ],
    ),
  ]

  it.each(left)('may be gone on with: %s', (_, state, found) => {
    expect(leftSession(state)).toBe(found)
  })

  it('is gone on with in a frame or behind its link, and nothing else is', () => {
    for (const [name, state, found] of left) {
      const events = (['frame', 'link'] as const).map(
        (presentation): RampEvent => ({ type: 'continued', id: session.id, presentation }),
      )
      const next = events.map((event) => rampTransition(state, event))
      if (found && state.status !== 'idle')
        expect(next, name).toMatchObject([
          { status: 'loading', session: found, ending: false },
          { status: 'handoff', session: found, opened: false },
        ])
      else for (const same of next) expect(same, name).toBe(state)
      expect(rampTransition(state, { type: 'continued', id: 'ses_unknown', presentation: 'frame' })).toBe(
        state,
      )
    }
  })

  it('is shown before a new one, unless it has ended', () => {
    const returned: RampEvent = { type: 'returned', id: session.id }
    for (const known of ['created', 'open'] as const)
      expect(rampTransition({ ...rampIdle, earlier: [{ ...session, known }] }, returned)).toMatchObject({
        status: 'resumed',
        session: { id: session.id, known },
      })
    for (const known of ['completed', 'failed', 'cancelled', 'expired'] as const) {
      const ended: RampState = { ...rampIdle, earlier: [{ ...session, known }] }
      expect(rampTransition(ended, returned)).toBe(ended)
    }
  })
})

describe('a session that the server does not know any more', () => {
  it('is dropped alone, and the others are still watched', () => {
    const listed = applyEvents(rampFixtures.resumed, { type: 'listed', sessions: [second, third] })
    const dropped = applyEvents(listed, { type: 'forgotten', id: second.id })
    expect([dropped.status, idsOf(dropped)]).toEqual(['resumed', [session.id, third.id]])
    const idle = applyEvents(listed, { type: 'forgotten', id: session.id })
    expect([idle.status, idsOf(idle)]).toEqual(['idle', [second.id, third.id]])
  })
})

describe('a review of a session', () => {
  it('is kept, also if it changes nothing else', () => {
    const reviewed_at = '2026-01-01T15:00:00.000Z'
    const completed = applyEvents(rampFixtures.open, watched(session.id, 'completed'))
    const released = applyEvents(completed, watched(session.id, 'completed', { reviewed_at }))
    expect(released).toMatchObject({ status: 'completed', session: { reviewedAt: reviewed_at } })
  })
})

describe('a report that contradicts the purchase', () => {
  it('is shown with the fields, and what the server knows', () => {
    const details = { destination: 'alice@wallet.example', reference_id: 'order_8123' }
    const review = applyEvents(
      rampFixtures.open,
      watched(session.id, 'needs_review', { suspect: ['destination'], details }),
    )
    expect(review).toMatchObject({ status: 'needs_review', suspect: ['destination'], details })
  })
})

describe('the session behind the offered link', () => {
  it.each<[string, RampState, CheckedSession | undefined]>([
    ['a link to a ready session', rampFixtures.handoff, session],
    ['a link that was followed', rampVariants['handoff, followed'], undefined],
    ['a payment on another device', rampVariants['processing, on another device'], session],
    ['a payment in the frame', rampVariants['processing, money moves'], undefined],
    ['a frame with a link', rampVariants['open, with a link'], rampFixtureFallback],
    ['a frame whose link is being made', rampVariants['open, a link is being made'], undefined],
    ['a frame without a link', rampFixtures.open, undefined],
    ['a blocked frame', rampFixtures.blocked, rampFixtureFallback],
    ['a session of an earlier page load', rampFixtures.resumed, undefined],
    ['nothing', rampIdle, undefined],
  ])('of %s', (_, state, offered) => {
    expect(offeredSession(state)).toBe(offered)
  })
})
