/** Somebody who signed in at the host, as `identify` found. */
export interface User {
  /** The host's own id of this user. */
  id: string
  /** Whose account the ramp session is for. */
  email: string
  /** Where bought bitcoin goes: a Lightning Address or an on-chain address. Without it the page may set it. */
  destination?: string | undefined
  /** The ramp's token of a returning user. */
  accessToken?: string | undefined
  /** The host's reference for the next session; the BFF makes one without it. */
  referenceId?: string | undefined
  /** Goes to the service as it is, over the page's own. */
  metadata?: Record<string, string> | undefined
}

/** Who sends a request: a signed-in user, or a guest. */
export type Identity = User | { guest: true }

/** Finds out who sends a request: a user, a guest, or nobody (null). */
export type Identify = (request: Request) => Promise<Identity | null>
