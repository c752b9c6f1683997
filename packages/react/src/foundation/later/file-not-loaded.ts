import { LeydenError } from '@leyden/core'
import { messageReference } from '@leyden/core/internal'

const REASON = 'file_not_loaded'

/** The error of a widget whose next file cannot be loaded. The console tells the page's developer. */
export function fileNotLoaded(cause: unknown): LeydenError {
  console.error(
    `Leyden could not load the next file of a widget. See ${messageReference('PART_NOT_LOADED')}`,
    cause,
  )
  return new LeydenError('NETWORK', 'A file of the widget could not be loaded.', { reason: REASON, cause })
}

/** Whether a file could not be loaded. */
function isFileNotLoaded({ reason }: LeydenError): boolean {
  return reason === REASON
}

/**
 * Whether to advise a reload of the page beside "Try again": some browsers load a file that has failed only after it.
 * Without a network, a reload would lose the page.
 */
export function asksReload(error: LeydenError, isOnline: boolean): boolean {
  return isFileNotLoaded(error) && isOnline
}
