import { parseLightningAddress, readPastedText } from '@leyden/lightning'

// The keys without a digest, apart from `leydenKeys`: the form needs no SHA-256.

export const scopeKey = (scope: string) => ['leyden', withoutSlash(scope)] as const
export const addressKey = (scope: string, address: string) =>
  [...scopeKey(scope), 'address', foldAddress(address)] as const
export const exchangeRateKey = (scope: string, currency: string) =>
  [...scopeKey(scope), 'exchange-rate', currency] as const
export const chargeKey = (scope: string) => [...scopeKey(scope), 'charge'] as const
export const rampSessionKey = (scope: string) => [...scopeKey(scope), 'ramp-session'] as const

/** The canonical spelling of an address; a text that is no address stays as it is. */
export function foldAddress(text: string): string {
  const parsed = parseLightningAddress(readPastedText(text).text)
  return parsed.ok ? parsed.address : text
}

/** Normalizes a scope as a client normalizes its `baseUrl`. */
function withoutSlash(scope: string): string {
  return scope.replace(/\/+$/, '')
}
