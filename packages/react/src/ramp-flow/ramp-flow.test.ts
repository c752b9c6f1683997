import type { RampStatus, WatchState } from '@leyden/core'
import { LeydenError } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { rampFixtureNow, rampVariants } from '../test-support/ramp-variants.js'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from './fixtures.js'
import type { FrameMessage } from './frame-message.js'
import { rampTransition } from './ramp-flow.js'
import type { HeldSession } from './ramp-session.js'
import { type RampEvent, type RampState, rampIdle, watchedSessions } from './ramp-state.js'

const session = rampFixtureSession
const second: HeldSession = { ...session, id: 'ses_second' }
const { id } = session
const error = new LeydenError('SERVICE_UNAVAILABLE', 'down')
const at = rampFixtureNow.toISOString()

const run = (state: RampState, ...events: RampEvent[]) => events.reduce(rampTransition, state)
const requested = (attempt = 1, way: 'frame' | 'link' = 'frame'): RampEvent => ({
  type: 'requested',
  attempt,
  way,
})
const created = (attempt = 1, held = session): RampEvent => ({ type: 'created', attempt, session: held })
const says = (message: FrameMessage, of = id): RampEvent => ({ type: 'message', id: of, message })
const watched = (
  status: RampStatus,
  of = id,
  more: Partial<Extract<WatchState, { kind: 'ramp' }>> = {},
): RampEvent => ({ type: 'watched', id: of, kind: 'ramp', status, at, ...more })

const { loading, open, resumed, handoff, blocked, processing, expired, idle } = rampFixtures
const states: [string, RampState][] = [...Object.entries(rampFixtures), ...Object.entries(rampVariants)]

describe('from a click to the frame', () => {
  it('creates, loads and opens', () => {
    const afterClick = run(rampIdle, requested())
    expect(afterClick).toEqual({ status: 'creating', attempt: 1, way: 'frame', earlier: [] })
    const framed = run(afterClick, created())
    expect(framed).toEqual({ status: 'loading', session, ending: false, earlier: [] })
    expect(run(framed, says({ type: 'ready' }))).toMatchObject({ status: 'open', session, quiet: false })
  })

  it('asks a guest first if the page knows that the person is a guest', () => {
    expect(run(rampIdle, { type: 'asked' }, requested())).toMatchObject({ status: 'creating' })
  })

  it('asks for the e-mail address when the server wants one', () => {
    const refused = { type: 'not_created', attempt: 1, error, problem: 'email' } as const
    const asking = run(rampIdle, requested(), refused)
    expect(asking).toEqual({ status: 'asking', problem: 'email', earlier: [] })
    expect(run(asking, requested(2), created(2))).toMatchObject({ status: 'loading' })
  })

  it('fails with the error, and can be retried', () => {
    const failed = run(rampIdle, requested(), {
      type: 'not_created',
      attempt: 1,
      error,
    })
    expect(failed).toEqual({
      status: 'failed',
      failure: { kind: 'request', error },
      earlier: [],
    })
    expect(run(failed, requested(2)).status).toBe('creating')
  })

  it('drops answers to an earlier attempt', () => {
    const again = run(rampIdle, requested(1), requested(2))
    expect(rampTransition(again, created(1))).toBe(again)
    expect(rampTransition(again, { type: 'not_created', attempt: 1, error })).toBe(again)
    const closed = run(rampIdle, requested(1), { type: 'closed' })
    expect(rampTransition(closed, created(1))).toBe(closed)
  })

  it('starts over with another session when the request changes, and still watches the first', () => {
    const next = run(open, requested(2))
    expect(next).toEqual({ status: 'creating', attempt: 2, way: 'frame', earlier: [session] })
    expect(run(next, created(2, second))).toMatchObject({ status: 'loading', earlier: [session] })
  })

  it('makes no session once money moves, or the result is known', () => {
    for (const state of [processing, rampFixtures.completed, rampFixtures.needs_review])
      expect(rampTransition(state, requested(9))).toBe(state)
  })
})

