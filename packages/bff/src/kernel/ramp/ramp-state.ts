import type { RampState, RampStatus } from '@leyden/core'
import { mergeRampStatus } from '@leyden/core/status'
import type { RampReports, Reduction, ReleasedEvent } from '../store/reduction.js'
import type { EventHead } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { detailsFor, differencesOf, isHeld, type SentSession } from './webhook-facts.js'

type Session = SentSession & Pick<RampSubject, 'createdAt'>
/** An event as far as it reports a status. */
type Report = Pick<EventHead, 'seq' | 'key' | 'conflict' | 'facts'>

const NOTHING: RampReports = { of: {}, released: [], bytes: 0 }

function newSession(session: Session, ramp: RampReports): Reduction {
  return { seq: 0, shown: { seq: 0, state: stateOf(session, ramp) }, ramp }
}

/**
 * The state of a ramp session after one more event that releases no other. Uses the same rule as the page, so that
 * neither order nor repetition matters on either side.
 */
export function rampAfter(session: Session, { shown, ramp }: Reduction, event: EventHead): Reduction {
  const { of, released, reviewedAt, duplicateOf = event.facts.duplicateOf, bytes } = ramp ?? NOTHING
  const { seq } = event
  const next = {
    of: withReport(of, event, session, released),
    ...{ released, reviewedAt, duplicateOf, bytes: bytes + event.bytes },
  }
  const state = stateOf(session, next)
  const isSame = JSON.stringify(state) === JSON.stringify(shown.state)
  return { seq, shown: isSame ? shown : { seq, state }, ramp: next }
}

/**
 * The state of a ramp session after all of its events. A release changes the meaning of an earlier event, so all events
 * before the last one are joined with everything that is released.
 */
export function rampAfterAll(session: Session, events: readonly EventHead[]): Reduction {
  const joined = (reduction: Reduction, event: EventHead) => rampAfter(session, reduction, event)
  const last = events.filter(({ facts }) => facts.releases !== undefined).at(-1)
  if (!last) return events.reduce(joined, newSession(session, NOTHING))
  const { seq, at } = last
  const reports = { ...NOTHING, released: releasedBy(events), reviewedAt: at.toISOString() }
  const reviewed = events.filter((event) => event.seq <= seq).reduce(joined, newSession(session, reports))
  // After a review the page has to get the state, even if it is the same.
  const shown = { seq, state: reviewed.shown.state }
  return events.filter((event) => event.seq > seq).reduce(joined, { ...reviewed, shown })
}

function withReport(
  of: RampReports['of'],
  event: EventHead,
  session: Session,
  released: readonly ReleasedEvent[],
): RampReports['of'] {
  const status = reportOf(event, session, released)
  if (status === undefined) return of
  const known = of[status]
  // If several events report one status, the one with the lowest key is shown, whatever their order. A review is based
  // on the first event that needs it.
  if (known && (status === 'needs_review' || event.key >= known.key)) return of
  return { ...of, [status]: { key: event.key, state: stateFrom(event, status, session) } }
}

/** The public state: that of the furthest report. */
function stateOf(session: Session, { of, reviewedAt, duplicateOf }: RampReports): RampState {
  const statuses = Object.keys(of) as RampStatus[]
  const status = statuses.reduce(mergeRampStatus, 'created')
  const state: RampState = of[status]?.state ?? { kind: 'ramp', status, at: session.createdAt }
  // A mode that counts without a review is not compared here, so the page must not compare it either.
  const isOther = reviewedAt === undefined && state.livemode !== (session.mode === 'live')
  return {
    ...state,
    livemode: isOther ? undefined : state.livemode,
    duplicate_of: status === 'completed' ? duplicateOf : undefined,
    reviewed_at: reviewedAt,
  }
}

/** Whether an event needs a review until it is released, after these releases. */
export function isStillHeld(event: Report, session: Session, released: readonly ReleasedEvent[]): boolean {
  return reportOf(event, session, released) === 'needs_review'
}

/** The events that are released by others of the same session, in the order of their releases. */
export function releasedBy(events: readonly Report[]): ReleasedEvent[] {
  const releases = events.filter(({ facts }) => facts.releases !== undefined).sort((a, b) => a.seq - b.seq)
  return releases.flatMap((release) =>
    events
      .filter(({ seq }) => seq === release.facts.releases && seq < release.seq)
      .map(({ seq, key }) => ({ seq, key })),
  )
}

/**
 * Whether an event counts. Of several with one id it is the one that an operator has released last, and before a release
 * the one that is not held.
 */
export function doesCount(event: Report, session: SentSession, released: readonly ReleasedEvent[]): boolean {
  const last = released.filter(({ key }) => key === event.key).at(-1)
  return last ? last.seq === event.seq : !isHeld(event, session)
}

/**
 * The status that one event reports. An event that contradicts its session, or another event with its id, reports
 * `needs_review` until it, or another one with its id, is released.
 */
function reportOf(
  event: Report,
  session: Session,
  released: readonly ReleasedEvent[],
): RampStatus | undefined {
  const { conflict, facts, key } = event
  if (doesCount(event, session, released)) return facts.meaning
  if (released.some((other) => other.key === key)) return undefined
  // A kind that changes nothing is not a reason to stop a purchase.
  return conflict || facts.meaning !== undefined ? 'needs_review' : undefined
}

function stateFrom(event: EventHead, status: RampStatus, session: Session): RampState {
  const at = event.at.toISOString()
  const { suspect, differs } = differencesOf(event, session)
  // During a review, neither of two contradicting reports is shown.
  if (status === 'needs_review') return { kind: 'ramp', status, suspect, at }
  const { livemode, details } = event.facts
  return {
    kind: 'ramp',
    status,
    livemode,
    details: detailsFor(session, details),
    differs,
    at,
  }
}
