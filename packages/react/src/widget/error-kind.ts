import type { LeydenError } from '@leyden/core'

/** What people can be told of an error, whatever its code. */
export type ErrorKind =
  | 'busy'
  | 'notConfigured'
  | 'signIn'
  /** Nothing answered: the shop's server is down, or the network is. */
  | 'noConnection'
  /** The shop's server failed, or something else answered in its place. */
  | 'shopTrouble'
  /** The BFF says that the service which it asks has failed. */
  | 'serviceDown'
  /** The BFF says that the recipient's provider has failed. */
  | 'noAnswer'
  | 'other'

const KINDS: Readonly<Record<string, ErrorKind>> = {
  RATE_LIMITED: 'busy',
  NOT_CONFIGURED: 'notConfigured',
  UNAUTHORIZED: 'notConfigured',
  INVALID_WEBHOOK_URL: 'notConfigured',
  SIGN_IN_REQUIRED: 'signIn',
  NOT_FOUND: 'shopTrouble',
}

/** What people are told of an error. It names the shop, unless the BFF says that another party has failed. */
export function errorKind({
  code,
  party,
  status,
  contentType,
}: Pick<LeydenError, 'code' | 'party' | 'status' | 'contentType'>): ErrorKind {
  const known = KINDS[code]
  if (known) return known
  if (contentType !== undefined) return 'shopTrouble'
  if (!/^(NETWORK|TIMEOUT|SERVICE_UNAVAILABLE|BAD_RESPONSE)$/.test(code)) return 'other'
  if (party !== undefined) return party === 'recipient' ? 'noAnswer' : 'serviceDown'
  return status === undefined && /^(NETWORK|TIMEOUT)$/.test(code) ? 'noConnection' : 'shopTrouble'
}