describe('messages of the frame', () => {
  it('update the progress', () => {
    expect(run(loading, says({ type: 'step', step: 'kyc', detail: 'pending' }))).toMatchObject({
      status: 'open',
      step: { name: 'kyc', detail: 'pending' },
    })
    expect(run(open, says({ type: 'trouble' }))).toMatchObject({
      status: 'open',
      trouble: true,
      step: { name: 'quote' },
    })
    expect(run(open, says({ type: 'trouble' }), says({ type: 'step', step: 'card' }))).toMatchObject({
      trouble: false,
      step: { name: 'card' },
    })
    expect(run(open, says({ type: 'close' }))).toMatchObject({ status: 'cancelled', by: 'provider', session })
    expect(rampTransition(open, says({ type: 'height', heightPx: 400 }))).toBe(open)
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
      const ends = messages.flatMap((a) => messages.map((b) => run(state, says(a), says(b), says(a)).status))
      expect(ends, name).not.toContain('completed')
      expect(ends, name).not.toContain(state.status === 'needs_review' ? 'x' : 'needs_review')
    }
  })

  it('wait for the server after "done", with the frame kept alive', () => {
    expect(run(open, says({ type: 'done' }))).toEqual({
      status: 'processing',
      session,
      because: 'frame',
      framed: true,
      earlier: [],
    })
  })

  it('count only for the session that they belong to', () => {
    for (const state of [loading, open, rampVariants['expired, the frame kept'], processing])
      expect(rampTransition(state, says({ type: 'done' }, 'ses_other'))).toBe(state)
  })

  it('show a frame again that posts messages after its session has expired', () => {
    expect(run(rampVariants['expired, the frame kept'], says({ type: 'step', step: 'kyc' }))).toMatchObject({
      status: 'open',
      ending: true,
      step: { name: 'kyc' },
    })
    expect(rampTransition(expired, says({ type: 'ready' }))).toBe(expired)
  })

  it('remove a frame that closes itself while money moves', () => {
    const moving = rampVariants['processing, money moves']
    expect(run(moving, says({ type: 'done' }))).toMatchObject({ because: 'frame', framed: true })
    expect(run(moving, says({ type: 'close' }))).toMatchObject({ status: 'processing', framed: false })
    expect(rampTransition(moving, says({ type: 'step', step: 'x' }))).toBe(moving)
  })
})

describe('time', () => {
  it('warns before the expiry, then keeps a frame in which the provider may still work', () => {
    expect(run(open, { type: 'ending', id })).toMatchObject({ status: 'open', ending: true })
    expect(run(open, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: true })
    expect(run(loading, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: true })
    expect(run(handoff, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: false })
    expect(run(resumed, { type: 'expired', id })).toMatchObject({ status: 'expired', framed: false })
  })

  it('of another session, or of a used or expired one, changes nothing', () => {
    const followed = rampVariants['handoff, followed']
    for (const state of [followed, processing, rampFixtures.completed, rampFixtures.cancelled])
      expect(rampTransition(state, { type: 'expired', id })).toBe(state)
    for (const [, state] of states) {
      expect(rampTransition(state, { type: 'expired', id: 'x' })).toBe(state)
      expect(rampTransition(state, { type: 'ending', id: 'x' })).toBe(state)
      expect(rampTransition(state, { type: 'silent', id: 'x' })).toBe(state)
    }
  })

  it('offers a link if the frame sends no message, and keeps the frame', () => {
    expect(run(loading, { type: 'silent', id })).toMatchObject({ status: 'open', quiet: true, session })
    expect(rampTransition(open, { type: 'silent', id })).toBe(open)
    expect(run(loading, { type: 'silent', id }, says({ type: 'ready' }))).toMatchObject({ quiet: false })
  })

  it('renews a session whose link was not followed', () => {
    expect(run(handoff, requested(2, 'link'), created(2, second))).toEqual({
      status: 'handoff',
      session: second,
      opened: false,
      earlier: [session],
    })
  })
})

