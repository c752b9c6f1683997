import type { Mode, Network } from '@leyden/core'
import type { BffOptions } from '../bff-options.js'
import type { ReadExchangeRate } from '../exchange-rates/exchange-rates.js'
import type { ChargeLimits } from '../limits/limits.js'
import type { Store } from '../store/store.js'
import type { LookUp } from './check-look-up.js'
import type { SentWebhook } from './check-webhook.js'

type OptionName =
  | 'pay'
  | 'ramp'
  | 'rampOrigins'
  | 'rampFields'
  | 'allowedOrigins'
  | 'settles'
  | 'trustedProxies'
  | 'exchangeRates'

/** What checks use of a BFF. */
export interface CheckedSetup extends Pick<BffOptions, OptionName> {
  publicUrl: string
  network: Network
  mode: Mode
  chargeLimits: ChargeLimits
  timeoutMs: number
  store: Store
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
  /** Two checks are of it. Never rejects. */
  lookUp: Promise<LookUp>
  /** Two checks are of it. Never rejects. */
  webhook: Promise<SentWebhook>
}
