import { isEmpty } from '../foundation/json.js'
import { createListeners } from '../foundation/listeners.js'

/** Who is signed in, as far as a client knows from `getToken` and the replies of its BFF. */
export interface SignedInUser {
  /**
   * The `subject` of the newest reply that has one, which identifies a signed-in user; null if nobody is signed in,
   * undefined until a reply says so.
   */
  readonly subject: string | null | undefined
  /** Called each time `getToken` returns null. @returns a function that unsubscribes. */
  onSignedOut(listener: () => void): () => void
  /** Called when `subject` has changed. @returns a function that unsubscribes. */
  onChanged(listener: () => void): () => void
  /**
   * Takes the `subject` of a reply. Ignores a reply to a request that was sent before the one of the newest reply, and
   * a reply that says nothing: without a subject, or with one that is neither a text nor null.
   *
   * @param sentAtMs when the request was started, before `getToken` was called, in milliseconds of this machine's clock.
   */
  takeReply(subject: unknown, sentAtMs: number): void
  /**
   * Takes the answer of `getToken` that nobody is signed in. Replies to requests that were sent before are ignored, and so
   * is the answer if `getToken` was called before the request of the newest reply was sent.
   *
   * @param calledAtMs the time before `getToken` was called, in milliseconds of this machine's clock. @default now
   */
  takeSignOut(calledAtMs?: number): void
}

/** Who is signed in is unknown until a reply says so. */
export function createSignedInUser(): SignedInUser {
  let current: string | null | undefined
  let newestMs = Number.NEGATIVE_INFINITY
  const signOuts = createListeners()
  const changes = createListeners()
  const set = (subject: string | null) => {
    if (subject === current) return
    current = subject
    changes.notify()
  }
  // If the newest is later than now, somebody has set this machine's clock back.
  const isOutdated = (atMs: number) => atMs < newestMs && newestMs <= Date.now()
  return {
    get subject() {
      return current
    },
    onSignedOut: signOuts.subscribe,
    onChanged: changes.subscribe,
    takeReply(subject, sentAtMs) {
      const isSaid = subject === null || (typeof subject === 'string' && !isEmpty(subject))
      if (!isSaid || isOutdated(sentAtMs)) return
      newestMs = sentAtMs
      set(subject)
    },
    takeSignOut(calledAtMs = Date.now()) {
      if (isOutdated(calledAtMs)) return
      newestMs = calledAtMs
      set(null)
      signOuts.notify()
    },
  }
}
