'use client'

/**
 * Loads a payment with its form, and not later: for tests, for kiosks that have to work offline, and for builds of a
 * single file. Import it for its effect.
 *
 * ```ts
 * import '@leyden/react/pay/eager'
 * ```
 */

import * as payment from './pay/loading/payment.js'
import { paymentPart } from './pay/loading/payment-part.js'

paymentPart.use(payment)
