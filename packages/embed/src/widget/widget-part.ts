// The file of the pay widget, and of the code that the ramp shares with it.
import css from '@leyden/react/pay.css?inline'
import { mountPay } from './pay-widget.js'

export const pay = { mount: mountPay, css }
