import { describe, expect, it } from 'vitest'
import { rampVariants } from '../../test-support/ramp-variants.js'
import { rampFixtureFallback, rampFixtureSession, rampFixtures } from './fixtures.js'
import type { CheckedSession } from './ramp-session.js'
import type { RampState } from './ramp-state.js'
import { frameOf, isTest, isUnderWay } from './ramp-view.js'

const session = rampFixtureSession
const testSession: CheckedSession = { ...session, mode: 'test' }
const states = { ...rampFixtures, ...rampVariants } satisfies Record<string, RampState>
type Name = keyof typeof states
const names = Object.keys(states) as Name[]

/** The states that have a frame, and whether it is shown. All others have none. */
const FRAMES: Partial<Record<Name, 'shown' | 'hidden'>> = {
  loading: 'shown',
  open: 'shown',
  'open, at the code': 'shown',
  'open, at the identity check': 'shown',
  'open, at the payment': 'shown',
  'open, silent for ten seconds': 'shown',
  'open, the provider reports trouble': 'shown',
  'open, about to end': 'shown',
  'open, a link is being made': 'shown',
  'open, with a link': 'shown',
  'open, no link to be had': 'shown',
  'open, test mode': 'shown',
  processing: 'hidden',
  'processing, money moves': 'shown',
  'expired, the frame kept': 'shown',
}

/** The states in which a person could lose work by leaving, besides those with a frame. */
const UNDER_WAY: readonly Name[] = ['handoff, followed']

/** The states with the badge of test mode. */
const TESTS: readonly Name[] = ['open, test mode', 'completed, test mode']

describe.each(names)('%s', (name) => {
  const state: RampState = states[name]

  it('has the right frame', () => {
    const visibility = FRAMES[name]
    const framed = 'session' in state ? state.session : undefined
    expect(frameOf(state)).toEqual(visibility === undefined ? null : { session: framed, visibility })
  })

  it('asks before it is left only if work could be lost', () => {
    expect(isUnderWay(state)).toBe(FRAMES[name] !== undefined || UNDER_WAY.includes(name))
  })

  it('has the badge of test mode only for money that is not real', () => {
    expect(isTest(state)).toBe(TESTS.includes(name))
  })
})

describe('the frame', () => {
  it('of a purchase whose result nobody reports is kept, and hidden', () => {
    expect(frameOf({ ...rampFixtures.unconfirmed, framed: true })).toEqual({
      session: rampFixtures.unconfirmed.session,
      visibility: 'hidden',
    })
  })
})

describe('the badge of test mode', () => {
  it.each<[string, RampState, boolean]>([
    ['a session without a mode', { ...rampFixtures.open, session: { ...session, mode: undefined } }, true],
    ['a session of an earlier page load', { status: 'idle', earlier: [testSession] }, true],
    ['a live session of an earlier page load', { status: 'idle', earlier: [session] }, false],
    ['no session', { status: 'idle', earlier: [] }, false],
    ['a live session with test money', { ...rampFixtures.completed, livemode: false }, true],
    [
      'a live session with money of an unknown mode',
      { ...rampFixtures.completed, livemode: undefined },
      false,
    ],
    [
      'a test session, before one that is live',
      { ...rampFixtures.resumed, session: testSession, earlier: [session] },
      true,
    ],
    [
      'a link to a test session',
      {
        ...rampFixtures.blocked,
        fallbackLink: { status: 'ready', session: { ...rampFixtureFallback, mode: 'test' } },
        earlier: [session],
      },
      true,
    ],
  ])('of %s', (_, state, isShown) => {
    expect(isTest(state)).toBe(isShown)
  })
})
