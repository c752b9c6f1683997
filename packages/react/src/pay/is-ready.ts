import { locksSomething } from '../foundation/card/option-rule.js'
import { missingClient } from '../foundation/provider/missing-client.js'
import { wrongPayOptions } from './check-pay-props.js'
import type { PaySettings } from './pay-settings.js'

/** Whether no prop of the page is wrong or missing, so that a payment is possible. */
export function isReady(settings: PaySettings): boolean {
  return settings.client !== missingClient && !locksSomething(wrongPayOptions(settings))
}
