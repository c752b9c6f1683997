import type { Mode, Network } from '@leyden/core'
import type { EmbedFiles } from './embed/embed-files.js'
import type { ExchangeRateSource } from './exchange-rates/exchange-rates.js'
import type { Identify } from './identity/identity.js'
import type { ChargeLimits, Rates } from './limits/limits.js'
import type { Log } from './log.js'
import type { Measurement } from './observe.js'
import type { BffEvent } from './outbox/bff-event.js'
import type { PayProvider, RampProvider } from './provider/provider.js'
import type { ReadRampDetails } from './ramp/ramp-details.js'
import type { RampFieldLimits } from './ramp/ramp-messages.js'
import type { SignatureVerifier } from './ramp/webhook-signatures.js'
import type { SettlementSource } from './settlement/settlement-source.js'
import type { Store } from './store/store.js'

/** Options of `createBff`. */
export interface BffOptions {
  /** Where invoices come from: `serviceProvider(…)`. */
  pay: PayProvider
  /** Where ramp sessions come from; without it there is no ramp. */
  ramp?: RampProvider | undefined
  /** Where charges, sessions and events live: `sqliteStore(…)`, `postgresStore(…)`, or `memoryStore()` for tests. */
  store: Store
  /** The public URL of this BFF, `https://shop.example/api/leyden`. Its path is the prefix of every route. */
  publicUrl: string
  /** At least 32 characters each. The first signs tokens, all verify them: put a new one in front to rotate. */
  secrets: readonly string[]
  /** The network that invoices have to be of. @default 'mainnet' */
  network?: Network | undefined
  /** `live` moves real money. @default 'live' on mainnet, else 'test' */
  mode?: Mode | undefined
  /**
   * The recipients whose payments this server detects, through `settlement` or because it calls `settle`: their
   * Lightning Addresses, or `true` for every recipient. Only their charges have `app` in `detects`.
   *
   * @default false
   */
  settles?: boolean | readonly string[] | undefined
  /** Detects payments from `start()` on, such as `nwc({ url })` of `@leyden/bff/nwc`. Needs `settles`. */
  settlement?: SettlementSource | undefined
  /** Serves the script for pages without React under `/embed/v1/`: `embed` of `@leyden/embed/files`. */
  embed?: EmbedFiles | undefined
  /**
   * Where the prices of bitcoin come from that pages show: `coinbaseRates()`, or `fixedRates({ USD: '100000' })` for
   * tests. Without it widgets show satoshis only, unless a page gives its own price.
   */
  exchangeRates?: ExchangeRateSource | undefined
  /** How long after an invoice's expiry the BFF still watches for a payment, in milliseconds. @default 60_000 */
  graceMs?: number | undefined
  /** Authenticates a request: a user, `{ guest: true }`, or nobody (null). Needed for the ramp, optional for charges. */
  identify?: Identify | undefined
  /** Called before a guest's session is opened, for a captcha or the like; false refuses it. */
  challenge?: ((request: Request, guest: { email: string }) => Promise<boolean>) | undefined
  /** Called at least once for each event, in order within a charge or session, until it returns without an error. */
  onEvent?: ((event: BffEvent) => Promise<void> | void) | undefined
  /** Exact origins of pages that may use this BFF besides its own; `null` for pages with a `null` origin, pay routes only. */
  allowedOrigins?: readonly string[] | undefined
  /** Allowed origins of the ramp's page. Needed with `ramp`. */
  rampOrigins?: readonly string[] | undefined
  /** Which values a browser may set for a ramp session. */
  rampFields?: Partial<RampFieldLimits> | undefined
  /**
   * Reads amounts, currencies and the like of an event, where your service names them otherwise than
   * `docs/events.md` says. What it returns is in `details` of the event, and its buyer sees it.
   */
  rampDetails?: ReadRampDetails | undefined
  /**
   * Keeps the ramp's token of a returning user, encrypted, from the event that brings it, for that user's next session
   * (`access_token`), which then skips what the provider knows. Users are those of `identify`; `erase` deletes it.
   *
   * @default false
   */
  keepAccessTokens?: boolean | undefined
  /** Verifiers of webhook signatures. With at least one, a webhook that none of them accepts is refused. */
  verifiers?: readonly SignatureVerifier[] | undefined
  /** Which charges a browser may ask for without an intent. */
  chargeLimits?: Partial<ChargeLimits> | undefined
  /** Rate limits. */
  rates?: Partial<Rates> | undefined
  /** IP addresses and ranges of proxies whose `X-Forwarded-For` or `Forwarded` is trusted. */
  trustedProxies?: readonly string[] | undefined
  /** At least 32 characters; opens `/admin/…` to other servers as a bearer token. Without it there is no such route. */
  adminToken?: string | undefined
  /** Timeout for all upstream requests of one page request together, in milliseconds. @default 8_000 */
  timeoutMs?: number | undefined
  /** How long the answer to a look-up is cached, in milliseconds. @default { valid: 60_000, invalid: 10_000 } */
  lookUpTtlMs?:
    | {
        /** Of an address that can be paid. */
        valid: number
        /** Of one that cannot. */
        invalid: number
      }
    | undefined
  /**
   * How long data is kept, in days: bodies of delivered webhooks, and intents once they cannot be read any more; unpaid
   * charges that somebody without an intent and not signed in asked for, once their watch has ended; everything else.
   *
   * @default { bodies: 7, unpaid: 7, subjects: 90 }
   */
  retentionDays?: Partial<Record<'bodies' | 'unpaid' | 'subjects', number>> | undefined
  /** For serverless platforms, which freeze the process after a reply: gets the promise of the outbox's work. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
  /** A pino logger or the like. @default the console, for warnings and errors */
  log?: Log | undefined
  /** Called after each call of the store and of a provider, and when a stream opens or ends: for metrics. Must not throw. */
  measure?: ((measurement: Measurement) => void) | undefined
  /** The clock. @default () => new Date() */
  now?: (() => Date) | undefined
}
