import { LeydenError, type RampStatus, type WatchState } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { rampFixtureNow, rampVariants } from '../../test-support/ramp-variants.js'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from './fixtures.js'
import type { FrameMessage } from './frame-message.js'
import { rampTransition } from './ramp-flow.js'
import type { CheckedSession } from './ramp-session.js'
import { type RampEvent, type RampState, rampIdle, watchedSessions } from './ramp-state.js'

const session = rampFixtureSession
const secondSession: CheckedSession = { ...session, id: 'ses_second' }
const { id } = session
const error = new LeydenError('SERVICE_UNAVAILABLE', 'down')
const at = rampFixtureNow.toISOString()

const applyEvents = (state: RampState, ...events: RampEvent[]) => events.reduce(rampTransition, state)
const requestedEvent = (attempt = 1, presentation: 'frame' | 'link' = 'frame'): RampEvent => ({
  type: 'requested',
  attempt,
  presentation,
})
const createdEvent = (attempt = 1, createdSession = session): RampEvent => ({
  type: 'created',
  attempt,
  session: createdSession,
})
const messageEvent = (message: FrameMessage, sessionId = id): RampEvent => ({
  type: 'message',
  id: sessionId,
  message,
})
const watchedEvent = (
  status: RampStatus,
  sessionId = id,
  change: Partial<Extract<WatchState, { kind: 'ramp' }>> = {},
): RampEvent => ({ type: 'watched', id: sessionId, kind: 'ramp', status, at, ...change })

const { loading, open, resumed, handoff, blocked, processing, expired, idle } = rampFixtures
const states: [string, RampState][] = [...Object.entries(rampFixtures), ...Object.entries(rampVariants)]

describe('from a click to the frame', () => {
  it('creates, loads and opens', () => {
    const afterClick = applyEvents(rampIdle, requestedEvent())
    expect(afterClick).toStrictEqual({
      status: 'creating',
      attempt: 1,
      presentation: 'frame',
      after: undefined,
      earlier: [],
    })
    const framed = applyEvents(afterClick, createdEvent())
    expect(framed).toEqual({ status: 'loading', session, ending: false, earlier: [] })
    expect(applyEvents(framed, messageEvent({ type: 'ready' }))).toMatchObject({
      status: 'open',
      session,
      quiet: false,
    })
  })

  it('asks a guest first if the page knows that the person is a guest', () => {
    expect(applyEvents(rampIdle, { type: 'asked' }, requestedEvent())).toMatchObject({ status: 'creating' })
  })

  it('asks for the e-mail address when the server wants one', () => {
    const refused = { type: 'not_created', attempt: 1, error, problem: 'email' } as const
    const asking = applyEvents(rampIdle, requestedEvent(), refused)
    expect(asking).toEqual({ status: 'asking', problem: 'email', earlier: [] })
    expect(applyEvents(asking, requestedEvent(2), createdEvent(2))).toMatchObject({ status: 'loading' })
  })

  it('fails with the error, and can be retried', () => {
    const failed = applyEvents(rampIdle, requestedEvent(), {
      type: 'not_created',
      attempt: 1,
      error,
    })
    expect(failed).toEqual({
      status: 'failed',
      failure: { kind: 'request', error },
      earlier: [],
    })
    expect(applyEvents(failed, requestedEvent(2)).status).toBe('creating')
  })

  it('drops answers to an earlier attempt', () => {
    const secondAttempt = applyEvents(rampIdle, requestedEvent(1), requestedEvent(2))
    expect(rampTransition(secondAttempt, createdEvent(1))).toBe(secondAttempt)
    expect(rampTransition(secondAttempt, { type: 'not_created', attempt: 1, error })).toBe(secondAttempt)
    const closed = applyEvents(rampIdle, requestedEvent(1), { type: 'closed' })
    expect(rampTransition(closed, createdEvent(1))).toBe(closed)
  })

  it('starts over with another session when the request changes, and still watches the first', () => {
    const next = applyEvents(open, requestedEvent(2))
    expect(next).toEqual({ status: 'creating', attempt: 2, presentation: 'frame', earlier: [session] })
    expect(applyEvents(next, createdEvent(2, secondSession))).toMatchObject({
      status: 'loading',
      earlier: [session],
    })
  })

  it('makes no session once money moves, or the result is known', () => {
    for (const state of [processing, rampFixtures.completed, rampFixtures.needs_review])
      expect(rampTransition(state, requestedEvent(9))).toBe(state)
  })
})

