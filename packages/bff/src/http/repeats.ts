import { badField } from '../charge/charge-terms.js'

/** Longer than any page goes on trying. */
const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 10_000

interface Remembered {
  fingerprint: string
  data: Promise<object>
  endsAtMs: number
}

/**
 * Does what a POST asks for, or gives the answer of an earlier one with the same `Idempotency-Key` from the same
 * asker. Failures are not remembered. It holds within one process; across processes an intent's reference does.
 *
 * @throws LeydenError `BAD_REQUEST` when the key comes back with another body.
 */
export type Repeats = (
  request: Request,
  asker: { scope: string; body: object },
  work: () => Promise<object>,
) => Promise<object>

export function createRepeats(now: () => Date): Repeats {
  const remembered = new Map<string, Remembered>()

  const forgetOld = () => {
    for (const [key, { endsAtMs }] of remembered) {
      if (endsAtMs > now().getTime() && remembered.size <= MOST_REMEMBERED) return
      remembered.delete(key)
    }
  }

  return (request, { scope, body }, work) => {
    const given = request.headers.get('idempotency-key')
    if (given === null) return work()
    if (!/^[\x21-\x7e]{1,255}$/.test(given))
      throw badField('idempotency-key', 'must be 1 to 255 visible characters')
    forgetOld()
    const key = `${scope} ${given}`
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
