import type { Evidence, RampDetails, RampField, SuccessNote } from '@leyden/core'
import type { RampFacts, RampMeaning } from '@leyden/core/webhook'
import type { Reduction, ReductionAfter } from './reduction.js'
import type { ChargeSubject, StoredTerms, Subject } from './subject.js'

/** Why a webhook's body cannot be read as an event. */
export type UnreadableReason = 'bad_json' | 'bad_shape' | 'too_deep' | 'no_kind'

/** The facts of an event that stay after its body is deleted: enough for the watch, without personal data. */
export interface EventFacts {
  /** The status that it gives a ramp session, if any. */
  meaning?: NonNullable<RampMeaning> | undefined
  /** ISO 8601: when the service made it, if it gives a ramp session a status. */
  madeAt?: string | undefined
  /** Whether its kind takes a purchase back: a refund, a reversal or a chargeback. */
  takesBack?: true | undefined
  /** The evidence of a payment. */
  evidence?: Evidence | undefined
  /** 64 hex digits. */
  preimage?: string | undefined
  /** ISO 8601: when a payment happened, if known. */
  paidAt?: string | undefined
  /** The recipient's message to the payer after the payment, decrypted if it was encrypted. */
  success?: SuccessNote | undefined
  /** Whether real money moved, if the service reports it. */
  livemode?: boolean | undefined
  /** The facts of a purchase; its buyer may see all of them. */
  details?: RampDetails | undefined
  /** The evidence of a webhook's sender. */
  authenticity?: 'capability' | 'signature' | undefined
  /** What the event reports of its session, if the session was not yet stored when it came. */
  reported?: RampFacts | undefined
  /** The service's id of the session that completed an order. */
  sessionId?: string | undefined
  /** How this event contradicts its session. It does not count until it is released. */
  suspect?: readonly RampField[] | undefined
  /** How it differs from what the BFF has sent, without a consequence. */
  differs?: readonly RampField[] | undefined
  /** The service's id of the session that completed the order before. */
  duplicateOf?: string | undefined
  /** Why its body is not an event. */
  unreadable?: UnreadableReason | undefined
  /** The number of the subject's event that this one releases. */
  releases?: number | undefined
  /** Of a payment under an intent's reference: what it means for the order, decided when the payment was stored. */
  order?: OrderPayment | undefined
}

/** What a payment means for the order of its reference. */
export interface OrderPayment extends Pick<StoredTerms, 'lnaddress' | 'amountMsat'> {
  /** Whether the payment has the recipient and amount above, which were signed last when it was stored. */
  matches: boolean
  /**
   * The payment hash of an earlier payment of the reference with the same recipient, amount and `matches`: the same was
   * paid twice.
   */
  duplicateOf?: string | undefined
}

/** An event to be stored. */
export interface NewEvent {
  /** Identifies the event within its subject: the same key means the same event. */
  key: string
  /** A hash of the content: the same key with another hash means a conflict. */
  hash: string
  /** The type, such as `charge.paid` or `ramp.purchase.completed`. */
  type: string
  /** When it was received. */
  at: Date
  /** The facts that stay after the body is deleted. */
  facts: EventFacts
  /** The received bytes. */
  body?: Uint8Array | undefined
  /** Whether the outbox delivers it. */
  deliver: boolean
}

/** An event as it is read from the store. */
export interface StoredEvent extends Omit<NewEvent, 'deliver'> {
  /** 1, 2, 3 … within its subject, without gaps. */
  seq: number
  /** Whether the subject has another event with this key and other content. */
  conflict: boolean
}

/** An event without its body. */
export interface EventHead extends Omit<StoredEvent, 'body'> {
  /** The length of its body; 0 after it was deleted. */
  bytes: number
}

/** What the store has of the state of a subject. */
export interface StoredState {
  /** The reduction of the subject's first events; null if none was stored. */
  reduction: Reduction | null
  /** The events after it, in order: those of writers at the same time. */
  later: EventHead[]
}

/** A task of the outbox: deliver an event to `onEvent` or, without an event, poll a subject that is due. */
export interface Delivery {
  /** Identifies this claim for `renew` and `finish`; invalid after another process has claimed the delivery. */
  id: string
  /** The id of its subject. */
  subjectId: string
  /** The event to deliver; null to poll the subject. */
  event: StoredEvent | null
  /** The number of this attempt, from 1. */
  attempt: number
  /** When the attempt before began; null if this is the first one. */
  triedAt: Date | null
  /** How often it has failed while the endpoint accepted other events. */
  failedAlone: number
}

/**
 * The deliveries that are claimed together, so that events (`event`) and polls of subjects (`wake`) do not wait for each
 * other.
 */
export type DeliveryLane = 'event' | 'wake'

/** The result of a delivery. */
export type DeliveryOutcome =
  | {
      /** The delivery has succeeded, or there was nothing to do. */
      status: 'done'
      /** Whether to delete the body of the event, because it contains user tokens. @default false */
      dropBody?: boolean | undefined
    }
  | (FailedDelivery & {
      /** Why the attempt has failed, for operators: a short text without secrets. @default that of the attempt before */
      failure?: string | undefined
    })

