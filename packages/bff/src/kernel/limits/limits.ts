import { LeydenError } from '@leyden/core'
import type { SatsInput } from '@leyden/core/money'
import { siteOf } from '../http/client-ip.js'
import type { Count, Store } from '../store/store.js'

/** Which charges a browser may request by itself. None of this applies to signed intents. */
export interface ChargeLimits {
  /**
   * Allowed Lightning Addresses (`alice@shop.example`) and domains (`@shop.example`); an empty list allows all.
   * @default []
   */
  addresses: readonly string[]
  /** Whole sats. */
  minSats: SatsInput
  /** Whole sats. */
  maxSats: SatsInput
  /** Whether every charge needs an intent. @default false */
  intentOnly: boolean
}

/** Rate limits. `Infinity` disables one, and 0 refuses every request. */
export interface Rates {
  /** Look-ups of addresses, readings of intents, and openings of ramp orders, each per IP. */
  lookUpsPerMinute: number
  /** Charges, per IP and per user. */
  chargesPerMinute: number
  /** Requests to the service for addresses of one domain. */
  domainPerMinute: number
  /** Requests to the service with the API key, in total. */
  keyPerMinute: number
  /**
   * Requests of strangers whose address the host does not pass, together for each purpose: look-ups, exchange rates,
   * charges, and intents and orders that the shop did not sign. Users and signed intents and orders have the other
   * limits, each for itself.
   * @default half of `keyPerMinute`
   */
  strangersPerMinute: number
  /** Payment checks: per host of a provider and at the settlement source, each separately for signed orders and for others. */
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

/** The default of `strangersPerMinute`. Half, as strangers may use half of the key's requests. */
export function strangersBeside(keyPerMinute: number): number {
  return Math.ceil(keyPerMinute / 2)
}

export const DEFAULT_RATES: Rates = {
  lookUpsPerMinute: 120,
  chargesPerMinute: 30,
  domainPerMinute: 300,
  keyPerMinute: 1_200,
  strangersPerMinute: strangersBeside(1_200),
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
  // The maximum amount of bitcoin, in satoshis.
  maxSats: 2_100_000_000_000_000n,
  intentOnly: false,
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * A site (a /48 of IPv6) has 65,536 networks that each count as one client. Together they get this many times the limit
 * of one client.
 */
export const SITE_FACTOR = 4
/** Requests upstream for one site: enough to look up an address and pay it, and a few more. */
const ORDINARY_PER_MINUTE = 6

/** The number of concurrent requests of one client grows with its rate limit. */
export function concurrencyPerClient({ lookUpsPerMinute, chargesPerMinute }: Rates): number {
  return Math.max(8, lookUpsPerMinute / 15, chargesPerMinute / 4)
}

type RateName = Extract<keyof Rates, `${string}Per${'Minute' | 'Hour'}`>

/** What is counted for a client, beside its address. */
interface ClientCount {
  /** Separates what has one rate, but is counted separately. @default '' */
  purpose?: string | undefined
  /**
   * Finds the user or the signed order of a request without an address, which then has a limit of its own; undefined
   * for a stranger. Called only without an address.
   */
  knownBy?: (() => Promise<string | undefined>) | undefined
  /** What else is counted for a client with an address. */
  also?: readonly RateCount[] | undefined
}

/** @param factor the part of the limit that this request may use, or a multiple of the limit. @default 1 */
export type RateCount = readonly [rate: RateName | 'ordinaryPerMinute', key: string, factor?: number]

/** Counts requests in windows of a minute or an hour, according to the name of the rate. */
export type Consume = ReturnType<typeof createConsume>

export function createConsume(store: Pick<Store, 'take'>, rates: Rates, now: () => Date) {
  /**
   * Counts a request of each key, or of none if a limit is used up. What most requests share comes first.
   *
   * @throws LeydenError `RATE_LIMITED`, with `retryAfterMs`, and the rate as its reason.
   */
  async function all(counts: readonly RateCount[]): Promise<void> {
    const refuse = (reason: string, retryAfterMs: number) => {
      const message = 'Too many requests. Try again later.'
      return new LeydenError('RATE_LIMITED', message, { retryAfterMs, reason })
    }
    const limited: Count[] = []
    for (const [rate, key, factor = 1] of counts) {
      const limit = rate === 'ordinaryPerMinute' ? ORDINARY_PER_MINUTE : rates[rate]
      const windowMs = rate.endsWith('PerHour') ? HOUR_MS : MINUTE_MS
      if (limit === 0) throw refuse(rate, windowMs)
      // A share of a small limit allows one request, so that nobody is locked out.
      const share = Math.max(Math.floor(limit * factor), 1)
      if (limit !== Number.POSITIVE_INFINITY) limited.push({ key: `${rate} ${key}`, limit: share, windowMs })
    }
    const used = limited.length > 0 ? await store.take(limited, now()) : null
    if (used) throw refuse(used.key.slice(0, used.key.indexOf(' ')), used.retryAfterMs)
  }

  /** Counts a request of one key, as `all`. */
  const consume = (rate: RateName, key: string) => all([[rate, key]])

  return Object.assign(consume, {
    /** Counts a request for several limits at once. */
    all,
    /**
     * Counts a request of a client and of its site. If the address is unknown, users and signed orders have the same
     * limit, each for itself, and all strangers share `strangersPerMinute`, so that they cannot use up the others' limit.
     *
     * @throws LeydenError `RATE_LIMITED`, with `retryAfterMs`.
     */
    async byClient(
      rate: RateName,
      ip: string | null,
      { purpose = '', knownBy, also = [] }: ClientCount = {},
    ) {
      if (ip !== null) {
        const site: RateCount[] = siteOf(ip) === ip ? [] : [[rate, `${purpose}${siteOf(ip)}`, SITE_FACTOR]]
        return all([...site, [rate, `${purpose}${ip}`], ...also])
      }
      const known = await knownBy?.()
      if (known !== undefined || rates[rate] === 0) return consume(rate, `${purpose}${known}`)
      await consume('strangersPerMinute', `${rate} ${purpose}`)
    },
  })
}
