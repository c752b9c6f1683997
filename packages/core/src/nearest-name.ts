/**
 * The known name that somebody probably meant by an unknown one, for an error message; undefined where none is close.
 * Upper and lower case do not count.
 */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, edits: edits(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.min(3, name.length / 4))
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

/** Levenshtein distance: how many characters have to be added, removed or replaced. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + (letter === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      )
    row = next
  }
  return row[b.length] ?? 0
}
