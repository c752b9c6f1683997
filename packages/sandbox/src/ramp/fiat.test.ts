import { describe, expect, it } from 'vitest'
import { quote } from './fiat.js'

describe('quote', () => {
  it.each([
    ['50', 'USD', '50.00', '0.75', '100000.00', '0.00049250'],
    ['50.5', 'USD', '50.50', '0.75', '100000.00', '0.00049750'],
    ['50,05', 'EUR', '50.05', '0.75', '92000.00', '0.00053586'],
    [' 50. ', 'USD', '50.00', '0.75', '100000.00', '0.00049250'],
    ['5000', 'JPY', '5000', '75', '15400000', '0.00031980'],
  ])('converts %j in %s to exact amounts', (text, currency, fiatAmount, fee, price, bitcoinAmount) => {
    expect(quote(text, currency)).toEqual({ fiatAmount, fiatCurrency: currency, fee, price, bitcoinAmount })
  })

  it.each([
    ['', 'USD', /Enter an amount/],
    ['-50', 'USD', /Enter an amount/],
    ['5e3', 'USD', /Enter an amount/],
    ['50.505', 'USD', /Enter an amount/],
    ['50.5', 'JPY', /Enter an amount/],
    ['1', 'USD', /less/],
    ['10200', 'USD', /more/],
    ['50', 'XXX', /Enter an amount/],
  ])('refuses %j in %s', (text, currency, message) => {
    expect(quote(text, currency)).toMatch(message)
  })
})
