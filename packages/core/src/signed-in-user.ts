import { createListeners } from './listeners.js'

/** Who is signed in, as far as a client knows from `getToken` and the replies of its BFF. */
export interface SignedInUser {
  /**
   * The `subject` of the newest reply, which identifies a signed-in user; null if nobody is signed in, undefined before
   * the first reply.
   */
  readonly subject: string | null | undefined
  /** Called each time `getToken` returns null. @returns a function that unsubscribes. */
  onSignedOut(listener: () => void): () => void
  /**
   * Takes the `subject` of a reply. Ignores a reply to a request that was sent before the one of the newest reply.
   *
   * @param sentAtMs when the request left, in milliseconds of this machine's clock.
   */
  takeReply(subject: unknown, sentAtMs: number): void
  /** Takes the answer of `getToken` that nobody is signed in. */
  takeSignOut(): void
}

/** Nobody is known to be signed in until the first reply. */
export function createSignedInUser(): SignedInUser {
  let current: string | null | undefined
  let newestMs = Number.NEGATIVE_INFINITY
  const signOuts = createListeners()
  return {
    get subject() {
      return current
    },
    onSignedOut: signOuts.subscribe,
    takeReply(subject, sentAtMs) {
      if (sentAtMs < newestMs) return
      newestMs = sentAtMs
      current = typeof subject === 'string' && subject !== '' ? subject : null
    },
    takeSignOut() {
      current = null
      signOuts.notify()
    },
  }
}
