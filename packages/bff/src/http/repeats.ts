import { badField } from '../charge/charge-terms.js'

/** Longer than any page goes on trying. */
const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 10_000

interface Remembered {
  fingerprint: string
  data: Promise<object>
  endsAtMs: number
}

/** Who asks for what. A key is known within an operation of a user, else of a client's address. */
interface Asker {
  operation: 'charge' | 'ramp'
  userId: string | undefined
  /** Null where the host does not say. */
  ip: string | null
  body: object
}

/**
 * Does what a POST asks for, or gives the answer of an earlier one with the same `Idempotency-Key` from the same
 * asker. Where neither user nor address is known, anybody could be the same asker: then only a key that nobody else
 * has by chance is taken. Failures are not remembered. It holds within one process; across processes an intent's
 * reference does.
 *
 * @throws LeydenError `BAD_REQUEST` when the key comes back with another body, or might be a stranger's as well.
 */
export type Repeats = (request: Request, asker: Asker, work: () => Promise<object>) => Promise<object>

export function createRepeats(now: () => Date): Repeats {
  const remembered = new Map<string, Remembered>()

  const forgetOld = () => {
    for (const [key, { endsAtMs }] of remembered) {
      if (endsAtMs > now().getTime() && remembered.size <= MOST_REMEMBERED) return
      remembered.delete(key)
    }
  }

  return (request, { operation, userId, ip, body }, work) => {
    const given = request.headers.get('idempotency-key')
    if (given === null) return work()
    if (!/^[\x21-\x7e]{1,255}$/.test(given))
      throw badField('idempotency-key', 'must be 1 to 255 visible characters')
    if (userId === undefined && ip === null && !isUnguessable(given))
      throw badField(
        'idempotency-key',
        'must have at least 32 hex digits, random ones, where the shop knows neither user nor client address',
      )
    forgetOld()
    const key = JSON.stringify([operation, userId === undefined ? ['ip', ip] : ['user', userId], given])
    const fingerprint = JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
    const known = remembered.get(key)
    if (known && known.fingerprint !== fingerprint)
      throw badField('idempotency-key', 'was used for another request before')
    if (known) return known.data
    const data = work()
    remembered.set(key, { fingerprint, data, endsAtMs: now().getTime() + REMEMBERED_MS })
    data.catch(() => remembered.delete(key))
    return data
  }
}

/**
 * Whether a key can be 128 random bits: hex digits, with or without the hyphens of a UUID. Other alphabets cannot be
 * told from words, and two shops' pages may well both say `checkout-order-7`.
 */
function isUnguessable(key: string): boolean {
  return /^[0-9a-f-]+$/i.test(key) && key.replaceAll('-', '').length >= 32
}
