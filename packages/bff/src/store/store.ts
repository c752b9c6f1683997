import type { Evidence, RampDetails, SuccessNote } from '@leyden/core'
import type { RampMeaning } from '@leyden/core/webhook'
import type { Subject } from './subject.js'

/** How a webhook contradicts its session: it names another one, or is of the other mode. */
export type Suspicion = 'session_id' | 'livemode'

/** Why a webhook's body cannot be read as an event. */
export type UnreadableReason = 'bad_json' | 'bad_shape' | 'too_deep' | 'no_kind'

/** The facts of an event that outlive its body: enough for the watch, and no personal data. */
export interface EventFacts {
  /** What it means for a ramp session, where it means anything. */
  meaning?: NonNullable<RampMeaning> | undefined
  /** The evidence of a payment. */
  evidence?: Evidence | undefined
  /** 64 hex digits. */
  preimage?: string | undefined
  /** ISO 8601: when a payment happened, where that is known. */
  paidAt?: string | undefined
  /** What the recipient shows after the payment, opened where it was sealed. */
  success?: SuccessNote | undefined
  /** Whether real money moved, where the service says so. */
  livemode?: boolean | undefined
  /** What it says of a purchase; its buyer may see all of it. */
  details?: RampDetails | undefined
  /** What a webhook's authenticity rests on. */
  authenticity?: 'capability' | 'signature' | undefined
  /** The service's id of the session that it names, where it came before ours was known. */
  sessionId?: string | undefined
  /** How this event contradicts its session. It does not count until it is released. */
  suspect?: readonly Suspicion[] | undefined
  /** Why its body is no event. */
  unreadable?: UnreadableReason | undefined
  /** A secret of the subject, encrypted. */
  sealed?: string | undefined
  /** Number of the event of the same subject that this one releases. */
  releases?: number | undefined
}

/** An event to be stored. */
export interface NewEvent {
  /** Names the event within its subject: the same key is the same event. */
  key: string
  /** A hash of the content: the same key with another hash is a conflict. */
  hash: string
  /** Such as `charge.paid` or `ramp.purchase.completed`. */
  type: string
  /** When it was received. */
  at: Date
  /** What outlives the body. */
  facts: EventFacts
  /** The bytes as they came. */
  body?: Uint8Array | undefined
  /** Whether it goes to the outbox. */
  deliver: boolean
}

/** An event as it is read from the store. */
export interface StoredEvent extends Omit<NewEvent, 'deliver'> {
  /** 1, 2, 3 … within its subject, without gaps. */
  seq: number
  /** The subject has another event with this key and another content. */
  conflict: boolean
}

/** Work of the outbox: hand an event to `onEvent`, or, without one, look at a subject because its time has come. */
export interface Delivery {
  /** Names this claim, for `renew` and `finish`: void once somebody else has claimed the delivery. */
  id: string
  /** The id of the subject that it belongs to. */
  subjectId: string
  /** Null for a subject that is to be looked at. */
  event: StoredEvent | null
  /** 1 for the first. */
  attempt: number
}

/** Two kinds of deliveries, claimed apart so that neither waits for the other: events, and subjects to be looked at. */
export type DeliveryLane = 'event' | 'wake'

/** How a delivery ended. */
export type DeliveryOutcome =
  | {
      /** It has succeeded, or there was nothing to do. */
      status: 'done'
      /** Whether the body of the event is deleted, because it holds user tokens. @default false */
      dropBody?: boolean | undefined
    }
  | {
      /** It has failed, or there is more to do later. */
      status: 'retry'
      /** When it is due again. */
      at: Date
    }
  | {
      /** Given up until somebody calls `revive`. */
      status: 'dead'
    }

/** The events of the outbox. */
export interface OutboxState {
  /** How many events wait for delivery. */
  waiting: number
  /** When the oldest of them was received. */
  oldestAt: Date | null
  /** Given up until somebody calls `revive`. */
  dead: number
}

/** `delivered` is every event that the outbox does not hold: also one that nobody was to get. */
export type EventState = 'delivered' | 'waiting' | 'dead'

/** Which events {@link Store.events} lists. */
export interface EventQuery {
  /** @default every state */
  state?: EventState | undefined
  /** @default every subject */
  subjectId?: string | undefined
  /** The last event of the page before, if any. */
  before?: Pick<ListedEvent, 'subjectId' | 'seq' | 'at'> | undefined
  /** The most events to give. */
  limit: number
}

