import { type Client, LeydenError } from '@leyden/core'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import {
  MutationObserver,
  type MutationObserverOptions,
  mutationOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { leydenKeys } from './leyden-keys.js'

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

// Requests are not stored in the attempts, because mutation variables may be dehydrated, and a request contains what
// people typed.
const heldOf = new WeakMap<object, AttemptSettings & { request: unknown }>()

/**
 * The variables of a mutation of ours: an id without personal data.
 *
 * ```ts
 * createCharge.mutate(newAttempt({ lnaddress: 'alice@wallet.example', amount: '2100000' }))
 * ```
 */
export function newAttempt<Request>(request: Request, { signal }: AttemptSettings = {}): Attempt<Request> {
  const attempt = { id: bytesToHex(randomBytes(16)) }
  heldOf.set(attempt, { request, signal })
  return attempt
}

/** Options that an app can set as defaults for its own mutations, and that would change ours. A `scope` of the app would make a charge wait for the app's mutations. */
const unsetForMutations: object = {
  onMutate: undefined,
  onSuccess: undefined,
  onError: undefined,
  onSettled: undefined,
  scope: undefined,
}

/** Used with key and function of each mutation. */
const ownMutationDefaults = {
  ...unsetForMutations,
  // A charge or a session is never requested twice.
  retry: 0,
  throwOnError: false,
  networkMode: 'always',
  gcTime: 0,
} as const

/** A mutation that sends the request of an attempt, once. */
function ownMutation<Request, Reply>(
  mutationKey: readonly string[],
  send: (request: Request, options: AttemptSettings & { idempotencyKey: string }) => Promise<Reply>,
) {
  return mutationOptions<Reply, LeydenError, Attempt<Request>>({
    ...ownMutationDefaults,
    mutationKey,
    mutationFn: async (attempt) => {
      const held = heldOf.get(attempt)
      if (!held)
        throw new LeydenError(
          'BAD_REQUEST',
          'The variables of this mutation come from newAttempt(request), one for each request.',
          { field: 'variables' },
        )
      heldOf.delete(attempt)
      return send(held.request as Request, { signal: held.signal, idempotencyKey: attempt.id })
    },
  })
}

/**
 * Options of the mutation that requests an invoice, for `useMutation` and `MutationObserver`. Its variables come from
 * `newAttempt`. The result is the charge as the BFF sent it. `checkCharge` of `@leyden/react/flows` has to accept it
 * before anybody sees its invoice.
 *
 * ```ts
 * const createCharge = useMutation(createChargeMutationOptions(client))
 * createCharge.mutate(newAttempt({ lnaddress: 'alice@wallet.example', amount: '2100000' }))
 * ```
 */
export function createChargeMutationOptions(client: Client) {
  return ownMutation(leydenKeys.charge(client.baseUrl), client.createCharge)
}

/**
 * Options of the mutation that makes a ramp session, for `useMutation` and `MutationObserver`. Its variables come from
 * `newAttempt`. The result is the session as the BFF sent it: the origin of its `widget_url` is not checked yet.
 *
 * ```ts
 * const createSession = useMutation(createRampSessionMutationOptions(client))
 * createSession.mutate(newAttempt({ quote_currency: 'USD', base_currency: 'BTC' }))
 * ```
 */
export function createRampSessionMutationOptions(client: Client) {
  return ownMutation(leydenKeys.rampSession(client.baseUrl), client.createRampSession)
}

/**
 * Runs one mutation outside of a component. Only the promise reports its outcome: the `status` of an observer does not
 * tell which of several attempts it belongs to.
 */
export async function runMutation<Request, Reply>(
  queryClient: QueryClient,
  options: MutationObserverOptions<Reply, LeydenError, Attempt<Request>>,
  request: Request,
  signal: AbortSignal,
): Promise<Reply> {
  const observer = new MutationObserver(queryClient, options)
  try {
    return await observer.mutate(newAttempt(request, { signal }))
  } finally {
    // The cache keeps a mutation while it is observed.
    observer.reset()
  }
}