/** The result of a delivery that has failed, or is not finished. */
type FailedDelivery =
  | {
      /** The delivery has failed, or there is more to do later. */
      status: 'retry'
      /** When the delivery is due again. */
      at: Date
      /** How often the event has failed while the endpoint accepted others. @default 0 */
      failedAlone?: number | undefined
      /** Whether the event no longer delays later ones of its subject. @default false */
      setAside?: boolean | undefined
    }
  | {
      /** Dead: not tried again until `revive` is called. */
      status: 'dead'
    }

/** The events of the outbox. */
export interface OutboxState {
  /** The number of events that wait for delivery. */
  waiting: number
  /** The number of waiting events that are set aside. */
  setAside: number
  /** When the oldest waiting event was received. */
  oldestAt: Date | null
  /** Dead: not tried again until `revive` is called. */
  dead: number
  /** The number of ramp sessions whose stored state needs a review, because an event of theirs is held. */
  inReview: number
}

/**
 * The delivery states of listed events. `delivered` means every event that is not in the outbox, also one without a
 * receiver.
 */
export type EventState = 'delivered' | 'waiting' | 'dead'

/** The events that {@link Store.events} lists. */
export interface EventQuery {
  /** @default every state */
  state?: EventState | undefined
  /** @default every subject */
  subjectId?: string | undefined
  /** The last event of the previous page, if any. */
  before?: Pick<ListedEvent, 'subjectId' | 'seq' | 'at'> | undefined
  /** The maximum number of events. */
  limit: number
}

/** An event in a list, without its body. */
export interface ListedEvent extends Omit<StoredEvent, 'body'> {
  /** The id of its charge or session. */
  subjectId: string
  /** The state of its delivery. */
  state: EventState
  /** The number of delivery attempts; undefined if it is delivered. */
  attempts?: number | undefined
  /** The time of the next attempt, or later while the endpoint is down; undefined unless it is waiting. */
  dueAt?: Date | undefined
  /** Why the last failed attempt has failed; undefined if none has, and if it is delivered. */
  failure?: string | undefined
}

/** The subjects that {@link Store.subjects} lists. */
export type SubjectQuery = SubjectPage &
  (
    | {
        /** The kind of subject. */
        kind: 'charge'
        /** Only those with this reference, whether an intent fixed it or a page. @default every one */
        reference?: string | undefined
        /** Only those with this recipient. @default every one */
        address?: string | undefined
      }
    | {
        /** The kind of subject. */
        kind: 'ramp'
        /** Only those with this reference of the app. @default every one */
        reference?: string | undefined
        /** Only those with this destination. @default every one */
        address?: string | undefined
        /** Only those whose stored state needs a review. @default every one */
        inReview?: true | undefined
      }
    | {
        /** The kind of subject. */
        kind: 'intent'
        /** Intents are found by their reference only. */
        reference: string
      }
  )

/** A page of a list. */
interface SubjectPage {
  /** The last subject of the previous page, if any. */
  before?: Pick<Subject, 'id' | 'createdAt'> | undefined
  /** The maximum number of subjects. */
  limit: number
}

/** Additional effects of {@link Store.put}. */
export interface PutOptions {
  /** A slot that the subject takes: a name that at most one subject holds. */
  slot?: string | undefined
  /** The id of the holder that the slot is taken from. Without it, the slot must be free. */
  replaces?: string | undefined
  /** When the outbox polls the subject. */
  wakeAt?: Date | undefined
  /** The order of an intent or of its charge. */
  order?: OrderWrite | undefined
}

/** Additional effects of {@link Store.append}. */
export interface AppendOptions {
  /** The order of a payment. It changes unless the event is a duplicate. */
  order?: OrderWrite | undefined
  /**
   * The state of the subject after the event. It is stored if the event gets the number that it was computed for; else
   * the next reader reduces the event.
   */
  reduction?: ReductionAfter | undefined
}

/** The result of {@link Store.append}. `conflict` has stored the event, too. */
export type AppendOutcome = 'stored' | 'duplicate' | 'conflict' | 'order_changed'

/** The terms that count for a reference. They include the note, but only another recipient or amount replaces them. */
export interface OrderState extends StoredTerms {
  /**
   * The payment hash of the charge that paid the order. Since then no other terms replace these, and nothing else is
   * charged.
   */
  paidBy?: string | undefined
}

/** The order of a reference: its state, and what was stored for it. */
export interface StoredOrder {
  /** The store's own number of the state. Every change gives a new number; none is used twice. 0 without a state. */
  sequence: number
  /** Null if nothing has been signed. */
  state: OrderState | null
  /** The charges of its intents, newest first: all that are paid, and of the others at least the newest 100. */
  charges: OrderCharge[]
}

/** A charge that was created from an intent, with its events. */
export interface OrderCharge {
  /** The charge. */
  charge: ChargeSubject
  /** Its events, in their order. */
  events: StoredEvent[]
}

