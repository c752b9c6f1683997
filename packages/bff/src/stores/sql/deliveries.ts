import type { DeliveryLane } from '../../kernel/store/store.js'
import type { Long } from './rows.js'

/** Which deliveries may be due, as an index has them. */
export const DUE_RANGES: Record<DeliveryLane, readonly string[]> = {
  // In the order of claims, so that the search for urgent events does not go through the others.
  event: ['seq > 0 AND urgent = TRUE', 'seq > 0 AND urgent = FALSE'],
  wake: ['seq = 0'],
}

/** Sets the columns of a delivery that nothing has been tried for. */
export const UNTRIED = `leased_until = 0, dead = FALSE, aside = FALSE, attempt = 0, tried_at = NULL, failed_alone = 0,
  failure = NULL`

/** The column `tried_at`, which is null before the first attempt. */
export function triedAtOf(triedAt: Long | null): Date | null {
  return triedAt === null ? null : new Date(Number(triedAt))
}
