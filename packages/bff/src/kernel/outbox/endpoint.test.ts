import { describe, expect, it, vi } from 'vitest'
import { createEndpoint } from './endpoint.js'

const START_MS = Date.parse('2026-11-25T22:00:00.000Z')

function open() {
  let nowMs = START_MS
  const onChange = vi.fn()
  const endpoint = createEndpoint(() => new Date(nowMs), onChange)
  const turn = (ms: number) => {
    nowMs += ms
  }
  /** Turns the clock second by second, and fails each probe. @returns the seconds of the probes. */
  const probes = (seconds: number) => {
    const found: number[] = []
    for (let second = 1; second <= seconds; second++) {
      turn(1_000)
      if (endpoint.allowed() === 0) continue
      found.push(second)
      endpoint.probed(true)
      endpoint.refused('one')
    }
    return found
  }
  const fail = (...subjects: string[]) => {
    for (const subject of subjects) endpoint.refused(subject)
  }
  return { endpoint, onChange, turn, probes, fail }
}

describe('the endpoint', () => {
  it('is only probed after three subjects in a row have failed: soon, and then every 30 seconds', () => {
    const { endpoint, probes, fail } = open()
    endpoint.accepted()
    expect(endpoint.allowed()).toBe(Number.POSITIVE_INFINITY)
    fail('one', 'two', 'three')
    expect(endpoint.allowed()).toBe(0)
    expect(probes(120)).toEqual([1, 4, 16, 46, 76, 106])
  })

  it('gets other events while one fails again and again', () => {
    const { endpoint, turn, fail } = open()
    for (let n = 0; n < 10; n++) {
      fail('one')
      expect(endpoint.allowed()).toBe(3)
      turn(30_000)
    }
    expect(endpoint.facts()).toMatchObject({ working: false, downSince: new Date(START_MS) })
  })

  it('gets three events at once until it has accepted one', () => {
    const { endpoint } = open()
    expect([endpoint.allowed(), endpoint.facts().working]).toEqual([3, true])
    endpoint.accepted()
    expect(endpoint.allowed()).toBe(Number.POSITIVE_INFINITY)
  })

  it('works again after one accepted event, and reports each change once', () => {
    const { endpoint, onChange, turn, fail } = open()
    endpoint.accepted()
    fail('one')
    turn(60_000)
    fail('two', 'three')
    expect(endpoint.facts()).toMatchObject({ working: false, downSince: new Date(START_MS) })
    endpoint.accepted()
    endpoint.accepted()
    expect(endpoint.allowed()).toBe(Number.POSITIVE_INFINITY)
    expect(onChange.mock.calls.map(([health]) => health.working)).toEqual([false, true])
  })

  it('is not known to be down any more if another process has delivered what failed', () => {
    const { endpoint, turn, fail } = open()
    fail('one')
    expect(endpoint.isProbeDue()).toBe(false)
    turn(1_000)
    expect(endpoint.isProbeDue()).toBe(true)
    endpoint.probed(false)
    expect(endpoint.facts().working).toBe(true)
  })

  it('is still down while another process probes it', () => {
    const { endpoint, turn, fail } = open()
    fail('one')
    turn(1_000)
    endpoint.probed(true)
    expect(endpoint.facts().working).toBe(false)
  })

  it('is probed after the clock was set back', () => {
    const { endpoint, turn, probes, fail } = open()
    fail('one', 'two', 'three')
    turn(-86_400_000)
    expect(probes(40)).toEqual([1, 2, 5, 17])
    expect(endpoint.facts().downSince?.getTime()).toBeLessThan(START_MS)
  })
})
