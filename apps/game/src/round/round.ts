/** One round of a minute: catch sparks, stay out of the rain. It is pure; the scene sends it events. */
export interface Round {
  status: 'ready' | 'running' | 'over'
  score: number
  best: number
  /** Sparks in a row. */
  combo: number
  leftMs: number
}

export const ROUND_MS = 60_000
const MOST_PER_SPARK = 10

export type RoundEvent =
  | { type: 'started' }
  | { type: 'passed'; ms: number }
  | { type: 'caught' }
  | { type: 'drenched' }

export const newRound = (best = 0): Round => ({ status: 'ready', score: 0, best, combo: 0, leftMs: ROUND_MS })

/** The next state after an event; the same object if the event changes nothing. */
export function play(round: Round, event: RoundEvent): Round {
  if (event.type === 'started')
    return round.status === 'running' ? round : { ...newRound(round.best), status: 'running' }
  if (round.status !== 'running') return round
  switch (event.type) {
    case 'passed': {
      const leftMs = Math.max(0, round.leftMs - event.ms)
      return leftMs > 0
        ? { ...round, leftMs }
        : { ...round, leftMs, status: 'over', best: Math.max(round.best, round.score) }
    }
    case 'caught': {
      const combo = round.combo + 1
      return { ...round, combo, score: round.score + Math.min(combo, MOST_PER_SPARK) }
    }
    case 'drenched':
      return { ...round, combo: 0 }
    default:
      return event satisfies never
  }
}

/** Milliseconds until the next spark falls: shorter towards the end. */
export function sparkEveryMs(leftMs: number): number {
  return 320 + 380 * (leftMs / ROUND_MS)
}
