import type { Mode, Network } from '@leyden/core'
import type { EmbedFiles } from './embed/embed-files.js'
import type { Identify } from './identity/identity.js'
import type { ChargeLimits, Rates } from './limits/limits.js'
import type { Log } from './log.js'
import type { BffEvent } from './outbox/bff-event.js'
import type { PayProvider, RampProvider } from './provider/provider.js'
import type { RampFieldLimits } from './ramp/ramp-field-limits.js'
import type { SignatureVerifier } from './ramp/signature-verifier.js'
import type { SettlementSource } from './settlement/settlement-source.js'
import type { Store } from './store/store.js'

export interface BffOptions {
  /** Where invoices come from: `serviceProvider(…)`. */
  pay: PayProvider
  /** Where ramp sessions come from; without it there is no ramp. */
  ramp?: RampProvider | undefined
  /** Where charges, sessions and events live: `sqliteStore(…)`, or `memoryStore()` for what may be forgotten. */
  store: Store
  /** Where this BFF is reached from outside, `https://shop.example/api/leyden`. Its path is the prefix of every route. */
  publicUrl: string
  /** At least 32 characters each. The first signs tokens, all verify them: put a new one in front to rotate. */
  secrets: readonly string[]
  /** The network that invoices have to be of; `mainnet` unless told. */
  network?: Network | undefined
  /** `live` moves real money. Unless told: `live` on mainnet, else `test`. */
  mode?: Mode | undefined
  /**
   * The recipients whose payments this server hears of, by `settlement` or by calling `settle`: their Lightning
   * Addresses, or `true` for every recipient. Only their charges say so (`detects`).
   *
   * @default false
   */
  settles?: boolean | readonly string[] | undefined
  /** Learns of payments by itself from `start()` on, such as `nwc({ url })` of `@leyden/bff/nwc`. Needs `settles`. */
  settlement?: SettlementSource | undefined
  /** Serves the script for pages without React under `/embed/v1/`: `embed` of `@leyden/embed/files`. */
  embed?: EmbedFiles | undefined
  /** How long after an invoice's expiry a payment is still looked for; 60,000 unless told. */
  graceMs?: number | undefined
  /** Who is asking: a user, `{ guest: true }`, or nobody (null). Needed for the ramp; for charges it is optional. */
  identify?: Identify | undefined
  /** Asked before a guest's session is opened, for a captcha or the like; false refuses it. */
  challenge?: ((request: Request, guest: { email: string }) => Promise<boolean>) | undefined
  /** Called at least once for each event, in order within a charge or session, until it returns without an error. */
  onEvent?: ((event: BffEvent) => Promise<void> | void) | undefined
  /** Exact origins of pages that may use this BFF besides its own; `null` for pages of no origin, pay routes only. */
  allowedOrigins?: readonly string[] | undefined
  /** Origins that the ramp's page may have. Needed with `ramp`. */
  rampOrigins?: readonly string[] | undefined
  /** Which values a browser may set for a ramp session. */
  rampFields?: Partial<RampFieldLimits> | undefined
  /** Checks of webhook signatures; with one configured, a webhook that none of them accepts is refused. */
  verifiers?: readonly SignatureVerifier[] | undefined
  /** Which charges a browser may ask for without an intent. */
  chargeLimits?: Partial<ChargeLimits> | undefined
  /** How often. */
  rates?: Partial<Rates> | undefined
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[] | undefined
  /** At least 32 characters; opens `/admin/…` to other servers as a bearer token. Without it there is no such route. */
  adminToken?: string | undefined
  /** For what one request of a page needs of what stands behind the BFF, in milliseconds; 8,000 unless told. */
  timeoutMs?: number | undefined
  /** How long an answer of an address is kept, in milliseconds. Unless told: yes 60,000, no 10,000. */
  lookUpTtlMs?: { valid: number; invalid: number } | undefined
  /** How long things are kept, in days. Unless told: bodies of delivered webhooks, and intents once they cannot be read any more, 7; everything else 90. */
  retentionDays?: { bodies: number; subjects: number } | undefined
  /** For hosts that freeze after a reply: gets the promise of the outbox's work. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
  /** A pino logger or the like; warnings and errors go to the console unless told. */
  log?: Log | undefined
  /** The clock. */
  now?: (() => Date) | undefined
}
