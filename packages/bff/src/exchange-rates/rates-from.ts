import type { Check, Extension } from '../kernel/extension.js'
import { reasonOf } from '../kernel/log.js'
import { ok } from '../kernel/readiness/check-result.js'
import { exchangeRateRoute } from './exchange-rate-route.js'
import { createExchangeRates, type ExchangeRateSource, type ReadExchangeRate } from './exchange-rates.js'

/**
 * Exchange rates from a source of your own, for `exchangeRates` of `createBff`.
 *
 * ```ts
 * createBff({ …, exchangeRates: ratesFrom({ readRates: async () => ({ rates: { USD: '97142.86' } }) }) })
 * ```
 */
export function ratesFrom(source: ExchangeRateSource): Extension {
  return ({ options: { timeoutMs, waitUntil }, consume, measure, log, now }) => {
    const readExchangeRate = createExchangeRates(source, { timeoutMs, waitUntil, measure, log, now })
    return {
      routes: [exchangeRateRoute(readExchangeRate, consume)],
      checks: { rates: ratesCheck(readExchangeRate) },
    }
  }
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
          fix: 'Check that this machine can reach it (LEYDEN_EXCHANGE_RATES), or remove exchangeRates.',
        }
      }
    },
  }
}
