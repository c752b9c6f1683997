import type { RampDetails } from '../client/wire.js'
import type { Json } from '../foundation/json.js'

/**
 * The codes of bitcoin, of its units, and of bitcoin over Lightning, as services write them. Upper or lower case does
 * not matter, nor whether a code has `_`, `-` or a space.
 */
const BITCOIN_CURRENCIES: readonly string[] = [
  'BTC',
  'XBT',
  'BITCOIN',
  'MBTC',
  'SAT',
  'SATS',
  'SATOSHI',
  'SATOSHIS',
  'MSAT',
  'MSATS',
  'BTC_LN',
  'BTC_LIGHTNING',
  'BTC_LIGHTNING_NETWORK',
  'LIGHTNING_BTC',
  'LN_BTC',
  'LNBTC',
  'BTCLN',
]

const BITCOIN: ReadonlySet<string> = new Set(BITCOIN_CURRENCIES)

/** A currency code in the spelling for comparisons. */
export function foldCurrency(code: string): string {
  return code
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
}

/**
 * What a currency code stands for. A code of three to five letters without a trace of bitcoin is that of `other` money,
 * such as `USD` or `ETH`; of any other code nobody knows.
 */
export function currencyKind(code: string): 'bitcoin' | 'other' | 'unknown' {
  const folded = foldCurrency(code)
  if (BITCOIN.has(folded)) return 'bitcoin'
  return /^[A-Z]{3,5}$/.test(folded) && !/BTC|XBT|SAT/.test(folded) ? 'other' : 'unknown'
}

/** What the service was asked for, as far as it helps to read an event. */
export interface AskedMoney {
  /** `base_currency` of the session: the currency to buy. */
  baseCurrency?: string | undefined
}

interface Money {
  amount: string
  currency: string
}

/** The names under which the two envelopes have an amount and its currency. They do not say who paid which. */
const PAIRS = [
  ['base_amount', 'base_currency'],
  ['quote_amount', 'quote_currency'],
  ['amount', 'currency'],
  ['fiat_amount', 'fiat_currency'],
] as const

const FEES = [
  ['fee_amount', 'fee_currency'],
  ['fee', 'fee_currency'],
  ['fiat_fee', 'fiat_currency'],
] as const

const RATES = ['rate', 'exchange_rate', 'price'] as const

/** The money of an event: what was bought and paid, or why its amounts cannot be read. */
export interface RampMoney {
  /** Amounts with their currencies, the fee and the rate. */
  details: Pick<
    RampDetails,
    'amount' | 'currency' | 'paid_amount' | 'paid_currency' | 'fee_amount' | 'fee_currency' | 'rate'
  >
  /** The code of what was bought, if it is known, also without an amount and also if it is not bitcoin. */
  boughtCurrency?: string | undefined
  /** The code of what was paid with, if it is known. */
  paidCurrency?: string | undefined
  /** The amount of the bought side, if it is a negative number: `details` has no amount then. */
  negativeAmount?: string | undefined
  /** Why `details` has no amount although the event has one. */
  unread?: 'no_bitcoin_side' | 'two_bitcoin_sides' | undefined
}

/**
 * Reads the money of an event by its currency codes. One envelope names base and quote the other way round, so the name
 * of a field never decides: the bought side is the one whose code is bitcoin's, or is the session's base currency. If
 * neither or both are, there is no amount.
 */
export function readRampMoney(data: Json, { baseCurrency }: AskedMoney = {}): RampMoney {
  const isBought = (code: string) =>
    currencyKind(code) === 'bitcoin' ||
    (baseCurrency !== undefined && foldCurrency(code) === foldCurrency(baseCurrency))
  const codes = unique(
    PAIRS.flatMap(([, name]) => textOf(data[name]) ?? []),
    foldCurrency,
  )
  const bought = codes.filter(isBought)
  const others = codes.filter((code) => !isBought(code))
  const hasAmount = PAIRS.some(([name]) => decimalOf(data[name]) !== undefined)
  if (bought.length !== 1) {
    // Two currencies, neither of which is bitcoin: whichever was bought, it was not bitcoin.
    const isOther = others.length > 1 && others.every((code) => currencyKind(code) === 'other')
    const unread = bought.length === 0 ? 'no_bitcoin_side' : 'two_bitcoin_sides'
    return {
      details: {},
      boughtCurrency: bought.length === 0 && isOther ? others[0] : undefined,
      unread: hasAmount ? unread : undefined,
    }
  }
  const pairs = PAIRS.flatMap(([amountName, name]) => {
    const [amount, currency] = [decimalOf(data[amountName]), textOf(data[name])]
    return amount !== undefined && currency !== undefined ? [{ amount, currency }] : []
  })
  const boughtMoney = theOne(pairs.filter(({ currency }) => isBought(currency)))
  if (!boughtMoney) {
    const unread = hasAmount ? 'two_bitcoin_sides' : undefined
    const [negativeAmount] = PAIRS.flatMap(([amountName, name]) => {
      const [amount, currency] = [data[amountName], textOf(data[name])]
      const isNumber = typeof amount === 'number' || typeof amount === 'string'
      return isNumber && Number(amount) < 0 && currency !== undefined && isBought(currency)
        ? String(amount)
        : []
    })
    return { details: {}, boughtCurrency: bought[0], negativeAmount, unread }
  }
  const paidMoney = theOne(pairs.filter(({ currency }) => !isBought(currency)))
  const fee = feeOf(data, isBought)
  return {
    details: {
      ...boughtMoney,
      paid_amount: paidMoney?.amount,
      paid_currency: paidMoney?.currency,
      fee_amount: fee?.amount,
      fee_currency: fee?.currency,
      rate: paidMoney && rateOf(data, boughtMoney, paidMoney),
    },
    boughtCurrency: boughtMoney.currency,
    paidCurrency: others.length === 1 ? others[0] : undefined,
  }
}

/** The money of these pairs if they agree; undefined if there is none, or if they differ. */
function theOne(pairs: readonly Money[]): Money | undefined {
  const different = unique(
    pairs,
    ({ amount, currency }) => `${shortDecimal(amount)} ${foldCurrency(currency)}`,
  )
  return different.length === 1 ? pairs[0] : undefined
}

function feeOf(data: Json, isBought: (code: string) => boolean): Money | undefined {
  for (const [amountName, name] of FEES) {
    const [amount, currency] = [decimalOf(data[amountName]), textOf(data[name])]
    if (amount === undefined || currency === undefined) continue
    // `fiat_fee` has no currency of its own, and that of the fiat amount counts only if it is not bitcoin.
    if (amountName !== 'fiat_fee' || !isBought(currency)) return { amount, currency }
  }
  return undefined
}

/** The rate, if it fits the amounts: a service may also give its inverse, or the rate of another unit. */
function rateOf(data: Json, bought: Money, paid: Money): string | undefined {
  const rate = RATES.map((name) => decimalOf(data[name])).find((value) => value !== undefined)
  const ratio = (Number(rate) * Number(bought.amount)) / Number(paid.amount)
  return ratio > 0.5 && ratio < 2 ? rate : undefined
}

/** A decimal number as it is written, or a JSON number in digits: `4.2e-7` becomes 0.00000042. */
export function decimalOf(value: unknown): string | undefined {
  const text =
    typeof value === 'number'
      ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
      : value
  return typeof text === 'string' && /^\d{1,24}(\.\d{1,24})?$/.test(text) ? text : undefined
}

/** One spelling for equal amounts. */
function shortDecimal(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}

/** A text without spaces around it; undefined if it is empty, or no text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function unique<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()]
}
