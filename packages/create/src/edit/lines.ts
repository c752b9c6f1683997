/** Adds lines at the end of a text, with its line endings. Returns the same text if there is nothing to add. */
export function addLines(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : newline
  return `${text}${gap}${lines.join(newline)}${newline}`
}

/** The entries that a `.gitignore` does not have in any spelling. */
export function missingIgnores(text: string, entries: readonly string[]): string[] {
  const has = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')))
  const covered = (entry: string) =>
    has.has(entry) ||
    (entry.startsWith('.env') && has.has('.env*')) ||
    (entry.endsWith('.local') && has.has('*.local'))
  return entries.filter((entry) => !covered(entry))
}

/** The names that an env file sets. */
export function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/gm)].map((match) => match[1] ?? ''),
  )
}
