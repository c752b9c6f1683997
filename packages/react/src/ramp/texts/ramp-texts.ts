import type { LeydenError } from '@leyden/core'
import type { RampMessageKey } from '../../foundation/messages/ramp-english.js'
import type { Translate } from '../../foundation/messages/use-messages.js'
import { type ErrorKind, errorKind, FAILURES, mayReassure } from '../../foundation/page/error-kind.js'
import type { BlockReason, RampFlowStatus, RampState } from '../flow/ramp-state.js'

import type { RampHandle } from '../use-ramp-widget.js'

export type RampTranslate = Translate<RampMessageKey>

export function timeOf(at: Date, locale: string): string {
  if (Number.isNaN(at.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
}

/** Our message for a step of the provider; empty for an unknown step. */
export function stepText(step: string, t: RampTranslate): string | undefined {
  const known: [RegExp, RampMessageKey][] = [
    [/mail|otp|code|login/i, 'rampStepEmail'],
    [/kyc|ident|verif|document|selfie/i, 'rampStepIdentity'],
    [/quote|amount|price/i, 'rampStepQuote'],
    [/card|pay|bank|checkout/i, 'rampStepPayment'],
  ]
  const key = known.find(([pattern]) => pattern.test(step))?.[1]
  return key && t('rampStep', { step: t(key) })
}

/** The message why a frame cannot work here; `blockedPolicy` is for the camera. */
export const BLOCK_TEXTS: Readonly<Record<BlockReason, RampMessageKey>> = {
  insecure_context: 'blockedInsecure',
  frame_src: 'blockedFrameSrc',
  permissions_policy: 'blockedPolicy',
  sandbox: 'blockedSandbox',
  coep: 'blockedCoep',
  in_app_browser: 'blockedInApp',
}

/** The message about an e-mail address that the server set, which only the owner of the account can change. */
function emailText({ code, field }: LeydenError, t: RampTranslate) {
  if (code !== 'INVALID_EMAIL') return null
  if (field === 'account')
    return { title: t('rampAccountEmail'), text: t('rampAccountEmailText'), mayRepeat: true }
  if (field === 'order')
    return { title: t('rampOrderEmail'), text: t('rampOrderEmailText'), mayRepeat: false }
  return null
}

/** For a signed order, only the shop knows whether anything was charged. */
const TEXTS: Partial<Record<ErrorKind, RampMessageKey>> = {
  orderExpired: 'rampOrderExpiredText',
  orderPaid: 'rampOrderUsedText',
}

/**
 * The message for an error, which is never the server's own text, and whether the same request may succeed if it is sent
 * again.
 */
export function errorText(error: LeydenError, isOnline: boolean, t: RampTranslate) {
  const kind = errorKind(error, isOnline)
  const { ramp, again } = FAILURES[kind]
  const text = TEXTS[kind] ?? (mayReassure(error) ? 'nothingCharged' : undefined)
  return emailText(error, t) ?? { title: t(ramp), text: text ? t(text) : '', mayRepeat: again }
}

/**
 * The notice that the result would not be seen at the moment. Before there is a session: only that the device is
 * offline.
 */
export function outageText({ state, view: { isOnline, outage } }: RampHandle, t: RampTranslate) {
  if (/^(idle|asking|creating|blocked)$/.test(state.status)) return isOnline ? undefined : t('rampOffline')
  if (outage === null || /^(failed|completed|needs_review)$/.test(state.status)) return undefined
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
  open: ({ ending, step }, t) => (ending ? t('rampEndingText') : step && stepText(step.name, t)) ?? '',
  handoff: ({ opened }, t) => t(opened ? 'rampFollowed' : 'rampHandoff'),
  blocked: 'rampBlocked',
  processing: ({ because, framed }, t) => t(because === 'server' && framed ? 'rampPaying' : 'rampProcessing'),
  completed: 'rampCompleted',
  failed: ({ failure }, t, isOnline) => {
    if (failure.kind === 'purchase') return t('rampFailed')
    const { title, text } = errorText(failure.error, isOnline, t)
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
