import { badField } from '../kernel/http/bad-field.js'
import { pageRoute, type Route } from '../kernel/http/route.js'
import type { Consume } from '../kernel/limits/limits.js'
import type { ReadExchangeRate } from './exchange-rates.js'

/** `GET /v0/rates/{currency}`. */
export function exchangeRateRoute(readExchangeRate: ReadExchangeRate, consume: Consume): Route {
  return pageRoute('GET /v0/rates/{currency}', {
    name: 'rates',
    parameter: 'The currency by its code in ISO 4217, such as `USD`.',
    open: true,
    summary: 'The price of one bitcoin in a currency, for showing amounts. Charges are in satoshis.',
    reply: 'ExchangeRate',
    async handle({ parameter, ip }) {
      if (!/^[A-Za-z]{3}$/.test(parameter)) throw badField('currency', 'must be a code such as USD')
      await consume.byClient('lookUpsPerMinute', ip, { purpose: 'rates ' })
      return readExchangeRate(parameter.toUpperCase())
    },
  })
}
