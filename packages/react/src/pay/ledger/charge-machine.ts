import type { LeydenError, WatchState } from '@leyden/core'
import { endsWatch } from '@leyden/core/internal'
import { checkPreimage } from '@leyden/lightning'
import type { UnionOf } from '../../foundation/flow/create-flow.js'
import { isNews, type LearntPayment, paymentFacts } from '../flow/charge-stage.js'
import { withoutNote } from '../flow/check-charge.js'
import type { ChargePhase, CheckedCharge, PaymentFacts, ShownCharge } from '../flow/pay-state.js'
import { isDisowned, isOver } from '../flow/shown-charge.js'

/** What the ledger knows about one charge, and how it checks for a payment. */
export interface ChargeLife {
  /** The charge, and what is known while it is not paid. */
  shown: ShownCharge
  /** The payment. It is final. */
  payment?: PaymentFacts | undefined
  /** The checks of this page load. */
  checks: Checks
}

interface Checks {
  /** When the watch or the check that is running was sent; absent if none is running. */
  askedAt?: Date | undefined
  /** When the first of the checks failed that have failed in a row. */
  failingSince?: Date | undefined
  /** How many checks have failed in a row. */
  failures: number
  /** When the next check is sent, after one that failed. */
  nextAt?: Date | undefined
}

/** What happens to a charge, each with its fields. */
interface ChargeEvents {
  /** The charge is new to this page load: just requested, or stored by one that was discarded or reloaded. */
  loaded: object
  /** The clock was read. A device that slept reads it late. */
  clock: object
  /** The person may have returned to the page, or the network is back. */
  returned: object
  /** The person wants the server to be asked again. */
  retried: object
  /** The server answered with the state of a charge that is not paid. */
  answered: {
    /** Whether the server says that the charge has expired. */
    hasExpired: boolean
    /** When the server sent the answer, by its own clock, if it says so. */
    sentAt?: Date | undefined
  }
  /** The server answered, and knows no such charge: its URL is too old, or the charge was deleted. */
  disowned: object
  /** A check was not answered. */
  failed: object
  /** The server has stopped answering the watch, or answers it again. */
  connection: { isConnected: boolean }
  /** A wallet was asked to pay the charge. */
  wallet_asked: object
  /** A wallet said clearly that it did not pay. */
  wallet_refused: object
  /** A wallet did not say clearly whether it paid. */
  wallet_unclear: object
  /** Somebody else uses the page now, who must not read what the payer wrote. */
  note_dropped: object
  /** A payment, by a report of the server or by a preimage that was checked. */
  paid: { learnt: LearntPayment }
  /** The server took a proof, or refused it. */
  proof_answered: Pick<PaymentFacts, 'success' | 'proofDelivery'>
}

/** What happened to a charge. */
export type ChargeEvent = UnionOf<'type', ChargeEvents>

/** What has to be done after an event, in this order. */
export type ChargeEffect =
  /** Stop the watch or the check that is running, and the alarm. */
  | { type: 'stop' }
  /** Ask the server for the state of the charge from now on, in place of what is running. */
  | { type: 'ask'; watchUrl: string }
  /** Look at the clock next at this time. */
  | { type: 'wake'; at: Date }
  /** Tell the widgets of the charge what is known about it. */
  | { type: 'tell' }
  /** Report that the charge was paid. */
  | { type: 'report_paid' }
  /** Report that the charge ended, and is not known to be paid. */
  | { type: 'report_end' }

/** What follows from an event. */
export interface ChargeStep {
  life: ChargeLife
  effects: readonly ChargeEffect[]
}

/** The pause after the first check that failed, in milliseconds. It doubles with each further one. */
const FIRST_PAUSE_MS = 2_000
/** The longest pause between two checks, in milliseconds. A check without any answer is given up after this time. */
const LONGEST_PAUSE_MS = 60_000
/** How long a check may take before the person's return replaces it, in milliseconds: sleep cuts connections. */
const PATIENCE_MS = 10_000
/** A single failure may be a network that is not back yet, so only the second one is told. */
const TOLD_FAILURES = 2

