import { LeydenError } from '@leyden/core'
import { siteOf } from '../http/client-ip.js'
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
  /** Look-ups of addresses, readings of intents, and openings of ramp orders, each per IP. */
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

/** A site has a /48 of IPv6, and so 65,536 of the networks that count as one client: together they get this many times as much. */
export const SITE_FACTOR = 4
/** Requests upstream for one site: to look an address up and pay it, and a few more. */
const ORDINARY_PER_MINUTE = 6

/** So many requests of one client at once: what may ask more often may also wait for more. */
export function mostAtOnce({ lookUpsPerMinute, chargesPerMinute }: Rates): number {
  return Math.max(8, lookUpsPerMinute / 15, chargesPerMinute / 4)
}

type RateName = Extract<keyof Rates, `${string}Per${'Minute' | 'Hour'}`>

/** Counts requests in windows of a minute or an hour, according to the name of the rate. */
export interface Spend {
  /**
   * One more of a key.
   *
   * @param share the part of the rate that this request may fill, up to 1.
   * @throws LeydenError `RATE_LIMITED`, with `retryAfterMs`.
   */
  (rate: RateName, key: string, share?: number): Promise<void>
  /**
   * One more of a client, and of the site that it is in; nothing where the address is not known.
   *
   * @throws LeydenError `RATE_LIMITED`, with `retryAfterMs`.
   */
  byClient(rate: RateName, ip: string | null, purpose?: string): Promise<void>
  /** One more of the site of a client; false beyond its rate. */
  isWithin(rate: 'ordinaryPerMinute', ip: string): Promise<boolean>
}

export function createSpend(store: Store, given: Rates, now: () => Date): Spend {
  const rates = { ...given, ordinaryPerMinute: ORDINARY_PER_MINUTE }

  async function take(rate: keyof typeof rates, key: string, factor: number) {
    const limit = rates[rate]
    if (limit === Number.POSITIVE_INFINITY) return { allowed: true, retryAfterMs: 0 }
    const windowMs = rate.endsWith('PerHour') ? HOUR_MS : MINUTE_MS
    return store.take(`${rate} ${key}`, Math.max(Math.floor(limit * factor), 1), windowMs, now())
  }

  const spend = async (rate: RateName, key: string, factor = 1) => {
    const { allowed, retryAfterMs } = await take(rate, key, factor)
    if (!allowed)
      throw new LeydenError('RATE_LIMITED', 'Too many requests. Try again later.', {
        retryAfterMs,
        reason: rate,
      })
  }

  return Object.assign(spend, {
    async byClient(rate: RateName, ip: string | null, purpose = '') {
      if (ip === null) return
      await spend(rate, `${purpose}${ip}`)
      if (siteOf(ip) !== ip) await spend(rate, `${purpose}${siteOf(ip)}`, SITE_FACTOR)
    },
    async isWithin(rate: 'ordinaryPerMinute', ip: string) {
      return (await take(rate, siteOf(ip), 1)).allowed
    },
  })
}