describe('the link to a new tab', () => {
  const fallbackLink = rampFixtureFallback
  it('makes a second session beside the frame, and leaves the frame only when the link is followed', () => {
    const making = run(open, { type: 'link_requested', attempt: 2 })
    expect(making).toMatchObject({
      status: 'open',
      session,
      fallbackLink: { status: 'creating', attempt: 2 },
    })
    expect(rampTransition(making, { type: 'link_requested', attempt: 3 })).toBe(making)
    const ready = run(making, created(2, fallbackLink))
    expect(ready).toMatchObject({
      status: 'open',
      session,
      fallbackLink: { status: 'ready', session: fallbackLink },
    })
    expect(run(ready, { type: 'link_opened', id: fallbackLink.id })).toEqual({
      status: 'handoff',
      session: fallbackLink,
      opened: true,
      earlier: [session],
    })
  })

  it('can be requested again after a failure', () => {
    const failed = run(
      open,
      { type: 'link_requested', attempt: 2 },
      { type: 'not_created', attempt: 2, error },
    )
    expect(failed).toMatchObject({ status: 'open', fallbackLink: { status: 'failed', error } })
    expect(run(failed, { type: 'link_requested', attempt: 3 })).toMatchObject({
      fallbackLink: { status: 'creating' },
    })
  })

  it('is removed when it expires, and its session is still watched', () => {
    const ready = rampVariants['open, with a link']
    const without = run(ready, { type: 'expired', id: fallbackLink.id })
    expect(without).toMatchObject({ status: 'open', session, earlier: [fallbackLink] })
    expect(without).not.toHaveProperty('fallbackLink')
    expect(run(blocked, { type: 'expired', id: fallbackLink.id })).not.toHaveProperty('fallbackLink')
  })

  it('is shown when the frame is proven blocked, before or after it was shown', () => {
    const block: RampEvent = { type: 'blocked', reason: 'coep' }
    expect(run(rampIdle, block)).toEqual({ status: 'blocked', reason: 'coep', earlier: [] })
    expect(run(rampFixtures.creating, { ...block, session: fallbackLink })).toEqual({
      status: 'blocked',
      reason: 'coep',
      fallbackLink: { status: 'ready', session: fallbackLink },
      earlier: [],
    })
    const after = run(loading, block)
    expect(after).toEqual({ status: 'blocked', reason: 'coep', earlier: [session] })
    expect(run(after, { type: 'link_requested', attempt: 2 }, created(2, fallbackLink))).toMatchObject({
      status: 'blocked',
      fallbackLink: { status: 'ready', session: fallbackLink },
    })
  })

  it('does not remove a frame in which money moves', () => {
    const moving = rampVariants['processing, money moves']
    expect(rampTransition(moving, { type: 'blocked', reason: 'coep' })).toBe(moving)
  })

  it('drops answers to an earlier request of a link', () => {
    const making = run(open, { type: 'link_requested', attempt: 2 })
    expect(rampTransition(making, created(1, fallbackLink))).toBe(making)
    expect(rampTransition(making, { type: 'not_created', attempt: 1, error })).toBe(making)
    expect(rampTransition(open, created(2, fallbackLink))).toBe(open)
    expect(rampTransition(making, { type: 'link_opened', id: fallbackLink.id })).toBe(making)
  })
})

