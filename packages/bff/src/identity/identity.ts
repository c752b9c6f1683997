/** A signed-in user, as `identify` returns it. */
export interface User {
  /** Your own id of this user. */
  id: string
  /** Whose account the ramp session is for. */
  email: string
  /** Where bought bitcoin goes: a Lightning Address or an on-chain address. Without it the page may set it. */
  destination?: string | undefined
  /** The ramp's token of a returning user. */
  accessToken?: string | undefined
  /** Your reference for the next session. @default made by the BFF */
  referenceId?: string | undefined
  /** Sent to the service unchanged; overrides the page's metadata. */
  metadata?: Record<string, string> | undefined
}

/** The sender of a request: a signed-in user, or a guest. */
export type Identity = User | { guest: true }

/** Authenticates a request: a user, a guest, or nobody (null). */
export type Identify = (request: Request) => Promise<Identity | null>
