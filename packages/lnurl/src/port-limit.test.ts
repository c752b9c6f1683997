import { describe, expect, it } from 'vitest'
import { createPortLimit } from './port-limit.js'

const HOUR_MS = 3_600_000

function start() {
  let nowMs = 1_000_000
  const limit = createPortLimit(() => nowMs)
  return {
    take: (port: number, ...addresses: string[]) => limit.take(addresses, String(port)),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('the limit of ports', () => {
  it('allows four ports of an address within an hour, each any number of times', () => {
    const { take, pass } = start()
    for (const port of [8443, 8444, 8445, 8446, 8443, 8446]) expect(take(port, '93.184.216.34')).toBe(0)
    pass(60_000)
    expect(take(8447, '93.184.216.34')).toBe(HOUR_MS - 60_000)
    expect(take(8443, '93.184.216.34')).toBe(0)
    expect(take(8447, '93.184.216.35')).toBe(0)
    pass(HOUR_MS - 60_000)
    expect(take(8447, '93.184.216.34')).toBe(0)
  })

  it('holds for each address of a name, and counts nothing if one of them is at its limit', () => {
    const { take } = start()
    for (const port of [1, 2, 3, 4]) take(port, 'a')
    expect(take(5, 'b', 'a')).toBe(HOUR_MS)
    for (const port of [1, 2, 3, 4]) expect(take(port, 'b')).toBe(0)
  })
})
