import type { RampDetails as Details, Log } from '@leyden/core'
import { decimalOf } from '@leyden/core/internal'
import {
  type AskedMoney,
  rampDetails,
  readRampMoney,
  type ServiceEvent,
  serviceEvent,
  type WebhookEvent,
} from '@leyden/core/webhook'
import { reasonOf } from '../foundation/log.js'
import { unchecked } from '../http/schema.js'

export const RampDetails = unchecked<Details>()

/**
 * Reads the facts of a purchase from an event of the service. Each returned field replaces the one that the BFF has
 * read.
 */
export type ReadRampDetails = (event: ServiceEvent) => Details

const LONGEST = 255
const FIELDS = Object.keys({
  amount: true,
  currency: true,
  paid_amount: true,
  paid_currency: true,
  fee_amount: true,
  fee_currency: true,
  rate: true,
  payment_hash: true,
  destination: true,
  reference_id: true,
} satisfies Record<keyof Details, true>) as (keyof Details)[]

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
): Details {
  const event = serviceEvent(webhook)
  const found: Details = rampDetails(event, asked)
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
  const details: Details = Object.fromEntries(entries)
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
