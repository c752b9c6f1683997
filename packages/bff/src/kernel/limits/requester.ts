import { isLeydenError } from '@leyden/core'
import { siteOf } from '../http/client-ip.js'
import type { Consume, RateCount } from './limits.js'

/** Whose request the BFF sends upstream, the most trusted first. */
export interface Requester {
  /** `signed`: has an intent or order of the shop; `user`: is signed in; `page`: anybody else. */
  trust: 'signed' | 'user' | 'page'
  /** The client's address from `createClientIp`; null if the host does not pass it. */
  ip: string | null
  /**
   * When the BFF got the request, by `performance.now()`: the time that your functions took, such as `identify`, is part
   * of the timeout. Absent if no page is waiting.
   */
  startedAtMs?: number | undefined
}

/** A stranger is an anonymous client without an address, or whose site has used up its first requests of the minute. */
type Trust = Requester['trust'] | 'stranger'

/**
 * The part of a shared budget that each group may use; the rest is reserved for more trusted ones. So strangers cannot
 * use up the part of ordinary pages, and these cannot use up the part of buyers with a signed intent or order.
 */
const SHARES: Readonly<Record<Trust, number>> = { signed: 1, user: 0.9, page: 0.8, stranger: 0.5 }

/** Counts requests upstream against shared budgets, each in the part that its requester may use. */
export function createConsumeShare(consume: Consume) {
  /**
   * @param countsIn what is counted, in a part of its budget.
   * @returns the part.
   * @throws LeydenError `RATE_LIMITED`, with `retryAfterMs`.
   */
  return async (
    { trust, ip }: Requester,
    countsIn: (share: number) => readonly RateCount[],
  ): Promise<number> => {
    if (trust === 'page' && ip !== null)
      try {
        // In one step: most requests are ordinary.
        await consume.all([...countsIn(SHARES.page), ['ordinaryPerMinute', siteOf(ip)]])
        return SHARES.page
      } catch (error) {
        if (!isLeydenError(error) || error.reason !== 'ordinaryPerMinute') throw error
      }
    const share = SHARES[trust === 'page' ? 'stranger' : trust]
    await consume.all(countsIn(share))
    return share
  }
}
