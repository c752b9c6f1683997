import type { RampSession, WatchState } from '@leyden/core'
import type { Erase } from './admin/erase-subject.js'
import type { Redeliver } from './admin/redeliver.js'
import type { Settlement } from './charge/settle-charge.js'
import type { RequestInfo } from './http/handler.js'
import type { IntentOrder } from './intent/intent.js'
import type { RampOrder } from './ramp/ramp-fields.js'
import type { Readiness } from './readiness/readiness.js'
import type { CheckSetup } from './setup-check/check-setup.js'

/** Whose session `rampSession` opens. */
export interface RampSessionUser {
  /** As `identify` would give it; your events of the session name it. @default a guest's session */
  userId?: string | undefined
}

/** What {@link createBff} returns. */
export interface Bff {
  /** Answers one request; never rejects. `ip` is the peer's address, for the limits. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>
  /**
   * Records that a charge was paid, as this server's own node or wallet has reported. Idempotent.
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
   * It is good for 15 minutes and one open session.
   *
   * @throws LeydenError `BAD_REQUEST` naming the field, `INVALID_EMAIL`.
   */
  rampOrder(order: RampOrder): Promise<string>
  /**
   * Opens a ramp session at once, for a page whose `fetchSession` asks your own server. Give the reply to nobody but
   * that page: it opens the session.
   *
   * @throws LeydenError `NOT_CONFIGURED`, `BAD_REQUEST` naming the field, `INVALID_EMAIL`, and refusals by the service.
   */
  rampSession(order: RampOrder & RampSessionUser): Promise<RampSession>
  /** Starts delivering events to `onEvent` and listening to `settlement`. Nothing runs before. */
  start(): void
  /** Delivers the events that are due, once; for serverless platforms. @returns the number of deliveries. */
  tick(): Promise<number>
  /** Retries the events that were given up. @returns how many. */
  replay(): Promise<number>
  /**
   * Delivers one event to `onEvent` again, under the same `id`, whatever became of it before. Of a webhook whose body has
   * been deleted the event has only what outlives that.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `NOT_CONFIGURED` without `onEvent`.
   */
  redeliver: Redeliver
  /**
   * Releases a ramp event that was held for review (`suspect` or `conflict`), by its `id` in `onEvent` and the log: from
   * then on it counts. The page sees the new state, and `onEvent` gets the event again with `released: true`. Idempotent.
   *
   * @throws LeydenError `NOT_FOUND` for an unknown id, `BAD_REQUEST` for an event that is not held.
   */
  release(eventId: string): Promise<WatchState>
  /**
   * Deletes everything about one charge (its payment hash) or session (its id, or the service's), or the access token
   * that is kept for a user. @returns whether it existed; true for a user.
   */
  erase: Erase
  /**
   * Tries out everything that a shop needs, without money: calls the service with the key, opens a ramp session and
   * leaves it, sends a webhook to itself through `publicUrl`, and looks at clock, store, proxies and origins.
   *
   * @returns each finding in plain words. Never rejects.
   */
  check: CheckSetup
  /**
   * Says whether this BFF can work: the store can be written and read, and the service answers and takes the key. The
   * answer is at most some seconds old, so it may be asked as often as a load balancer likes. Never rejects.
   */
  ready(): Promise<Readiness>
  /** Ends the streams, the outbox and `settlement`. The caller closes the store. */
  close(): Promise<void>
}