describe('messages of the frame', () => {
  it('update the progress', () => {
    expect(
      applyEvents(loading, messageEvent({ type: 'step', step: 'kyc', detail: 'pending' })),
    ).toMatchObject({
      status: 'open',
      step: { name: 'kyc', detail: 'pending' },
    })
    expect(applyEvents(open, messageEvent({ type: 'trouble' }))).toMatchObject({
      status: 'open',
      trouble: true,
      step: { name: 'quote' },
    })
    expect(
      applyEvents(open, messageEvent({ type: 'trouble' }), messageEvent({ type: 'step', step: 'card' })),
    ).toMatchObject({
      trouble: false,
      step: { name: 'card' },
    })
    expect(applyEvents(open, messageEvent({ type: 'close' }))).toMatchObject({
      status: 'cancelled',
      by: 'provider',
      // Nobody is sent back to a page that is over.
      session: { ...session, widgetUrl: undefined },
    })
    expect(rampTransition(open, messageEvent({ type: 'height', heightPx: 400 }))).toBe(open)
    // Some pages say again that they are ready.
    expect(rampTransition(open, messageEvent({ type: 'ready' }))).toEqual(open)
  })

  it('never complete a purchase, whatever they are and however many', () => {
    const messages: FrameMessage[] = [
      { type: 'ready' },
      { type: 'step', step: 'completed' },
      { type: 'done' },
      { type: 'trouble' },
      { type: 'close' },
      { type: 'height', heightPx: 1 },
    ]
    for (const [name, state] of states) {
      if (state.status === 'completed') continue
      const ends = messages.flatMap((a) =>
        messages.map((b) => applyEvents(state, messageEvent(a), messageEvent(b), messageEvent(a)).status),
      )
      expect(ends, name).not.toContain('completed')
      expect(ends, name).not.toContain(state.status === 'needs_review' ? 'x' : 'needs_review')
    }
  })

  it('wait for the server after "done", with the frame kept alive', () => {
    expect(applyEvents(open, messageEvent({ type: 'done' }))).toEqual({
      status: 'processing',
      session,
      because: 'frame',
      framed: true,
      earlier: [],
    })
  })

  it('count only for the session that they belong to', () => {
    for (const state of [loading, open, rampVariants['expired, the frame kept'], processing])
      expect(rampTransition(state, messageEvent({ type: 'done' }, 'ses_other'))).toBe(state)
  })

  it('show a frame again that posts messages after its session has expired', () => {
    expect(
      applyEvents(rampVariants['expired, the frame kept'], messageEvent({ type: 'step', step: 'kyc' })),
    ).toMatchObject({
      status: 'open',
      ending: true,
      step: { name: 'kyc' },
    })
    expect(rampTransition(expired, messageEvent({ type: 'ready' }))).toBe(expired)
    const kept = rampVariants['expired, the frame kept']
    expect(rampTransition(kept, messageEvent({ type: 'height', heightPx: 400 }))).toBe(kept)
  })

  it('keep a frame shown whose session the server reports as expired again and again', () => {
    const shown = applyEvents(open, watchedEvent('expired'), messageEvent({ type: 'step', step: 'kyc' }))
    expect(shown.status).toBe('open')
    expect(rampTransition(shown, watchedEvent('expired'))).toBe(shown)
  })

  it('remove a frame that closes itself while money moves', () => {
    const moving = rampVariants['processing, money moves']
    expect(applyEvents(moving, messageEvent({ type: 'done' }))).toMatchObject({
      because: 'frame',
      framed: true,
    })
    expect(applyEvents(moving, messageEvent({ type: 'close' }))).toMatchObject({
      status: 'processing',
      framed: false,
    })
    expect(rampTransition(moving, messageEvent({ type: 'step', step: 'x' }))).toBe(moving)
  })

  it('change nothing once the frame is gone, or if it is known that the frame is done', () => {
    for (const state of [rampVariants['processing, on another device'], processing])
      expect(rampTransition(state, messageEvent({ type: 'done' }))).toBe(state)
  })
})

