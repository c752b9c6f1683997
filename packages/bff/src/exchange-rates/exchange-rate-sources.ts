import { LeydenError, type Transport } from '@leyden/core'
import { fieldsOf, parseJson } from '@leyden/core/internal'
import * as v from 'valibot'
import { badField } from '../kernel/http/bad-field.js'
import { readReply } from '../kernel/upstream/read-reply.js'
import type { ExchangeRateSource } from './exchange-rates.js'
import { Price } from './price.js'
import { type ExchangeRates, ratesFrom } from './rates-from.js'

/** The whole URL is fixed, so no request can make this server call another host. */
const COINBASE_URL = 'https://api.coinbase.com/v2/exchange-rates?currency=BTC'

/** Options of {@link coinbase}. */
export interface CoinbaseOptions {
  /**
   * Sends the request. On Node, `undiciTransport()` of `@leyden/bff/node` needs less CPU time.
   *
   * @default fetch
   */
  transport?: Transport | undefined
}

/**
 * The public exchange rates of Coinbase, for `extensions` of `createBff`: all its currencies, without an API key.
 * Sends no data about your shop or its visitors.
 */
export function coinbase(options: CoinbaseOptions = {}): ExchangeRates {
  return ratesFrom(coinbaseSource(options))
}

export function coinbaseSource(options: CoinbaseOptions): ExchangeRateSource {
  const { transport = (url, init) => fetch(url, init) } = options
  return {
    async readRates({ signal, trace }) {
      if (trace) trace.host = new URL(COINBASE_URL).host
      const headers = { accept: 'application/json' }
      const response = await transport(COINBASE_URL, { signal, headers, redirect: 'manual' })
      const text = await readReply(response)
      const { currency, rates } = fieldsOf(fieldsOf(parseJson(text)).data)
      if (response.status !== 200 || currency !== 'BTC')
        throw new LeydenError('BAD_RESPONSE', `The reply has no exchange rates (${response.status}).`)
      return { rates: fieldsOf(rates) as Record<string, string> }
    },
  }
}

/**
 * Prices that never change, for `extensions` of `createBff`: for sandboxes and tests.
 *
 * @param rates the price of one bitcoin by currency (ISO 4217): decimal digits, such as `{ USD: '100000' }`.
 * @throws LeydenError `BAD_REQUEST` for a price in another form.
 * @example
 * createBff({ …, extensions: [fixedRates({ USD: '100000', EUR: '92000' })] })
 */
export function fixedRates(rates: Readonly<Record<string, string>>): ExchangeRates {
  for (const [currency, price] of Object.entries(rates))
    if (!v.is(Price, price)) throw badField(currency, "must be a price in digits, such as '97142.86'")
  return ratesFrom({ readRates: async () => ({ rates }) })
}
