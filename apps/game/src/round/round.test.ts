import { describe, expect, it } from 'vitest'
import { newRound, play, ROUND_MS, type RoundEvent, sparkEveryMs } from './round.js'

const after = (...events: RoundEvent[]) => events.reduce(play, newRound(40))
const start: RoundEvent = { type: 'started' }
const caught: RoundEvent = { type: 'caught' }

describe('a round', () => {
  it('lasts sixty seconds and keeps the best score', () => {
    const over = after(start, caught, { type: 'passed', ms: 59_999 }, { type: 'passed', ms: 17 })
    expect(over).toMatchObject({ status: 'over', score: 1, best: 40, leftMs: 0 })
    expect(play(over, caught)).toBe(over)
  })

  it('is worth more for each spark in a row, and rain breaks the row', () => {
    expect(after(start, caught, caught, caught).score).toBe(6)
    expect(after(start, caught, caught, { type: 'drenched' }, caught).score).toBe(4)
  })

  it('stops rewarding longer rows at ten', () => {
    const many = after(start, ...Array.from({ length: 20 }, () => caught))
    expect(many.score).toBe(55 + 100)
  })

  it('starts again, and keeps the best score', () => {
    const over = after(start, ...Array.from({ length: 20 }, () => caught), { type: 'passed', ms: ROUND_MS })
    expect(play(over, start)).toEqual({ ...newRound(155), status: 'running' })
  })

  it('drops sparks faster and faster', () => {
    expect(sparkEveryMs(0)).toBeLessThan(sparkEveryMs(ROUND_MS))
  })
})
