import type { Mode, Network } from '@leyden/core'
import type { RequestTrace } from '@leyden/core/provider'
import * as v from 'valibot'
import type { ReadExchangeRate } from '../../exchange-rates/exchange-rates.js'
import type { BffOptions } from '../../kernel/bff-options.js'
import { described } from '../../kernel/http/schema.js'
import type { ChargeLimits } from '../../kernel/limits/limits.js'
import type { WebhookProbe } from '../../kernel/ramp/webhook-probe.js'

/** An address that cannot exist: the domain is reserved for examples. */
export const CHECK_ADDRESS = 'leyden-check@example.com'

const OUTCOMES = ['ok', 'problem', 'warning', 'skipped'] as const
const PARTIES = ['configuration', 'network', 'service', 'recipient', 'machine'] as const

/** A finding without its subject. */
export const CheckResult = v.strictObject({
  /** A check is `skipped` if it does not apply or needs another one to succeed. */
  outcome: v.picklist(OUTCOMES),
  /** The finding, as a sentence. */
  what: described(v.string(), 'The finding, as a sentence.'),
  /** The party at fault. Absent if there is none. */
  party: v.optional(described(v.picklist(PARTIES), 'The party at fault. Absent if there is none.')),
  /** What to do about the problem, as a sentence. */
  fix: v.optional(described(v.string(), 'What to do about the problem, as a sentence.')),
})
export type CheckResult = v.InferOutput<typeof CheckResult>

export const ok = (what: string): CheckResult => ({ outcome: 'ok', what })
export const skipped = (what: string): CheckResult => ({ outcome: 'skipped', what })
export const misconfigured = (what: string, fix: string) => problem('configuration', what, fix)
export function problem(party: CheckResult['party'], what: string, fix: string): CheckResult {
  return { outcome: 'problem', what, party, fix }
}

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

/** A setup, and what one run of the checks tests it with. */
export interface CheckInput extends CheckedSetup {
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

/** One run of all checks, with the results that two of them share. Their promises never reject. */
export interface CheckRun extends CheckInput {
  lookUp: Promise<LookUp>
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
