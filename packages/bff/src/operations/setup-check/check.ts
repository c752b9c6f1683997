import type { RequestTrace } from '@leyden/core/provider'
import type { Kernel, KernelOptions } from '../../kernel/extension.js'
import type { WebhookProbe } from '../../kernel/ramp/webhook-probe.js'
import type { CheckResult } from '../../kernel/readiness/check-result.js'

/** The options of a BFF, and what one run of the checks tests them with. */
export interface CheckInput extends KernelOptions, Pick<Kernel, 'store' | 'now' | 'latestLivemode'> {
  /** Whether the app receives events. */
  receivesEvents: boolean
  /** The address that invoices are requested for. */
  lnaddress: string
  /** The e-mail address for the ramp session that the check opens and leaves. */
  email?: string | undefined
  /** Origins of pages to check against the allowed ones. */
  origins: readonly string[]
  /** Creates a webhook URL for this run, below the public URL. */
  webhookUrl: () => string
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

/** An invoice that the check requested. */
export interface RequestedCharge {
  result: CheckResult
  /** Whether the server of the recipient verifies its payment; undefined if there is no invoice. */
  isVerified?: boolean | undefined
}

/** One run of all checks, with the results that two of them share. Their promises never reject. */
export interface CheckRun extends CheckInput {
  /** The shop's own recipients, that of the check first. */
  recipients: readonly string[]
  lookUp: Promise<LookUp>
  /** The invoice of the check; undefined if the look-up has no recipient. */
  charge: Promise<RequestedCharge | undefined>
  webhook: Promise<SentWebhook>
}

/** The checks by the subject of their finding, in the order of the report. */
export type Checks = Record<
  string,
  {
    /** The description in Markdown, which `npm run tables` writes into `docs/operations.md`. */
    about: string
    /** @returns undefined if another finding already reports the problem. */
    check: (run: CheckRun) => Promise<CheckResult | undefined>
  }
>