/** What the passing of a moment does to each phase. */
const AFTER_EXPIRY: Partial<Record<ChargePhase, ChargePhase>> = {
  payable: 'expired_unchecked',
  unwatched: 'unknown',
}
const AFTER_END: Partial<Record<ChargePhase, ChargePhase>> = {
  expired_unchecked: 'ended_unchecked',
  expired: 'ended_expiry_checked',
}

/** What each phase was before a moment, for a page whose clock was ahead. */
const BEFORE_END: Partial<Record<ChargePhase, ChargePhase>> = {
  ended_unchecked: 'expired_unchecked',
  ended_expiry_checked: 'expired',
}
const BEFORE_EXPIRY: Partial<Record<ChargePhase, ChargePhase>> = {
  expired_unchecked: 'payable',
  expired: 'payable',
}

/** The moment after which the answer to a check counts, in each phase that waits for one; and what it leads to. */
const AWAITED: Partial<Record<ChargePhase, { since: 'expiresAt' | 'watchUntil'; next: ChargePhase }>> = {
  expired_unchecked: { since: 'expiresAt', next: 'expired' },
  ended_unchecked: { since: 'watchUntil', next: 'ended' },
  ended_expiry_checked: { since: 'watchUntil', next: 'ended' },
}

/** A charge that is new to this page load, before its first event, `loaded`. */
export function newLife(shown: ShownCharge, payment?: PaymentFacts): ChargeLife {
  return { shown, payment, checks: { failures: 0 } }
}

/**
 * What follows from the life of a charge and an event; pure. Only an answer of the server ends a charge that is not
 * paid: the clock alone never says that nobody has paid it, because a page that slept has not looked.
 *
 * @param now the time of the event, by the server's clock
 */
export function chargeStep(known: ChargeLife, event: ChargeEvent, now: Date): ChargeStep {
  const before = checkedUntil(known, now)
  const { payment } = before
  const life = payment ? afterPayment(before, payment, event, now) : happen(before, event, now)
  return { life, effects: effectsOf(before, life) }
}

function happen(before: ChargeLife, event: ChargeEvent, now: Date): ChargeLife {
  const life = passTime(watchable(before), now)
  const { askedAt } = before.checks
  switch (event.type) {
    case 'answered':
      return answer(life, event, askedAt, now)
    case 'failed':
      // The failure of an earlier request says nothing about the one that the passing of time has just sent.
      return AWAITED[life.shown.phase] && life.checks.askedAt === askedAt ? fail(life, now) : life
    default:
      return apply(life, event, now)
  }
}

/** The clock may have been ahead: no check was sent after now, and one that seems to wait for longer than a pause is due. */
function checkedUntil(life: ChargeLife, now: Date): ChargeLife {
  const { askedAt, failingSince, nextAt, failures } = life.checks
  const isTooLate = nextAt !== undefined && nextAt.getTime() - now.getTime() > LONGEST_PAUSE_MS
  const checks = {
    askedAt: notAfter(now, askedAt),
    failingSince: notAfter(now, failingSince),
    nextAt: isTooLate ? now : nextAt,
    failures,
  }
  const isSame =
    checks.askedAt === askedAt && checks.failingSince === failingSince && checks.nextAt === nextAt
  return isSame ? life : { ...life, checks }
}

const notAfter = (last: Date, moment: Date | undefined) => (moment && moment > last ? last : moment)

/** Without a URL there is nothing to ask. */
function watchable(life: ChargeLife): ChargeLife {
  const { charge, phase } = life.shown
  if (charge.watchUrl !== undefined || !isWatched(phase)) return life
  return inPhase(life, phase === 'payable' ? 'unwatched' : 'unknown')
}

