/**
 * The first group of a pattern in a document, such as a code block that a test runs.
 *
 * @throws Error if there is none, because a test of nothing could pass
 */
export function takenFrom(document: string, pattern: RegExp): string {
  const [, found] = pattern.exec(document) ?? []
  if (found === undefined) throw new Error(`The document has nothing that matches ${pattern}.`)
  return found
}

/** The first group of each match; the pattern is global. @throws Error if there is none */
export function allTakenFrom(document: string, pattern: RegExp): string[] {
  const found = Array.from(document.matchAll(pattern), ([, group = '']) => group)
  if (found.length === 0) throw new Error(`The document has nothing that matches ${pattern}.`)
  return found
}
