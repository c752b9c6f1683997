import { LeydenError } from '@leyden/core'
import type { Change, View } from '../store/change.js'
import type { Row, RowWrite, Store } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import { badField } from './bad-field.js'
import type { HttpRequest } from './http-request.js'

/** Longer than a page keeps retrying. */
const KEPT_MS = 600_000
/** Longer than the request of another process can take. If there is no reply by then, that process has died. */
const GIVEN_UP_AFTER_MS = 70_000
/** Pages do not wait longer for a reply. */
const WAIT_MS = 10_000
const POLL_MS = 100

/** The scope of a key: a user, or else a client's address. */
interface Scope {
  userId: string | undefined
  /** The client's IP address; null if the host does not pass it. */
  ip: string | null
  body: object
}

/**
 * Opens a ramp session, or returns the result of an earlier request with the same `Idempotency-Key` in the same scope,
 * whichever process of the same store ran it. If neither user nor address is known, all clients share a scope, so only a
 * random key is accepted. Does not store failures.
 *
 * Charges ignore the key: a signed order has one open charge, and an unsigned invoice whose reply was lost was seen by
 * nobody.
 *
 * @throws LeydenError `BAD_REQUEST` if the key was used with another body, or another client could have the same;
 * `SERVICE_UNAVAILABLE` while the earlier one is still running.
 */
export type Idempotent = <Data extends object>(
  request: HttpRequest,
  scope: Scope,
  work: () => Promise<Data>,
) => Promise<Data>

/** The key of a request. */
interface RequestKey {
  /** The id of its row. */
  id: string
  /** A hash of the body. */
  fingerprint: string
}

/** Encrypts stored replies, because they contain tokens of ramp sessions. */
export function createIdempotent(
  store: Pick<Store, 'get'>,
  change: Change,
  tokens: Tokens,
  now: () => Date,
): Idempotent {
  /** The row of a request's key, and a hash of its body; null without a key. */
  function keyOf(request: HttpRequest, scope: Scope): RequestKey | null {
    const key = request.headers.get('idempotency-key')
    if (key === null) return null
    return {
      id: `request ${tokens.pseudonym(scopeOf(key, scope))}`,
      fingerprint: tokens.pseudonym(
        JSON.stringify(Object.entries(scope.body).sort(([a], [b]) => (a < b ? -1 : 1))),
      ),
    }
  }

  const isKept = (row: Row<Running> | null): row is Row<Running> =>
    row !== null && row.untilMs > now().getTime()

  /** The reply of a request that another process runs or ran; null if it failed, or that process died. */
  async function replyOf({ id, data: { run }, createdAtMs }: Row<Running>): Promise<string | null> {
    const startedAtMs = performance.now()
    for (;;) {
      const { rows } = await store.get([id])
      const { data } = (rows[0] ?? {}) as Partial<Row<Running>>
      if (data?.run !== run) return null
      if (data.reply !== undefined) return tokens.open(run, data.reply)
      if (now().getTime() - createdAtMs > GIVEN_UP_AFTER_MS) return null
      if (performance.now() - startedAtMs > WAIT_MS)
        throw new LeydenError(
          'SERVICE_UNAVAILABLE',
          'The same request is still running. Try again in a second.',
          { retryAfterMs: 1_000 },
        )
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  /** Runs the work, and keeps its reply. Another process may have the key by then, because this one was too slow. */
  async function runOnce<Data extends object>(
    row: RowWrite<Running>,
    work: () => Promise<Data>,
  ): Promise<Data> {
    const { id, data: running } = row
    const ifOurs = (end: (view: View) => void) =>
      change([id], (view) => {
        if (view.row<Running>(id)?.data.run === running.run) end(view)
      })
    const data = await work().catch(async (error: unknown) => {
      await ifOurs((view) => view.erase(id))
      throw error
    })
    const reply = await tokens.seal(running.run, JSON.stringify(data))
    await ifOurs((view) => view.put({ ...row, data: { ...running, reply } }))
    return data
  }

  return async <Data extends object>(request: HttpRequest, scope: Scope, work: () => Promise<Data>) => {
    const key = keyOf(request, scope)
    if (key === null) return work()
    const { id, fingerprint } = key
    for (let lost: string | undefined; ; ) {
      const row = requestRow(id, now(), { fingerprint, run: randomId() })
      // If two requests arrive at once, the second one waits for the reply of the first.
      const holder = await change([id], (view) => {
        const found = view.row<Running>(id)
        if (isKept(found) && found.data.run !== lost) return found
        view.put(row)
        view.wake(id, new Date(row.untilMs))
        return null
      })
      if (!holder) return runOnce(row, work)
      if (holder.data.fingerprint !== fingerprint)
        throw badField('idempotency-key', 'was already used for another request')
      const reply = await replyOf(holder)
      // The key was used with the same body, so the data has the right type.
      if (reply !== null) return JSON.parse(reply) as Data
      lost = holder.data.run
    }
  }
}

/** The data of the row of a key. */
interface Running {
  /** A hash of the body: the same key with another body is an error. */
  fingerprint: string
  /** Identifies the request that runs the work. */
  run: string
  /** Its reply, sealed. */
  reply?: string | undefined
}

function requestRow(id: string, createdAt: Date, data: Running): RowWrite<Running> {
  const createdAtMs = createdAt.getTime()
  return { id, kind: 'request', keep: 'bodies', untilMs: createdAtMs + KEPT_MS, createdAtMs, data }
}

function scopeOf(key: string, { userId, ip }: Scope): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw badField('idempotency-key', 'must be 1 to 255 visible characters')
  if (userId === undefined && ip === null && !isUnguessable(key))
    throw badField(
      'idempotency-key',
      'must have at least 32 random hex digits, because the shop knows neither the user nor the client address',
    )
  return JSON.stringify([userId === undefined ? ['ip', ip] : ['user', userId], key])
}

/**
 * Whether a key can be 128 random bits: hex digits, with or without the hyphens of a UUID. Other keys may be words, and
 * two clients may both use `checkout-order-7`.
 */
function isUnguessable(key: string): boolean {
  return /^[0-9a-f-]+$/i.test(key) && key.replaceAll('-', '').length >= 32
}
