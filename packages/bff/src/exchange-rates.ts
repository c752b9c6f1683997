export { type CoinbaseOptions, coinbase, fixedRates } from './exchange-rates/exchange-rate-sources.js'
export type { ExchangeRateSource, RateReading } from './exchange-rates/exchange-rates.js'
export { type ExchangeRates, ratesFrom } from './exchange-rates/rates-from.js'
