/** Invented prices of one bitcoin. They are fixed, so that tests can use them. */
const PRICES: Record<string, number> = {
  AUD: 152_000,
  BRL: 540_000,
  CAD: 139_000,
  CHF: 81_000,
  EUR: 92_000,
  GBP: 78_000,
  JPY: 15_400_000,
  MXN: 1_850_000,
  SEK: 960_000,
  USD: 100_000,
}

const SATS_PER_BITCOIN = 100_000_000
const FEE_PER_MILLE = 15
const SMALLEST_PURCHASE_SATS = 1000
const LARGEST_PURCHASE_SATS = 10_000_000

export function isKnownFiat(currency: string): boolean {
  return Object.hasOwn(PRICES, currency)
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
  // The yen has no minor unit.
  const places = fiatCurrency === 'JPY' ? 0 : 2
  const minorUnits = 10 ** places
  const price = PRICES[fiatCurrency]
  if (price === undefined || !new RegExp(`^\\s*\\d{1,9}([.,]\\d{0,${places}})?\\s*$`).test(text))
    return 'Enter an amount, such as 50.'
  // In minor units and satoshis all amounts below the largest purchase are exact.
  const minor = Math.round(Number(text.replace(',', '.')) * minorUnits)
  const feeMinor = Math.floor((minor * FEE_PER_MILLE) / 1000)
  const sats = Math.floor(((minor - feeMinor) * SATS_PER_BITCOIN) / (price * minorUnits))
  if (sats < SMALLEST_PURCHASE_SATS) return 'This is less than can be bought here.'
  if (sats > LARGEST_PURCHASE_SATS) return 'This is more than can be bought here at once.'
  return {
    fiatAmount: (minor / minorUnits).toFixed(places),
    fiatCurrency,
    fee: (feeMinor / minorUnits).toFixed(places),
    price: price.toFixed(places),
    bitcoinAmount: (sats / SATS_PER_BITCOIN).toFixed(8),
  }
}
