import type { Spend } from './limits.js'

/** Whom the BFF asks upstream for, the most trusted first. */
export interface Requester {
  /** `signed`: an intent or order of the shop; `user`: somebody who is signed in; `page`: anybody else. */
  trust: 'signed' | 'user' | 'page'
  /** The client's address, as `createClientIp` gives it; null where the host does not pass it. */
  ip: string | null
}

/** An anonymous client whose site is beyond its first requests of a minute, or without an address, is a stranger. */
type Trust = Requester['trust'] | 'stranger'

/**
 * How much of a budget that everybody shares each may fill; the rest is kept for those above. So strangers who spend all
 * they can leave room for ordinary pages, and those for the buyers that the shop has vouched for.
 */
const SHARES: Readonly<Record<Trust, number>> = { signed: 1, user: 0.9, page: 0.8, stranger: 0.5 }

/** Tells the part of a shared budget that requests for somebody may fill. */
export function createShareOf(spend: Spend) {
  return async ({ trust, ip }: Requester): Promise<number> => {
    if (trust !== 'page') return SHARES[trust]
    const isStranger = ip === null || !(await spend.isWithin('ordinaryPerMinute', ip))
    return SHARES[isStranger ? 'stranger' : 'page']
  }
}