/** Only the recipient's message and the shop's confirmation of a proof can arrive after the payment itself. */
function afterPayment(life: ChargeLife, payment: PaymentFacts, event: ChargeEvent, now: Date): ChargeLife {
  if (event.type === 'note_dropped') return dropNote(life)
  if (payment.isKept) return afterKept(life, payment, event, now)
  if (event.type === 'paid' && payment.success === undefined && event.learnt.success !== undefined)
    return { ...life, payment: { ...payment, success: event.learnt.success } }
  if (event.type !== 'proof_answered') return life
  const { success, proofDelivery } = event
  return { ...life, payment: { ...payment, success: payment.success ?? success, proofDelivery } }
}

/** The server is asked about a payment that this device has kept: its answer counts, and silence leaves it as it is. */
function afterKept(life: ChargeLife, payment: PaymentFacts, event: ChargeEvent, now: Date): ChargeLife {
  const { shown, checks } = life
  switch (event.type) {
    case 'loaded':
      return shown.charge.watchUrl === undefined ? inPhase(life, 'unknown') : askIfKept(life, now)
    case 'returned':
      return isFresh(checks, now) ? life : askIfKept(life, now)
    // A receipt can wait for the person's return.
    case 'failed':
      return { shown, payment, checks: { failures: 0 } }
    case 'clock': {
      const at = givenUpAt(checks)
      return at && now >= at ? { shown, payment, checks: { failures: 0 } } : life
    }
    case 'paid': {
      const { duplicateOf } = payment
      return {
        shown,
        payment: paymentFacts(shown.charge, { ...event.learnt, duplicateOf }),
        checks: { failures: 0 },
      }
    }
    case 'answered':
      // It was made up, or the shop has deleted it: the charge is one that nobody has paid.
      return happen({ shown, checks }, event, now)
    case 'disowned':
      return inPhase(life, 'unknown')
    default:
      return life
  }
}

const askIfKept = (life: ChargeLife, now: Date) => (life.shown.phase === 'unknown' ? life : ask(life, now))

function passTime(life: ChargeLife, now: Date): ChargeLife {
  const { charge, phase } = life.shown
  const afterExpiry = now >= charge.expiresAt ? (AFTER_EXPIRY[phase] ?? phase) : phase
  const reached = now >= charge.watchUntil ? (AFTER_END[afterExpiry] ?? afterExpiry) : afterExpiry
  if (reached === phase) return life
  // What was sent before the moment says nothing about the time after it, so the server is asked again.
  return AWAITED[reached] ? ask(inPhase(life, reached), now) : inPhase(life, reached)
}

type OtherEvent = Exclude<ChargeEvent, { type: 'answered' | 'failed' }>

function apply(life: ChargeLife, event: OtherEvent, now: Date): ChargeLife {
  const { shown, checks } = life
  const { asked = 0, doubts = 0 } = shown
  switch (event.type) {
    case 'loaded':
      // A server whose store was lost may know the charge again.
      if (shown.phase === 'unwatched' && isDisowned(shown)) return load(inPhase(life, 'payable'), now)
      return isWatched(shown.phase) ? load(life, now) : life
    case 'clock':
      return isDue(life, now) ? ask(checks.nextAt ? life : fail(life, now), now) : life
    case 'returned':
      return isChecked(shown.phase) && !isFresh(checks, now) ? ask(life, now) : life
    case 'retried':
      if (shown.phase === 'unwatched' && isDisowned(shown)) return ask(inPhase(life, 'payable'), now)
      return isWatched(shown.phase) ? ask(life, now) : life
    case 'disowned':
      return disown(life)
    case 'connection':
      return event.isConnected ? connected(life) : lost(life, now)
    case 'wallet_asked':
      return withWallets(life, asked + 1, doubts)
    case 'wallet_refused':
      return withWallets(life, Math.max(asked - 1, 0), doubts)
    case 'wallet_unclear':
      return withWallets(life, Math.max(asked - 1, 0), doubts + 1)
    case 'paid':
      return { ...life, payment: paymentFacts(shown.charge, event.learnt) }
    case 'note_dropped':
      return dropNote(life)
    case 'proof_answered':
      return life
    default:
      return event satisfies never
  }
}

