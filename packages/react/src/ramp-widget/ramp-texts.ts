import type { LeydenError } from '@leyden/core'
import type { RampMessageKey } from '../messages/ramp-english.js'
import type { Translate } from '../messages/use-messages.js'
import type { BlockReason, RampState } from '../ramp-flow/index.js'
import { type ErrorKind, errorKind, FAILURES, mayReassure } from '../widget/error-kind.js'

import type { RampHandle } from './use-ramp-widget.js'

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

export interface ErrorText {
  title: string
  text: string
  /** Whether the same request may succeed if it is sent again. */
  mayRepeat: boolean
}

/** The message about an e-mail address that the server set, which only the owner of the account can change. */
function emailText({ code, field }: LeydenError, t: RampTranslate): ErrorText | null {
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

/** The message for an error, which is never the server's own text. */
export function errorText(error: LeydenError, isOnline: boolean, t: RampTranslate): ErrorText {
  const kind = errorKind(error, isOnline)
  const { ramp, again } = FAILURES[kind]
  const text = TEXTS[kind] ?? (mayReassure(error) ? 'nothingCharged' : undefined)
  return emailText(error, t) ?? { title: t(ramp), text: text ? t(text) : '', mayRepeat: again }
}

/**
 * The notice that the result would not be seen at the moment. Before there is a session: only that the device is
 * offline.
 */
export function outageText(
  { state, isOnline, outage }: Pick<RampHandle, 'state' | 'isOnline' | 'outage'>,
  t: RampTranslate,
) {
  if (/^(idle|asking|creating|blocked)$/.test(state.status)) return isOnline ? undefined : t('rampOffline')
  if (outage === null || /^(failed|completed|needs_review)$/.test(state.status)) return undefined
  return t(outage === 'offline' ? 'rampWaitingOffline' : 'rampWaitingLost')
}

/** The code of the error that is shown, for tests and support: people read a sentence. */
export function codeOf(state: RampState): string | undefined {
  return state.status === 'failed' && state.failure.kind === 'request' ? state.failure.error.code : undefined
}

/** The announcement for screen readers when a state is entered. */
export function announcement(state: RampState, isOnline: boolean, t: RampTranslate): string {
  switch (state.status) {
    case 'idle':
    case 'asking':
      return ''
    case 'creating':
      return t(state.way === 'link' ? 'makingLink' : 'rampOpening')
    case 'loading':
      return t('rampOpening')
    case 'open':
      return (state.ending ? t('rampEndingText') : state.step && stepText(state.step.name, t)) ?? ''
    case 'handoff':
      return t(state.opened ? 'rampFollowed' : 'rampHandoff')
    case 'blocked':
      return t('rampBlocked')
    case 'processing':
      return t(state.because === 'server' && state.framed ? 'rampPaying' : 'rampProcessing')
    case 'completed':
      return t('rampCompleted')
    case 'failed': {
      if (state.failure.kind === 'purchase') return t('rampFailed')
      const { title, text } = errorText(state.failure.error, isOnline, t)
      return `${title} ${text}`.trim()
    }
    case 'cancelled':
      return t('rampCancelled')
    case 'expired':
      return t('rampExpired')
    case 'needs_review':
      return t('rampReview')
    case 'unconfirmed':
      return t('rampUnseen')
    case 'resumed':
      return t('rampResumed')
    default:
      return state satisfies never
  }
}
