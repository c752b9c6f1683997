import type { Mode } from '@leyden/core'
import type { BffOptions } from './bff-options.js'
import { DEFAULT_CHARGE_LIMITS, DEFAULT_RATES } from './limits/limits.js'
import { consoleLog } from './log.js'
import { withReferences } from './log-references.js'
import { type ObservedCall, observe } from './observe.js'
import { DEFAULT_RAMP_FIELDS } from './ramp/ramp-messages.js'
import { createReadiness } from './readiness/readiness.js'

/** The options of a BFF with their defaults; each call of its store and its providers is measured. */
export type BffSettings = ReturnType<typeof readSettings>

export function readSettings(options: BffOptions) {
  const { now = () => new Date(), measure = () => {}, network = 'mainnet' } = options
  const mode: Mode = options.mode ?? (network === 'mainnet' ? 'live' : 'test')
  const readiness = createReadiness(options.store, options.pay, now)
  const upstreamCalled = (call: ObservedCall) => {
    readiness.serviceCalled(call)
    measure({ of: 'upstream', ...call })
  }
  return {
    ...options,
    now,
    measure,
    network,
    mode,
    readiness,
    store: observe(options.store, (call) => {
      readiness.storeCalled(call)
      measure({ of: 'store', ...call })
    }),
    pay: observe(options.pay, upstreamCalled),
    ramp: options.ramp && observe(options.ramp, upstreamCalled),
    exchangeRates:
      options.exchangeRates && observe(options.exchangeRates, (call) => measure({ of: 'upstream', ...call })),
    log: withReferences(options.log ?? consoleLog),
    /** Without a trailing slash. */
    publicUrl: new URL(options.publicUrl).href.replace(/\/+$/, ''),
    rampOrigins: options.rampOrigins ?? [],
    verifiers: options.verifiers ?? [],
    timeoutMs: options.timeoutMs ?? 8_000,
    graceMs: options.graceMs ?? 60_000,
    rates: withDefaults(DEFAULT_RATES, options.rates),
    chargeLimits: withDefaults(DEFAULT_CHARGE_LIMITS, options.chargeLimits),
    rampFields: withDefaults(DEFAULT_RAMP_FIELDS, options.rampFields),
    lookUpTtlMs: withDefaults({ valid: 60_000, invalid: 10_000 }, options.lookUpTtlMs),
    retentionDays: withDefaults({ bodies: 7, unpaid: 7, subjects: 90 }, options.retentionDays),
  }
}

/** In plain JavaScript a value may be undefined, which counts as absent. */
function withDefaults<Values extends object>(defaults: Values, given: Partial<Values> = {}): Values {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(set) }
}
