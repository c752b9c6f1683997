import { isEmail, isSecure, parseUrl } from '@leyden/core/internal'
import type { OptionRules } from '../foundation/card/option-rule.js'
import type { RampOptions } from './ramp-options.js'

const isCode = (text: string) => /^[\w-]{1,16}$/.test(text)

/**
 * What each option of the ramp has to be.
 *
 * @internal
 */
export const rampRules = {
  order: { shape: 'signed', locks: true, neverEmpty: true },
  fetchSession: { shape: 'function', locks: true, neverEmpty: true },
  quoteCurrency: { shape: 'text', locks: true, fits: isCode },
  baseCurrency: { shape: 'text', locks: true, fits: isCode },
  destination: { shape: 'text', locks: true, fits: isLikeDestination },
  metadata: { shape: 'object', locks: true, fits: isMetadata },
  email: { shape: 'text', locks: true, fits: (text: string) => isEmail(text.trim()) },
  guest: { shape: 'flag' },
  presentation: { shape: 'text', oneOf: ['inline', 'dialog', 'tab', 'auto'] },
  autoStart: { shape: 'flag' },
  rampOrigins: { shape: 'texts', locks: true, fits: (origins: readonly string[]) => origins.every(isOrigin) },
  needs: { shape: 'texts' },
  messageAdapter: { shape: 'function' },
  remember: { shape: 'text', locks: true, oneOf: ['browser', 'tab', 'never'] },
  name: { shape: 'text' },
  client: { shape: 'object' },
} as const satisfies OptionRules<RampOptions>

/** Whether a text can be an address at all. The formats are large, so only the server reads them. */
function isLikeDestination(text: string): boolean {
  return /^(bitcoin:.*|[^@\s]+@[^@\s]+\.[^@\s]+|[a-z0-9]{14,})$/i.test(text.trim())
}

function isMetadata(metadata: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(metadata)
  return values.length <= 10 && values.every((value) => typeof value === 'string' && value.length <= 500)
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && isSecure(url) && url.pathname === '/' && url.search === ''
}
