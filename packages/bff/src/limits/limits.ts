import { LeydenError } from '@leyden/core'
import type { Store } from '../store/store.js'

/** Which charges a browser may request by itself. None of this applies to signed intents. */
export interface ChargeLimits {
  /** Allowed Lightning Addresses (`alice@shop.example`) and domains (`@shop.example`); empty: any. */
  addresses: readonly string[]
  /** Whole sats. */
  minSats: bigint
  /** Whole sats. */
  maxSats: bigint
  /** Whether every charge needs an intent. */
  intentOnly: boolean
}

/** Rate limits. `Infinity` disables one. */
export interface Rates {
  /** Look-ups of addresses, and readings of intents, each per IP. */
  lookUpsPerMinute: number
  /** Charges, per IP and per user. */
  chargesPerMinute: number
  /** Requests to the service on behalf of one address's domain. */
  domainPerMinute: number
  /** Requests to the service with the one key. */
  keyPerMinute: number
  /** Payment checks: per host of a provider; at the settlement source, separately for signed orders and for others. */
  verifiesPerMinute: number
  /** Ramp sessions, per user and per guest's e-mail. */
  sessionsPerHour: number
  /** Ramp sessions of guests, per IP. */
  guestSessionsPerHour: number
  /** Webhooks, per session. */
  webhooksPerMinute: number
  /** Open watch streams, per charge or session and process. */
  streamsPerWatch: number
  /** Open watch streams, per IP and process; a page beyond that gets plain JSON, and polls. */
  streamsPerIp: number
}

export const DEFAULT_RATES: Rates = {
  lookUpsPerMinute: 120,
  chargesPerMinute: 30,
  domainPerMinute: 300,
  keyPerMinute: 1_200,
  verifiesPerMinute: 600,
  sessionsPerHour: 10,
  guestSessionsPerHour: 30,
  webhooksPerMinute: 600,
  streamsPerWatch: 16,
  streamsPerIp: 500,
}

export const DEFAULT_CHARGE_LIMITS: ChargeLimits = {
  addresses: [],
  minSats: 1n,
  // All bitcoin there will ever be.
  maxSats: 2_100_000_000_000_000n,
  intentOnly: false,
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Counts one request in a window of a minute or an hour, according to the name of the rate.
 *
 * @throws LeydenError `RATE_LIMITED`, with `retryAfterMs`.
 */
export type Spend = (
  rate: Extract<keyof Rates, `${string}Per${'Minute' | 'Hour'}`>,
  key: string,
) => Promise<void>

export function createSpend(store: Store, rates: Rates, now: () => Date): Spend {
  return async (rate, key) => {
    const limit = rates[rate]
    if (limit === Number.POSITIVE_INFINITY) return
    const windowMs = rate.endsWith('PerHour') ? HOUR_MS : MINUTE_MS
    const { allowed, retryAfterMs } = await store.take(`${rate} ${key}`, limit, windowMs, now())
    if (!allowed)
      throw new LeydenError('RATE_LIMITED', 'Too many requests. Try again later.', {
        retryAfterMs,
        reason: rate,
      })
  }
}
