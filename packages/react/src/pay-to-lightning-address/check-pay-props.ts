import { readAddress } from '../lightning-address/address-lookup.js'
import type { WrongProp } from '../provider/wrong-props.js'
import type { PayOptions } from './pay-options.js'

export interface PropCheck {
  wrong: readonly WrongProp[]
  /**
   * Whether one of these props locks a field. If it were ignored, people could change a value that the page wants
   * fixed.
   */
  isFatal: boolean
}

const UNTIL_THEN = 'Until it is, nothing can be paid here.'

/** Finds wrong props, as in a page without TypeScript, or with a cart that is still loading. */
export function checkPayProps(options: PayOptions): PropCheck {
  const { address, amountSats, defaultAmountSats, presets, fiat, currency = fiat?.currency } = options
  const fatal: WrongProp[] = []
  const harmless: WrongProp[] = []
  if (amountSats !== undefined && wholeSats(amountSats) === null)
    fatal.push({
      prop: 'amountSats',
      value: amountSats,
      advice: `amountSats must be whole sats over zero, a number or a bigint. ${UNTIL_THEN} Leave it out where people choose the amount.`,
    })
  if (address !== undefined && (typeof address !== 'string' || readAddress(address).status !== 'whole'))
    fatal.push({
      prop: 'address',
      value: address,
      advice: `address must be a Lightning Address, name@domain. ${UNTIL_THEN} Leave it out where people type one.`,
    })
  if (defaultAmountSats !== undefined && wholeSats(defaultAmountSats) === null)
    harmless.push({
      prop: 'defaultAmountSats',
      value: defaultAmountSats,
      advice: 'defaultAmountSats must be whole sats over zero, a number or a bigint. The field starts empty.',
    })
  if (presets !== undefined && wholePresets(presets).length !== presets.length)
    harmless.push({
      prop: 'presets',
      value: presets,
      advice:
        'presets must be an array of whole sats over zero, numbers or bigints. Other entries are left out.',
    })
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    harmless.push({
      prop: 'currency',
      value: currency,
      advice: 'currency must be a code of ISO 4217 in capital letters, such as USD. Satoshis only are shown.',
    })
  return { wrong: [...fatal, ...harmless], isFatal: fatal.length > 0 }
}

/** A positive whole number of satoshis; null for anything else. */
export function wholeSats(amount: unknown): bigint | null {
  if (typeof amount === 'bigint') return amount > 0n ? amount : null
  return Number.isSafeInteger(amount) && Number(amount) > 0 ? BigInt(Number(amount)) : null
}

export function wholePresets(presets: unknown): bigint[] {
  return Array.isArray(presets) ? presets.flatMap((preset) => wholeSats(preset) ?? []) : []
}
