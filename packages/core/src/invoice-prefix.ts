import { badInvoice } from './invoice-problem.js'
import type { Network } from './wire.js'

const NETWORKS: Readonly<Record<string, Network>> = {
  bc: 'mainnet',
  tb: 'testnet',
  tbs: 'signet',
  bcrt: 'regtest',
}

// msat = digits x numerator / denominator, in whole numbers throughout.
const MULTIPLIERS: Readonly<Record<string, readonly [numerator: bigint, denominator: bigint]>> = {
  '': [100_000_000_000n, 1n],
  m: [100_000_000n, 1n],
  u: [100_000n, 1n],
  n: [100n, 1n],
  p: [1n, 10n],
}

const MAX_SUPPLY_MSAT = 2_100_000_000_000_000_000n

export interface InvoicePrefix {
  network: Network
  amountMsat: bigint | null
}

/**
 * Reads the human-readable part of an invoice, `ln` + currency + amount (BOLT 11, "Human-Readable Part").
 * The currency is everything before the first digit, so that `lnbcrt` is never taken for `lnbc`, nor `lntbs`
 * for `lntb`.
 */
export function parseInvoicePrefix(prefix: string): InvoicePrefix {
  const [, currency = '', amount = ''] = /^ln([a-z]+)(\d.*)?$/u.exec(prefix) ?? []
  const network = Object.hasOwn(NETWORKS, currency) ? NETWORKS[currency] : undefined
  if (!network) throw badInvoice('unknown_prefix')
  return { network, amountMsat: amount === '' ? null : parseAmount(amount) }
}

function parseAmount(amount: string): bigint {
  const [, digits = '', unit = ''] = /^([1-9]\d*)([munp]?)$/u.exec(amount) ?? []
  const multiplier = MULTIPLIERS[unit]
  if (digits === '' || !multiplier) throw badInvoice('amount_malformed')
  const [numerator, denominator] = multiplier
  const scaled = BigInt(digits) * numerator
  if (scaled % denominator !== 0n) throw badInvoice('amount_sub_msat')
  const amountMsat = scaled / denominator
  if (amountMsat > MAX_SUPPLY_MSAT) throw badInvoice('amount_over_supply')
  return amountMsat
}