describe('a timer event', () => {
  it('warns before the expiry, then keeps a frame in which the provider may still work', () => {
    expect(applyEvents(open, { type: 'ending', id })).toMatchObject({ status: 'open', ending: true })
    expect(applyEvents(open, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: true })
    expect(applyEvents(loading, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: true })
    expect(applyEvents(handoff, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: false })
    expect(applyEvents(resumed, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: false })
  })

  it('of another session, or of a used or expired one, changes nothing', () => {
    const followed = rampVariants['handoff, followed']
    for (const state of [processing, rampFixtures.completed])
      expect(rampTransition(state, { type: 'expired', id })).toBe(state)
    // Only its link is dropped, because nobody may be sent back to it.
    for (const state of [followed, rampFixtures.cancelled]) {
      const session = { ...state.session, widgetUrl: undefined }
      expect(rampTransition(state, { type: 'expired', id })).toMatchObject({ ...state, session })
    }
    for (const [, state] of states) {
      expect(rampTransition(state, { type: 'expired', id: 'x' })).toBe(state)
      expect(rampTransition(state, { type: 'ending', id: 'x' })).toBe(state)
      expect(rampTransition(state, { type: 'silent', id: 'x' })).toBe(state)
    }
  })

  it('offers a link if the frame sends no message, and keeps the frame', () => {
    expect(applyEvents(loading, { type: 'silent', id })).toEqual({
      ...loading,
      status: 'open',
      quiet: true,
      trouble: false,
    })
    expect(rampTransition(open, { type: 'silent', id })).toBe(open)
    expect(applyEvents(loading, { type: 'silent', id }, messageEvent({ type: 'ready' }))).toMatchObject({
      quiet: false,
    })
  })

  it('renews a session whose link was not followed', () => {
    expect(applyEvents(handoff, requestedEvent(2, 'link'), createdEvent(2, secondSession))).toEqual({
      status: 'handoff',
      session: secondSession,
      opened: false,
      earlier: [session],
    })
  })
})