describe("the server's status", () => {
  it('completes from every state that shows the session, once', () => {
    const details = { amount: '0.00042', currency: 'BTC' }
    for (const [name, state] of states) {
      const shown = watchedSessions(state).find(({ known }) => known !== 'needs_review')
      if (!shown) continue
      const livemode = shown.mode === 'live'
      const done = rampTransition(state, watched('completed', shown.id, { livemode, details }))
      expect(done, name).toMatchObject({ status: 'completed', session: { id: shown.id }, details, livemode })
      for (const again of ['completed', 'failed', 'created'] as const)
        expect(rampTransition(done, watched(again, shown.id, { livemode }))).toBe(done)
    }
  })

  it('about a session that was not shown changes nothing', () => {
    for (const [name, state] of states)
      expect(rampTransition(state, watched('completed', 'ses_unknown')), name).toBe(state)
  })

  it('leads to the right state for each report while the frame is open', () => {
    expect(run(open, watched('created'))).toBe(open)
    expect(run(open, watched('open'))).toMatchObject({ status: 'open', session: { known: 'open' } })
    expect(run(open, watched('processing'))).toMatchObject({
      status: 'processing',
      because: 'server',
      framed: true,
    })
    expect(run(open, watched('failed'))).toMatchObject({ status: 'failed', failure: { kind: 'purchase' } })
    expect(run(open, watched('cancelled'))).toMatchObject({ status: 'cancelled', by: 'provider' })
    expect(run(open, watched('expired'))).toMatchObject({ status: 'expired', framed: true })
    expect(run(open, watched('needs_review'))).toMatchObject({ status: 'needs_review' })
  })

  it('ignores earlier reports', () => {
    const failed = run(open, watched('failed'))
    for (const status of ['created', 'open', 'expired', 'cancelled', 'processing'] as const)
      expect(rampTransition(failed, watched(status))).toBe(failed)
    expect(run(failed, watched('completed')).status).toBe('completed')
    const cancelled = run(open, watched('cancelled'))
    expect(run(cancelled, watched('processing')).status).toBe('processing')
  })

  it('that contradicts itself needs a review, whichever report came first', () => {
    expect(run(open, watched('completed'), watched('needs_review')).status).toBe('needs_review')
    expect(run(open, watched('needs_review'), watched('completed')).status).toBe('needs_review')
  })

  it.each(['processing', 'completed', 'failed', 'needs_review'] as const)(
    'leaves the screen to the session that needs a person to look when another one is %s, until it is closed',
    (status) => {
      const both = run(open, requested(2), created(2, second))
      const review = run(both, watched('needs_review'))
      expect(review).toMatchObject({ status: 'needs_review', session: { id }, earlier: [second] })
      expect(rampTransition(review, watched(status, second.id))).toBe(review)
      expect(watchedSessions(review).map((held) => held.id)).toEqual([id])
      const closed = run(review, { type: 'closed' })
      expect(watchedSessions(closed).map((held) => held.id)).toContain(second.id)
      const shown = run(closed, watched(status, second.id))
      if (status !== 'failed') expect(shown).toMatchObject({ status, session: { id: second.id } })
    },
  )

  it.each(['processing', 'completed', 'failed', 'cancelled'] as const)(
    'after a review beats what was known before it: %s',
    (status) => {
      const reviewed_at = '2026-01-01T15:00:00.000Z'
      const review = run(open, watched('needs_review'))
      const after = run(review, watched(status, id, { reviewed_at, livemode: false }))
      expect(after.status).toBe(status)
      // A report from before the review that arrives after it.
      expect(rampTransition(after, watched('needs_review'))).toBe(after)
      expect(rampTransition(after, watched(status, id, { reviewed_at, livemode: false }))).toBe(after)
      const again = watched('needs_review', id, { reviewed_at })
      expect(run(after, again).status).toBe('needs_review')
      const later = watched('completed', id, { reviewed_at: '2026-01-01T16:00:00.000Z' })
      expect(run(after, again, later).status).toBe('completed')
    },
  )

  it('after a review that found no purchase keeps waiting', () => {
    const reviewed_at = '2026-01-01T15:00:00.000Z'
    const waiting = run(open, watched('needs_review'), watched('created', id, { reviewed_at }))
    expect(waiting).toMatchObject({ status: 'resumed', session: { id } })
    expect(run(waiting, watched('completed', id, { reviewed_at })).status).toBe('completed')
  })

  it('keeps waiting when a session is closed whose frame reported "done"', () => {
    const waiting = run(open, says({ type: 'done' }), watched('cancelled'))
    expect(waiting).toMatchObject({ status: 'processing', session: { known: 'cancelled' } })
    expect(run(waiting, watched('completed')).status).toBe('completed')
  })

  it('of test money for a live session needs a review', () => {
    expect(run(open, watched('completed', id, { livemode: false })).status).toBe('needs_review')
    const test = rampVariants['open, test mode']
    expect(run(test, watched('completed', id, { livemode: true })).status).toBe('needs_review')
    expect(run(test, watched('completed', id, { livemode: false })).status).toBe('completed')
  })

  it('removes a new session when money moves in the one before', () => {
    const renewed = run(open, requested(2), created(2, second))
    expect(run(renewed, watched('processing'))).toMatchObject({
      status: 'processing',
      session: { id },
      framed: false,
      earlier: [second],
    })
    expect(run(renewed, watched('completed'))).toMatchObject({ status: 'completed', session: { id } })
    expect(run(renewed, watched('cancelled'))).toMatchObject({ status: 'loading', session: second })
    expect(run(renewed, watched('failed'))).toMatchObject({ status: 'loading', session: second })
  })

  it('shows a purchase that was made with the QR code only', () => {
    const done = run(blocked, watched('completed', rampFixtureFallback.id))
    expect(done).toMatchObject({ status: 'completed', session: { id: rampFixtureFallback.id } })
    expect(run(handoff, watched('processing'))).toMatchObject({ status: 'processing', framed: false })
  })
})

