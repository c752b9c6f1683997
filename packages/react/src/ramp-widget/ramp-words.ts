import type { LeydenError } from '@leyden/core'
import type { RampMessageKey } from '../messages/ramp-english.js'
import type { Words } from '../messages/use-words.js'
import type { BlockReason, RampState } from '../ramp-flow/index.js'

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

export interface ErrorWords {
  title: string
  text: string
  /** Whether asking the same again makes sense: what was refused once may be refused for good. */
  mayRepeat: boolean
}

/** What is said of an error: never the server's own text. */
export function errorWords(error: LeydenError, isOnline: boolean, say: Say): ErrorWords {
  const { code } = error
  const text = say('nothingCharged')
  switch (code) {
    case 'RATE_LIMITED':
      return { title: say('rampBusy'), text: `${say('rampBusyText')} ${text}`, mayRepeat: true }
    case 'NOT_CONFIGURED':
    case 'UNAUTHORIZED':
    case 'INVALID_WEBHOOK_URL':
    case 'BAD_REQUEST':
      return { title: say('rampNotConfigured'), text, mayRepeat: false }
    case 'SIGN_IN_REQUIRED':
      return { title: say('rampSignIn'), text, mayRepeat: true }
    case 'BAD_RESPONSE':
    case 'SERVICE_UNAVAILABLE':
    case 'TIMEOUT':
    case 'NETWORK':
      return { title: say(isOnline ? 'rampNoAnswer' : 'rampOffline'), text, mayRepeat: true }
    default: {
      const mayRepeat = isPassing(error)
      return { title: say(mayRepeat ? 'rampDown' : 'rampRefused', { code }), text, mayRepeat }
    }
  }
}

/**
 * Whether a refusal with a code that nobody here knows may pass, by what came with it: a time to wait, or a
 * status of passing trouble. A 502 is what a BFF makes of every refusal, for good or not.
 */
function isPassing({ status, retryAfterMs }: LeydenError): boolean {
  return retryAfterMs !== undefined || /^(408|425|429|500|503|504)$/.test(String(status))
}

/** What is read out when a state is entered. */
export function announcement(state: RampState, isOnline: boolean, say: Say): string {
  switch (state.status) {
    case 'idle':
    case 'asking':
      return ''
    case 'creating':
      return say(state.way === 'link' ? 'makingLink' : 'rampOpening')
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
    case 'failed': {
      if (state.failure.kind === 'purchase') return say('rampFailed')
      const { title, text } = errorWords(state.failure.error, isOnline, say)
      return `${title} ${text}`
    }
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
