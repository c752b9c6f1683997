import type { DeliveryLane } from '../../kernel/store/store.js'

/** Which rows of deliveries may be due, as an index has them. */
export const DUE_RANGES: Record<DeliveryLane, readonly string[]> = {
  // In the order of claims, so that the search for paid events does not go through the others.
  event: ['seq > 0 AND paid = TRUE', 'seq > 0 AND paid = FALSE'],
  wake: ['seq = 0'],
}

/** Sets the columns of a delivery that nothing has been tried for. */
export const UNTRIED =
  'leased_until = 0, dead = FALSE, set_aside = FALSE, attempt = 0, tried_at = 0, failed_alone = 0'

/** The column `tried_at`, which is 0 before the first attempt. */
export function triedAtOf(triedAt: number | string): Date | null {
  return Number(triedAt) === 0 ? null : new Date(Number(triedAt))
}