describe('the link to a new tab', () => {
  const fallbackLink = rampFixtureFallback
  it('makes a second session beside the frame, and leaves the frame only when the link is followed', () => {
    const creatingLink = applyEvents(open, { type: 'link_requested', attempt: 2 })
    expect(creatingLink).toMatchObject({
      status: 'open',
      session,
      fallbackLink: { status: 'creating', attempt: 2 },
    })
    expect(rampTransition(creatingLink, { type: 'link_requested', attempt: 3 })).toBe(creatingLink)
    const ready = applyEvents(creatingLink, createdEvent(2, fallbackLink))
    expect(ready).toMatchObject({
      status: 'open',
      session,
      fallbackLink: { status: 'ready', session: fallbackLink },
    })
    expect(applyEvents(ready, { type: 'link_opened', id: fallbackLink.id })).toEqual({
      status: 'handoff',
      session: fallbackLink,
      opened: true,
      earlier: [session],
    })
  })

  it('is not requested again while there is one', () => {
    for (const state of [rampVariants['open, with a link'], blocked])
      expect(rampTransition(state, { type: 'link_requested', attempt: 3 })).toBe(state)
  })

  it('can be followed after a report of its session', () => {
    const reported = applyEvents(rampVariants['open, with a link'], watchedEvent('open', fallbackLink.id))
    expect(reported).toMatchObject({
      status: 'open',
      session,
      fallbackLink: { status: 'ready', session: { id: fallbackLink.id, known: 'open' } },
    })
  })

  it('can be requested again after a failure', () => {
    const failed = applyEvents(
      open,
      { type: 'link_requested', attempt: 2 },
      { type: 'not_created', attempt: 2, error },
    )
    expect(failed).toMatchObject({ status: 'open', fallbackLink: { status: 'failed', error } })
    expect(applyEvents(failed, { type: 'link_requested', attempt: 3 })).toMatchObject({
      fallbackLink: { status: 'creating' },
    })
  })

  it('is removed when it expires, and its session is still watched', () => {
    const ready = rampVariants['open, with a link']
    const withoutLink = applyEvents(ready, { type: 'expired', id: fallbackLink.id })
    expect(withoutLink).toMatchObject({ status: 'open', session, earlier: [fallbackLink] })
    expect(withoutLink).not.toHaveProperty('fallbackLink')
    expect(applyEvents(blocked, { type: 'expired', id: fallbackLink.id })).not.toHaveProperty('fallbackLink')
  })

  it('is shown when the frame is proven blocked, before or after it was shown', () => {
    const block: RampEvent = { type: 'blocked', reason: 'coep' }
    expect(applyEvents(rampIdle, block)).toEqual({ status: 'blocked', reason: 'coep', earlier: [] })
    expect(applyEvents(rampFixtures.creating, { ...block, session: fallbackLink })).toEqual({
      status: 'blocked',
      reason: 'coep',
      fallbackLink: { status: 'ready', session: fallbackLink },
      earlier: [],
    })
    const after = applyEvents(loading, block)
    expect(after).toEqual({ status: 'blocked', reason: 'coep', earlier: [session] })
    expect(
      applyEvents(after, { type: 'link_requested', attempt: 2 }, createdEvent(2, fallbackLink)),
    ).toMatchObject({
      status: 'blocked',
      fallbackLink: { status: 'ready', session: fallbackLink },
    })
  })

  it('does not remove a frame in which money moves', () => {
    const moving = rampVariants['processing, money moves']
    expect(rampTransition(moving, { type: 'blocked', reason: 'coep' })).toBe(moving)
  })

  it('drops answers to an earlier request of a link', () => {
    const creatingLink = applyEvents(open, { type: 'link_requested', attempt: 2 })
    expect(rampTransition(creatingLink, createdEvent(1, fallbackLink))).toBe(creatingLink)
    expect(rampTransition(creatingLink, { type: 'not_created', attempt: 1, error })).toBe(creatingLink)
    expect(rampTransition(open, createdEvent(2, fallbackLink))).toBe(open)
    expect(rampTransition(creatingLink, { type: 'link_opened', id: fallbackLink.id })).toBe(creatingLink)
  })
})

