import type { Client, LeydenError } from '@leyden/core'

/** What only the page's or the server's developer can mend: people are told a code, the console the rest. */
const MISTAKES = ['BAD_REQUEST', 'NOT_FOUND', 'NOT_CONFIGURED']

export function tellDeveloper({ code, field, message }: LeydenError, { baseUrl }: Client): void {
  if (!MISTAKES.includes(code)) return
  const which = field === undefined ? code : `${code}, field ${field}`
  console.warn(`Leyden asked the BFF at bffUrl ${JSON.stringify(baseUrl)} and got ${which}: ${message}`)
}
