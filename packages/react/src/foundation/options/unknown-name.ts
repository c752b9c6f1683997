import { editDistance, nearestName } from '@leyden/core/internal'

/** What locks an option, and what means it. */
export interface LockRule {
  /**
   * If a wrong value were ignored, people could choose what the page wants fixed, or the device would store what the page
   * wants kept out: so nothing is shown.
   */
  readonly locks?: true | undefined
  /** The option that locks this one too. */
  readonly fixedBy?: string | undefined
  /** Whether a value of the option's shape can be used. @default every value can */
  readonly fits?: ((value: never) => boolean) | undefined
  /** What a value under an unknown name looks like that is probably meant for this option. */
  readonly reads?: 'amount' | 'address' | 'destination' | 'order' | 'fitting text' | undefined
}

/** What is found about a name that is no option. */
export interface UnknownName {
  /** The option that is probably meant. */
  readonly meant?: string | undefined
  /** Whether that option locks something and is left out, so that people could choose what the page wants to lock. */
  readonly locks: boolean
}

/** What judges a name that is no option. It is loaded when a page has such a name. */
export type JudgeName = typeof judgeName

/** The options of a widget, with what the page passes. */
export interface KnownOptions {
  /** A rule for every option and callback. */
  readonly rules: Readonly<Record<string, LockRule>>
  /** Whether the page passes an option. */
  isGiven(option: string): boolean
}

/**
 * Judges a name that is no option, by its value and by how near it is to an option. While an option that locks something
 * is left out, a value that reads as one of that option means it, whatever its name.
 *
 * Its file is loaded for a page with such a name alone. So it imports nothing that the files of widgets have too, but the
 * distance of two names: a bundler would make a further file of that, which every page would load.
 *
 * @param isOfOthers whether the name has a sign of others, so that it is passed on in any case
 * @returns undefined for a name that means no option and is not ours to judge, such as `data-id`
 */
export function judgeName(
  name: string,
  value: unknown,
  known: KnownOptions,
  isOfOthers: boolean,
): UnknownName | undefined {
  const names = Object.keys(known.rules)
  const open = names.filter((option) => isOpen(option, known))
  if (isOfOthers) {
    const meant = /^on/i.test(name) ? callbackMeant(name, names) : optionWithSign(name, open)
    return meant === undefined ? undefined : { meant, locks: false }
  }
  const readAs = (options: readonly string[]) =>
    options.find((option) => readsAs(known.rules[option], value, name))
  const lock = nearest(name, open) ?? readAs(open) ?? optionWithin(value, open, known)
  if (lock !== undefined) return { meant: lock, locks: true }
  const leftOut = names.filter((option) => !known.isGiven(option))
  return { meant: nearest(name, names) ?? readAs(leftOut), locks: false }
}

/** The option of which an object has a value under a near name, as in `order={{ amount: 2100 }}`. */
function optionWithin(value: unknown, options: readonly string[], known: KnownOptions): string | undefined {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return options.find((option) =>
    entries.some(([key, inside]) => nearest(key, [option]) && readsAs(known.rules[option], inside)),
  )
}

/** Whether an option locks something, and neither it nor an order is there to do so. */
function isOpen(option: string, { rules, isGiven }: KnownOptions): boolean {
  const { locks, fixedBy } = rules[option] ?? {}
  return locks === true && !isGiven(option) && !(fixedBy !== undefined && isGiven(fixedBy))
}

/** A name without upper case, `-` and `_`. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** The option that is written otherwise, or almost so, or of which the name contains the main word. */
function nearest(name: string, options: readonly string[]): string | undefined {
  const text = folded(name)
  const near = nearestName(text, options.map(folded))
  return options.find((option) => folded(option) === near) ?? options.find((option) => hasWord(name, option))
}

/** Whether a word of a name is the longest word of an option, if that is most of the option. */
function hasWord(name: string, option: string): boolean {
  const [longest = ''] = wordsOf(option).sort((a, b) => b.length - a.length)
  const isIn = (word: string) =>
    word.replace(/e?s$/, '') === longest.replace(/e?s$/, '') ||
    // HTML writes `orderAddress` in lower case. A `preference` is no reference, and a `border` no order.
    (word.length > longest.length + 3 && (word.startsWith(longest) || word.endsWith(longest)))
  return longest.length > 4 && longest.length * 2 > option.length && wordsOf(name).some(isIn)
}