describe('closing and returning', () => {
  it('still watches what was shown', () => {
    for (const [name, state] of states) {
      const ids = (of: RampState) => watchedSessions(of).map((held) => held.id)
      const after = run(state, { type: 'closed' }, { type: 'closed' })
      expect(after.status, name).toBe('idle')
      // While a review is pending, the other sessions are not watched.
      const others = state.status === 'needs_review' ? state.earlier.map((held) => held.id) : []
      expect(ids(after).sort(), name).toEqual([...ids(state), ...others].sort())
    }
  })

  it('shows the result of a purchase whose view was closed', () => {
    const closed = run(processing, { type: 'closed' })
    expect(closed.status).toBe('idle')
    expect(run(closed, watched('completed')).status).toBe('completed')
  })

  it('restores a session after a reload, without framing it', () => {
    expect(run(rampIdle, { type: 'restored', session, earlier: [second] })).toEqual({
      status: 'resumed',
      session,
      earlier: [second],
    })
    expect(run(rampIdle, { type: 'restored', earlier: [second] })).toEqual({
      status: 'idle',
      earlier: [second],
    })
    expect(rampTransition(open, { type: 'restored', session: second, earlier: [] })).toBe(open)
    expect(run(resumed, watched('completed', resumed.session.id)).status).toBe('completed')
    expect(run(resumed, requested(1))).toMatchObject({ status: 'creating', earlier: [resumed.session] })
  })

  it('drops a session that the server no longer knows', () => {
    expect(run(resumed, { type: 'forgotten', id: resumed.session.id })).toEqual(idle)
    expect(run(idle, { type: 'restored', earlier: [second] }, { type: 'forgotten', id: second.id })).toEqual(
      idle,
    )
    expect(rampTransition(open, { type: 'forgotten', id })).toBe(open)
  })

  it('watches only the newest sessions', () => {
    let state: RampState = rampIdle
    for (let attempt = 1; attempt <= 20; attempt++)
      state = run(state, requested(attempt), created(attempt, { ...session, id: `ses_${attempt}` }))
    const ids = watchedSessions(state).map((held) => held.id)
    expect(ids).toHaveLength(6)
    expect(ids[0]).toBe('ses_20')
  })
})

describe('the open session of an order', () => {
  it('is watched and not framed again when the server returns it a second time', () => {
    const again = run(rampIdle, requested(), created(), requested(2), created(2))
    expect(again).toEqual({ status: 'resumed', session, earlier: [] })
    const other = run(rampIdle, requested(), created(), requested(2), created(2, second))
    expect(other).toMatchObject({ status: 'loading', session: second, earlier: [session] })
  })

  it('may be linked to again, because nobody knows whether the link was followed', () => {
    const link = requested(2, 'link')
    expect(run(rampIdle, requested(), created(), link, created(2))).toMatchObject({
      status: 'handoff',
      session,
    })
  })
})

describe('a session whose result the server does not report', () => {
  const unseen: HeldSession = { ...session, watchUrl: undefined }
  const framed = run(rampIdle, requested(), created(1, unseen), says({ type: 'ready' }))

  it.each<[string, RampEvent, boolean]>([
    ['the frame says that it is done', says({ type: 'done' }), true],
    ['the provider’s page closes itself', says({ type: 'close' }), false],
    ['the person closes it', { type: 'closed' }, false],
  ])('ends as unconfirmed when %s', (_, event, isFramed) => {
    expect(run(framed, event)).toEqual({
      status: 'unconfirmed',
      session: unseen,
      framed: isFramed,
      earlier: [],
    })
  })

  it('ends as unconfirmed when its link was followed, also beside a frame', () => {
    const { id } = unseen
    const link = run(rampIdle, requested(1, 'link'), created(1, unseen), { type: 'link_opened', id })
    expect(link).toMatchObject({ status: 'unconfirmed', framed: false })
    const beside: RampState = {
      ...open,
      fallbackLink: { status: 'ready', session: { ...unseen, id: second.id } },
    }
    expect(run(beside, { type: 'link_opened', id: second.id })).toMatchObject({ status: 'unconfirmed' })
  })

  it('removes its frame when that closes, and can be left by a click', () => {
    const done = run(framed, says({ type: 'done' }))
    expect(run(done, says({ type: 'close' }))).toMatchObject({ status: 'unconfirmed', framed: false })
    expect(run(done, { type: 'closed' })).toMatchObject({ status: 'idle' })
    expect(run(done, requested(2))).toMatchObject({ status: 'creating' })
  })
})