/** An event in a list, without its body. */
export interface ListedEvent extends Omit<StoredEvent, 'body'> {
  /** Id of the charge or session that it is about. */
  subjectId: string
  /** How its delivery stands. */
  state: EventState
  /** How often its delivery was tried; undefined for a delivered one. */
  attempts?: number | undefined
  /** When it is tried next; undefined unless it is waiting. */
  dueAt?: Date | undefined
}

/** What {@link Store.put} does besides storing a subject. */
export interface PutOptions {
  /** A name that at most one subject holds. */
  slot?: string | undefined
  /** The holder that this subject takes the slot from; without it, the slot must be free. */
  replaces?: string | undefined
  /** When the outbox is to look at the subject. */
  wakeAt?: Date | undefined
}

/** Before which time data is old. */
export interface PruneLimits {
  /** Bodies of events received before it, and intents that could be read until before it. */
  bodies: Date
  /** Unpaid charges of strangers (`retentionKind`) whose watch ended before it. */
  unpaid: Date
  /** Everything else whose watch ended before it. */
  subjects: Date
}

/**
 * Where charges, sessions, their events and the outbox live. Every method that writes resolves when the write is
 * durable, as far as the store is durable at all, and rejects when it is not.
 */
export interface Store {
  /** Keeps a new subject; nothing is ever overwritten. */
  put(subject: Subject, options?: PutOptions): Promise<'stored' | 'id_taken' | 'slot_taken'>
  /** The subject of an id; null where there is none. */
  get(id: string): Promise<Subject | null>
  /** The subject that holds a slot; null where it is free. */
  holder(slot: string): Promise<Subject | null>
  /**
   * Adds an event, in one atomic step with its number, the check whether it is known, and its delivery. The subject
   * need not exist: a webhook may come before the service has answered. `conflict` stores the event too.
   */
  append(id: string, event: NewEvent): Promise<'stored' | 'duplicate' | 'conflict'>
  /** The events of a subject after a number, in order. */
  read(id: string, afterSeq: number): Promise<StoredEvent[]>
  /** Calls `hint` soon after an event was appended, perhaps by another process; a hint may be missing or idle. */
  watch(id: string, hint: () => void): () => void
  /**
   * Takes due deliveries for `leaseMs`: of each subject only the first event that is neither done nor dead. `now` decides
   * what is due. A store that is shared by several machines measures leases with its own clock, as theirs differ.
   */
  claim(lane: DeliveryLane, limit: number, leaseMs: number, now: Date): Promise<Delivery[]>
  /** Prolongs claims of deliveries that are still under way; without it they can be claimed again after their lease. */
  renew(deliveryIds: readonly string[], leaseMs: number, now: Date): Promise<void>
  /** Records how a delivery ended, unless somebody else has claimed it since. */
  finish(deliveryId: string, outcome: DeliveryOutcome): Promise<void>
  /** Makes dead deliveries due again. @returns how many. */
  revive(now: Date): Promise<number>
  /**
   * Makes the delivery of one event due now, whether it is waiting, dead or done; one that is under way is left alone.
   *
   * @returns false where there is no such event.
   */
  redeliver(subjectId: string, seq: number, now: Date): Promise<boolean>
  /**
   * Lists the events whose type begins with `charge.`, `ramp.` or `webhook.`: the newest first, and those of the same
   * time by subject and number, in falling order.
   */
  events(query: EventQuery): Promise<ListedEvent[]>
  /** Events that wait for their delivery, the time of the oldest of them, and those that were given up. */
  outbox(): Promise<OutboxState>
  /** One more of `limit` in a window that starts with the first; refused ones are not counted. */
  take(
    key: string,
    limit: number,
    windowMs: number,
    now: Date,
  ): Promise<{
    /** Whether it was within the limit. */
    allowed: boolean
    /** When the window ends, in milliseconds from now; 0 where it was allowed. */
    retryAfterMs: number
  }>
  /** Deletes what is old, except pending deliveries. It may take minutes; other calls run in the meantime. */
  prune(before: PruneLimits): Promise<void>
  /** Deletes everything about one subject. */
  erase(id: string): Promise<void>
  /** Ends the store; no method may be called after it. */
  close(): Promise<void>
}
