import type { Client, LeydenError } from '@leyden/core'
import { missingClient } from './missing-client.js'

/** What only the page's or the server's developer can mend: people are told a code, the console the rest. */
const MISTAKES = ['BAD_REQUEST', 'NOT_FOUND', 'NOT_CONFIGURED']

export function warnDeveloper({ code, field, message }: LeydenError, client: Client): void {
  // That there is none was told when the widget appeared.
  if (!MISTAKES.includes(code) || client === missingClient) return
  const which = field === undefined ? code : `${code}, field ${field}`
  console.warn(
    `Leyden asked the BFF at bffUrl ${JSON.stringify(client.baseUrl)} and got ${which}: ${message}`,
  )
}
