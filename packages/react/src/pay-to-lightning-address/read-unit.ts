import type { AmountUnit, Price } from '../pay-flow/index.js'
import { MARKS, signsOf } from './fiat.js'

const SATS = ['sats', 'satoshis', 'ساتوشي', 'サトシ']

/**
 * An amount and the unit that a person wrote beside it: `2100 sats`, `$2`, `2 EUR`. A beginning of "sats" is removed
 * too, but is not a unit yet, because the rest is still being typed.
 */
export function readUnit(
  text: string,
  price: Price | undefined,
  locale: string,
): { amount: string; unit?: AmountUnit | undefined } {
  const plain = text.normalize('NFKC').replace(MARKS, '').trim()
  for (const sign of price ? signsOf(price, locale) : []) {
    const [isBefore, isAfter] = [plain.slice(0, sign.length), plain.slice(-sign.length)].map(
      (end) => end === sign || end.toUpperCase() === price?.currency,
    )
    if (isBefore) return { amount: plain.slice(sign.length).trim(), unit: 'fiat' }
    if (isAfter) return { amount: plain.slice(0, -sign.length).trim(), unit: 'fiat' }
  }
  const [, amount = '', word = ''] = /^(.*\p{Nd})\s*(\p{L}+)$/u.exec(plain) ?? []
  const lower = word.toLowerCase()
  if (word === '' || !SATS.some((sats) => sats.startsWith(lower))) return { amount: text }
  return { amount, unit: ['sat', 'satoshi', ...SATS].includes(lower) ? 'sats' : undefined }
}
