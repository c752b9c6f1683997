// `npm run size`: the size that each part of Leyden adds to a page: bundled, minified, compressed with brotli. It exits
// with 1 if a row has grown by more than 3 % over its recorded size, or has a module that it must not have. It warns of
// another bundler that needs more than 1.1 times the size of Vite's. `npm run size -- --vite` leaves the other bundlers
// out, as `npm test` does.
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
/** By how much a row may differ from its recorded size, for instance because of another version of the bundler. */
const TOLERANCE = 0.03
/** The same for the smallest rows, in bytes. */
const LEAST_TOLERANCE = 30
const isViteOnly = process.argv.includes('--vite')

/** The cells of a row. */
async function measure(row: Row): Promise<string[]> {
  const bytes: Record<string, number> = {}
  const remarks: string[] = []
  for (const [name, bundler] of Object.entries(BUNDLERS)) {
    if (name !== 'Vite' && (isViteOnly || !row.everyBundler)) continue
    const files = await filesOf(row, bundler)
    const first = files.filter(({ isFirst }) => isFirst)
    const counted = files.filter(
      ({ isFirst, modules }) => isFirst || modules.some((id) => row.later?.test(id)),
    )
    // Each file is compressed separately, as a server sends it.
    bytes[name] = counted.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
    if (bytes[name] > (bytes.Vite ?? 0) * MOST_OF_ANOTHER_BUNDLER)
      remarks.push(`${name} needs over ${MOST_OF_ANOTHER_BUNDLER} times of it`)
    const [forbidden] = [...modulesLike(row.never, first), ...modulesLike(row.neverAtAll, files)]
    if (forbidden === undefined) continue
    remarks.push(`must not be in it: ${forbidden} (${name})`)
    process.exitCode = 1
  }
  const recorded = row.recorded[0] * 1_000
  const growth = Number(bytes.Vite) - recorded
  const tolerance = Math.max(recorded * TOLERANCE, LEAST_TOLERANCE)
  if (growth > tolerance) {
    remarks.unshift('has grown: make it smaller, or record its size with the reason in rows.ts')
    process.exitCode = 1
  }
  if (growth < -tolerance) remarks.unshift('is smaller now: record its size in rows.ts')
  const figures = [bytes.Vite, recorded, bytes.esbuild, bytes.webpack]
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
console.log(markdownTable([['brotli, kB', 'Vite', 'recorded', 'esbuild', 'webpack', ''], ...rows]))
