import { type AdviceTable, CLIENT, SIGNED, WALLET } from '../foundation/card/option-advice.js'
import type { payRules } from './pay-rules.js'

const SATS = 'whole sats, 1 to 2_100_000_000_000_000, as a number or a bigint'

/**
 * What each option of a payment has to be, in words.
 *
 * @internal
 */
export const payAdvice = {
  address: ['a Lightning Address, name@domain', 'Leave it out where people type one.'],
  defaultAddress: ['a text'],
  amountSats: [SATS, 'Leave it out where people choose the amount.'],
  defaultAmountSats: [SATS],
  presets: ['an array of whole sats over zero, numbers or bigints', undefined, 'Other entries are left out.'],
  description: ['a text of at most 639 characters'],
  defaultDescription: ['a text'],
  reference: ['a text of at most 255 characters', 'Write String(id) if your order has a number.'],
  intent: SIGNED,
  autoInvoice: ['true or false'],
  fiat: [
    'a currency of ISO 4217 in capital letters, such as USD, or { currency, rate?, asOf?, presets? }',
    'A rate has digits and one point alone, such as 97000.5.',
    'Until it is, satoshis only are shown.',
  ],
  network: ["'mainnet', 'testnet', 'signet' or 'regtest'", 'Leave it out to accept the network of the BFF.'],
  wallets: ['an array of { name, prefix, icon? }'],
  connectWallet: WALLET,
  buyBitcoinUrl: ['the URL of a page, or #id'],
  renderSuccess: ['a function that returns what React can render'],
  remember: ["'browser' or 'tab'"],
  receipts: ["'tab', 'site' or 'never'"],
  client: CLIENT,
} as const satisfies AdviceTable<typeof payRules>
