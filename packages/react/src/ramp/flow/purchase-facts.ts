import type { PurchaseDetails } from './ramp-state.js'

/** An amount and its currency, as they are shown, such as `0.00042 BTC`. */
type MoneyText = string

/** What a receipt shows of a purchase. A fact that the server does not report is absent. */
export interface PurchaseFacts {
  /** What was bought. */
  bought?: MoneyText | undefined
  /** The price that was paid. */
  paid?: MoneyText | undefined
  /** The fee, if the service sends it. Nobody knows whether the price includes it. */
  fee?: MoneyText | undefined
  /** The price of one unit, such as `1 BTC = 59523.81 USD`: as the service reports it, otherwise computed. */
  rate?: string | undefined
  /** Where the bitcoin was sent, if the shop or the page chose it. */
  destination?: string | undefined
  /** The shop's reference. */
  reference?: string | undefined
}

/**
 * The facts of a purchase. An amount is shown with its currency only.
 *
 * @param write writes a decimal string for the person
 * @default as the service writes it
 */
export function purchaseFacts(
  details: PurchaseDetails = {},
  write = (decimal: string) => decimal,
): PurchaseFacts {
  const { amount, currency, paid_amount, paid_currency, fee_amount, fee_currency } = details
  const price = details.rate ?? priceOf(amount, paid_amount)
  const isPriced = price !== undefined && currency !== undefined && paid_currency !== undefined
  const moneyText = (decimal: string | undefined, code: string | undefined): MoneyText | undefined =>
    decimal === undefined || code === undefined ? undefined : `${write(decimal)} ${code}`
  return {
    bought: moneyText(amount, currency),
    paid: moneyText(paid_amount, paid_currency),
    fee: moneyText(fee_amount, fee_currency),
    rate: isPriced ? `1 ${currency} = ${write(price)} ${paid_currency}` : undefined,
    destination: details.destination,
    reference: details.reference_id,
  }
}

/** The decimals in which amounts are compared: more than any currency has. */
const DECIMALS = 18

/** What was paid for one unit, rounded half up: to cents, or to eight decimals if one unit costs less than one. */
function priceOf(amount: string | undefined, paid: string | undefined): string | undefined {
  const bought = unitsOf(amount)
  const price = unitsOf(paid)
  if (bought === 0n) return undefined
  const decimals = price < bought ? 8 : 2
  const factor = 10n ** BigInt(decimals)
  const rounded = (2n * price * factor + bought) / (2n * bought)
  if (rounded === 0n) return undefined
  const fraction = String(rounded % factor).padStart(decimals, '0')
  return `${rounded / factor}.${decimals === 2 ? fraction : fraction.replace(/0+$/, '')}`
}

/** A decimal string in units of 10⁻¹⁸, exactly; 0 if it is none. */
function unitsOf(amount = ''): bigint {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(amount) ?? []
  return whole === undefined ? 0n : BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}
