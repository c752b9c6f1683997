/** Invented prices of one bitcoin in minor units of each currency. They are fixed, so that tests can use them. */
const PRICE_MINOR: Record<string, bigint> = {
  AUD: 15_200_000n,
  BRL: 54_000_000n,
  CAD: 13_900_000n,
  CHF: 8_100_000n,
  EUR: 9_200_000n,
  GBP: 7_800_000n,
  JPY: 15_400_000n,
  MXN: 185_000_000n,
  SEK: 96_000_000n,
  USD: 10_000_000n,
}

const SATS_PER_BITCOIN = 100_000_000n
const FEE_PER_MILLE = 15n
const SMALLEST_PURCHASE_SATS = 1000n
const LARGEST_PURCHASE_SATS = 10_000_000n

export function isKnownFiat(currency: string): boolean {
  return Object.hasOwn(PRICE_MINOR, currency)
}

/** A quote: the amounts that a person pays and gets. */
export interface Quote {
  /** Decimal, in the currency's usual places, such as `50.00`. */
  fiatAmount: string
  fiatCurrency: string
  /** Included in `fiatAmount`. */
  fee: string
  /** Price of one bitcoin. */
  price: string
  /** Decimal with eight places, such as `0.00049250`. */
  bitcoinAmount: string
}

/** Quotes an amount that a person typed, or returns an error message. */
export function quote(text: string, fiatCurrency: string): Quote | string {
  const price = PRICE_MINOR[fiatCurrency]
  const minor = parseMinor(text.trim(), fiatCurrency)
  if (price === undefined || minor === null) return 'Enter an amount, such as 50.'
  const fee = (minor * FEE_PER_MILLE) / 1000n
  const sats = ((minor - fee) * SATS_PER_BITCOIN) / price
  if (sats < SMALLEST_PURCHASE_SATS) return 'This is less than can be bought here.'
  if (sats > LARGEST_PURCHASE_SATS) return 'This is more than can be bought here at once.'
  return {
    fiatAmount: formatMinor(minor, fiatCurrency),
    fiatCurrency,
    fee: formatMinor(fee, fiatCurrency),
    price: formatMinor(price, fiatCurrency),
    bitcoinAmount: withPlaces(sats, 8),
  }
}

/** The digits after the point. The yen has no minor unit. */
const places = (currency: string) => (currency === 'JPY' ? 0 : 2)

function parseMinor(text: string, currency: string): bigint | null {
  const match = /^(\d{1,9})(?:[.,](\d{0,2}))?$/.exec(text)
  if (!match?.[1]) return null
  const fraction = match[2] ?? ''
  if (fraction.length > places(currency)) return null
  return BigInt(match[1] + fraction.padEnd(places(currency), '0'))
}

function formatMinor(minor: bigint, currency: string): string {
  return withPlaces(minor, places(currency))
}

function withPlaces(units: bigint, count: number): string {
  if (count === 0) return String(units)
  const digits = String(units).padStart(count + 1, '0')
  return `${digits.slice(0, -count)}.${digits.slice(-count)}`
}
