import { LeydenError } from '@leyden/core'
import { messageReference } from '@leyden/core/internal'

const REASON = 'file_not_loaded'

/** The error of a widget whose next file cannot be loaded. The console tells the page's developer. */
export function fileNotLoaded(cause: unknown): LeydenError {
  console.error(
    `Leyden could not load the file with its payment part. See ${messageReference('PAYMENT_NOT_LOADED')}`,
    cause,
  )
  return new LeydenError('NETWORK', 'A file of the widget could not be loaded.', { reason: REASON, cause })
}

/** Whether a file could not be loaded. Some browsers then load it only after the page is reloaded. */
export function isFileNotLoaded({ reason }: LeydenError): boolean {
  return reason === REASON
}
