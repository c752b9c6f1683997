import type { LeydenError } from '@leyden/core'
import type { ProviderOptions, RequestTrace } from '@leyden/core/provider'
import type { CallbackVerdict, PayRequestResult, VerifyVerdict } from '@leyden/lightning'

/** One request of a chain of redirects, and the reply to it. Without a status there was no reply. */
export interface Hop {
  /** The URL that was requested. */
  url: string
  /** The status of the reply. */
  status?: number | undefined
  /** The target of a redirect, as the server wrote it. */
  location?: string | undefined
}

/** What the engine saw and concluded in one step, for the report of an address. */
export interface RequestDetails {
  hops: Hop[]
  /** Why there is no reply: its `reason` is a `GetProblem`. */
  failure?: LeydenError | undefined
  payRequest?: PayRequestResult | undefined
  callback?: CallbackVerdict | undefined
  verification?: VerifyVerdict | undefined
}

/** A trace that also collects details, if its owner has put an object there. */
export interface LnurlTrace extends RequestTrace {
  details?: RequestDetails | undefined
}

/** Options of one step of the engine. */
export interface LnurlOptions extends ProviderOptions {
  trace?: LnurlTrace | undefined
}
