import { missingClient } from '../foundation/provider/missing-client.js'
import type { PaySettings } from './pay-settings.js'

/** Whether no prop of the page is wrong or missing, so that a payment is possible. */
export function isReady({ client, hasFatalProp }: PaySettings): boolean {
  return client !== missingClient && !hasFatalProp
}
