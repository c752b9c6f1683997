import type { ChargeState, RampField, RampState } from '@leyden/core'
import type { Kernel } from '../../kernel/extension.js'
import { readOrder } from '../../kernel/order/order.js'
import { afterCompletion } from '../../kernel/ramp/after-completion.js'
import { isStillHeld, releasedBy } from '../../kernel/ramp/ramp-state.js'
import { differencesOf } from '../../kernel/ramp/webhook-facts.js'
import { eventId } from '../../kernel/store/event-id.js'
import type { ListedEvent, OrderPayment, RowQuery } from '../../kernel/store/store.js'
import type { ChargeSubject, RampSubject, Subject } from '../../kernel/store/subject.js'
import { listSubjects, type Watched } from '../../kernel/store/subject-rows.js'
import { stateAt } from '../../kernel/watch/states.js'
import { findSubject } from './find-subject.js'

/** A charge or session with its state, by its kind. */
interface WithState {
  charge: ChargeSubject & Known<ChargeState>
  ramp: RampSubject & Known<RampState>
}

interface Known<State> {
  /** What is known about it now. */
  state: State
}

/** An event of a charge or session, and whether a person has to look at it. */
interface JudgedEvent extends ListedEvent {
  /** The id of the event, as in `onEvent` and the log. */
  id: string
  /** Whether it waits for a release: it contradicts its session, or another event with its id. */
  held: boolean
  /** The fields in which it contradicts its session or itself. */
  suspect?: RampField[] | undefined
  /** Whether it contradicts the completion of its session: it reports a later failure, or takes the purchase back. */
  contradicts: boolean
}

/** What a reference was signed for, and what was paid for it. */
interface ReadOrder {
  /** The terms that your server has signed last. */
  signed?: { lnaddress: string; amountMsat: string; at?: string | undefined } | undefined
  /** What each payment means for the order, by its payment hash. */
  payments: ReadonlyMap<string, OrderPayment>
}

/** What operators read: the methods for a page of your own, with data of buyers. */
export interface OperatorReads {
  /** Finds a charge by its payment hash, or a session by the service's id or ours; null if nothing has the id. */
  find(id: string): Promise<WithState[keyof WithState] | null>
  /** Lists charges or sessions, newest first. */
  list<Kind extends keyof WithState>(
    query: Omit<RowQuery, 'kind' | 'before'> & {
      /** Charges or sessions. */
      kind: Kind
      /** The last one of the previous page, if any. */
      before?: Pick<Subject, 'id' | 'createdAt'> | undefined
    },
  ): Promise<WithState[Kind][]>
  /** The newest 2,000 events of a charge or session, newest first: more than a session can have without a signature. */
  events(subject: ChargeSubject | RampSubject): Promise<JudgedEvent[]>
  /** The order of a reference. */
  order(reference: string): Promise<ReadOrder>
}

const MOST_EVENTS = 2_000

export function createOperatorReads({ store, now }: Pick<Kernel, 'store' | 'now'>): OperatorReads {
  const withState = <Kind extends keyof WithState>(subject: Watched) =>
    ({ ...subject, state: stateAt(subject, now()).state }) as WithState[Kind]

  return {
    async find(id) {
      const subject = await findSubject(store, id)
      return subject && subject.kind !== 'intent' ? withState(subject) : null
    },
    async list(query) {
      return (await listSubjects(store, query)).map((subject) => withState(subject))
    },
    async events(subject) {
      const events = await store.events({ subjectId: subject.id, limit: MOST_EVENTS })
      const session = subject.kind === 'ramp' ? subject : undefined
      const released = releasedBy(events)
      const held = events.filter((event) => session && isStillHeld(event, session, released))
      const contradicting = session ? afterCompletion(events, session) : []
      return events.map((event) => ({
        ...event,
        id: eventId(subject.id, event.seq),
        // An event is held with the others that have its id.
        held: held.some(({ key }) => key === event.key),
        suspect: session && differencesOf(event, session).suspect,
        contradicts: contradicting.includes(event),
      }))
    },
    async order(reference) {
      const [{ state, charges }, [intent]] = await Promise.all([
        readOrder(store, reference),
        listSubjects(store, { kind: 'intent', reference, limit: 1 }),
      ])
      const terms = state ?? intent
      return {
        signed: terms && { lnaddress: terms.lnaddress, amountMsat: terms.amountMsat, at: intent?.createdAt },
        payments: new Map(charges.flatMap(({ id, payment }) => (payment ? [[id, payment]] : []))),
      }
    },
  }
}
