import { type ExchangeRate, LeydenError, MAX_RATE_AGE_MS } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import * as v from 'valibot'
import type { Log } from '../log.js'
import { failureFacts } from '../provider/failure-facts.js'
import type { ProviderOptions, RequestTrace } from '../provider/provider.js'
import { Price } from './exchange-rate-messages.js'

/** The prices of a source. */
export interface RateReading {
  /** The price of one bitcoin by currency (ISO 4217): decimal digits, such as `97142.86`. */
  rates: Readonly<Record<string, string>>
  /** When they were right. @default when the BFF asked for them */
  asOf?: Date | undefined
}

/** Where the prices of bitcoin come from, for `exchangeRates` of `createBff`. */
export interface ExchangeRateSource {
  /** All prices that the source has. The BFF caches them, so it is called about once a minute. May throw anything. */
  readRates(options: ProviderOptions): Promise<RateReading>
}

interface ExchangeRatesOptions {
  source: ExchangeRateSource | undefined
  timeoutMs: number
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
  log: Log
  now: () => Date
}

/** The price of one bitcoin in a currency. @throws LeydenError `NOT_CONFIGURED`, `NOT_FOUND`, `SERVICE_UNAVAILABLE`. */
export type ReadExchangeRate = (currency: string) => Promise<ExchangeRate>

/** How long a reading is used before the source is asked again. */
const FRESH_MS = 60_000
/** Up to this age a reading is returned at once, while the next one is on its way. */
const AT_ONCE_MS = 120_000
const RETRY_MS = 10_000

/**
 * Reads exchange rates with a cache: one request for all currencies and callers. While the source fails, the last reading
 * is used for 15 minutes, with its own time.
 */
export function createExchangeRates(options: ExchangeRatesOptions): ReadExchangeRate {
  const { source, timeoutMs, waitUntil, log, now } = options
  let last: { rates: RateReading['rates']; asOf: Date } | undefined
  let pending: Promise<void> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  let waitMs = 0

  const ask = async (from: ExchangeRateSource) => {
    const trace: RequestTrace = {}
    const askedAt = now()
    try {
      const read = (signal: AbortSignal) => from.readRates({ signal, trace })
      const { rates, asOf = askedAt } = await withDeadline(timeoutMs, undefined, read)
      last = { rates, asOf }
      waitMs = FRESH_MS
    } catch (error) {
      waitMs = RETRY_MS
      log.warn(failureFacts(error, trace), 'The source of exchange rates failed')
    } finally {
      askedAtMs = askedAt.getTime()
      pending = undefined
    }
  }

  const ageMs = () => now().getTime() - (last?.asOf.getTime() ?? Number.NEGATIVE_INFINITY)

  return async (currency) => {
    if (!source) throw new LeydenError('NOT_CONFIGURED', 'This BFF has no source of exchange rates.')
    // Setting the clock back must not make it wait.
    if (!pending && Math.abs(now().getTime() - askedAtMs) >= waitMs) pending = ask(source)
    if (pending && ageMs() > AT_ONCE_MS) await pending
    else if (pending) waitUntil?.(pending)
    if (!last || ageMs() > MAX_RATE_AGE_MS)
      throw new LeydenError('SERVICE_UNAVAILABLE', 'There is no recent exchange rate at the moment.', {
        retryAfterMs: RETRY_MS,
      })
    const rate = Object.hasOwn(last.rates, currency) ? last.rates[currency] : undefined
    if (!v.is(Price, rate))
      throw new LeydenError('NOT_FOUND', 'There is no exchange rate for this currency.', {
        field: 'currency',
      })
    return { currency, rate, as_of: last.asOf.toISOString() }
  }
}
