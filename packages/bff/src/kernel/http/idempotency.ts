import { LeydenError } from '@leyden/core'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Store } from '../store/store.js'
import type { RequestSubject } from '../store/subject.js'
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
  slot: string
  /** A hash of the body. */
  fingerprint: string
}

/** Encrypts stored replies, because they contain tokens of ramp sessions. */
export function createIdempotent(store: Store, tokens: Tokens, now: () => Date): Idempotent {
  /** The slot of a request's key, and a hash of its body; null without a key. */
  function keyOf(request: HttpRequest, scope: Scope): RequestKey | null {
    const key = request.headers.get('idempotency-key')
    if (key === null) return null
    return {
      slot: `request ${tokens.pseudonym(scopeOf(key, scope))}`,
      fingerprint: tokens.pseudonym(
        JSON.stringify(Object.entries(scope.body).sort(([a], [b]) => (a < b ? -1 : 1))),
      ),
    }
  }

  /** The row that holds a key's slot, and whether it still keeps the key. Refuses another body. */
  async function find({ slot, fingerprint }: RequestKey) {
    const found = await store.holder(slot)
    const holder = found?.kind === 'request' ? found : undefined
    const isKept = holder !== undefined && new Date(holder.watchUntil) > now()
    if (isKept && holder.fingerprint !== fingerprint)
      throw badField('idempotency-key', 'was already used for another request')
    return { holder, isKept }
  }

  /** The reply of a request that another process runs or ran; null if it failed or that process died. */
  async function replyOf({ id, createdAt }: RequestSubject): Promise<string | null> {
    const startedAtMs = performance.now()
    for (;;) {
      const [reply] = await store.read(id, 0)
      if (reply?.body) return tokens.open(id, new TextDecoder().decode(reply.body))
      if (!(await store.get(id))) return null
      if (now().getTime() - Date.parse(createdAt) > GIVEN_UP_AFTER_MS) return null
      if (performance.now() - startedAtMs > WAIT_MS)
        throw new LeydenError(
          'SERVICE_UNAVAILABLE',
          'The same request is still running. Try again in a second.',
          { retryAfterMs: 1_000 },
        )
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  async function run<Data extends object>(id: string, work: () => Promise<Data>): Promise<Data> {
    const data = await work().catch(async (error: unknown) => {
      await store.erase(id)
      throw error
    })
    const body = utf8ToBytes(await tokens.seal(id, JSON.stringify(data)))
    await store.append(id, { ...REPLY, at: now(), body })
    return data
  }

  return async <Data extends object>(request: HttpRequest, scope: Scope, work: () => Promise<Data>) => {
    const key = keyOf(request, scope)
    if (key === null) return work()
    for (;;) {
      const { holder, isKept } = await find(key)
      if (isKept && holder) {
        const reply = await replyOf(holder)
        // The key was used with the same body, so the data has the right type.
        if (reply !== null) return JSON.parse(reply) as Data
      }
      const row = requestRow(randomId(), now(), key.fingerprint)
      const options = { slot: key.slot, replaces: holder?.id, wakeAt: new Date(row.watchUntil) }
      // If two requests arrive at once, the second one waits for the reply of the first.
      if ((await store.put(row, options)) === 'stored') return run(row.id, work)
    }
  }
}

function requestRow(id: string, createdAt: Date, fingerprint: string): RequestSubject {
  const ends = new Date(createdAt.getTime() + KEPT_MS).toISOString()
  const times = { createdAt: createdAt.toISOString(), expiresAt: ends, watchUntil: ends }
  return { kind: 'request', id, ...times, fingerprint }
}

const REPLY = { key: 'reply', hash: '', type: 'request.reply', facts: {}, deliver: false }

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
