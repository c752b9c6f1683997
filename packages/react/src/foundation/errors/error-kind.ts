import type { LeydenError } from '@leyden/core'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { RampMessageKey } from '../messages/ramp-english.js'

/** The `reason` of an error in an option of the page. No request was sent, so no other party is at fault. */
export const WRONG_OPTION = 'wrong_option'

/** A row of the table of failures: who failed, how, and the messages for the person and the developer. */
interface Failure {
  /** The message of each widget. It names the party that failed, and has no error code. */
  pay: PayMessageKey
  ramp: RampMessageKey
  /** Whether the same request may succeed later, so that "Try again" is shown. */
  again: boolean
  /** Whether the console tells the page's developer. */
  isLogged: boolean
}

/**
 * Who failed, and how. `docs/failures.md` has the same rows, with the messages of console and log; a test compares
 * them.
 */
export const FAILURES = {
  /** The person's device has no network. */
  offline: { pay: 'errorOffline', ramp: 'rampOffline', again: true, isLogged: true },
  /** There is no answer: the shop's server is down, or the network. */
  noConnection: { pay: 'noConnection', ramp: 'noConnection', again: true, isLogged: true },
  /** The shop's server failed, or something else answered in its place. */
  shopTrouble: { pay: 'shopTrouble', ramp: 'shopTrouble', again: true, isLogged: true },
  /** The shop has to change its page or a setting of its BFF. */
  shopMisconfigured: { pay: 'notConfigured', ramp: 'rampNotConfigured', again: false, isLogged: true },
  /** The page passes an option that cannot be used: no request was sent. */
  wrongOption: { pay: 'notReady', ramp: 'rampNotReady', again: false, isLogged: true },
  /** The shop takes payments, but none to this address. */
  notAllowed: { pay: 'addressNotAllowed', ramp: 'rampNotConfigured', again: false, isLogged: true },
  /** A rate limit of the BFF: nobody has failed. */
  busy: { pay: 'busy', ramp: 'busy', again: true, isLogged: false },
  serviceBusy: { pay: 'serviceBusy', ramp: 'rampBusy', again: true, isLogged: true },
  serviceSilent: { pay: 'serviceDown', ramp: 'rampNoAnswer', again: true, isLogged: true },
  serviceTrouble: { pay: 'serviceTrouble', ramp: 'rampDown', again: true, isLogged: true },
  serviceRefused: { pay: 'serviceRefused', ramp: 'rampRefused', again: false, isLogged: true },
  /** The provider of the recipient, by LNURL. */
  recipientBusy: { pay: 'recipientBusy', ramp: 'rampBusy', again: true, isLogged: true },
  recipientSilent: { pay: 'noAnswer', ramp: 'rampNoAnswer', again: true, isLogged: true },
  recipientTrouble: { pay: 'recipientTrouble', ramp: 'rampDown', again: true, isLogged: true },
  recipientRefused: { pay: 'recipientRefused', ramp: 'rampRefused', again: false, isLogged: true },
  /** Nobody has failed, but something has to change first. */
  signIn: { pay: 'signIn', ramp: 'rampSignIn', again: true, isLogged: false },
  cancelled: { pay: 'cancelled', ramp: 'cancelled', again: true, isLogged: false },
  orderExpired: { pay: 'orderExpired', ramp: 'rampOrderExpired', again: false, isLogged: false },
  orderChanged: { pay: 'orderChanged', ramp: 'rampOrderExpired', again: false, isLogged: false },
  orderPaid: { pay: 'orderPaid', ramp: 'rampOrderUsed', again: false, isLogged: false },
  noFurtherSession: { pay: 'orderPaid', ramp: 'rampNoFurther', again: false, isLogged: false },
  outOfRange: { pay: 'outOfRange', ramp: 'rampRefused', again: false, isLogged: false },
  noAddress: { pay: 'addressNotLightning', ramp: 'rampRefused', again: false, isLogged: false },
  payerData: { pay: 'addressNotUsable', ramp: 'rampRefused', again: false, isLogged: false },
} as const satisfies Record<string, Failure>

export type ErrorKind = keyof typeof FAILURES

const KINDS: Readonly<Record<string, ErrorKind>> = {
  NOT_CONFIGURED: 'shopMisconfigured',
  UNAUTHORIZED: 'shopMisconfigured',
  INVALID_WEBHOOK_URL: 'shopMisconfigured',
  NOT_FOUND: 'shopTrouble',
  SIGN_IN_REQUIRED: 'signIn',
  ABORTED: 'cancelled',
  INTENT_EXPIRED: 'orderExpired',
  ORDER_EXPIRED: 'orderExpired',
  INTENT_SUPERSEDED: 'orderChanged',
  ALREADY_PAID: 'orderPaid',
  NO_FURTHER_SESSION: 'noFurtherSession',
  AMOUNT_OUT_OF_RANGE: 'outOfRange',
  NOT_LIGHTNING_ADDRESS: 'noAddress',
  PAYER_DATA_REQUIRED: 'payerData',
}

type ErrorFacts = Pick<
  LeydenError,
  'code' | 'party' | 'status' | 'contentType' | 'field' | 'reason' | 'retryAfterMs'
>

/** The row of an error. The shop has failed, unless the BFF reports that another party has. */
export function errorKind(error: ErrorFacts, isOnline = true): ErrorKind {
  const { code, party, status, contentType, field, reason } = error
  if (status === undefined && /^(NETWORK|TIMEOUT)$/.test(code) && party === undefined)
    return isOnline ? 'noConnection' : 'offline'
  // An answer of a proxy is not the BFF's, whatever its status is.
  if (contentType !== undefined && !/^(RATE_LIMITED|UNAUTHORIZED)$/.test(code)) return 'shopTrouble'
  const known = KINDS[code]
  if (known) return known
  const who = party === 'recipient' ? 'recipient' : 'service'
  switch (code) {
    case 'RATE_LIMITED':
      return party === undefined ? 'busy' : `${who}Busy`
    case 'BAD_REQUEST':
      if (reason === WRONG_OPTION) return 'wrongOption'
      return field === 'lnaddress' && status === 403 ? 'notAllowed' : 'shopMisconfigured'
    case 'NETWORK':
    case 'TIMEOUT':
      return party === undefined ? 'shopTrouble' : `${who}Silent`
    case 'SERVICE_UNAVAILABLE':
    case 'BAD_RESPONSE':
      if (party !== undefined) return `${who}Trouble`
      // The page allows no origin for the frame, or another one than its session has.
      return field === 'ramp_origins' || field === 'widget_url' ? 'shopMisconfigured' : 'shopTrouble'
    default:
      // The error code is the service's own.
      return isPassing(error) ? `${who}Trouble` : `${who}Refused`
  }
}

/** Whether the same request may succeed if it is sent again. */
export function mayAskAgain(error: ErrorFacts): boolean {
  return FAILURES[errorKind(error)].again
}

/**
 * Whether to say that nothing was paid. For a paid order, or one that has several sessions, that may be wrong; before a
 * sign-in it only alarms people.
 */
export function mayReassure(error: ErrorFacts): boolean {
  return !/^(orderPaid|noFurtherSession|signIn)$/.test(errorKind(error))
}

/**
 * Whether a refusal with an unknown code may be temporary: it has a time to wait, or the status of a temporary failure.
 * A 502 does not count, because the BFF sends it for every refusal, also for a permanent one.
 */
function isPassing({ status, retryAfterMs }: ErrorFacts): boolean {
  return retryAfterMs !== undefined || /^(408|425|429|500|503|504)$/.test(String(status))
}
