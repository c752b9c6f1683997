import { isRecord } from '@leyden/core/internal'
import { readAddress } from '../address/address-lookup.js'
import { isRight, type WrongOption, wholeSats, wrongOptions } from '../foundation/options/option-rule.js'
import { checkOptions } from '../foundation/options/option-warnings.js'
import type { JudgeName } from '../foundation/options/unknown-name.js'
import type { WrongProp } from '../foundation/options/wrong-props.js'
import { isCurrency } from './fields/currency.js'
import { type PayOptions, payOptions } from './pay-options.js'

/** Finds wrong props, with what only a payment can judge. */
export function checkPayProps(options: PayOptions, judge: JudgeName | undefined) {
  const found = wrongPayOptions(options, judge)
  const checked = checkOptions('pay', payOptions, options, found.map(printable))
  const usable = withPresets(checked.usable, options)
  return { ...checked, usable, wrong: [...checked.wrong, ...(checked.isFatal ? [] : ineffective(usable))] }
}

/** The options that cannot be used, by the rules and by the grammar of a Lightning Address. */
function wrongPayOptions(options: PayOptions, judge: JudgeName | undefined): WrongOption[] {
  const { address } = options
  const wrong = wrongOptions(payOptions, options, judge)
  const isMisspelt = isRight(payOptions.address, address) && readAddress(address ?? '').status !== 'whole'
  return isMisspelt ? [{ name: 'address', value: address, locks: true }, ...wrong] : wrong
}

/** Of the presets, those that can be used stay. */
function withPresets(usable: PayOptions, { presets }: PayOptions): PayOptions {
  return Array.isArray(presets) && usable.presets !== presets
    ? { ...usable, presets: wholePresets(presets) }
    : usable
}

/** Of a currency with its price, the line names what is wrong of it. */
function printable(wrong: WrongOption): WrongOption {
  const { name, value } = wrong
  if (name === 'fiat' && isRecord(value) && typeof value.currency === 'string')
    return { ...wrong, value: isCurrency(value.currency) ? value.rate : value.currency }
  return wrong
}

/** Options that have no effect beside the others, or without them. */
function ineffective(options: PayOptions): WrongProp[] {
  const { address, amountSats, intent, autoInvoice, description } = options
  const found: WrongProp[] = []
  if (autoInvoice && intent === undefined && (address === undefined || amountSats === undefined))
    found.push({
      prop: 'autoInvoice',
      value: autoInvoice,
      advice: `autoInvoice needs an intent, or both address and amountSats, and ${address === undefined ? 'address' : 'amountSats'} is missing. Until then, people fill in the form.`,
    })
  const locked = { defaultAddress: address, defaultAmountSats: amountSats, defaultDescription: description }
  for (const name of ['defaultAddress', 'defaultAmountSats', 'defaultDescription'] as const)
    if (options[name] !== undefined && (locked[name] !== undefined || intent !== undefined)) {
      const lock = intent === undefined ? lockOf(name) : 'intent'
      found.push({
        prop: name,
        value: options[name],
        advice: `${name} has no effect beside ${lock}, which people cannot change. Leave out one of them.`,
      })
    }
  return found
}

/** `defaultAmountSats` → `amountSats`. */
function lockOf(name: string): string {
  return name.charAt(7).toLowerCase() + name.slice(8)
}

/** The entries that are amounts. */
export function wholePresets(presets: unknown) {
  return Array.isArray(presets) ? presets.flatMap((preset) => wholeSats(preset) ?? []) : []
}
