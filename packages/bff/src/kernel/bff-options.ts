import type { Log, Mode, Network } from '@leyden/core'
import type { PayProvider, RampProvider } from '@leyden/core/provider'
import type { RampComparisons } from '@leyden/lightning'
import type { EmbedFiles } from './embed/embed-files.js'
import type { Extension } from './extension.js'
import type { Identify } from './http/identity.js'
import type { ChargeLimits, Rates } from './limits/limits.js'
import type { Measurement } from './measure.js'
import type { BffEvent } from './outbox/event-message.js'
import type { ReadRampDetails } from './ramp/ramp-details.js'
import type { RampFieldLimits } from './ramp/ramp-messages.js'
import type { SignatureVerifier } from './ramp/signature-verifier.js'
import type { SettlementSource } from './settlement/settlement-source.js'
import type { Store } from './store/store.js'

/** Options of `createBff`: what every shop sets, and then by subject. */
export interface BffOptions {
  /**
   * The source of invoices: `serviceProvider({ apiKey, baseUrl, chargeBaseUrl?, addressCodes?, transport? })`,
   * `lnurlProvider()` of `@leyden/lnurl` without a key, or both: `verifiedFirst(lnurlProvider(), service)`.
   */
  pay: PayProvider
  /**
   * The store of charges, sessions and events: `sqliteStore({ path })` of `@leyden/bff/sqlite`,
   * `postgresStore({ connectionString })` of `/postgres`, or `memoryStore()` of `/memory`, which loses its data on
   * restart.
   */
  store: Store
  /**
   * The URL under which browsers and the service reach the BFF, `https://shop.example/api/leyden`. Its path is the prefix
   * of every route.
   */
  publicUrl: string
  /**
   * Random, at least 32 characters each (`openssl rand -base64 33`). The first one signs tokens, and all verify them. To
   * rotate, put a new one first.
   */
  secrets: readonly string[]
  /** The network that every invoice has to belong to. @default 'mainnet' */
  network?: Network | undefined
  /** `live` moves real money. A webhook of the other mode is held. @default `live` on mainnet, else `test` */
  mode?: Mode | undefined
  /** Called at least once for each event, in order within a charge or session, until it returns without an error. */
  onEvent?: ((event: BffEvent) => Promise<void> | void) | undefined
  /**
   * Says who sends a request: `(request) => { id, email, destination?, accessToken?, referenceId?, metadata? }` for a user,
   * `{ guest: true }`, or null for nobody. Needed for the ramp, optional for charges. Has 3 seconds; if it fails, a charge
   * and an order go on without a user, and a session that needs one is refused for now (`SERVICE_UNAVAILABLE`).
   */
  identify?: Identify | undefined
  /**
   * Exact origins of other sites whose pages may use this BFF. `'null'` allows pages with a `null` origin, for pay
   * routes only.
   */
  allowedOrigins?: readonly string[] | undefined
  /** How this server detects payments. */
  settlement?: SettlementOptions | undefined
  /** The sale of bitcoin at a ramp. */
  ramp?: RampOptions | undefined
  /** What pages may request, how often, and how long a request may take. */
  limits?: LimitOptions | undefined
  /**
   * Features beyond the kernel, each with its routes: `operations({ token })` of `@leyden/bff/operations`, for your other
   * servers and for operators; `coinbase()` of `@leyden/bff/exchange-rates`, for the prices that pages show beside
   * satoshis, or `fixedRates({ USD: '100000' })` for tests.
   *
   * @default []
   */
  extensions?: readonly Extension[] | undefined
  /** Serves the script for pages without React under `/embed/v1/`: `embed` of `@leyden/embed/files`. */
  embed?: EmbedFiles | undefined
  /**
   * IP addresses and ranges of proxies whose `X-Forwarded-For` or `Forwarded` is trusted. If both exist and differ,
   * neither counts.
   */
  trustedProxies?: readonly string[] | undefined
  /**
   * How long the store keeps data, in days. `bodies`: bodies of delivered webhooks, and intents after they can no
   * longer be read. `unpaid`: unpaid charges that an anonymous page requested without an intent, after their watch has
   * ended. `subjects`: everything else. The BFF deletes at startup and once an hour.
   *
   * @default `{ bodies: 7, unpaid: 7, subjects: 90 }`
   */
  retentionDays?: Partial<Record<'bodies' | 'unpaid' | 'subjects', number>> | undefined
  /**
   * For serverless platforms, which freeze the process after a reply: called with the promise of the outbox's work. An
   * error that it throws is ignored, because some platforms' functions work only during a request.
   */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
  /**
   * A logger with the methods of pino. The fields of each line have a `code`, which `docs/messages.md` explains.
   *
   * @default the console, for warnings and errors
   */
  log?: Log | undefined
  /**
   * Called after each call of the store and of a provider, when a stream opens or ends, and when `onEvent` begins to fail
   * or works again: for metrics. Must not throw.
   */
  measure?: ((measurement: Measurement) => void) | undefined
  /** The clock, for tests. @default `() => new Date()` */
  now?: (() => Date) | undefined
}

