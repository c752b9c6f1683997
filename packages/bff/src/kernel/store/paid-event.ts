import type { EventFacts } from './store.js'

/** Whether somebody waits for what they have paid: a payment, a completed purchase, or the release of a held event. */
export function isPaidEvent({ evidence, meaning, releases }: EventFacts): boolean {
  return evidence !== undefined || meaning === 'completed' || releases !== undefined
}
