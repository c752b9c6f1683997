import type { Log, RampDetails } from '@leyden/core'
import { decimalOf } from '@leyden/core/internal'
import {
  type AskedMoney,
  rampDetails,
  readRampMoney,
  type ServiceEvent,
  serviceEvent,
  type WebhookEvent,
} from '@leyden/core/webhook'
import { reasonOf } from '../log.js'
import { RAMP_DETAILS } from '../watch/watch-messages.js'

/**
 * Reads the facts of a purchase from an event of the service. Each returned field replaces the one that the BFF has
 * read.
 */
export type ReadRampDetails = (event: ServiceEvent) => RampDetails

const LONGEST = 255
const FIELDS = Object.keys(RAMP_DETAILS) as (keyof RampDetails)[]

/** The amounts, each with its currency. */
const MONEY = [
  ['amount', 'currency'],
  ['paid_amount', 'paid_currency'],
  ['fee_amount', 'fee_currency'],
] as const

/**
 * The facts of a purchase in a webhook. The buyer sees these fields only; all others stay on the server.
 */
export function detailsOf(
  webhook: WebhookEvent,
  asked: AskedMoney,
  read: ReadRampDetails | undefined,
  log: Log,
): RampDetails {
  const event = serviceEvent(webhook)
  const found: RampDetails = rampDetails(event, asked)
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
  const details: RampDetails = Object.fromEntries(entries)
  for (const [amount, currency] of MONEY)
    if (decimalOf(details[amount]) === undefined || details[currency] === undefined) {
      delete details[amount]
      delete details[currency]
    }
  if (decimalOf(details.rate) === undefined) delete details.rate
  const { unread } = readRampMoney(event.data, asked)
  if (unread !== undefined && details.amount === undefined)
    log.warn(
      { code: 'RAMP_AMOUNT_UNREAD', type: event.type, reason: unread },
      'The currencies of a webhook do not say which amount is bitcoin, so the purchase is shown without amounts',
    )
  return details
}