/** The option `settlement` of `createBff`. */
interface SettlementOptions {
  /**
   * The recipients whose payments this server detects, through `source` or because it calls `settle`: their
   * Lightning Addresses, or `true` for every recipient. Only their charges have `app` in `detects`.
   *
   * @default false
   */
  recipients?: boolean | readonly string[] | undefined
  /** Detects payments, such as `nwc({ url })` of `@leyden/bff/nwc`. The BFF starts it in `start()`. Needs `recipients`. */
  source?: SettlementSource | undefined
  /** How long after an invoice's expiry the BFF still watches for a payment, in milliseconds. @default 60_000 */
  graceMs?: number | undefined
}

/** The option `ramp` of `createBff`. */
export interface RampOptions {
  /**
   * The source of ramp sessions: `serviceProvider(…)`. Without it no session is opened, and the events of earlier
   * ones are still checked and delivered.
   */
  provider?: RampProvider | undefined
  /** Allowed origins of the ramp's page. Needed with `provider`. */
  origins?: readonly string[] | undefined
  /**
   * The values that a page may set for a session: `{ quoteCurrencies, baseCurrencies, metadataKeys }`. Without lists of
   * currencies the service decides.
   */
  fields?: Partial<RampFieldLimits> | undefined
  /**
   * Called with the request and `{ email }` before a guest's session is opened, for example to check a captcha; return
   * false to refuse the session. Has 10 seconds, and then the session is refused with `TIMEOUT`.
   */
  challenge?: ((request: Request, guest: { email: string }) => Promise<boolean>) | undefined
  /**
   * Verifiers of webhook signatures: `hmacVerifier({ header, secrets })`, `standardWebhooksVerifier({ secrets })`, which
   * also reads the header names of Svix, or your own `{ verify }`. If there is at least one, the BFF refuses a webhook
   * that none of them accepts.
   */
  verifiers?: readonly SignatureVerifier[] | undefined
  /**
   * What is compared in the replies and events of the ramp; see `docs/events.md`. Switch a comparison off if your
   * service uses the field in another way: `{ destination: false }`.
   *
   * @default every comparison
   */
  compare?: RampComparisons | undefined
  /**
   * Reads amounts, currencies and other details from an event, `({ data }) => ({ amount, … })`, for a service whose field
   * names differ from those in `docs/events.md`. The result becomes `details` of the event, and the buyer sees it.
   */
  details?: ReadRampDetails | undefined
}

/** The option `limits` of `createBff`. */
interface LimitOptions {
  /** The charges that a page may request without an intent: `{ addresses, minSats, maxSats, intentOnly }`. */
  charges?: Partial<ChargeLimits> | undefined
  /** The rate limits that differ from their defaults. `Infinity` switches one off, and 0 refuses every request. */
  rates?: Partial<Rates> | undefined
  /** Timeout for all upstream requests of one page request together, in milliseconds. @default 8_000 */
  timeoutMs?: number | undefined
}