/** Asks about an open charge. Nobody hears the answers of wallets that were asked before a reload. */
function load(life: ChargeLife, now: Date): ChargeLife {
  const { asked = 0, doubts = 0 } = life.shown
  return ask(withWallets(life, 0, asked + doubts), now)
}

/**
 * An answer counts for a moment only if the server sent it after it. A server that does not say when it sent the answer
 * has to be asked after it.
 *
 * @param askedAt when its request was sent; the passing of time may have sent another one since
 */
function answer(
  life: ChargeLife,
  { hasExpired, sentAt }: Extract<ChargeEvent, { type: 'answered' }>,
  askedAt: Date | undefined,
  now: Date,
): ChargeLife {
  const current = connected(sentAt ? turnBack(life, hasExpired, sentAt > now ? sentAt : now) : life)
  const { phase, charge } = current.shown
  // By its own clock the server says that the invoice has expired. The grace time is still watched.
  if (hasExpired && (phase === 'payable' || phase === 'expired_unchecked')) return inPhase(current, 'expired')
  const awaited = AWAITED[phase]
  const countsAt = sentAt ?? askedAt
  if (!awaited || countsAt === undefined || countsAt < charge[awaited.since]) return current
  return inPhase(current, awaited.next)
}

/** The time of the server has shown that the page's clock was ahead: what it took for over is not. */
function turnBack(life: ChargeLife, hasExpired: boolean, now: Date): ChargeLife {
  const { charge, phase } = life.shown
  const beforeEnd = now < charge.watchUntil ? (BEFORE_END[phase] ?? phase) : phase
  const isOpen = now < charge.expiresAt && !hasExpired
  const reached = isOpen ? (BEFORE_EXPIRY[beforeEnd] ?? beforeEnd) : beforeEnd
  return reached === phase ? life : inPhase(life, reached)
}

/** The invoice may still be paid until it expires, but this page would not learn of it. */
function disown(life: ChargeLife): ChargeLife {
  const { phase } = life.shown
  if (!isWatched(phase)) return life
  return inPhase(connected(life), phase === 'payable' ? 'unwatched' : 'unknown')
}

function inPhase(life: ChargeLife, phase: ChargePhase): ChargeLife {
  const shown = { ...life.shown, phase }
  if (isWatched(phase)) return { ...life, shown }
  return { ...life, shown: { ...shown, unreachableSince: undefined }, checks: { failures: 0 } }
}

function dropNote(life: ChargeLife): ChargeLife {
  return { ...life, shown: { ...life.shown, charge: withoutNote(life.shown.charge) } }
}

function withWallets(life: ChargeLife, asked: number, doubts: number): ChargeLife {
  return { ...life, shown: { ...life.shown, asked: asked || undefined, doubts: doubts || undefined } }
}

function ask(life: ChargeLife, now: Date): ChargeLife {
  return { ...life, checks: { ...life.checks, askedAt: now, nextAt: undefined } }
}

function connected(life: ChargeLife): ChargeLife {
  const { askedAt, nextAt } = life.checks
  return {
    ...life,
    shown: { ...life.shown, unreachableSince: undefined },
    checks: { askedAt, nextAt, failures: 0 },
  }
}

/** The server has been silent for some seconds, so it is certain. */
function lost(life: ChargeLife, now: Date): ChargeLife {
  const { failingSince = now } = life.checks
  return {
    ...life,
    shown: { ...life.shown, unreachableSince: failingSince },
    checks: { ...life.checks, failingSince },
  }
}

function fail(life: ChargeLife, now: Date): ChargeLife {
  const { askedAt, failingSince = now, failures: before } = life.checks
  const failures = before + 1
  const isTold = failures >= TOLD_FAILURES
  const shown = isTold ? { ...life.shown, unreachableSince: failingSince } : life.shown
  // A watch tries again itself.
  if (!isChecked(shown.phase)) return { ...life, shown, checks: { askedAt, failingSince, failures } }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** before, LONGEST_PAUSE_MS)
  return { ...life, shown, checks: { failingSince, failures, nextAt: new Date(now.getTime() + pauseMs) } }
}

