import type { Mode, Network } from '@leyden/core'
import type { BffOptions } from '../bff-options.js'
import type { ReadExchangeRate } from '../exchange-rates/exchange-rates.js'
import type { ChargeLimits } from '../limits/limits.js'
import type { RequestTrace } from '../provider/provider.js'
import type { CheckResult } from './check-result.js'
import type { WebhookProbe } from './webhook-probe.js'

/** The parts of a BFF that the checks use: its options with their defaults, and what it has learnt. */
export interface CheckedSetup extends BffOptions {
  network: Network
  mode: Mode
  chargeLimits: ChargeLimits
  timeoutMs: number
  readExchangeRate: ReadExchangeRate
  /** `livemode` of the last webhook. */
  seen: { livemode?: boolean | undefined }
  now: () => Date
}

/** The result of looking the recipient up. */
export interface LookUp {
  result: CheckResult
  trace: RequestTrace
  /** The smallest amount that the recipient accepts, in millisatoshis; undefined if no invoice can be requested. */
  minMsat?: bigint | undefined
}

/** A webhook that the BFF sent to itself through its public URL. */
export interface SentWebhook {
  result: CheckResult
  /** How the webhook arrived, if it did. */
  probe?: Partial<WebhookProbe> | undefined
}

/** One run of all checks. */
export interface CheckRun extends CheckedSetup {
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
