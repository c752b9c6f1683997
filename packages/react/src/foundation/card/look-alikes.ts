import { nearestName } from '@leyden/core/internal'

/**
 * The options that lock something, such as who is paid and how much, and the names that people write in their place. If
 * such a name were ignored, people could choose what the page wants to lock, so nothing can be paid or bought.
 *
 * @enum
 */
export const lookAlikes = {
  address: [
    'recipient',
    'receiver',
    'beneficiary',
    'payee',
    'to',
    'pay-to',
    'ln-address',
    'lightning-address',
    'lightning',
    'lud16',
    'lnurl',
    'destination',
  ],
  amountSats: [
    'amount',
    'sats',
    'sat',
    'satoshis',
    'amount-sat',
    'amount-in-sats',
    'amount-satoshis',
    'msats',
    'amount-msat',
    'amount-btc',
    'fixed-amount',
    'price',
    'cost',
    'total',
    'sum',
    'value',
  ],
  description: ['memo', 'note', 'comment', 'message'],
  reference: ['reference-id', 'order-id', 'order-reference', 'invoice-id', 'payment-id', 'external-id'],
  intent: ['signed-intent', 'payment-intent', 'order', 'signed-order'],
  network: ['chain', 'bitcoin-network', 'mainnet', 'testnet', 'signet', 'regtest'],
  order: ['ramp-order', 'intent', 'signed-intent', 'signed-order'],
  fetchSession: ['session'],
  quoteCurrency: ['quote', 'currency', 'fiat-currency', 'source-currency', 'from-currency'],
  baseCurrency: ['base', 'asset', 'coin', 'crypto-currency', 'target-currency', 'to-currency'],
  destination: ['address', 'recipient', 'wallet', 'wallet-address', 'bitcoin-address', 'btc-address'],
  metadata: ['meta'],
  email: ['mail', 'user-email', 'customer-email'],
  rampOrigins: ['origin', 'origins', 'allowed-origins'],
  bffUrl: [
    'bff',
    'url',
    'src',
    'base-url',
    'api-url',
    'server',
    'server-url',
    'backend',
    'backend-url',
    'endpoint',
  ],
  getToken: ['token', 'access-token', 'auth-token', 'bearer', 'bearer-token'],
  credentials: ['credential', 'with-credentials'],
  remember: ['persist', 'storage'],
  receipts: ['receipt', 'history'],
} as const

/** An option that locks something. */
export type LockingOption = keyof typeof lookAlikes

/** Whether this option locks something. */
export function isLocking(option: string): option is LockingOption {
  return Object.hasOwn(lookAlikes, option)
}

/** A name without upper case, `-` and `_`. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** Data, handlers, and attributes of frameworks, which often have a sign that names of options do not have. */
const OF_OTHERS = /^(?:data|aria|ng|v|x|hx|bind)-|^on|^js|^_|[^\w-]/

/** Whether a name is no business of Leyden in any case. */
export function isOfOthers(name: string): boolean {
  return OF_OTHERS.test(name)
}

/**
 * The option that a name which is no option probably means: an option here that is written differently, or an option
 * that locks something, here or elsewhere. Undefined if it means none, as every attribute that each element of HTML may have.
 *
 * @param options the names of the options here. A name that can mean several options means one of these
 */
export function optionMeantBy(name: string, options: readonly string[]): string | undefined {
  if (isOfOthers(name)) return undefined
  const text = folded(name)
  const locks = locksMeantBy(text)
  return (
    options.find((option) => folded(option) === text) ??
    locks.find((option) => options.includes(option)) ??
    locks[0]
  )
}

/** A short name is one letter away from too many words to guess what it means: `order` from `border`. */
const MIN_GUESSED = 6

/** Options that lock nothing, and words of other meanings, that one of the names above is close to. */
const NOT_GUESSED = [
  'messages',
  'wallets',
  'indent',
  'invoice',
  'invoices',
  'member',
  'mount',
  'payment',
  'payments',
  'preference',
  'preferences',
  'received',
  'signer',
]

const rows: [string, string[]][] = Object.entries(lookAlikes).map(([option, names]) => [
  option,
  [option, ...names].map(folded),
])
const guessed = rows.flatMap(([, names]) => names).filter(({ length }) => length >= MIN_GUESSED)

/** Each render asks for the same names. They are few, unless a page passes on what visitors have sent. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 500

/** The options that lock something and that a folded name can mean. */
function locksMeantBy(text: string): readonly string[] {
  const found = known.get(text)
  if (found) return found
  const meantBy = (one: string) => rows.filter(([, names]) => names.includes(one)).map(([option]) => option)
  const exact = meantBy(text)
  const nearest = exact.length > 0 || NOT_GUESSED.includes(text) ? undefined : nearestName(text, guessed)
  const locks = nearest === undefined ? exact : meantBy(nearest)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, locks)
  return locks
}
