/** A file that a page loads. */
export interface OutputFile {
  code: string | Uint8Array
  /** Whether the page loads it at once, and not on demand. */
  isFirst: boolean
  /** The modules in it, with their share in bytes, by the bundler's own estimate. */
  modules: readonly { id: string; bytes: number }[]
}

/**
 * Bundles a page.
 *
 * @param entry path of its only module.
 * @param without packages that the page has anyway. They are not bundled.
 */
export type Bundler = (entry: string, without: readonly string[]) => Promise<OutputFile[]>

/** Whether an import is of a package that the page has anyway, or of one of its subpaths. */
export function isLeftOut(id: string, without: readonly string[]): boolean {
  return without.some((name) => id === name || id.startsWith(`${name}/`))
}

/** The names of the files that a page loads at once: its entry, and whatever that imports, directly or not. */
export function firstFiles(
  entry: string,
  importsOf: (name: string) => readonly string[] | undefined,
): Set<string> {
  const first = new Set([entry])
  for (const name of first) for (const imported of importsOf(name) ?? []) first.add(imported)
  return first
}
