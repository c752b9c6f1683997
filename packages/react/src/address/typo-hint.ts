import { editDistance } from '@leyden/core/internal'

/** Well-known domains for Lightning Addresses. */
const WELL_KNOWN = [
  'walletofsatoshi.com',
  'getalby.com',
  'strike.me',
  'cash.app',
  'blink.sv',
  'coinos.io',
  'primal.net',
  'zbd.gg',
  'zeuspay.com',
  'phoenixwallet.me',
  'speed.app',
  'bitrefill.me',
  'minibits.cash',
  'stacker.news',
  'fountain.fm',
  'breez.tips',
  'rizful.com',
  'npub.cash',
]

/** The same address at a well-known domain with almost the same spelling, if there is one. */
export function suggestAddress(address: string): string | undefined {
  const at = address.indexOf('@')
  const domain = address.slice(at + 1)
  if (WELL_KNOWN.includes(domain)) return undefined
  // Two changes in a short name make a different name.
  const near = WELL_KNOWN.find((known) => editDistance(domain, known) <= (known.length > 8 ? 2 : 1))
  return near && `${address.slice(0, at)}@${near}`
}
