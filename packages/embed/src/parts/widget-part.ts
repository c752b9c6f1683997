// The file of the pay widget, and of all that the ramp's shares with it.
import css from '@leyden/react/pay.css?inline'
import { mountPay } from '../widget/pay-widget.js'

export const pay = { mount: mountPay, css }
