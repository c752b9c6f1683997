import type { LeydenErrorCode } from '@leyden/core'

/** What people can be told of an error, whatever its code. */
export type ErrorKind = 'busy' | 'notConfigured' | 'signIn' | 'noConnection' | 'noAnswer' | 'other'

const KINDS: Readonly<Record<string, ErrorKind>> = {
  RATE_LIMITED: 'busy',
  NOT_CONFIGURED: 'notConfigured',
  UNAUTHORIZED: 'notConfigured',
  INVALID_WEBHOOK_URL: 'notConfigured',
  SIGN_IN_REQUIRED: 'signIn',
  NETWORK: 'noConnection',
  TIMEOUT: 'noAnswer',
  SERVICE_UNAVAILABLE: 'noAnswer',
  BAD_RESPONSE: 'noAnswer',
} satisfies Partial<Record<LeydenErrorCode, ErrorKind>>

export function errorKind(code: string): ErrorKind {
  return KINDS[code] ?? 'other'
}
