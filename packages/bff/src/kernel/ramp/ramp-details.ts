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
import * as v from 'valibot'
import { reasonOf } from '../foundation/log.js'
import { described, type FieldsOf } from '../http/schema.js'

const decimal = (what: string) =>
  v.optional(described(v.pipe(v.string(), v.regex(/^[0-9]+(\.[0-9]+)?$/)), what))
const text = (what: string) => v.optional(described(v.string(), what))

const RAMP_DETAILS = {
  amount: decimal('The amount that was bought, in decimal digits.'),
  currency: text('The currency of `amount`, such as `BTC`.'),
  paid_amount: decimal('The price that was paid, in decimal digits.'),
  paid_currency: text('The currency of `paid_amount`, such as `USD`.'),
  fee_amount: decimal(
    'The fee, in decimal digits. The service does not say whether the price includes the fee.',
  ),
  fee_currency: text('The currency of `fee_amount`.'),
  rate: decimal('The price of one unit of `currency` in `paid_currency`, in decimal digits.'),
  payment_hash: text('The payment hash of the payment that delivered the bitcoin.'),
  destination: text(
    'The Lightning Address or on-chain address that the BFF has sent to the service. Absent if the buyer chose it on the provider’s page.',
  ),
  reference_id: text('The reference that the BFF has sent to the service.'),
} satisfies FieldsOf<Details>

export const RampDetails: v.GenericSchema<Details> = described(
  v.strictObject(RAMP_DETAILS),
  'The details of the purchase, as its events report them.',
)

/**
 * Reads the facts of a purchase from an event of the service. Each returned field replaces the one that the BFF has
 * read.
 */
export type ReadRampDetails = (event: ServiceEvent) => Details

const LONGEST = 255
const FIELDS = Object.keys(RAMP_DETAILS) as (keyof Details)[]

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
