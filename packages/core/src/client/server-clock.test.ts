import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerClock } from './server-clock.js'

const start = Date.parse('2026-01-01T12:00:00Z')
const minutes = (count: number) => count * 60_000
const iso = (ms: number) => new Date(ms).toISOString()

describe('the server clock', () => {
  beforeEach(() => vi.useFakeTimers({ now: start }))
  afterEach(() => vi.useRealTimers())

  it('is this machine’s until a server sends its time', () => {
    expect(createServerClock().now().getTime()).toBe(start)
  })

  it.each([minutes(10), minutes(61), -minutes(10)])(
    'follows a server although this machine is %i ms ahead of it',
    (aheadMs) => {
      const clock = createServerClock()
      clock.takeReply(iso(start - aheadMs), start - 40, start + 40)
      expect(Math.abs(clock.now().getTime() - (start - aheadMs))).toBeLessThanOrEqual(40)
    },
  )

  it('does not move within the uncertainty of a reply', () => {
    const clock = createServerClock()
    clock.takeReply(iso(start + 30), start, start + 100)
    expect(clock.offsetMs).toBe(0)
    clock.takeReply(iso(start + 500), start, start + 100)
    expect(clock.offsetMs).toBe(400)
    clock.takeReply(iso(start + 430), start, start + 100)
    expect(clock.offsetMs).toBe(400)
  })

  it('does not move by an event that was delayed, as long as its request is older', () => {
    const clock = createServerClock()
    clock.takeReply(iso(start + 5_000), start - minutes(9), start)
    expect(clock.offsetMs).toBe(5_000)
    clock.takeReply(iso(start - minutes(1)), start - minutes(9), start)
    expect(clock.offsetMs).toBe(5_000)
  })

  it('is right again after a reply during which this machine’s clock was set back', () => {
    const clock = createServerClock()
    clock.takeReply(iso(start + 50), start + minutes(120), start + 100)
    expect(clock.offsetMs).toBe(-50)
  })

  it('starts with the offset from before a reload, until a server sends its time', () => {
    const clock = createServerClock()
    clock.restore(-minutes(61))
    expect(clock.now().getTime()).toBe(start - minutes(61))
    clock.takeReply(iso(start), start, start)
    clock.restore(minutes(10))
    expect(clock.offsetMs).toBe(0)
  })

  it.each([undefined, null, 12, '', 'soon'])('ignores %j as a time', (value) => {
    const clock = createServerClock()
    clock.takeReply(value, start, start)
    clock.restore(Number.NaN)
    expect(clock.offsetMs).toBe(0)
  })
})
