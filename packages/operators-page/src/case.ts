import type { Kernel, OrderPayment } from '@leyden/bff'
import type { Operations } from '@leyden/bff/operations'
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
import type { Charge, Session, Stored } from './stored.js'

/** Everything that is stored under one reference, with what it means. */
export interface Case {
  /** The reference, if the app or a page has set one. */
  reference: string | undefined
  /** The answer to "what happened to it?". */
  answer: Answer
  charges: (ChargeCase & { answer: Answer })[]
  sessions: (SessionCase & { answer: Answer })[]
  /** What your server has signed last, and when. */
  signed: Awaited<ReturnType<Operations['order']>>['signed']
  /** Whether older charges or sessions of the reference are left out. */
  isShortened: boolean
}

/** The number of charges and of sessions of a case. */
const MOST = 20

/** What the page reads of a BFF. */
export interface CaseSource {
  operations: Pick<Operations, 'find' | 'list' | 'events' | 'order'>
  kernel: Pick<Kernel, 'actions' | 'now'>
}

/** Reads everything about the reference of a subject, or about the subject alone if it has no reference. */
export async function readCase(source: CaseSource, subject: Stored): Promise<Case> {
  const named = subject.kind === 'charge' ? subject.reference : subject.referenceId
  // Without a reference of the app, the one of a session is its own id.
  const reference = named === subject.id ? undefined : named
  if (reference !== undefined) return caseOfReference(source, reference)
  const charges = subject.kind === 'charge' ? [await chargeCase(source, subject, undefined)] : []
  const sessions = subject.kind === 'ramp' ? [await sessionCase(source, subject)] : []
  return withAnswers({ reference, charges, sessions, signed: undefined, isShortened: false }, source)
}

/** Reads everything about a reference; null if nothing is stored under it. */
export async function findCase(source: CaseSource, reference: string): Promise<Case | null> {
  const found = await caseOfReference(source, reference)
  return found.charges.length + found.sessions.length === 0 && !found.signed ? null : found
}

async function caseOfReference(source: CaseSource, reference: string): Promise<Case> {
  const { operations } = source
  const [{ signed, payments }, charges, sessions] = await Promise.all([
    operations.order(reference),
    operations.list({ kind: 'charge', reference, limit: MOST + 1 }),
    operations.list({ kind: 'ramp', reference, limit: MOST + 1 }),
  ])
  const newest = charges.slice(0, MOST)
  // A payment is shown, however many invoices are newer.
  const older = [...payments.keys()].filter((hash) => !newest.some(({ id }) => id === hash))
  const found = await Promise.all(older.map((hash) => operations.find(hash)))
  const paid = found.flatMap((subject) => (subject?.kind === 'charge' ? subject : []))
  return withAnswers(
    {
      reference,
      charges: await Promise.all(
        [...newest, ...paid].map((charge) => chargeCase(source, charge, payments.get(charge.id))),
      ),
      sessions: await Promise.all(sessions.slice(0, MOST).map((session) => sessionCase(source, session))),
      signed,
      isShortened: charges.length > MOST || sessions.length > MOST,
    },
    source,
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
  source: CaseSource,
): Case {
  const circumstances = circumstancesOf(source)
  const answered = {
    charges: charges.map((each) => ({ ...each, answer: chargeAnswer(each, circumstances) })),
    sessions: sessions.map((each) => ({ ...each, answer: sessionAnswer(each, circumstances) })),
  }
  // Anybody can request an invoice with the reference of another person's order. So what your server signed decides.
  const ofOrder = answered.charges.filter(({ charge }) => charge.intent)
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

function circumstancesOf({ kernel: { actions, now } }: CaseSource): Circumstances {
  const { deliveries, detectsPayments, endpoint } = actions
  return { now: now(), endpoint: endpoint(), hasReceiver: deliveries.wanted, detectsPayments }
}

async function chargeCase(
  { operations }: CaseSource,
  charge: Charge,
  payment: OrderPayment | undefined,
): Promise<ChargeCase> {
  return { charge, events: await operations.events(charge), payment }
}

async function sessionCase({ operations }: CaseSource, session: Session): Promise<SessionCase> {
  return { session, events: await operations.events(session) }
}
