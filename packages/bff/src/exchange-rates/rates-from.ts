import { type ExchangeRate, LeydenError } from '@leyden/core'
import type { Check, Extension } from '../kernel/extension.js'
import { reasonOf } from '../kernel/foundation/log.js'
import { ok } from '../kernel/readiness/check-result.js'
import { exchangeRateRoute } from './exchange-rate-route.js'
import { createExchangeRates, type ExchangeRateSource, type ReadExchangeRate } from './exchange-rates.js'

/** An extension of `createBff`, with which your own server reads the prices too. */
export interface ExchangeRates extends Extension {
  /**
   * The price of one bitcoin that the pages of the BFF show, such as `'97142.86'`, from the same cache and without a
   * rate limit. Pass the value to `createBff` first.
   *
   * @param currency a code of ISO 4217, such as `USD`.
   * @throws LeydenError `BAD_REQUEST` for a currency that the source does not have, `SERVICE_UNAVAILABLE` if the source
   *   has failed for 15 minutes, `NOT_CONFIGURED` if no BFF has the value.
   */
  readExchangeRate(currency: string): Promise<ExchangeRate>
}

/**
 * Exchange rates from a source of your own, for `extensions` of `createBff`.
 *
 * ```ts
 * const rates = ratesFrom({ readRates: async () => ({ rates: { USD: '97142.86' } }) })
 * createBff({ …, extensions: [rates] })
 * const { rate } = await rates.readExchangeRate('USD')
 * ```
 */
export function ratesFrom(source: ExchangeRateSource): ExchangeRates {
  let readExchangeRate: ReadExchangeRate = async () => {
    throw new LeydenError(
      'NOT_CONFIGURED',
      'No BFF has these exchange rates. Pass the value to createBff first.',
    )
  }
  const extension: Extension = ({ options: { limits, waitUntil }, consume, measure, log, now }) => {
    readExchangeRate = createExchangeRates(source, {
      timeoutMs: limits.timeoutMs,
      waitUntil,
      measure,
      log,
      now,
    })
    return {
      routes: [exchangeRateRoute(readExchangeRate, consume)],
      checks: { rates: ratesCheck(readExchangeRate) },
    }
  }
  return Object.assign(extension, {
    readExchangeRate: (currency) => readExchangeRate(currency),
  } satisfies Pick<ExchangeRates, 'readExchangeRate'>)
}

/** The check of the source. A failure is only a warning: payments do not depend on it. */
export function ratesCheck(readExchangeRate: ReadExchangeRate): Check {
  return {
    about:
      'if a source of exchange rates is set: whether it replies. A failure is only a warning, because pages without rates show satoshis',
    async check() {
      try {
        const { rate, as_of } = await readExchangeRate('USD')
        return ok(`The source of exchange rates answers: ${rate} USD at ${as_of}.`)
      } catch (error) {
        return {
          outcome: 'warning',
          what: `The source of exchange rates does not answer (${reasonOf(error)}): pages show satoshis only.`,
          party: 'network',
          fix: 'Check that this machine can reach it (LEYDEN_EXCHANGE_RATES), or remove the extension.',
        }
      }
    },
  }
}
