/** Multipliers of BOLT 11, largest first: millisatoshis of one unit. */
const UNITS: [suffix: string, msat: bigint][] = [
  ['', 100_000_000_000n],
  ['m', 100_000_000n],
  ['u', 100_000n],
  ['n', 100n],
]

/** The amount as an invoice's prefix spells it: the shortest exact form, pico-bitcoin for what is finer. */
export function amountPrefix(amountMsat: bigint | null): string {
  if (amountMsat === null) return ''
  if (amountMsat <= 0n) throw new RangeError('An invoice is over at least one millisatoshi.')
  for (const [suffix, msat] of UNITS) {
    if (amountMsat % msat === 0n) return `${amountMsat / msat}${suffix}`
  }
  return `${amountMsat * 10n}p`
}
