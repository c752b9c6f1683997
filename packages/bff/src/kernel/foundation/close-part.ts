import type { Log } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { errorName } from './error-name.js'

const CLOSE_TIMEOUT_MS = 5_000

/**
 * Closes a part of the BFF that others have written. If that fails or takes too long, the BFF closes without it:
 * otherwise the part would keep the program, its port and its store open.
 */
export async function closePart(
  part: 'settlement' | 'extension',
  close: () => void | Promise<void>,
  log: Log,
): Promise<void> {
  await withDeadline(CLOSE_TIMEOUT_MS, undefined, async () => close()).catch((error) =>
    log.warn(
      { code: 'PART_NOT_CLOSED', part, reason: errorName(error) },
      'A part of the BFF has not closed; the BFF closes without it',
    ),
  )
}
