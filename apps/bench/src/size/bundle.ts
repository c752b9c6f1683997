import { brotliCompressSync } from 'node:zlib'

/** A page to bundle: the names that it takes from modules, `*` for all of them. */
export interface Page {
  from: Readonly<Record<string, readonly string[] | '*'>>
  /** Packages that the page has anyway. They are not counted. */
  without?: readonly string[] | undefined
}

/** One file that a bundler wrote. */
export interface Chunk {
  code: string
  /** The modules in it, with their share in bytes; shares are the bundler's own estimate. */
  modules: readonly { id: string; bytes: number }[]
}

export interface Bundle {
  /** What the page loads at once. */
  first: readonly Chunk[]
  /** What it loads on demand. */
  later: readonly Chunk[]
}

export type Bundler = (page: Page) => Promise<Bundle>

/** The source of a page's only module. */
export function entrySource({ from }: Page): string {
  return Object.entries(from)
    .map(([module, names]) => `export ${names === '*' ? '*' : `{ ${names.join(', ')} }`} from '${module}'`)
    .join('\n')
}

/** Whether an import is of a package that the page has anyway, or of one of its subpaths. */
export function isLeftOut(id: string, { without = [] }: Page): boolean {
  return without.some((name) => id === name || id.startsWith(`${name}/`))
}

/** Brotli, in bytes; each file on its own, as a server sends it. */
export function compressedSize(files: readonly (string | Uint8Array)[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
}
