import type { Log, Mode, Network, WatchState } from '@leyden/core'
import type { PayProvider, RampProvider } from '@leyden/core/provider'
import type * as v from 'valibot'
import type { Route } from './http/route.js'
import type { ChargeLimits, Consume } from './limits/limits.js'
import type { MeasureCall } from './measure.js'
import type { IntentRequest } from './order/intent.js'
import type { Deliveries } from './outbox/deliveries.js'
import type { EndpointHealth } from './outbox/endpoint.js'
import type { RampFieldLimits } from './ramp/ramp-messages.js'
import type { CheckResult } from './readiness/check-result.js'
import type { DetectsPayments } from './settlement/detected-recipients.js'
import type { Settlement } from './settlement/settlement-source.js'
import type { Change } from './store/change.js'
import type { Store } from './store/store.js'
import type { Tokens } from './tokens/tokens.js'
import type { AppendEvent } from './watch/states.js'

/**
 * A feature beyond the kernel, as a value that an app imports and passes to `createBff`, which calls it once: such as
 * `operations({ token })` of `@leyden/bff/operations`, or `coinbase()` of `@leyden/bff/exchange-rates`. Without the
 * value its routes and its code do not exist.
 */
export type Extension = (kernel: Kernel) => ExtensionParts

/** What an extension adds to a BFF. */
export interface ExtensionParts {
  /** Its routes; `/openapi.json` describes them. */
  routes?: readonly Route[] | undefined
  /** The checks of its own settings, by the subject of their finding; `leyden-bff check` runs them. */
  checks?: Readonly<Record<string, Check>> | undefined
  /** Called by `bff.close()`, which waits at most five seconds for it. */
  close?: (() => void | Promise<void>) | undefined
}

/** A check of an extension's settings. */
export interface Check {
  /** What is checked, in Markdown; `npm run tables` writes it into `docs/operations.md`. */
  about: string
  /** Must not reject. */
  check(): Promise<CheckResult>
}

/** The part of a BFF that its extensions can use. */
export interface Kernel {
  /** Options of `createBff`, with their defaults. The secrets are not among them. */
  options: KernelOptions
  /** The store of charges, sessions and events. */
  store: Store
  /** Signs the tokens in URLs. */
  tokens: Pick<Tokens, 'issue'>
  /** The clock. */
  now: () => Date
  /** The log, which adds the URL of its documentation to each warning and error. */
  log: Log
  /** Whether an address belongs to one of the proxies whose headers are trusted. */
  isProxy: (address: string) => boolean
  /** Counts requests against the rate limits. */
  consume: Consume
  /** Runs a call of another server, and reports it to the option `measure`. */
  measure: MeasureCall
  /** What the BFF does on request of the app or of another server of the shop. */
  actions: KernelActions
  /** The checks of all extensions. Empty until `createBff` has called every extension. */
  checks: () => Readonly<Record<string, Check>>
  /** The `livemode` of the latest webhook; undefined before the first one. */
  latestLivemode: () => boolean | undefined
}

/** The options of `createBff` that extensions can read. */
export interface KernelOptions {
  /** The source of invoices. */
  pay: PayProvider
  /** The public URL of the BFF, without a slash at its end. */
  publicUrl: string
  /** The network of every invoice. */
  network: Network
  /** Whether real money moves. */
  mode: Mode
  /** The origins of other sites whose pages may use the BFF. */
  allowedOrigins: readonly string[]
  /** How payments are detected. */
  settlement: {
    /** The recipients whose payments this server detects. */
    recipients: boolean | readonly string[]
  }
  /** The sessions of the ramp. */
  ramp: {
    /** Their source, if any. */
    provider?: RampProvider | undefined
    /** The origins of its page. */
    origins: readonly string[]
    /** The values that a page may set for a session. */
    fields: RampFieldLimits
  }
  /** What a page may request. */
  limits: {
    /** The charges without an intent. */
    charges: ChargeLimits
    /** The timeout for all upstream requests of one page request together, in milliseconds. */
    timeoutMs: number
  }
  /** The proxies whose headers are trusted. */
  trustedProxies: readonly string[]
  /** Keeps a serverless process running until a promise has resolved. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** The actions of the BFF that extensions offer to other servers and to operators. */
export interface KernelActions {
  /** Records that a charge was paid, as `bff.settle`. */
  settle(settlement: Settlement): Promise<WatchState>
  /** Signs an order, as `bff.sign`. */
  signIntent(order: v.InferOutput<typeof IntentRequest>): Promise<string>
  /**
   * Signs a ramp order, as `bff.rampOrder`.
   *
   * @param body the fields of the order by their names on the wire; they are checked.
   */
  signRampOrder(body: object): Promise<string>
  /** Delivers the due events once, as `bff.tick`. */
  tick(): Promise<number>
  /** Whether the app receives events, and a function that wakes the outbox. */
  deliveries: Deliveries
  /** Appends an event of a charge or session, with the state after it. */
  append: AppendEvent
  /** Decides by rows, and writes what follows. */
  change: Change
  /** Whether the app accepts events. */
  endpoint(): EndpointHealth
  /** Whether this server detects payments to a recipient by itself (`settlement.recipients`). */
  detectsPayments: DetectsPayments
}
