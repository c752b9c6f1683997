import { describe, expect, it } from 'vitest'
import { afterFailure, afterOutage, failsAlone, isSetAside } from './delivery-schedule.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = new Date('2026-11-25T22:00:00.000Z')
const after = (ms: number) => new Date(START.getTime() + ms)

/** The attempts of an event that always fails alone, in milliseconds after the first, with the last outcome. */
function attemptsOf(random: number) {
  const attempts = [0]
  let asideAtMs = 0
  for (let failedAlone = 0; ; failedAlone++) {
    const nowMs = attempts.at(-1) ?? 0
    const outcome = afterFailure(failedAlone, after(nowMs), random)
    if (outcome.status !== 'retry') return { attempts, asideAtMs, last: outcome.status }
    if (outcome.setAside && asideAtMs === 0) asideAtMs = nowMs
    attempts.push(outcome.at.getTime() - START.getTime())
  }
}

describe.each([0, 0.5, 1])('an event that fails alone, with jitter %d', (random) => {
  const { attempts, asideAtMs, last } = attemptsOf(random)

  it('is tried again within seconds, over more than 72 hours, and then daily for 30 days', () => {
    expect(attempts.filter((ms) => ms < 30_000).length).toBeGreaterThanOrEqual(4)
    const waits = attempts.slice(1).map((ms, index) => ms - (attempts[index] ?? 0))
    expect(Math.max(...waits)).toBeLessThanOrEqual(DAY_MS)
    for (const wait of waits.slice(9)) expect(wait).toBeGreaterThanOrEqual(DAY_MS - HOUR_MS)
    expect(last).toBe('dead')
    expect(attempts.at(-1)).toBeGreaterThanOrEqual(30 * DAY_MS)
    expect(attempts.at(-1)).toBeLessThan(34 * DAY_MS)
  })

  it('delays later events of its session for some hours', () => {
    expect(asideAtMs).toBeGreaterThan(3 * HOUR_MS)
    expect(asideAtMs).toBeLessThan(7 * HOUR_MS)
    expect([isSetAside(0), isSetAside(40)]).toEqual([false, true])
  })
})

it('is tried again within half a minute while all events fail, however often it has failed', () => {
  for (const failedAlone of [0, 8, 40])
    for (const attempt of [1, 4, 1_000]) {
      const { at, ...outcome } = afterOutage({ attempt, failedAlone }, START)
      expect(outcome).toEqual({ status: 'retry', failedAlone, setAside: isSetAside(failedAlone) })
      expect(at.getTime()).toBeGreaterThan(START.getTime())
      expect(at.getTime()).toBeLessThanOrEqual(after(30_000).getTime())
    }
})

describe('a failure', () => {
  const up = { working: true, acceptedAt: after(10) }

  it.each([
    ['of a first attempt, during which another event was accepted', null, 0, up, true],
    ['of a first attempt, with none accepted since', null, 11, up, false],
    ['of a later attempt, with another event accepted in between', after(9), 20, up, true],
    [
      'of a later attempt, with another event accepted at the moment of the one before',
      after(10),
      20,
      up,
      true,
    ],
    ['of a later attempt, with none accepted since the one before', after(11), 20, up, false],
    ['before the first event was accepted', null, 0, { working: true, acceptedAt: null }, false],
    ['while the endpoint is down', after(0), 20, { working: false, acceptedAt: after(10) }, false],
  ])('%s', (_, triedAt, startedMs, endpoint, isAlone) => {
    expect(failsAlone({ failedAlone: 0, triedAt }, endpoint, after(startedMs))).toBe(isAlone)
  })

  it('concerns its event only, once that has been shown five times', () => {
    const quiet = { working: true, acceptedAt: null }
    expect([4, 5].map((failedAlone) => failsAlone({ failedAlone, triedAt: START }, quiet, START))).toEqual([
      false,
      true,
    ])
  })
})
