import { LeydenError } from '@leyden/core'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { singleFlight } from '../single-flight.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject, KeyedRequest, RequestSubject, Subject } from '../store/subject.js'
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

/** The scope of a key: an operation and a user, or else a client's address. */
interface Scope {
  operation: 'charge' | 'ramp'
  userId: string | undefined
  /** The client's IP address; null if the host does not pass it. */
  ip: string | null
  body: object
}

interface ChargeScope extends Scope {
  /** Called before an earlier reply is returned again. It throws if the reply must not be given any more. */
  recheck?: (() => Promise<void>) | undefined
}

/** Two ways to run a POST at most once for each `Idempotency-Key`. */
export interface Idempotency {
  /** For work that others may see before its row is stored, such as a session of the service. */
  rowFirst: Idempotent
  /** For work whose row is its first effect. */
  inOwnRow: IdempotentCharge
}

/**
 * Runs a POST, or returns the result of an earlier one with the same `Idempotency-Key` in the same scope, whichever
 * process of the same store ran it. If neither user nor address is known, all clients share a scope, so only a random key
 * is accepted. Does not store failures.
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

/** What the row of a charge stores, so that it holds the key of its request. */
export interface KeySlot {
  slot: string
  /** The id of the row that holds the slot, and does not keep the key any more. */
  replaces: string | undefined
  keyed: KeyedRequest
}

/**
 * Creates a charge, or returns the earlier one of the same key. The charge takes the key with its own row, in one commit:
 * two requests at once may both ask upstream, but only one invoice is stored, and both get it. A failure leaves the key
 * free. If the charge of another request is the reply, such as the open one of an order, the key has a row that names it.
 *
 * @param create stores the charge with the key, if there is one; it returns undefined if another row has taken the key.
 * @throws LeydenError as {@link Idempotent}.
 */
type IdempotentCharge = <Data extends object>(
  request: HttpRequest,
  scope: ChargeScope,
  create: (key: KeySlot | undefined) => Promise<CreatedCharge | undefined>,
  replyOf: (charge: ChargeSubject) => Data,
) => Promise<Data>

/** A charge for a request. */
export interface CreatedCharge {
  charge: ChargeSubject
  /** Whether the charge has the key of this request. If not, another request has created it. */
  hasKey: boolean
}

/** Encrypts stored replies, because they contain tokens of ramp sessions. */
export function createIdempotency(store: Store, tokens: Tokens, now: () => Date): Idempotency {
  const createOnce = singleFlight<object>()

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
    const holder = await store.holder(slot)
    const kept = holder ? keptBy(holder, now()) : undefined
    if (kept && kept.fingerprint !== fingerprint)
      throw badField('idempotency-key', 'was already used for another request')
    return { holder, isKept: kept !== undefined }
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

  /** The earlier reply that a row keeps; undefined if it is gone. */
  async function keptReply<Data extends object>(
    holder: Subject,
    dataOf: (charge: ChargeSubject) => Data,
  ): Promise<Data | undefined> {
    if (holder.kind === 'charge') return dataOf(holder)
    if (holder.kind !== 'request') return undefined
    if (holder.charge !== undefined) {
      const charge = await store.get(holder.charge)
      return charge?.kind === 'charge' ? dataOf(charge) : undefined
    }
    // An earlier version stored the key first.
    const reply = await replyOf(holder)
    return reply === null ? undefined : (JSON.parse(reply) as Data)
  }

  function keySlot({ slot, fingerprint }: RequestKey, replaces: string | undefined): KeySlot {
    return { slot, replaces, keyed: { fingerprint, until: endsAt(now()).toISOString() } }
  }

  /** Stores that the reply to a key is an existing charge. @returns false if another row has taken the key. */
  async function nameCharge({ slot, replaces, keyed }: KeySlot, charge: ChargeSubject): Promise<boolean> {
    const row = requestRow(randomId(), now(), keyed.fingerprint)
    const options = { slots: [{ slot, replaces }], wakeAt: new Date(row.watchUntil) }
    return (await store.put({ ...row, charge: charge.id }, options)) === 'stored'
  }

  return {
    async rowFirst<Data extends object>(request: HttpRequest, scope: Scope, work: () => Promise<Data>) {
      const key = keyOf(request, scope)
      if (key === null) return work()
      for (;;) {
        const { holder, isKept } = await find(key)
        if (isKept && holder?.kind === 'request') {
          const reply = await replyOf(holder)
          // The scope contains the operation, so the data has the right type.
          if (reply !== null) return JSON.parse(reply) as Data
        }
        const row = requestRow(randomId(), now(), key.fingerprint)
        const slots = [{ slot: key.slot, replaces: holder?.id }]
        // If two requests arrive at once, the second one waits for the reply of the first.
        if ((await store.put(row, { slots, wakeAt: new Date(row.watchUntil) })) === 'stored')
          return run(row.id, work)
      }
    },

    async inOwnRow<Data extends object>(
      request: HttpRequest,
      scope: ChargeScope,
      create: (key: KeySlot | undefined) => Promise<CreatedCharge | undefined>,
      dataOf: (charge: ChargeSubject) => Data,
    ) {
      const key = keyOf(request, scope)
      const attempt = async () => {
        const { holder = null, isKept = false } = key ? await find(key) : {}
        const kept = isKept && holder ? await keptReply(holder, dataOf) : undefined
        if (kept !== undefined) {
          await scope.recheck?.()
          return kept
        }
        const slot = key ? keySlot(key, holder?.id) : undefined
        const created = await create(slot)
        const isKeyed = !created || !slot || created.hasKey || (await nameCharge(slot, created.charge))
        return created && isKeyed ? dataOf(created.charge) : undefined
      }
      // Requests of one process share the work.
      return (await createOnce(key ? `${key.slot} ${key.fingerprint}` : randomId(), attempt)) as Data
    },
  }
}

function endsAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + KEPT_MS)
}

function requestRow(id: string, createdAt: Date, fingerprint: string): RequestSubject {
  const ends = endsAt(createdAt).toISOString()
  const times = { createdAt: createdAt.toISOString(), expiresAt: ends, watchUntil: ends }
  return { kind: 'request', id, ...times, fingerprint }
}

const REPLY = { key: 'reply', hash: '', type: 'request.reply', facts: {}, deliver: false }

/** What a row keeps of the request with its key; undefined if it does not keep the key any more. */
function keptBy(subject: Subject, now: Date): Pick<KeyedRequest, 'fingerprint'> | undefined {
  if (subject.kind === 'request') return new Date(subject.watchUntil) > now ? subject : undefined
  const keyed = subject.kind === 'charge' ? subject.keyed : undefined
  return keyed && new Date(keyed.until) > now ? keyed : undefined
}

function scopeOf(key: string, { operation, userId, ip }: Scope): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw badField('idempotency-key', 'must be 1 to 255 visible characters')
  if (userId === undefined && ip === null && !isUnguessable(key))
    throw badField(
      'idempotency-key',
      'must have at least 32 random hex digits, because the shop knows neither the user nor the client address',
    )
  return JSON.stringify([operation, userId === undefined ? ['ip', ip] : ['user', userId], key])
}

/**
 * Whether a key can be 128 random bits: hex digits, with or without the hyphens of a UUID. Other keys may be words, and
 * two clients may both use `checkout-order-7`.
 */
function isUnguessable(key: string): boolean {
  return /^[0-9a-f-]+$/i.test(key) && key.replaceAll('-', '').length >= 32
}
