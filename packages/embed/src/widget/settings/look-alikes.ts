import { nearestName } from '@leyden/core/internal'
import { attributeOf, folded, spellingsOf } from './spellings.js'

/**
 * The options that lock something, such as who is paid and how much, and the names that people write in their place. If
 * such a name were ignored, people could choose what the page wants to lock, so no widget is shown.
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
} as const

/** An option that locks something. */
export type LockingOption = keyof typeof lookAlikes

/** A short name is one letter away from too many words to guess what it means: `order` from `border`. */
const MIN_GUESSED = 6

const rows: [string, string[]][] = Object.entries(lookAlikes).map(([option, names]) => [
  option,
  [option, ...names].map(folded),
])
const guessed = rows.flatMap(([, names]) => names).filter(({ length }) => length >= MIN_GUESSED)

/**
 * The locking option that a name which is no option probably means; undefined if it means none.
 *
 * @param isOption whether the widget has this option; of two options that a name can mean, this one is meant
 */
export function lockMeantBy(name: string, isOption: (option: string) => boolean): string | undefined {
  const meantBy = (text: string) => {
    const options = rows.filter(([, names]) => names.includes(text)).map(([option]) => option)
    return options.find(isOption) ?? options[0]
  }
  const text = folded(name)
  const nearest = nearestName(text, guessed)
  return meantBy(text) ?? (nearest === undefined ? undefined : meantBy(nearest))
}

/** Whether this option locks something. */
export function isLocking(option: string): option is LockingOption {
  return Object.hasOwn(lookAlikes, option)
}

/** The names above as people spell them. */
export function lookAlikeSpellings(): string[] {
  const names = Object.entries(lookAlikes).flatMap(([option, others]) => [attributeOf(option), ...others])
  return [...new Set(names)].flatMap((name) => [
    ...spellingsOf(name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())),
    name.replaceAll('-', '_'),
  ])
}
