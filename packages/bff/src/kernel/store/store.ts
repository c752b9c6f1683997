import type { Evidence, RampDetails, RampField, SuccessNote } from '@leyden/core'
import type { RampFacts, RampMeaning } from '@leyden/core/webhook'
import type { StoredTerms } from './subject.js'

/**
 * One thing that the BFF remembers: a charge, session, order, intent or key of a request. Plain JSON. A store may replace
 * U+0000 and halves of surrogate pairs in texts, but not in `data`, nor in the `facts` of an event.
 */
export interface Row<Data = unknown> {
  /** Identifies it: the payment hash of a charge, the id of a session, or such as `order <reference>`. */
  id: string
  /**
   * Changes with each write. None is used twice, not even after the row was erased, so that a writer who has read an
   * earlier row never takes the new one for it.
   */
  version: number
  /** The number of its last event; 0 without one. */
  seq: number
  /** What it is. Lists of charges (`charge`) and sessions (`ramp`) find rows by it. */
  kind: string
  /** Which limit of {@link Store.prune} deletes it: an intent is not needed longer than the body of an event. */
  keep: keyof PruneLimits
  /** Unix milliseconds. From then on it may be deleted, unless it wakes or one of its events waits for delivery. */
  untilMs: number
  /** Unix milliseconds. Lists are in this order. */
  createdAtMs: number
  /** What lists find it by. */
  reference?: string | undefined
  /** What lists find it by. */
  address?: string | undefined
  /** Whether an operator has to look at it. */
  inReview?: boolean | undefined
  /** Its terms, and its state after event `seq`: both are written in one batch. */
  data: Data
}

/** A row to be written. The store adds the version ({@link newVersion}), and counts the events. */
export type RowWrite<Data = unknown> = Omit<Row<Data>, 'version' | 'seq'>

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
  /** The service's id of the session that completed the purchase before. */
  duplicateOf?: string | undefined
  /** Why its body is not an event. */
  unreadable?: UnreadableReason | undefined
  /** The number of the subject's event that this one releases. */
  releases?: number | undefined
  /** The number of the subject's event that the app gets again, because it contradicts a completed purchase now. */
  repeats?: number | undefined
  /** Of a payment under an intent's reference: what it means for the order, decided when the payment was stored. */
  orderPayment?: OrderPayment | undefined
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

/** An event as it is read. */
export interface StoredEvent {
  /** 1, 2, 3 … within its row, without gaps. */
  seq: number
  /** Identifies the event within its row: the same key means the same event. */
  key: string
  /** A hash of the content: the same key with another hash means a conflict. */
  hash: string
  /** The type, such as `charge.paid` or `ramp.purchase.completed`. */
  type: string
  /** When it was received. */
  at: Date
  /** Whether the row has an earlier event with this key and other content. */
  conflict: boolean
  /** The facts that stay after the body is deleted. */
  facts: EventFacts
  /** The received bytes. */
  body?: Uint8Array | undefined
}

/** An event to be stored. */
export interface NewEvent extends Omit<StoredEvent, 'seq'> {
  /** The id of its row, which the same batch puts. The event gets the number `seq + 1` of the row. */
  subjectId: string
  /** Whether the outbox delivers it: at once, or after earlier events of its row. */
  deliver: boolean
  /** Whether it is delivered before others, because somebody waits for what they have paid. */
  urgent: boolean
}

/** An event without its body. */
export interface EventHead extends Omit<StoredEvent, 'body'> {
  /** The length of its body; 0 after it was deleted. */
  bytes: number
}

/**
 * What {@link Store.commit} writes: all of it, or nothing.
 *
 * Every row that it puts or erases, and every row that the writer has decided by, is in `expect`. The latter is put, too,
 * if it was missing, so that a store can keep two writers apart by the new row.
 */
export interface Batch {
  /** The version that the writer has read of each row, by its id; 0 if there was none. */
  expect: Readonly<Record<string, number>>
  /** Rows to store, in place of those with the same id. */
  put?: readonly RowWrite[] | undefined
  /** The ids of rows to delete with all of their events and deliveries, before anything is put. */
  erase?: readonly string[] | undefined
  /** Events to add, in this order. */
  events?: readonly NewEvent[] | undefined
  /**
   * Unix milliseconds by the id of a row: when {@link Store.claim} returns the row itself, in place of the time before. It
   * ends a running claim of the row.
   */
  wake?: Readonly<Record<string, number>> | undefined
}

/** A task of the outbox: deliver an event to `onEvent` or, without an event, look at a row that wakes. */
export interface Delivery {
  /** Identifies this claim for `renew` and `finish`; invalid after another process has claimed the delivery. */
  id: string
  /** The id of its row. */
  subjectId: string
  /** The event to deliver; null if the row wakes. */
  event: StoredEvent | null
  /** The number of this attempt, from 1. */
  attempt: number
  /** When the attempt before began; null if this is the first one. */
  triedAt: Date | null
  /** How often it has failed while the endpoint accepted other events. */
  failedAlone: number
}

/**
 * The deliveries that are claimed together, so that events (`event`) and rows that wake (`wake`) do not wait for each
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
      /** Whether the event no longer delays later ones of its row. @default false */
      setAside?: boolean | undefined
    }
  | {
      /** Dead: not tried again until `redeliver` is called. */
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
  /** Dead: not tried again until `redeliver` is called. */
  dead: number
  /** The number of rows that an operator has to look at. */
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
  /** @default the events of every row */
  subjectId?: string | undefined
  /** The last event of the previous page, if any. */
  before?: Pick<ListedEvent, 'subjectId' | 'seq' | 'at'> | undefined
  /** The maximum number of events. */
  limit: number
}

