import { badField } from '../http/bad-field.js'
import { type Route, route } from '../http/route.js'
import type { Spend } from '../limits/limits.js'
import { ExchangeRate } from './exchange-rate-messages.js'
import type { ReadExchangeRate } from './exchange-rates.js'

/** `GET /v0/rates/{currency}`. */
export function exchangeRateRoute(readExchangeRate: ReadExchangeRate, spend: Spend): Route {
  return route({
    name: 'rates',
    method: 'GET',
    path: '/v0/rates/{currency}',
    parameter: 'The currency by its code in ISO 4217, such as `USD`.',
    caller: 'page',
    open: true,
    operationId: 'readExchangeRate',
    summary: 'The price of one bitcoin in a currency, for showing amounts. Charges are in satoshis.',
    reply: ExchangeRate,
    async handle({ parameter, ip }) {
      if (!/^[A-Za-z]{3}$/.test(parameter)) throw badField('currency', 'must be a code such as USD')
      await spend.byClient('lookUpsPerMinute', ip, 'rates ')
      return readExchangeRate(parameter.toUpperCase())
    },
  })
}