describe("the server's status", () => {
  it('completes from every state that shows the session, once', () => {
    const details = { amount: '0.00042', currency: 'BTC' }
    for (const [name, state] of states) {
      const shownSession = watchedSessions(state).find(({ known }) => known !== 'needs_review')
      if (!shownSession) continue
      const livemode = shownSession.mode === 'live'
      const completedState = rampTransition(
        state,
        watchedEvent('completed', shownSession.id, { livemode, details }),
      )
      expect(completedState, name).toMatchObject({
        status: 'completed',
        session: { id: shownSession.id },
        details,
        livemode,
      })
      for (const status of ['completed', 'failed', 'created'] as const)
        expect(rampTransition(completedState, watchedEvent(status, shownSession.id, { livemode }))).toBe(
          completedState,
        )
    }
  })

  it('about a session that was not shown changes nothing', () => {
    for (const [name, state] of states)
      expect(rampTransition(state, watchedEvent('completed', 'ses_unknown')), name).toBe(state)
  })

  it('leads to the right state for each report while the frame is open', () => {
    expect(applyEvents(open, watchedEvent('created'))).toBe(open)
    expect(applyEvents(open, watchedEvent('open'))).toMatchObject({
      status: 'open',
      session: { known: 'open' },
    })
    expect(applyEvents(open, watchedEvent('processing'))).toMatchObject({
      status: 'processing',
      because: 'server',
      framed: true,
    })
    expect(applyEvents(open, watchedEvent('failed'))).toMatchObject({
      status: 'failed',
      failure: { kind: 'purchase' },
    })
    expect(applyEvents(open, watchedEvent('cancelled'))).toMatchObject({
      status: 'cancelled',
      by: 'provider',
    })
    expect(applyEvents(open, watchedEvent('expired'))).toMatchObject({ status: 'expired', framed: true })
    expect(applyEvents(open, watchedEvent('needs_review'))).toMatchObject({ status: 'needs_review' })
  })

  it('ignores earlier reports', () => {
    const failed = applyEvents(open, watchedEvent('failed'))
    for (const status of ['created', 'open', 'expired', 'cancelled', 'processing'] as const)
      expect(rampTransition(failed, watchedEvent(status))).toBe(failed)
    expect(applyEvents(failed, watchedEvent('completed')).status).toBe('completed')
    const cancelled = applyEvents(open, watchedEvent('cancelled'))
    expect(applyEvents(cancelled, watchedEvent('processing')).status).toBe('processing')
  })

  it('that contradicts itself needs a review, whichever report came first', () => {
    expect(applyEvents(open, watchedEvent('completed'), watchedEvent('needs_review')).status).toBe(
      'needs_review',
    )
    expect(applyEvents(open, watchedEvent('needs_review'), watchedEvent('completed')).status).toBe(
      'needs_review',
    )
  })

  it.each(['processing', 'completed', 'failed', 'needs_review'] as const)(
    'leaves the screen to the session that needs a person to look when another one is %s, until it is closed',
    (status) => {
      const twoSessions = applyEvents(open, requestedEvent(2), createdEvent(2, secondSession))
      const review = applyEvents(twoSessions, watchedEvent('needs_review'))
      expect(review).toMatchObject({ status: 'needs_review', session: { id }, earlier: [secondSession] })
      expect(rampTransition(review, watchedEvent(status, secondSession.id))).toBe(review)
      expect(watchedSessions(review).map((watchedSession) => watchedSession.id)).toEqual([id])
      const closed = applyEvents(review, { type: 'closed' })
      expect(watchedSessions(closed).map((watchedSession) => watchedSession.id)).toContain(secondSession.id)
      const afterClosing = applyEvents(closed, watchedEvent(status, secondSession.id))
      if (status !== 'failed')
        expect(afterClosing).toMatchObject({ status, session: { id: secondSession.id } })
    },
  )

  it.each(['processing', 'completed', 'failed', 'cancelled'] as const)(
    'after a review beats what was known before it: %s',
    (status) => {
      const reviewed_at = '2026-01-01T15:00:00.000Z'
      const review = applyEvents(open, watchedEvent('needs_review'))
      const after = applyEvents(review, watchedEvent(status, id, { reviewed_at, livemode: false }))
      expect(after.status).toBe(status)
      // A report from before the review may arrive after it.
      expect(rampTransition(after, watchedEvent('needs_review'))).toBe(after)
      expect(rampTransition(after, watchedEvent(status, id, { reviewed_at, livemode: false }))).toBe(after)
      const secondReview = watchedEvent('needs_review', id, { reviewed_at })
      expect(applyEvents(after, secondReview).status).toBe('needs_review')
      const later = watchedEvent('completed', id, { reviewed_at: '2026-01-01T16:00:00.000Z' })
      expect(applyEvents(after, secondReview, later).status).toBe('completed')
    },
  )

  it('after a review that found no purchase keeps waiting', () => {
    const reviewed_at = '2026-01-01T15:00:00.000Z'
    const waiting = applyEvents(
      open,
      watchedEvent('needs_review'),
      watchedEvent('created', id, { reviewed_at }),
    )
    expect(waiting).toMatchObject({ status: 'resumed', session: { id } })
    expect(applyEvents(waiting, watchedEvent('completed', id, { reviewed_at })).status).toBe('completed')
  })

  it('keeps waiting when a session is closed whose frame reported "done"', () => {
    const waiting = applyEvents(open, messageEvent({ type: 'done' }), watchedEvent('cancelled'))
    expect(waiting).toMatchObject({ status: 'processing', session: { known: 'cancelled' } })
    expect(applyEvents(waiting, watchedEvent('completed')).status).toBe('completed')
  })

  it('of test money for a live session needs a review', () => {
    expect(applyEvents(open, watchedEvent('completed', id, { livemode: false })).status).toBe('needs_review')
    const test = rampVariants['open, test mode']
    expect(applyEvents(test, watchedEvent('completed', id, { livemode: true })).status).toBe('needs_review')
    expect(applyEvents(test, watchedEvent('completed', id, { livemode: false })).status).toBe('completed')
  })

  it('removes a new session when money moves in the one before', () => {
    const renewed = applyEvents(open, requestedEvent(2), createdEvent(2, secondSession))
    expect(applyEvents(renewed, watchedEvent('processing'))).toMatchObject({
      status: 'processing',
      session: { id },
      framed: false,
      earlier: [secondSession],
    })
    expect(applyEvents(renewed, watchedEvent('completed'))).toMatchObject({
      status: 'completed',
      session: { id },
    })
    expect(applyEvents(renewed, watchedEvent('cancelled'))).toMatchObject({
      status: 'loading',
      session: secondSession,
    })
    expect(applyEvents(renewed, watchedEvent('failed'))).toMatchObject({
      status: 'loading',
      session: secondSession,
    })
  })

  it('shows a purchase that was made with the QR code only', () => {
    const completedState = applyEvents(blocked, watchedEvent('completed', rampFixtureFallback.id))
    expect(completedState).toMatchObject({ status: 'completed', session: { id: rampFixtureFallback.id } })
    expect(applyEvents(handoff, watchedEvent('processing'))).toMatchObject({
      status: 'processing',
      framed: false,
    })
  })
})

