// `npm run size`: the size that each part of Leyden adds to a page: bundled, minified, compressed with brotli. It warns
// of a row over its budget, and of another bundler that needs more than 1.1 times the size of Vite's. A module in a
// place where it must not be makes the command exit with 1. `npm run size -- --vite` leaves the other bundlers out, as
// `npm test` does.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { markdownTable } from 'markdown-table'
import {
  type Bundler,
  bundleWithEsbuild,
  bundleWithVite,
  bundleWithWebpack,
  type OutputFile,
} from './bundlers.js'
import { ROWS, type Row } from './rows.js'

const BUNDLERS: Record<string, Bundler> = {
  Vite: bundleWithVite,
  esbuild: bundleWithEsbuild,
  webpack: bundleWithWebpack,
}
const MOST_OF_ANOTHER_BUNDLER = 1.1
const isViteOnly = process.argv.includes('--vite')

/** The cells of a row. */
async function measure(row: Row): Promise<string[]> {
  const bytes: Record<string, number> = {}
  const remarks: string[] = []
  for (const [name, bundler] of Object.entries(BUNDLERS)) {
    if (name !== 'Vite' && (isViteOnly || !row.everyBundler)) continue
    const files = await filesOf(row, bundler)
    const first = files.filter(({ isFirst }) => isFirst)
    // Each file is compressed separately, as a server sends it.
    bytes[name] = first.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
    if (bytes[name] > (bytes.Vite ?? 0) * MOST_OF_ANOTHER_BUNDLER)
      remarks.push(`${name} needs over ${MOST_OF_ANOTHER_BUNDLER} times of it`)
    const [forbidden] = [...modulesLike(row.never, first), ...modulesLike(row.neverAtAll, files)]
    if (forbidden === undefined) continue
    remarks.push(`must not be in it: ${forbidden} (${name})`)
    process.exitCode = 1
  }
  const budget = row.budget && row.budget * 1_000
  if (budget !== undefined && Number(bytes.Vite) > budget) remarks.unshift('over budget')
  const figures = [bytes.Vite, budget, bytes.esbuild, bytes.webpack]
  return [
    row.name,
    ...figures.map((figure) => (figure ? (figure / 1_000).toFixed(2) : '')),
    remarks.join(', '),
  ]
}

async function filesOf(
  { file, from = {}, styles = [], without = [] }: Row,
  bundler: Bundler,
): Promise<OutputFile[]> {
  if (file !== undefined) return [{ code: await readFile(file), isFirst: true, modules: [] }]
  // The page is inside the package, so that modules are resolved from there.
  const folder = await mkdtemp(join(import.meta.dirname, 'page-'))
  try {
    const entry = join(folder, 'entry.mjs')
    const lines = Object.entries(from).map(
      ([module, names]) => `export ${names === '*' ? '*' : `{ ${names.join(', ')} }`} from '${module}'`,
    )
    await writeFile(entry, [...lines, ...styles.map((sheet) => `import '${sheet}'`)].join('\n'))
    return await bundler(entry, without)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function modulesLike(pattern: RegExp | undefined, files: readonly OutputFile[]): string[] {
  return pattern ? files.flatMap(({ modules }) => modules.filter((id) => pattern.test(id))) : []
}

const rows: string[][] = []
for (const row of ROWS) rows.push(await measure(row))
console.log(markdownTable([['brotli, kB', 'Vite', 'budget', 'esbuild', 'webpack', ''], ...rows]))
