import { LeydenError } from '@leyden/core'
import { randomId } from './random-id.js'

/** One attempt of a POST. It is made before the request, and can be used for one request only. */
export interface Attempt<Request> {
  /** 128 random bits in hex, sent as the idempotency key. */
  readonly id: string
  /** Never set: it makes the types of two kinds of attempts different. */
  readonly request?: Request | undefined
}

/** Settings of `newAttempt`. */
export interface AttemptSettings {
  /** Cancels the request of this attempt: a `mutationFn` gets no signal of its own. */
  signal?: AbortSignal | undefined
}

interface Held {
  request: unknown
  signal: AbortSignal | undefined
}

// Requests are not stored in the attempts, because mutation variables may be dehydrated, and a request contains what
// people typed.
const heldOf = new WeakMap<object, Held>()

/**
 * The variables of a mutation of ours: an id without personal data.
 *
 * ```ts
 * createCharge.mutate(newAttempt({ lnaddress: 'alice@wallet.example', amount: '2100000' }))
 * ```
 */
export function newAttempt<Request>(request: Request, { signal }: AttemptSettings = {}): Attempt<Request> {
  const attempt = { id: randomId() }
  heldOf.set(attempt, { request, signal })
  return attempt
}

/**
 * What the client sends for an attempt, once: the request and its options.
 *
 * @throws LeydenError `BAD_REQUEST` if the attempt has been sent, or was not made by `newAttempt`
 */
export function takeRequest<Request>(attempt: Attempt<Request>) {
  const held = heldOf.get(attempt)
  if (!held)
    throw new LeydenError(
      'BAD_REQUEST',
      'The variables of this mutation come from newAttempt(request), one for each request.',
      { field: 'variables' },
    )
  heldOf.delete(attempt)
  return [held.request as Request, { signal: held.signal, idempotencyKey: attempt.id }] as const
}