describe('closing and returning', () => {
  it('still watches what was shown', () => {
    for (const [name, state] of states) {
      const ids = (rampState: RampState) =>
        watchedSessions(rampState).map((watchedSession) => watchedSession.id)
      const after = applyEvents(state, { type: 'closed' }, { type: 'closed' })
      expect(after.status, name).toBe('idle')
      // While a review is pending, the other sessions are not watched.
      const earlierIds =
        state.status === 'needs_review' ? state.earlier.map((earlierSession) => earlierSession.id) : []
      expect(ids(after).sort(), name).toEqual([...ids(state), ...earlierIds].sort())
    }
  })

  it('cancels a purchase whose link was followed, and only forgets a link that was not', () => {
    expect(applyEvents(rampVariants['handoff, followed'], { type: 'closed' })).toEqual({
      status: 'cancelled',
      session,
      by: 'person',
      earlier: [],
    })
    expect(applyEvents(handoff, { type: 'closed' })).toEqual({ status: 'idle', earlier: [session] })
  })

  it('shows the result of a purchase whose view was closed', () => {
    const closed = applyEvents(processing, { type: 'closed' })
    expect(closed.status).toBe('idle')
    expect(applyEvents(closed, watchedEvent('completed')).status).toBe('completed')
  })

  it('restores a session after a reload, without framing it', () => {
    expect(applyEvents(rampIdle, { type: 'restored', session, earlier: [secondSession] })).toEqual({
      status: 'resumed',
      session,
      earlier: [secondSession],
    })
    expect(applyEvents(rampIdle, { type: 'restored', earlier: [secondSession] })).toEqual({
      status: 'idle',
      earlier: [secondSession],
    })
    expect(rampTransition(open, { type: 'restored', session: secondSession, earlier: [] })).toBe(open)
    expect(applyEvents(resumed, watchedEvent('completed', resumed.session.id)).status).toBe('completed')
    expect(applyEvents(resumed, requestedEvent(1))).toMatchObject({
      status: 'creating',
      earlier: [resumed.session],
    })
  })

  it('drops a session that the server no longer knows', () => {
    expect(applyEvents(resumed, { type: 'forgotten', id: resumed.session.id })).toEqual(idle)
    expect(
      applyEvents(
        idle,
        { type: 'restored', earlier: [secondSession] },
        { type: 'forgotten', id: secondSession.id },
      ),
    ).toEqual(idle)
    expect(rampTransition(open, { type: 'forgotten', id })).toBe(open)
  })

  it('watches only the newest sessions', () => {
    let state: RampState = rampIdle
    for (let attempt = 1; attempt <= 20; attempt++)
      state = applyEvents(
        state,
        requestedEvent(attempt),
        createdEvent(attempt, { ...session, id: `ses_${attempt}` }),
      )
    const ids = watchedSessions(state).map((watchedSession) => watchedSession.id)
    expect(ids).toHaveLength(6)
    expect(ids[0]).toBe('ses_20')
  })
})

