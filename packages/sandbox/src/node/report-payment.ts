import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '../wallet/wallet.js'

/** A BFF in another process. */
export interface RemoteBff {
  /** Its public URL, with its path. */
  url: string
  /** Its `LEYDEN_ADMIN_TOKEN`. */
  adminToken: string
}

/** Delays between retries while the BFF cannot be reached: about a minute in total. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
const ANSWER_WITHIN_MS = 10_000

/**
 * Reports a payment to a BFF by `POST /admin/settle`, like the server of a shop, with retries while it is down.
 *
 * @returns the result as a line for the developer.
 */
export async function reportPayment(
  { url, adminToken }: RemoteBff,
  { paymentHash, preimage }: Payment,
  retryDelaysMs = RETRY_DELAYS_MS,
): Promise<string> {
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ payment_hash: paymentHash, preimage }),
    redirect: 'manual',
  } as const
  const what = `payment ${paymentHash.slice(0, 8)}…`
  for (const delayMs of [0, ...retryDelaysMs]) {
    await wait(delayMs)
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(`${url}/admin/settle`, { ...init, signal }).catch(() => null)
    await response?.body?.cancel()
    if (response && response.status < 500) return `${what}: ${outcomeOf(response.status, url)}`
  }
  return `${what}: the BFF at ${url} cannot be reached. Is it running?`
}

function outcomeOf(status: number, url: string): string {
  if (status === 200) return 'reported to the BFF'
  if (status === 401) return 'the BFF has another LEYDEN_ADMIN_TOKEN'
  if (status === 404) return `the BFF has no such charge, or no admin token, or another URL than ${url}`
  return `the BFF answered ${status} to POST /admin/settle`
}
