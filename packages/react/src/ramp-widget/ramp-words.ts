import type { LeydenErrorCode } from '@leyden/core'
import type { BlockReason, RampState } from '@leyden/core/ramp'
import type { RampMessageKey } from '../messages/ramp-english.js'
import type { Words } from '../messages/use-words.js'

export type Say = Words<RampMessageKey>

export function timeOf(at: Date, locale: string): string {
  if (Number.isNaN(at.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
}

/** `1:40` */
export function minutesOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Where the provider says it is, in our words where we know its own; a foreign word is not repeated. */
export function stepWords(step: string, say: Say): string | undefined {
  const known: [RegExp, RampMessageKey][] = [
    [/mail|otp|code|login/i, 'rampStepEmail'],
    [/kyc|ident|verif|document|selfie/i, 'rampStepIdentity'],
    [/quote|amount|price/i, 'rampStepQuote'],
    [/card|pay|bank|checkout/i, 'rampStepPayment'],
  ]
  const key = known.find(([pattern]) => pattern.test(step))?.[1]
  return key && say('rampStep', { step: say(key) })
}

export function blockWords(reason: BlockReason, needs: readonly string[], say: Say): string {
  switch (reason) {
    case 'insecure_context':
      return say('blockedInsecure')
    case 'frame_src':
      return say('blockedFrameSrc')
    case 'permissions_policy':
      return say(needs.includes('camera') ? 'blockedPolicy' : 'blockedFeature')
    case 'sandbox':
      return say('blockedSandbox')
    case 'coep':
      return say('blockedCoep')
    case 'in_app_browser':
      return say('blockedInApp')
    default:
      return reason satisfies never
  }
}

/** What is said of an error: never the server's own text. */
export function errorWords(
  code: LeydenErrorCode,
  isOnline: boolean,
  say: Say,
): [title: string, text: string] {
  const uncharged = say('nothingCharged')
  switch (code) {
    case 'RATE_LIMITED':
      return [say('rampBusy'), `${say('rampBusyText')} ${uncharged}`]
    case 'NOT_CONFIGURED':
    case 'UNAUTHORIZED':
    case 'INVALID_WEBHOOK_URL':
    case 'BAD_REQUEST':
      return [say('rampNotConfigured'), uncharged]
    case 'SIGN_IN_REQUIRED':
      return [say('rampSignIn'), uncharged]
    case 'BAD_RESPONSE':
    case 'SERVICE_UNAVAILABLE':
    case 'TIMEOUT':
    case 'NETWORK':
      return [say(isOnline ? 'rampNoAnswer' : 'rampOffline'), uncharged]
    default:
      return [say('rampRefused', { code }), uncharged]
  }
}

/** What is read out when a state is entered. */
export function announcement(state: RampState, isOnline: boolean, say: Say): string {
  switch (state.status) {
    case 'idle':
    case 'asking':
      return ''
    case 'creating':
    case 'loading':
      return say('rampOpening')
    case 'open':
      return (state.ending ? say('rampEndingText') : state.step && stepWords(state.step.name, say)) ?? ''
    case 'handoff':
      return say(state.opened ? 'rampFollowed' : 'rampHandoff')
    case 'blocked':
      return say('rampBlocked')
    case 'processing':
      return say(state.because === 'server' && state.framed ? 'rampPaying' : 'rampProcessing')
    case 'completed':
      return say('rampCompleted')
    case 'failed':
      return state.failure.kind === 'purchase'
        ? say('rampFailed')
        : errorWords(state.failure.error.code, isOnline, say).join(' ')
    case 'cancelled':
      return say('rampCancelled')
    case 'expired':
      return say('rampExpired')
    case 'needs_review':
      return say('rampReview')
    case 'resumed':
      return say('rampResumed')
    default:
      return state satisfies never
  }
}
