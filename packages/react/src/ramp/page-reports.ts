import { createNotifier } from '../foundation/reports/callback-table.js'
import { type RampCallbacks, rampCallbacks } from './ramp-callbacks.js'

/** Calls a callback of the page, and reports its event to the provider. */
export const notifyPage = createNotifier<RampCallbacks>('ramp', rampCallbacks)
