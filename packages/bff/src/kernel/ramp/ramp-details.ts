import type { Log, RampDetails } from '@leyden/core'
import { rampDetails, type ServiceEvent, serviceEvent, type WebhookEvent } from '@leyden/core/webhook'
import { reasonOf } from '../log.js'
import { RAMP_DETAILS } from '../watch/watch-messages.js'

/**
 * Reads the facts of a purchase from an event of the service. Each returned field replaces the one that the BFF has
 * read.
 */
export type ReadRampDetails = (event: ServiceEvent) => RampDetails

const LONGEST = 255
const FIELDS = Object.keys(RAMP_DETAILS) as (keyof RampDetails)[]

/**
 * The facts of a purchase in a webhook. The buyer sees these fields only; all others stay on the server.
 */
export function detailsOf(
  webhook: WebhookEvent,
  read: ReadRampDetails | undefined,
  log: Log,
): RampDetails | undefined {
  const event = serviceEvent(webhook)
  const found: RampDetails = rampDetails(event)
  try {
    for (const [name, value] of Object.entries(read?.(event) ?? {}))
      if (value !== undefined) Object.assign(found, { [name]: value })
  } catch (error) {
    // An event must not be lost because its details cannot be read.
    log.error(
      { code: 'RAMP_DETAILS_FAILED', type: event.type, reason: reasonOf(error) },
      'rampDetails failed for a webhook',
    )
  }
  const entries = FIELDS.flatMap((name) =>
    found[name] ? [[name, String(found[name]).slice(0, LONGEST)]] : [],
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