/**
 * What a write changes in an order. If the order has another sequence than it had when the writer read it, nothing is
 * written, and the result is `order_changed`.
 */
export interface OrderWrite {
  /** The reference of the order. */
  reference: string
  /** The sequence that was read. */
  sequence: number
  /** The new state. Without it the state and its sequence stay. Required if the sequence is 0. */
  state?: OrderState | undefined
}

/** The times before which data is old. */
export interface PruneLimits {
  /** Bodies of events received before it, and intents that could be read until before it. */
  bodies: Date
  /** Unpaid charges of anonymous pages (`retentionKind`) whose watch ended before it. */
  unpaid: Date
  /** Everything else whose watch ended before it. */
  subjects: Date
}

/**
 * Stores charges, sessions, their events and the outbox. Every method that writes resolves when the write is durable
 * (if the store is durable), and rejects if it failed.
 */
export interface Store {
  /**
   * Stores a new subject; never overwrites one. The subject, its slot and its order are one atomic step. If both the slot
   * and the id are taken, the result is `slot_taken`.
   */
  put(subject: Subject, options?: PutOptions): Promise<'stored' | 'id_taken' | 'slot_taken' | 'order_changed'>
  /** The subject of an id; null if there is none. */
  get(id: string): Promise<Subject | null>
  /** The subject that holds a slot; null if it is free. */
  holder(slot: string): Promise<Subject | null>
  /**
   * Adds an event. Its number, the check whether it is known, and its delivery are one atomic step. The subject need
   * not exist, because a webhook may arrive before the reply with its session. The options are part of the step.
   */
  append(id: string, event: NewEvent, options?: AppendOptions): Promise<AppendOutcome>
  /** Reads the events of a subject after a number, in order: all, or at most `limit`. */
  read(id: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>
  /** Reads the events of a subject without their bodies, in order: all, or those with a key. */
  heads(id: string, key?: string): Promise<EventHead[]>
  /** Reads the stored state of a subject: one row, and the events that are not in it. */
  state(id: string): Promise<StoredState>
  /** Stores the state of a subject, unless a later one is stored. */
  reduce(id: string, reduction: Reduction): Promise<void>
  /**
   * Reads the order of a reference: first its state, then the rest. So a writer that passes the sequence of this state
   * has seen everything that was written before.
   */
  order(reference: string): Promise<StoredOrder>
  /**
   * Calls `hint` soon after an event was appended, even by another process. A hint may be missing, or come without an
   * event.
   */
  watch(id: string, hint: () => void): () => void
  /**
   * Claims due deliveries for `leaseMs`: of each subject only the first event that is neither done, dead nor set aside,
   * and those that are set aside. Paid events (`isPaidEvent`) come first, and then what has been due longest. `now` decides
   * what is due. A store that several machines share measures leases
   * with its own clock, because theirs differ.
   */
  claim(lane: DeliveryLane, limit: number, leaseMs: number, now: Date): Promise<Delivery[]>
  /** Prolongs the claims of running deliveries; otherwise they can be claimed again after their lease. */
  renew(deliveryIds: readonly string[], leaseMs: number, now: Date): Promise<void>
  /** Records the result of a delivery, unless another process has claimed it since. */
  finish(deliveryId: string, outcome: DeliveryOutcome): Promise<void>
  /** Makes dead deliveries and those that are set aside due again, as if they were new. @returns their number. */
  revive(now: Date): Promise<number>
  /**
   * Makes the delivery of one event due now, whether it is waiting, dead or done. Does not change a running one.
   *
   * @returns false if the event does not exist.
   */
  redeliver(subjectId: string, seq: number, now: Date): Promise<boolean>
  /**
   * Lists the events whose type begins with `charge.`, `ramp.` or `webhook.`: newest first; those with the same time by
   * subject and number, descending.
   */
  events(query: EventQuery): Promise<ListedEvent[]>
  /**
   * Lists charges, ramp sessions or intents: newest first; those with the same time by id, descending. Takes no longer
   * for a longer table.
   */
  subjects(query: SubjectQuery): Promise<Subject[]>
  /** Counts waiting and dead events and sessions in review, and finds the time of the oldest waiting event. */
  outbox(): Promise<OutboxState>
  /** Counts a request against `limit` in a window that starts with the first one. Refused requests are not counted. */
  take(
    key: string,
    limit: number,
    windowMs: number,
    now: Date,
  ): Promise<{
    /** Whether the request is within the limit. */
    allowed: boolean
    /** Milliseconds until the window ends; 0 if the request is allowed. */
    retryAfterMs: number
  }>
  /**
   * Deletes old data, except pending deliveries, and orders that still have an intent or a charge. May take minutes, in
   * which other calls run.
   */
  prune(before: PruneLimits): Promise<void>
  /** Deletes all data of one subject. With the last intent or charge of an order it deletes the order, too. */
  erase(id: string): Promise<void>
  /** Closes the store; no method may be called afterwards. */
  close(): Promise<void>
}
