import { asSats, type Sats } from '@leyden/core/money'
import { readAddress } from '../address/address-lookup.js'
import { fiatOf, isCurrency } from './fields/fiat.js'
import type { PayOptions } from './pay-options.js'

const UNTIL_THEN = 'Until it is, nothing can be paid here.'

/** What each prop has to be, and what happens until then. */
const ADVICE = {
  amountSats: `amountSats must be whole sats over zero, a number or a bigint. ${UNTIL_THEN} Leave it out where people choose the amount.`,
  address: `address must be a Lightning Address, name@domain. ${UNTIL_THEN} Leave it out where people type one.`,
  defaultAmountSats:
    'defaultAmountSats must be whole sats over zero, a number or a bigint. The field starts empty.',
  presets:
    'presets must be an array of whole sats over zero, numbers or bigints. Other entries are left out.',
  fiat: 'the currency must be a code of ISO 4217 in capital letters, such as USD. Satoshis only are shown.',
}

/** Finds wrong props, as in a page without TypeScript, or with a cart that is still loading. */
export function checkPayProps(options: PayOptions) {
  const { address, amountSats, defaultAmountSats, presets } = options
  const fiat = options.fiat && fiatOf(options.fiat).currency
  const values = { amountSats, address, defaultAmountSats, presets, fiat }
  const isRight: Record<keyof typeof ADVICE, boolean> = {
    amountSats: wholeSats(amountSats) !== null,
    address: typeof address === 'string' && readAddress(address).status === 'whole',
    defaultAmountSats: wholeSats(defaultAmountSats) !== null,
    presets: wholePresets(presets).length === presets?.length,
    fiat: isCurrency(fiat ?? ''),
  }
  const props = Object.keys(ADVICE) as (keyof typeof ADVICE)[]
  const wrong = props.filter((prop) => values[prop] !== undefined && !isRight[prop])
  return {
    wrong: wrong.map((prop) => ({ prop, value: values[prop], advice: ADVICE[prop] })),
    /**
     * Whether one of these props locks a field. If it were ignored, people could change a value that the page wants
     * fixed.
     */
    isFatal: wrong.includes('amountSats') || wrong.includes('address'),
  }
}

/** A positive whole number of satoshis; null for anything else. */
export function wholeSats(amount: unknown): Sats | null {
  if (typeof amount === 'bigint') return amount > 0n ? asSats(amount) : null
  return Number.isSafeInteger(amount) && Number(amount) > 0 ? asSats(BigInt(Number(amount))) : null
}

export function wholePresets(presets: unknown): Sats[] {
  return Array.isArray(presets) ? presets.flatMap((preset) => wholeSats(preset) ?? []) : []
}
