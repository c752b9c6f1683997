import type { DeliveryLane } from '../../kernel/store/store.js'

/** Rows of deliveries that are due at `$1`, as an index has them. */
export interface DueRange {
  where: string
  order: string
}

/** The ranges of each lane in the order of claims, so that no search goes through the backlog of another range. */
export const DUE_RANGES: Record<DeliveryLane, readonly DueRange[]> = {
  event: [dueEvents(true, false), dueEvents(true, true), dueEvents(false, false), dueEvents(false, true)],
  undeferred: [dueEvents(true, false), dueEvents(false, false)],
  probe: [{ where: 'seq > 0 AND deferred = TRUE', order: 'probed_at, paid DESC, id DESC' }],
  wake: [{ where: 'seq = 0 AND due <= $1', order: 'due, id' }],
}

function dueEvents(paid: boolean, deferred: boolean): DueRange {
  // What is deferred is due, whatever the clock says.
  const due = deferred ? '' : ' AND due <= $1'
  return { where: `seq > 0 AND paid = ${paid} AND deferred = ${deferred}${due}`, order: 'due, id' }
}

/** Sets the columns of a delivery that waits for its next attempt. */
export const WAITING = 'leased_until = 0, deferred = FALSE, probed_at = 0'
/** Sets the columns of a delivery that nothing has been tried for. */
export const UNTRIED = `${WAITING}, dead = FALSE, set_aside = FALSE, attempt = 0, tried_at = 0, failed_alone = 0`

/** The column `tried_at`, which is 0 before the first attempt. */
export function triedAtOf(triedAt: number | string): Date | null {
  return Number(triedAt) === 0 ? null : new Date(Number(triedAt))
}
