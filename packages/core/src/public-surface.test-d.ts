import { expectTypeOf } from 'vitest'
import {
  asMsat,
  asSats,
  formatSats,
  type Msat,
  msatToSats,
  parseSats,
  type Sats,
  satsToMsat,
} from './client/money.js'
import { applyReport, mergeRampStatus } from './client/status.js'
import { parseWebhookEvent, rampMeaning } from './events/webhook.js'
import type { LeydenError, LeydenErrorCode, Log, RampStatus, UnixSeconds } from './index.js'
import { createClient, isLeydenError, unixSeconds } from './index.js'

// Money: any bigint in, a bigint of a known unit out.
expectTypeOf(satsToMsat(21n)).toEqualTypeOf<Msat>()
expectTypeOf(msatToSats(21_000n, 'floor')).toEqualTypeOf<Sats>()
expectTypeOf(satsToMsat(msatToSats(21_000n))).toEqualTypeOf<Msat>()
expectTypeOf(formatSats(21n, 'en')).toEqualTypeOf<string>()
expectTypeOf(parseSats('21', 'en')).toEqualTypeOf<Sats | null>()
expectTypeOf<Msat>().toExtend<bigint>()
expectTypeOf(asSats(21n) * 2n).toEqualTypeOf<bigint>()
// @ts-expect-error millisatoshis are no satoshis
satsToMsat(asMsat(21_000n))
// @ts-expect-error satoshis are no millisatoshis
msatToSats(asSats(21n), 'floor')
// @ts-expect-error an amount of the other unit is shown a thousand times too large
formatSats(asMsat(21_000n), 'en')
// @ts-expect-error an amount does not change its unit
asMsat(asSats(21n))
// @ts-expect-error a calculation has no unit until the code states it
const doubled: Sats = asSats(21n) * 2n
doubled satisfies bigint
// @ts-expect-error amounts of two units are never equal
asMsat(21_000n) === asSats(21n)
// @ts-expect-error a float is not an amount
satsToMsat(21)
// @ts-expect-error there is no rounding to the nearest
msatToSats(21n, 'round')

// Times: seconds come from a date, since a number may be milliseconds.
expectTypeOf(unixSeconds(new Date())).toEqualTypeOf<UnixSeconds>()
expectTypeOf<UnixSeconds>().toExtend<number>()
// @ts-expect-error milliseconds
const time: UnixSeconds = Date.now()
time satisfies number

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
