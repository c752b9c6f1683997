import type { RampSession, WatchState } from '@leyden/core'
import type { RequestInfo } from './http/http-request.js'
import type { IntentOrder } from './order/intent.js'
import type { RampOrder } from './ramp/ramp-fields.js'
import type { Readiness } from './readiness/readiness.js'
import type { Settlement } from './settlement/settlement-source.js'

/** The user whose session `rampSession` opens. */
export interface RampSessionUser {
  /** The user's id, as `identify` would return it; the events of the session contain it. @default a guest's session */
  userId?: string | undefined
}

/** What {@link createBff} returns. */
export interface Bff {
  /** Answers one request; never rejects. `ip` is the peer's address, for the limits. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>
  /**
   * Records that a charge was paid, when this server's own node or wallet reports it. Idempotent.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown payment hash, `BAD_REQUEST` for a preimage that does not match it,
   * or for an impossible time of payment.
   */
  settle(settlement: Settlement): Promise<WatchState>
  /**
   * Signs an order: the page sends the intent and cannot change any of it. A charge can be created from it for 15
   * minutes; it can be read for 31 days.
   *
   * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_LIGHTNING_ADDRESS`.
   */
  sign(order: IntentOrder): Promise<string>
  /**
   * Signs a ramp order, for users and guests alike: the page sends the order, and can neither read nor change any of it.
   * It is valid for 15 minutes and allows one open session.
   *
   * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
   */
  rampOrder(order: RampOrder): Promise<string>
  /**
   * Opens a ramp session at once, for a page whose `fetchSession` requests it from your own server. Send the reply to
   * that page only: anybody who has it can use the session.
   *
   * @throws LeydenError `NOT_CONFIGURED`, `BAD_REQUEST` naming the field, `INVALID_EMAIL`, and the service's own
   * errors.
   */
  rampSession(order: RampOrder & RampSessionUser): Promise<RampSession>
  /** Starts delivering events to `onEvent` and listening to `settlement`; nothing is delivered before. */
  start(): void
  /** Delivers the due events once, for serverless platforms. @returns the number of deliveries. */
  tick(): Promise<number>
  /**
   * Whether this BFF can work: it can write and read the store, and the service answers and accepts the API key. The
   * result is cached for some seconds, so a load balancer may call this as often as it likes. Never rejects.
   */
  ready(): Promise<Readiness>
  /** Ends the streams, the outbox, `settlement` and the extensions. Does not close the store; the caller has to. */
  close(): Promise<void>
}
