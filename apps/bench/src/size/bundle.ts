/** A file that a page loads. */
export interface OutputFile {
  code: string | Uint8Array
  /** Whether the page loads the file at once, and not on demand. */
  isFirst: boolean
  /** The modules in the file, with their sizes in bytes as the bundler estimates them. */
  modules: readonly { id: string; bytes: number }[]
}

/**
 * Bundles a page.
 *
 * @param entry the path of its only module
 * @param without packages that the page has in any case; they are not bundled
 */
export type Bundler = (entry: string, without: readonly string[]) => Promise<OutputFile[]>

/** Whether an import is from a package that the page has in any case, or from one of its subpaths. */
export function isLeftOut(id: string, without: readonly string[]): boolean {
  return without.some((name) => id === name || id.startsWith(`${name}/`))
}

/** The names of the files that a page loads at once: its entry and all its direct and indirect imports. */
export function firstFiles(
  entry: string,
  importsOf: (name: string) => readonly string[] | undefined,
): Set<string> {
  const first = new Set([entry])
  for (const name of first) for (const imported of importsOf(name) ?? []) first.add(imported)
  return first
}
