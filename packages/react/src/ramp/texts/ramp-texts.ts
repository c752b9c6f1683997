import type { LeydenError } from '@leyden/core'
import { dateFormatter } from '@leyden/core/internal'
import { type ErrorKind, errorKind, FAILURES, mayReassure } from '../../foundation/errors/error-kind.js'
import type { RampMessageKey } from '../../foundation/messages/ramp-english.js'
import type { Translate } from '../../foundation/messages/use-messages.js'
import type { RampFlowStatus, RampState } from '../flow/ramp-state.js'

import type { RampHandle } from '../use-ramp-widget.js'

export type RampTranslate = Translate<RampMessageKey>

export function timeOf(at: Date, locale: string): string {
  if (Number.isNaN(at.getTime())) return ''
  return dateFormatter(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** The time of a session's end, which is minutes away. */
function hourOf(at: Date | undefined, locale: string): string {
  return at ? dateFormatter(locale, { timeStyle: 'short' }).format(at) : ''
}

/** The message about an e-mail address that the server set, which only the owner of the account can change. */
function emailText({ code, field }: LeydenError, t: RampTranslate) {
  if (code !== 'INVALID_EMAIL') return null
  if (field === 'account')
    return { title: t('rampAccountEmail'), text: t('rampAccountEmailText'), way: 'again' as const }
  if (field === 'order')
    return { title: t('rampOrderEmail'), text: t('rampOrderEmailText'), way: 'shop' as const }
  return null
}

/** For a signed order, only the shop knows whether anything was charged. */
const TEXTS: Partial<Record<ErrorKind, RampMessageKey>> = {
  orderExpired: 'rampOrderExpiredText',
  orderPaid: 'rampOrderUsedText',
}

/** What the person can do about a failure, besides closing it. */
type WayOn = 'again' | 'go_on' | 'shop' | undefined

interface FailureText {
  title: string
  text: string
  /** The same request again, the open session of the order, or a new order of the shop. */
  way: WayOn
}

/**
 * The message for a failure, which is never the server's own text, and the way on.
 */
export function failureText(state: RampState<'failed'>, isOnline: boolean, t: RampTranslate): FailureText {
  if (state.failure.kind === 'purchase')
    return { title: t('rampFailed'), text: t('rampFailedText'), way: 'again' }
  const { error, retryAt } = state.failure
  const kind = errorKind(error, isOnline)
  if (error.reason === 'open_elsewhere')
    return {
      title: t('rampOpenElsewhere'),
      text: t('rampOpenElsewhereText', { time: hourOf(retryAt, t.locale) }),
      way: 'again',
    }
  if (kind === 'noFurtherSession') return { title: t('rampNoFurther'), ...refusalText(error, t) }
  const email = emailText(error, t)
  if (email) return email
  const { ramp, again } = FAILURES[kind]
  // A session that was shown before may have been paid without a report so far.
  const charged = state.earlier.length > 0 ? 'rampExpiredText' : 'nothingCharged'
  const text = TEXTS[kind] ?? (mayReassure(error) ? charged : undefined)
  return {
    title: t(ramp),
    text: text ? t(text) : '',
    way: again ? 'again' : kind in TEXTS ? 'shop' : undefined,
  }
}

/** Why an order gets no further session, and whether one of its sessions can still be opened. */
function refusalText({ reason, sessions = [] }: LeydenError, t: RampTranslate): Omit<FailureText, 'title'> {
  const isOpen = sessions.some(({ widget_url }) => widget_url !== undefined)
  const why = reason === 'refused_by_service' ? 'rampSecondRefused' : 'rampTooMany'
  const next = t(isOpen ? 'rampStillOpen' : 'rampOrderExpiredText')
  return { text: `${t(why)} ${next}`, way: isOpen ? 'go_on' : 'shop' }
}

/** The notice that the result would not be seen at the moment; undefined while there is no session. */
export function outageText({ state, view: { outage } }: RampHandle, t: RampTranslate) {
  if (outage === null || /^(idle|asking|creating|blocked|failed|completed|needs_review)$/.test(state.status))
    return undefined
  return t(outage === 'offline' ? 'rampWaitingOffline' : 'rampWaitingLost')
}

/** The code of the error that is shown, for tests and support: people read a sentence. */
export function codeOf(state: RampState): string | undefined {
  return state.status === 'failed' && state.failure.kind === 'request' ? state.failure.error.code : undefined
}

type Announce<S extends RampFlowStatus> = (state: RampState<S>, t: RampTranslate, isOnline: boolean) => string

/** What a screen reader announces when a state is entered: a message, or one that depends on the state. */
const ANNOUNCEMENTS: { readonly [S in RampFlowStatus]: RampMessageKey | Announce<S> } = {
  idle: () => '',
  asking: () => '',
  creating: ({ presentation }, t) => t(presentation === 'link' ? 'makingLink' : 'rampOpening'),
  loading: 'rampOpening',
  open: ({ ending }, t) => (ending ? `${t('rampEndingText')} ${t('rampRenew')}` : ''),
  handoff: ({ opened }, t) => t(opened ? 'rampFollowed' : 'rampHandoff'),
  blocked: 'rampBlocked',
  processing: ({ because, framed }, t) => t(because === 'server' && framed ? 'rampPaying' : 'rampProcessing'),
  completed: 'rampCompleted',
  failed: (state, t, isOnline) => {
    const { title, text } = failureText(state, isOnline, t)
    return `${title} ${text}`.trim()
  },
  cancelled: 'rampCancelled',
  expired: 'rampExpired',
  needs_review: 'rampReview',
  unconfirmed: 'rampUnseen',
  resumed: 'rampResumed',
}

/** The announcement for screen readers when a state is entered. */
export function announcement(state: RampState, isOnline: boolean, t: RampTranslate): string {
  // The types of the table connect each row to its status. A look-up by status loses this connection.
  const row = ANNOUNCEMENTS[state.status] as RampMessageKey | Announce<RampFlowStatus>
  return typeof row === 'string' ? t(row) : row(state, t, isOnline)
}
