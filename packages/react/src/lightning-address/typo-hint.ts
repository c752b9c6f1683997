/** Domains that many people have a Lightning Address at. */
const WELL_KNOWN = [
  'walletofsatoshi.com',
  'getalby.com',
  'strike.me',
  'cash.app',
  'blink.sv',
  'coinos.io',
  'primal.net',
  'zbd.gg',
  'zeuspay.com',
  'phoenixwallet.me',
  'speed.app',
  'bitrefill.me',
  'minibits.cash',
  'stacker.news',
  'fountain.fm',
  'breez.tips',
  'rizful.com',
  'npub.cash',
]

/** Whether a domain is known for Lightning Addresses, so that a refusal is about the name. */
export function isWellKnown(domain: string): boolean {
  return WELL_KNOWN.includes(domain)
}

/** The same address at a well-known domain with almost the same spelling, if there is one. */
export function suggestAddress(address: string): string | undefined {
  const at = address.indexOf('@')
  const domain = address.slice(at + 1)
  if (isWellKnown(domain)) return undefined
  // In a short name, two changes make another name.
  const near = WELL_KNOWN.find((known) => distance(domain, known) <= (known.length > 8 ? 2 : 1))
  return near && `${address.slice(0, at)}@${near}`
}

/** The edit distance of two words: insertions, deletions, substitutions and swaps (optimal string alignment). */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