/** An event in a list, without its body. */
export interface ListedEvent extends Omit<StoredEvent, 'body'> {
  /** The id of its row. */
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

/** The rows that {@link Store.rows} lists. */
export interface RowQuery {
  /** The kind of row. */
  kind: string
  /** Only those with this reference. @default every one */
  reference?: string | undefined
  /** Only those with this address. @default every one */
  address?: string | undefined
  /** Only those that an operator has to look at. @default every one */
  inReview?: true | undefined
  /** The last row of the previous page, if any. */
  before?: Pick<Row, 'id' | 'createdAtMs'> | undefined
  /** The maximum number of rows. */
  limit: number
}

/** A limit of requests. Its window begins with the first request. */
export interface Count {
  /** What is counted, such as the requests of one client. */
  key: string
  /** At least 1. */
  limit: number
  /** The length of the window in which it is counted, in milliseconds. */
  windowMs: number
}

/** The times before which data is old. */
export interface PruneLimits {
  /** Bodies of events received before it, and rows that are kept briefly and ended before it. */
  bodies: Date
  /** Unpaid charges of anonymous pages that ended before it. */
  unpaid: Date
  /** Everything else that ended before it. */
  subjects: Date
}

/**
 * Stores rows, their events and the outbox. A row has a version, and `commit`, which is the only way to change rows and
 * add events, writes only if nobody else has changed what the writer has read. So everything that depends on earlier
 * data is decided outside of the store.
 *
 * Every method that writes resolves when the write is durable (if the store is durable), and rejects if it failed. After
 * a rejection the write may still happen.
 */
export interface Store {
  /**
   * Reads rows, and events of one of the store's rows without their bodies, in order: those with one of the keys, or
   * without keys all. No commit lies between the rows and the events.
   *
   * @returns the rows in the order of the ids; null where there is none.
   */
  get(
    ids: readonly string[],
    events?: { of: string; keys?: readonly string[] | undefined },
  ): Promise<{
    /** In the order of the ids; null where there is none. */
    rows: (Row | null)[]
    /** The events that were asked for. */
    events: EventHead[]
  }>
  /**
   * Writes a batch, if every row in `expect` has the version that was read. The check and the write are one atomic step,
   * also between processes: of two batches at once that expect the same version of a row, one is written.
   *
   * @returns `changed`: the id of a row with another version. Then nothing was written.
   */
  commit(batch: Batch): Promise<{
    /** The id of a row with another version. */
    changed?: string | undefined
  }>
  /** Reads the events of a row after a number, in order: all, or at most `limit`. */
  read(id: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>
  /** Lists events: newest first; those with the same time by row and number, descending. */
  events(query: EventQuery): Promise<ListedEvent[]>
  /**
   * Lists rows: newest first; those with the same time by id, descending. Takes no longer for a longer table if it asks
   * for charges, for sessions, or by a reference or address.
   */
  rows(query: RowQuery): Promise<Row[]>
  /**
   * Claims due deliveries for `leaseMs`: of each row only the first event that is neither done, dead nor set aside, and
   * those that are set aside. Urgent events come first, and then what has been due longest. `now` decides what is due. A
   * store that several machines share measures leases with its own clock, because theirs differ. A claim whose process
   * has died ends with its lease.
   */
  claim(lane: DeliveryLane, limit: number, leaseMs: number, now: Date): Promise<Delivery[]>
  /** Prolongs the claims of running deliveries; otherwise they can be claimed again after their lease. */
  renew(deliveryIds: readonly string[], leaseMs: number, now: Date): Promise<void>
  /** Records the result of a delivery, unless another process has claimed it since. */
  finish(deliveryId: string, outcome: DeliveryOutcome): Promise<void>
  /**
   * Makes one event due now, whether it waits, is dead or was delivered; a running delivery is due again after its lease
   * only. Without an event, all that are dead or set aside, as if they were new.
   *
   * @returns the number of events.
   */
  redeliver(now: Date, event?: { subjectId: string; seq: number }): Promise<number>
  /** Counts waiting and dead events and rows in review, and finds the time of the oldest waiting event. */
  outbox(): Promise<OutboxState>
  /**
   * Counts a request against all of the limits, or against none if one of them is used up.
   *
   * @returns null, or the limit that is used up with the milliseconds until its window ends.
   */
  take(
    counts: readonly Count[],
    now: Date,
  ): Promise<{
    /** The key of the count that is full. */
    key: string
    /** The time until its window ends, in milliseconds. */
    retryAfterMs: number
  } | null>
  /**
   * Calls `hint` soon after an event of a row was added, even by another process. A hint may be missing, or come without
   * an event.
   *
   * @returns a function that unsubscribes.
   */
  watch(id: string, hint: () => void): () => void
  /**
   * Deletes old bodies and rows in small steps, in which other calls run; it may take minutes. Keeps a row that wakes, or
   * has an event that waits for delivery, but not for a dead one. Keeps the body of each event in the outbox.
   */
  prune(before: PruneLimits): Promise<void>
  /** Closes the store; no method may be called afterwards. */
  close(): Promise<void>
}

let lastVersion = 0

/**
 * A version of a row that is not used again: milliseconds with random bits, and higher than every one before of this
 * process.
 *
 * @param old the version that it replaces, perhaps of a process whose clock is ahead. @default 0
 */
export function newVersion(old = 0): number {
  const drawn = Date.now() * 2_048 + Math.floor(Math.random() * 2_048)
  lastVersion = Math.max(drawn, lastVersion + 1, old + 1)
  return lastVersion
}