/** The words of a name, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase()
    .split(/[-_]/)
}

/** The option of which this is the name with the sign of a framework, as page builders write it: `data-amount-sats`. */
function optionWithSign(name: string, options: readonly string[]): string | undefined {
  const bare = /[\w-]*(?=\W*$)/.exec(name)?.[0].replace(/^(?:data|ng|v|x|hx|bind)-/, '') ?? ''
  return options.find((option) => folded(option) === folded(bare))
}

/** The callback that a handler's name is close to, as `onPayed` is. */
function callbackMeant(name: string, names: readonly string[]): string | undefined {
  // A handler of every element, and the only one that is as close to a callback: to `onCharge`.
  if (folded(name) === 'onchange') return undefined
  return names.find((one) => one.startsWith('on') && editDistance(folded(one), folded(name)) <= 2)
}

/**
 * Whether a value reads as an amount: a number, or its digits, with a currency or a unit beside them. The number of an
 * identifier, such as `block-id`, is none.
 */
export function readsAsAmount(value: unknown, name = ''): boolean {
  if (/[-_]id$|I[dD]$/.test(name)) return false
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'bigint'
  return AMOUNT.test(value) || (value.trim() !== '' && Number.isFinite(Number(value)))
}
const DIGITS = /(?:\p{Nd}{1,3}(?:[\s.,'’_٬]\p{Nd}{2,3})+|\p{Nd}+)(?:[.,٫](?:\p{Nd}+|[-–—]))?[kKM]?/u
/** `CHF`, `US$`, `kr `, `Fr.` */
const UNIT_BEFORE = /(?:[A-Z]{3}|\p{L}{0,3}[\p{Sc}.\s])?\s?/u
/** ` dollars`, `EUR`, `€`, `円`, `sats` */
const UNIT_AFTER = /(?:\s\p{L}{1,8}\.?|\s?(?:[A-Z]{3,5}|\p{Sc}|\p{Lo}{1,3}|m?[Ss]ats?))?/u
const AMOUNT = new RegExp(`^\\s*${UNIT_BEFORE.source}${DIGITS.source}${UNIT_AFTER.source}\\s*$`, 'u')

/** Whether a value reads as a Lightning Address, an LNURL, or another text that fixes who is paid. */
export function readsAsAddress(value: unknown): boolean {
  return typeof value === 'string' && ADDRESS.test(value)
}
const ADDRESS =
  /^[^\w]*(?:\w+:)?(?:\/\/)?(?:[^\s@/]+(?:[@＠]|%40)[^\s@]+|lnurl1[a-z\d]{10,}|ln(?:bc|tb|o1)[a-z\d]{10,})\s*$|^lnurlp:|[?&]lightning=lnurl1|\/\.well-known\/lnurlp\//i

/** Whether a value reads as an on-chain address, or as one of Lightning. */
function readsAsDestination(value: unknown): boolean {
  return (
    readsAsAddress(value) ||
    (typeof value === 'string' && /^(?:bitcoin:|(?:bc|tb|bcrt)1[a-z\d]{20})/i.test(value))
  )
}

/** Whether a value reads as the text that `bff.sign` or `bff.rampOrder` returns. */
function readsAsOrder(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}\.[\da-f]{32,64}\.[\da-z]{1,9}\.[\da-f]{32}$/.test(value)
}

const READS = {
  amount: readsAsAmount,
  address: readsAsAddress,
  destination: readsAsDestination,
  order: readsAsOrder,
}

/** Whether a value under an unknown name is probably meant for an option. */
function readsAs({ reads, fits }: LockRule = {}, value: unknown, name?: string): boolean {
  if (reads === 'fitting text') return typeof value === 'string' && fits?.(value as never) === true
  return reads !== undefined && READS[reads](value, name)
}
