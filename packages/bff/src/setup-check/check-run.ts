import type { Mode, Network } from '@leyden/core'
import type { BffOptions } from '../bff-options.js'
import type { ReadExchangeRate } from '../exchange-rates/exchange-rates.js'
import type { ChargeLimits } from '../limits/limits.js'
import type { LookUp } from './check-look-up.js'
import type { SentWebhook } from './check-webhook.js'

/** What checks use of a BFF: its options with their defaults, and what it has learnt. */
export interface CheckedSetup extends BffOptions {
  network: Network
  mode: Mode
  chargeLimits: ChargeLimits
  timeoutMs: number
  readExchangeRate: ReadExchangeRate
  /** What webhooks have said of their mode. */
  seen: { livemode?: boolean | undefined }
  now: () => Date
}

/** One run of all checks. */
export interface CheckRun extends CheckedSetup {
  /** Whom an invoice is asked for. */
  lnaddress: string
  /** For the ramp session that is opened and left. */
  email?: string | undefined
  /** Origins of pages that have to be allowed. */
  origins: readonly string[]
  /** Makes a webhook URL for this run, below the public URL. */
  webhookUrl: () => string
  /** Shared by two checks. Never rejects. */
  lookUp: Promise<LookUp>
  /** Shared by two checks. Never rejects. */
  webhook: Promise<SentWebhook>
}
