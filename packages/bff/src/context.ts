import type { Mode, Network } from '@leyden/core'
import type { LookUp } from './address/look-up.js'
import type { BffOptions } from './bff-options.js'
import type { Closing } from './closing.js'
import type { Repeats } from './http/repeats.js'
import type { ChargeLimits, Rates, Spend } from './limits/limits.js'
import type { Log } from './log.js'
import type { Outbox } from './outbox/outbox.js'
import type { Upstream } from './provider/upstream.js'
import type { RampFieldLimits } from './ramp/ramp-fields.js'
import type { HearsOf } from './settlement/hears-of.js'
import type { SettlementWatch } from './settlement/settlement-watch.js'
import type { Store } from './store/store.js'
import type { Tokens } from './tokens/tokens.js'

/** What every operation of one BFF shares, with nothing left to default. */
export interface Context {
  options: BffOptions
  store: Store
  tokens: Tokens
  lookUp: LookUp
  upstream: Upstream
  spend: Spend
  repeats: Repeats
  outbox: Outbox
  hearsOf: HearsOf
  settlementWatch: SettlementWatch
  network: Network
  mode: Mode
  graceMs: number
  timeoutMs: number
  chargeLimits: ChargeLimits
  rampFields: RampFieldLimits
  rates: Rates
  /** The public URL without a trailing slash. */
  publicUrl: string
  log: Log
  now: () => Date
  closing: Closing
}

/** One request on its way through a route. */
export interface Exchange {
  request: Request
  /** The route's one variable part, decoded. */
  parameter: string
  /** What limits count by; null where the host does not say. */
  ip: string | null
  /** A log that names the request. */
  log: Log
}
