/**
 * The known name closest to a misspelt one, for an error message; undefined if none is close. Ignores upper and lower
 * case.
 */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, most: Math.min(3, name.length / 4) }))
    // Each letter more or less is an edit, so for most names the lengths alone show that they are not close.
    .filter(({ name, most }) => Math.abs(name.length - unknown.length) <= most)
    .map(({ name, most }) => ({ name, most, edits: editDistance(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits, most }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

/** The edit distance of two texts: insertions, deletions, substitutions and swaps (optimal string alignment). */
export function editDistance(from: string, to: string): number {
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
