import { type ExchangeRate, LeydenError } from '@leyden/core'
import { MAX_RATE_AGE_MS, withDeadline } from '@leyden/core/internal'
import type { ProviderOptions, RequestTrace } from '@leyden/core/provider'
import * as v from 'valibot'
import type { Kernel } from '../kernel/extension.js'
import { badField } from '../kernel/http/bad-field.js'
import { failureFacts } from '../kernel/upstream/failure-facts.js'
import { Price } from './price.js'

/** The prices of a source. */
export interface RateReading {
  /** The price of one bitcoin by currency (ISO 4217): decimal digits, such as `97142.86`. */
  rates: Readonly<Record<string, string>>
  /** When the source determined the prices. @default the time of the BFF's request */
  asOf?: Date | undefined
}

/** A source of bitcoin prices, for {@link ratesFrom}. */
export interface ExchangeRateSource {
  /**
   * Returns all prices of the source. The BFF caches them, so it calls this about once a minute. May throw any error.
   */
  readRates(options: ProviderOptions): Promise<RateReading>
}

interface ExchangeRatesOptions extends Pick<Kernel, 'measure' | 'log' | 'now'> {
  timeoutMs: number
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** The price of one bitcoin in a currency. @throws LeydenError `BAD_REQUEST`, `SERVICE_UNAVAILABLE`. */
export type ReadExchangeRate = (currency: string) => Promise<ExchangeRate>

/** The age from which the next request for a price also refreshes the cached prices. */
const FRESH_MS = 60_000
/** Up to this age cached prices are returned at once, while they are refreshed. */
const AT_ONCE_MS = 120_000
const RETRY_MS = 10_000

/**
 * Reads exchange rates with a cache: one request serves all currencies and callers. While the source fails, the last
 * prices are used for 15 minutes, with their own time.
 */
export function createExchangeRates(
  source: ExchangeRateSource,
  { timeoutMs, waitUntil, measure, log, now }: ExchangeRatesOptions,
): ReadExchangeRate {
  let last: { rates: RateReading['rates']; asOf: Date } | undefined
  let pending: Promise<void> | undefined
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let waitMs = 0

  const readSource = async () => {
    const trace: RequestTrace = {}
    const requestedAt = now()
    try {
      const read = (signal: AbortSignal) => measure('readRates', () => source.readRates({ signal, trace }))
      const { rates, asOf = requestedAt } = await withDeadline(timeoutMs, undefined, read)
      last = { rates, asOf }
      waitMs = FRESH_MS
    } catch (error) {
      waitMs = RETRY_MS
      log.warn(
        { code: 'EXCHANGE_RATES_FAILED', ...failureFacts(error, trace) },
        'The source of exchange rates failed',
      )
    } finally {
      requestedAtMs = requestedAt.getTime()
      pending = undefined
    }
  }

  const ageMs = () => now().getTime() - (last?.asOf.getTime() ?? Number.NEGATIVE_INFINITY)

  return async (currency) => {
    // A clock that was set back must not delay the refresh.
    if (!pending && Math.abs(now().getTime() - requestedAtMs) >= waitMs) pending = readSource()
    if (pending && ageMs() > AT_ONCE_MS) await pending
    else if (pending) waitUntil?.(pending)
    if (!last || ageMs() > MAX_RATE_AGE_MS)
      throw new LeydenError(
        'SERVICE_UNAVAILABLE',
        'The source of exchange rates is failing, and the last price is too old.',
        { retryAfterMs: RETRY_MS },
      )
    const rate = Object.hasOwn(last.rates, currency) ? last.rates[currency] : undefined
    if (!v.is(Price, rate)) throw badField('currency', 'is not a currency of the source of exchange rates')
    return { currency, rate, as_of: last.asOf.toISOString() }
  }
}
