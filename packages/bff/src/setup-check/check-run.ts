import type { BffParts } from '../bff-parts.js'
import type { LookUp } from './check-look-up.js'
import type { SentWebhook } from './check-webhook.js'

/** One run of all checks: the parts of the BFF, and what the checks share. */
export interface CheckRun extends Omit<BffParts, 'lookUp'> {
  /** The address that invoices are requested for. */
  lnaddress: string
  /** The e-mail address for the ramp session that the check opens and leaves. */
  email?: string | undefined
  /** Origins of pages to check against the allowed ones. */
  origins: readonly string[]
  /** Creates a webhook URL for this run, below the public URL. */
  webhookUrl: () => string
  /** Shared by two checks. Never rejects. */
  lookUp: Promise<LookUp>
  /** Shared by two checks. Never rejects. */
  webhook: Promise<SentWebhook>
}
