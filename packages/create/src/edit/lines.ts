import ignore from 'ignore'

/** Adds lines at the end of a text, with its line endings. Returns the same text if there is nothing to add. */
export function addLines(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : newline
  return `${text}${gap}${lines.join(newline)}${newline}`
}

/** The paths that a `.gitignore` does not ignore. */
export function missingIgnores(text: string, paths: readonly string[]): string[] {
  return ignore().add(text).filter(paths)
}
