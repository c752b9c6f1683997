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
      if (!endpoint.isProbeDue()) continue
      found.push(second)
      endpoint.probed(true)
      endpoint.refused()
    }
    return found
  }
  return { endpoint, onChange, turn, probes }
}

describe('the endpoint', () => {
  it('is probed soon after it has failed, and then every five minutes', () => {
    const { endpoint, probes } = open()
    endpoint.accepted()
    endpoint.refused()
    expect(endpoint.isProbeDue()).toBe(false)
    expect(probes(1_300)).toEqual([1, 4, 16, 64, 256, 556, 856, 1_156])
  })

  it('is probed at the start, because the process before may have deferred events', () => {
    const { endpoint } = open()
    expect([endpoint.isProbeDue(), endpoint.facts().working, endpoint.deliversDeferred()]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('works again after one accepted event, and reports each change once', () => {
    const { endpoint, onChange, turn } = open()
    endpoint.accepted()
    endpoint.refused()
    turn(60_000)
    endpoint.refused()
    expect(endpoint.facts()).toMatchObject({ working: false, downSince: new Date(START_MS) })
    endpoint.accepted()
    endpoint.accepted()
    expect(endpoint.deliversDeferred()).toBe(true)
    expect(onChange.mock.calls.map(([health]) => health.working)).toEqual([false, true])
  })

  it('is not known to be down any more if another process has delivered the deferred events', () => {
    const { endpoint, turn } = open()
    endpoint.refused()
    turn(1_000)
    endpoint.probed(false)
    expect([endpoint.facts().working, endpoint.deliversDeferred()]).toEqual([true, false])
  })

  it('is still down while another process probes it', () => {
    const { endpoint, turn } = open()
    endpoint.refused()
    turn(1_000)
    endpoint.probed(true)
    expect(endpoint.facts().working).toBe(false)
  })

  it('is probed after the clock was set back', () => {
    const { endpoint, turn, probes } = open()
    endpoint.refused()
    turn(-86_400_000)
    expect(probes(100)).toEqual([1, 2, 5, 17, 65])
    expect(endpoint.facts().downSince?.getTime()).toBeLessThan(START_MS)
  })

  it('gets at most five attempts a second until it has accepted one', () => {
    const { endpoint, turn } = open()
    endpoint.started(5)
    // What belongs to them is read from the store, which takes long.
    turn(2_000)
    expect(endpoint.allowed()).toBe(0)
    for (let n = 0; n < 5; n++) endpoint.prepared(n > 0)
    expect(endpoint.allowed()).toBe(1)
    turn(1_100)
    expect(endpoint.allowed()).toBe(5)
    endpoint.accepted()
    expect(endpoint.allowed()).toBe(Number.POSITIVE_INFINITY)
  })
})