describe('the open session of an order', () => {
  it('is shown again when the server returns it a second time', () => {
    const sameSession = applyEvents(
      rampIdle,
      requestedEvent(),
      createdEvent(),
      requestedEvent(2),
      createdEvent(2),
    )
    expect(sameSession).toEqual({ status: 'loading', session, ending: false, earlier: [] })
    const anotherSession = applyEvents(
      rampIdle,
      requestedEvent(),
      createdEvent(),
      requestedEvent(2),
      createdEvent(2, secondSession),
    )
    expect(anotherSession).toMatchObject({ status: 'loading', session: secondSession, earlier: [session] })
  })

  it('may be linked to again, because nobody knows whether the link was followed', () => {
    const link = requestedEvent(2, 'link')
    expect(applyEvents(rampIdle, requestedEvent(), createdEvent(), link, createdEvent(2))).toMatchObject({
      status: 'handoff',
      session,
    })
  })
})

describe('a session whose result the server does not report', () => {
  const unwatchedSession: CheckedSession = { ...session, watchUrl: undefined }
  const openState = applyEvents(
    rampIdle,
    requestedEvent(),
    createdEvent(1, unwatchedSession),
    messageEvent({ type: 'ready' }),
  )

  it.each<[string, RampEvent, boolean]>([
    ['the frame says that it is done', messageEvent({ type: 'done' }), true],
    ['the provider’s page closes itself', messageEvent({ type: 'close' }), false],
    ['the person closes it', { type: 'closed' }, false],
  ])('ends as unconfirmed when %s', (_, event, isFramed) => {
    expect(applyEvents(openState, event)).toEqual({
      status: 'unconfirmed',
      session: unwatchedSession,
      framed: isFramed,
      earlier: [],
    })
  })

  it('ends as unconfirmed when its link was followed, also beside a frame', () => {
    const { id } = unwatchedSession
    const link = applyEvents(rampIdle, requestedEvent(1, 'link'), createdEvent(1, unwatchedSession), {
      type: 'link_opened',
      id,
    })
    expect(link).toMatchObject({ status: 'unconfirmed', framed: false })
    const openWithLink: RampState = {
      ...open,
      fallbackLink: { status: 'ready', session: { ...unwatchedSession, id: secondSession.id } },
    }
    expect(applyEvents(openWithLink, { type: 'link_opened', id: secondSession.id })).toMatchObject({
      status: 'unconfirmed',
    })
  })

  it('removes its frame when that closes, and can be left by a click', () => {
    const doneState = applyEvents(openState, messageEvent({ type: 'done' }))
    expect(applyEvents(doneState, messageEvent({ type: 'close' }))).toMatchObject({
      status: 'unconfirmed',
      framed: false,
    })
    expect(rampTransition(doneState, messageEvent({ type: 'step', step: 'kyc' }))).toBe(doneState)
    expect(applyEvents(doneState, { type: 'closed' })).toMatchObject({ status: 'idle' })
    expect(applyEvents(doneState, requestedEvent(2))).toMatchObject({ status: 'creating' })
  })
})
