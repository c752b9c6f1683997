import type { RampState } from '@leyden/core'
import type { Kernel } from '../../kernel/extension.js'
import { readOrder } from '../../kernel/intent/order.js'
import { orderOf, referenceOf, type Subject } from '../../kernel/store/subject.js'
import {
  listSubjects,
  type StoredCharge,
  type StoredSession,
  type StoredSubject,
  subjectOf,
} from '../../kernel/store/subject-rows.js'
import { stateAt } from '../../kernel/watch/states.js'
import {
  type Answer,
  type ChargeCase,
  type Circumstances,
  chargeAnswer,
  firstAnswer,
  type SessionCase,
  sessionAnswer,
  unopenedAnswer,
} from './answer.js'

/** Everything that is stored under one reference, with what it means. */
export interface Case {
  /** The reference, if the app or a page has set one. */
  reference: string | undefined
  /** The answer to "what happened to it?". */
  answer: Answer
  charges: (ChargeCase & { answer: Answer })[]
  sessions: (SessionCase & { answer: Answer })[]
  /** What your server has signed last, and when. */
  signed: { lnaddress: string; amountMsat: string; at: string | undefined } | undefined
  /** Whether older charges or sessions of the reference are left out. */
  isShortened: boolean
}

/** The number of charges and of sessions of a case. */
const MOST = 20
/** More than a session can have without a signature. What an answer depends on may be the oldest of them. */
const MOST_EVENTS = 2_000

/** What the page reads of a kernel. */
export type CaseSource = Pick<Kernel, 'store' | 'actions' | 'now'>

/** Reads everything about the reference of a subject, or about the subject alone if it has no reference. */
export async function readCase(source: CaseSource, subject: StoredSubject): Promise<Case> {
  const circumstances = circumstancesOf(source)
  // Without a reference of the app, the one of a session is its own id.
  const reference = referenceOf(subject) === subject.id ? undefined : referenceOf(subject)
  if (reference !== undefined) return caseOfReference(source, reference, circumstances)
  const charges = subject.kind === 'charge' ? [await chargeCase(source, subject, undefined)] : []
  const sessions = subject.kind === 'ramp' ? [await sessionCase(source, subject)] : []
  return withAnswers({ reference, charges, sessions, signed: undefined, isShortened: false }, circumstances)
}

/** Reads everything about a reference; null if nothing is stored under it. */
export async function findCase(source: CaseSource, reference: string): Promise<Case | null> {
  const found = await caseOfReference(source, reference, circumstancesOf(source))
  return found.charges.length + found.sessions.length === 0 && !found.signed ? null : found
}

async function caseOfReference(
  source: CaseSource,
  reference: string,
  circumstances: Circumstances,
): Promise<Case> {
  const { store } = source
  const [order, charges, sessions, [intent]] = await Promise.all([
    readOrder(store, reference),
    listSubjects(store, { kind: 'charge', reference, limit: MOST + 1 }),
    listSubjects(store, { kind: 'ramp', reference, limit: MOST + 1 }),
    listSubjects(store, { kind: 'intent', reference, limit: 1 }),
  ])
  const payments = new Map(order.charges.map(({ id, payment }) => [id, payment]))
  const newest = charges.slice(0, MOST)
  // A payment is shown, however many invoices are newer.
  const older = order.charges.filter(({ id, payment }) => payment && !newest.some((each) => each.id === id))
  const { rows } = await store.get(older.map(({ id }) => id))
  const paid = rows.flatMap((row) => {
    const subject = subjectOf(row)
    return subject?.kind === 'charge' ? subject : []
  })
  const terms = order.state ?? intent
  return withAnswers(
    {
      reference,
      charges: await Promise.all(
        [...newest, ...paid].map((charge) => chargeCase(source, charge, payments.get(charge.id))),
      ),
      sessions: await Promise.all(sessions.slice(0, MOST).map((session) => sessionCase(source, session))),
      signed: terms && { lnaddress: terms.lnaddress, amountMsat: terms.amountMsat, at: intent?.createdAt },
      isShortened: charges.length > MOST || sessions.length > MOST,
    },
    circumstances,
  )
}

function withAnswers(
  {
    charges,
    sessions,
    signed,
    ...rest
  }: Omit<Case, 'answer' | 'charges' | 'sessions'> & {
    charges: ChargeCase[]
    sessions: SessionCase[]
  },
  circumstances: Circumstances,
): Case {
  const answered = {
    charges: charges.map((each) => ({ ...each, answer: chargeAnswer(each, circumstances) })),
    sessions: sessions.map((each) => ({ ...each, answer: sessionAnswer(each, circumstances) })),
  }
  // Anybody can request an invoice with the reference of another person's order. So what your server signed decides.
  const ofOrder = answered.charges.filter(({ charge }) => orderOf(charge) !== undefined)
  const unopened = signed && ofOrder.length === 0 ? [unopenedAnswer(signed, signed.at)] : []
  const decisive = [...(signed ? ofOrder : answered.charges), ...answered.sessions].map(
    ({ answer }) => answer,
  )
  const answer = firstAnswer([...decisive, ...unopened]) ?? NOTHING
  return { ...rest, ...answered, signed, answer }
}

const NOTHING: Answer = {
  kind: 'never_asked_for',
  title: 'Nothing is stored under this reference',
  why: [],
  todo: [],
}

function circumstancesOf({ actions, now }: CaseSource): Circumstances {
  const { deliveries, detectsPayments, endpoint } = actions
  return { now: now(), endpoint: endpoint(), hasReceiver: deliveries.wanted, detectsPayments }
}

async function chargeCase(
  { store, now }: CaseSource,
  charge: StoredCharge,
  payment: ChargeCase['payment'],
): Promise<ChargeCase> {
  const { state } = stateAt(charge, now())
  return { charge, state, events: await eventsOf(store, charge), payment }
}

async function sessionCase({ store, now }: CaseSource, session: StoredSession): Promise<SessionCase> {
  const { state } = stateAt(session, now())
  return { session, state: state as RampState, events: await eventsOf(store, session) }
}

const eventsOf = (store: CaseSource['store'], { id }: Subject) =>
  store.events({ subjectId: id, limit: MOST_EVENTS })
