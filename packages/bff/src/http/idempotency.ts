import { badField } from './bad-field.js'

/** Longer than any page retries. */
const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 10_000

interface Remembered {
  fingerprint: string
  data: Promise<object>
  endsAtMs: number
}

/** The scope of a key: an operation and a user, or else a client's address. */
interface Scope {
  operation: 'charge' | 'ramp'
  userId: string | undefined
  /** Null if the host does not pass it. */
  ip: string | null
  body: object
}

/**
 * Runs a POST, or returns the result of an earlier one with the same `Idempotency-Key` in the same scope. If neither user
 * nor address is known, all clients share a scope, so only a random key is accepted. Failures are not cached. This works
 * within one process; across processes use the reference of an intent.
 *
 * @throws LeydenError `BAD_REQUEST` if the key was used with another body, or another client could have the same.
 */
export type Idempotent = <Data extends object>(
  request: Request,
  scope: Scope,
  work: () => Promise<Data>,
) => Promise<Data>

export function createIdempotency(now: () => Date): Idempotent {
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
    // The same operation, and so the same kind of data.
    if (known) return known.data as ReturnType<typeof work>
    const data = work()
    remembered.set(key, { fingerprint, data, endsAtMs: now().getTime() + REMEMBERED_MS })
    data.catch(() => remembered.delete(key))
    return data
  }
}

/**
 * Whether a key can be 128 random bits: hex digits, with or without the hyphens of a UUID. Other keys may be words, and
 * two clients may both use `checkout-order-7`.
 */
function isUnguessable(key: string): boolean {
  return /^[0-9a-f-]+$/i.test(key) && key.replaceAll('-', '').length >= 32
}
