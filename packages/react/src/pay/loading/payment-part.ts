import { createPartLoader, type PartLoader } from '../../foundation/later/part-loader.js'
import type * as Payment from './payment.js'

/** Everything after the form. */
export type PaymentPart = PartLoader<typeof Payment>

/** Loads everything after the form. */
export const paymentPart: PaymentPart = createPartLoader(() => import('./payment.js'))
