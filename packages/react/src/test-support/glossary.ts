/** The term for a thing, and the words that are never used for it. */
export type Words = readonly [term: RegExp, avoided?: RegExp]

/** The terms, and their words in English. */
export const english = {
  invoice: [/\binvoice\b/i],
  wallet: [/\bwallet\b/i],
  lightningAddress: [/\bLightning Address\b/],
  address: [/\baddress\b/i],
  email: [/\be-mail\b/i, /\bemail\b/i],
  payment: [/\bpayments?\b/i],
  amount: [/\bamount\b/i],
  sats: [/\bsats\b/],
  qrCode: [/\bQR code\b/, /\bQR Code\b/],
  receipt: [/\breceipt\b/i],
  proof: [/\bproof\b/i],
  recipient: [/\brecipient\b/i, /\bpayee\b/i],
  shop: [/\bshop\b/i, /\b(store|merchant)\b/i],
  provider: [/\bprovider\b/i],
  order: [/\border\b/i],
  purchase: [/\bpurchase\b/i],
  browser: [/\bbrowser\b/i],
  signIn: [/\bsign in\b/i, /\blog ?in\b/i],
  expired: [/\bexpired\b/i, /\brun out\b/i],
  offline: [/\boffline\b/i],
  tryAgain: [/^Try again/, /\bretry\b/i],
  cancel: [/^Cancel$/, /\babort/i],
  back: [/^Back\b/],
  show: [/^Show\b/],
  copy: [/^Copy\b/],
  pay: [/^Pay\b/],
} as const satisfies Record<string, Words>

/**
 * One term for each thing. Where an English message has a term, its translation has that language's term. Other words
 * for the same thing are in no message of either widget.
 */
export interface Glossary {
  words: Readonly<Record<keyof typeof english, Words>>
  /**
   * Words that no message has: other forms of address than ours, the perfect tense of Spain, punctuation of another
   * script.
   */
  avoided?: RegExp | undefined
}
