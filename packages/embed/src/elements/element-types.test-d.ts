// Compiled by `tsc -b`, never run.
import type { WidgetReport } from '../widget/widget.js'
import type { LeydenElementEvents, PayElementProps, RampElementProps } from './element-types.js'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never

/** Each callback of React has an event here, and each event a callback. */
export const events: Same<keyof LeydenElementEvents, WidgetReport['name']> = true

export const attributes: PayElementProps & RampElementProps = {
  'amount-sats': '2100',
  amountSats: 2100n,
  presets: '500 2100',
  'ramp-origins': 'https://ramp.example',
  rampOrigins: ['https://ramp.example'],
  'auto-start': '',
  guest: 'false',
  'color-scheme': 'dark',
  remember: 'tab',
}
/** HTML and several frameworks write names in lower case. */
export const lowerCase: PayElementProps = { amountsats: '2100', defaultaddress: 'alice@wallet.example' }
// @ts-expect-error an amount has one name
export const amount: PayElementProps = { amount: 2100 }
// @ts-expect-error an underscore is no spelling of an option
export const snakeCase: PayElementProps = { amount_sats: 2100 }
// @ts-expect-error an attribute in kebab-case is a text
export const list: RampElementProps = { 'ramp-origins': ['https://ramp.example'] }
// @ts-expect-error an intent is no attribute, by whatever name
export const secret: PayElementProps = { 'get-token': 'secret' }
// @ts-expect-error a colour scheme is one of three
export const scheme: PayElementProps = { 'color-scheme': 'blue' }
