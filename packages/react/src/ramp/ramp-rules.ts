import { isEmail, isSecure, parseUrl } from '@leyden/core/internal'
import type { OptionRules } from '../foundation/card/option-rule.js'
import { readsAsDestination, readsAsOrder } from '../foundation/card/unknown-name.js'
import type { RampOptions } from './ramp-options.js'

const currency = {
  shape: 'text',
  is: 'a currency code, such as USD or BTC',
  locks: true,
  fixedBy: 'order',
  fits: (text: string) => /^[\w-]{1,16}$/.test(text),
} as const

/**
 * What each option of the ramp has to be.
 *
 * @internal
 */
export const rampRules = {
  order: { shape: 'signed', locks: true, neverEmpty: true, reads: readsAsOrder },
  fetchSession: { shape: 'function', locks: true, neverEmpty: true },
  quoteCurrency: currency,
  baseCurrency: currency,
  destination: {
    shape: 'text',
    is: 'a Lightning Address or an on-chain address',
    locks: true,
    fixedBy: 'order',
    reads: readsAsDestination,
    fits: isLikeDestination,
  },
  metadata: {
    shape: 'object',
    is: 'an object of at most 10 texts of at most 500 characters',
    locks: true,
    fixedBy: 'order',
    fits: isMetadata,
  },
  email: {
    shape: 'text',
    is: 'an e-mail address',
    locks: true,
    fixedBy: 'order',
    fits: (text: string) => isEmail(text.trim()),
  },
  guest: { shape: 'flag' },
  presentation: { shape: 'text', oneOf: ['inline', 'dialog', 'tab', 'auto'] },
  autoStart: { shape: 'flag' },
  rampOrigins: {
    shape: 'texts',
    is: "a list of origins, such as ['https://ramp.example']",
    locks: true,
    fits: (origins: readonly string[]) => origins.every(isOrigin),
  },
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
