import type { Network } from '@leyden/core'
import { badInvoice } from './invoice-problem.js'

const NETWORKS: Readonly<Record<string, Network | null>> = {
  __proto__: null,
  bc: 'mainnet',
  tb: 'testnet',
  tbs: 'signet',
  bcrt: 'regtest',
}

// A bitcoin, then units that are each a thousandth of the one before. The last, a picobitcoin, is a tenth of a
// millisatoshi.
const UNITS = ' munp'

const MAX_SUPPLY_MSAT = 2_100_000_000_000_000_000n

export interface InvoicePrefix {
  network: Network
  amountMsat: bigint | null
}

/**
 * Reads the human-readable part of an invoice, `ln` + currency + amount (BOLT 11, "Human-Readable Part"). The currency
 * is everything before the first digit, so `lnbcrt` is never read as `lnbc`, nor `lntbs` as `lntb`.
 */
export function parseInvoicePrefix(prefix: string): InvoicePrefix {
  const [, currency = '', amount = ''] = /^ln([a-z]+)(\d.*)?$/.exec(prefix) ?? []
  const network = NETWORKS[currency]
  if (!network) throw badInvoice('unknown_prefix')
  return { network, amountMsat: amount === '' ? null : parseAmount(amount) }
}

function parseAmount(amount: string): bigint {
  const [, digits, unit = ' '] = /^([1-9]\d*)([munp])?$/.exec(amount) ?? []
  if (!digits) throw badInvoice('amount_malformed')
  const pico = BigInt(digits) * 1000n ** BigInt(4 - UNITS.indexOf(unit))
  if (pico % 10n) throw badInvoice('amount_sub_msat')
  if (pico / 10n > MAX_SUPPLY_MSAT) throw badInvoice('amount_over_supply')
  return pico / 10n
}