/** Whether the server is asked about the charge in this phase, by a watch or by single checks. */
function isWatched(phase: ChargePhase): boolean {
  return phase !== 'unwatched' && !isOver({ phase })
}

/** Whether single checks are sent, and no watch: after its end. */
function isChecked(phase: ChargePhase): boolean {
  return phase === 'ended_unchecked' || phase === 'ended_expiry_checked'
}

/** Whether the check that is running was sent so recently that its answer may still come. */
function isFresh({ askedAt }: Checks, now: Date): boolean {
  return askedAt !== undefined && now.getTime() - askedAt.getTime() < PATIENCE_MS
}

/** When the next check is due: after the pause, or when the one that is running has taken too long. */
function dueAt({ shown, checks: { askedAt, nextAt } }: ChargeLife): Date | undefined {
  return isChecked(shown.phase) ? (nextAt ?? givenUpAt({ askedAt })) : undefined
}

/** When a check without any answer has taken too long. */
function givenUpAt({ askedAt }: Pick<Checks, 'askedAt'>): Date | undefined {
  return askedAt && new Date(askedAt.getTime() + LONGEST_PAUSE_MS)
}

function isDue(life: ChargeLife, now: Date): boolean {
  const at = dueAt(life)
  return at !== undefined && now >= at
}

/** When the clock may change something next. */
function wakeAt(life: ChargeLife): Date | undefined {
  const { charge, phase } = life.shown
  if (phase === 'payable' || phase === 'unwatched') return charge.expiresAt
  return phase === 'expired_unchecked' || phase === 'expired' ? charge.watchUntil : dueAt(life)
}

function effectsOf(before: ChargeLife, life: ChargeLife): ChargeEffect[] {
  const effects: ChargeEffect[] = []
  const isDone = isSettled(life)
  const { askedAt } = life.checks
  const { watchUrl } = life.shown.charge
  if (isDone) {
    if (!isSettled(before)) effects.push({ type: 'stop' })
  } else if (askedAt !== before.checks.askedAt) {
    if (askedAt === undefined) effects.push({ type: 'stop' })
    else if (watchUrl !== undefined) effects.push({ type: 'ask', watchUrl })
  }
  const at = isDone ? undefined : life.payment ? givenUpAt(life.checks) : wakeAt(life)
  if (at) effects.push({ type: 'wake', at })
  if (life.payment !== before.payment) effects.push({ type: before.payment ? 'tell' : 'report_paid' })
  else if (isNews(before.shown, life.shown)) effects.push({ type: 'tell' })
  if (isDone && !life.payment && !isSettled(before)) effects.push({ type: 'report_end' })
  return effects
}

/** Whether nothing more has to be done: the charge is paid or over. */
export function isSettled({ shown, payment }: Pick<ChargeLife, 'shown' | 'payment'>): boolean {
  return payment?.isKept ? shown.phase === 'unknown' : payment !== undefined || isOver(shown)
}

/**
 * What a state that the server reports means for a charge; null if it means nothing: it is of something else, or its
 * preimage proves nothing.
 */
export function eventOfState(state: WatchState, { id }: CheckedCharge, now: Date): ChargeEvent | null {
  if (state.kind !== 'charge') return null
  const { status, evidence = 'app', preimage, success, paid_at } = state
  if (status !== 'paid')
    return { type: 'answered', hasExpired: status === 'expired', sentAt: dateOf(state.server_time) }
  const proof = preimage !== undefined && checkPreimage(preimage, id) ? preimage : undefined
  const learnt = { learntAt: dateOf(state.at) ?? now, paidAt: dateOf(paid_at), success }
  if (evidence !== 'preimage') return { type: 'paid', learnt: { ...learnt, evidence, preimage: proof } }
  return proof === undefined ? null : { type: 'paid', learnt: { ...learnt, evidence, preimage: proof } }
}

/** What the failure of a check means for a charge. */
export function eventOfError(error: LeydenError): ChargeEvent {
  return { type: endsWatch(error) ? 'disowned' : 'failed' }
}

function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}
