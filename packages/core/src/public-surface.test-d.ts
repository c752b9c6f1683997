import { expectTypeOf } from 'vitest'
import type { LeydenError, LeydenErrorCode, Log, RampStatus } from './index.js'
import { createClient, isLeydenError } from './index.js'
import { formatSats, msatToSats, parseSats, satsToMsat } from './money.js'
import { applyReport, mergeRampStatus } from './status.js'
import { parseWebhookEvent, rampMeaning } from './webhook.js'

// Money: bigint in, bigint out; a number does not compile.
expectTypeOf(satsToMsat).toEqualTypeOf<(amountSats: bigint) => bigint>()
expectTypeOf(msatToSats).toEqualTypeOf<(amountMsat: bigint, rounding?: 'floor' | 'ceil') => bigint>()
expectTypeOf(formatSats).toEqualTypeOf<(amount: bigint, locale: string) => string>()
expectTypeOf(parseSats).toEqualTypeOf<(text: string, locale: string) => bigint | null>()
// @ts-expect-error a float is not an amount
satsToMsat(21)
// @ts-expect-error there is no rounding to the nearest
msatToSats(21n, 'round')

// Status: shared by page and server.
expectTypeOf(mergeRampStatus).toEqualTypeOf<(a: RampStatus, b: RampStatus) => RampStatus>()
expectTypeOf(
  applyReport({ known: 'open' }, { kind: 'ramp', status: 'open', at: '' }).known,
).toEqualTypeOf<RampStatus>()

// Webhooks: one union, and the meaning of an event is one of the session's states.
const event = parseWebhookEvent('')
if (event.ok) {
  expectTypeOf(event.envelope).toEqualTypeOf<'current' | 'older'>()
  expectTypeOf(event.id).toEqualTypeOf<string | null>()
  expectTypeOf(event.canonical).toEqualTypeOf<string>()
  expectTypeOf(event.data).toEqualTypeOf<Readonly<Record<string, unknown>>>()
  if (event.envelope === 'older') expectTypeOf(event.livemode).toEqualTypeOf<null>()
}
expectTypeOf(rampMeaning('')).toExtend<RampStatus | null>()

// Errors: known codes complete, others stay possible.
expectTypeOf<'BAD_INVOICE'>().toExtend<LeydenErrorCode>()
expectTypeOf(isLeydenError).guards.toEqualTypeOf<LeydenError>()
expectTypeOf(createClient).parameter(0).toHaveProperty('baseUrl')

// A request for a ramp session has either fields, or an order that sets all of them.
const { createRampSession } = createClient({ baseUrl: '/leyden' })
createRampSession({ quote_currency: 'USD', metadata: { campaign: 'spring' } })
createRampSession({ order: 'signed' })
// @ts-expect-error an order excludes other fields
createRampSession({ order: 'signed', quote_currency: 'USD' })

// The log: every line has a code that the documentation explains; a logger that takes any fields can be used.
declare const log: Log
log.warn({ code: 'OUTBOX_FAILED', reason: 'disk full' }, 'The outbox failed')
// @ts-expect-error a line without a code
log.warn({ reason: 'disk full' }, 'The outbox failed')
// @ts-expect-error an unknown code
log.warn({ code: 'OUTBOX_FAILS' }, 'The outbox failed')
expectTypeOf<Record<keyof Log, (fields: object, message: string) => void>>().toExtend<Log>()
