// `npm run size`: the size that each part of Leyden adds to a page: bundled, minified, compressed with brotli. It warns
// of a row over its budget, and of another bundler that needs more than 1.1 times the size of Vite's. A module in a
// place where it must not be makes the command exit with 1. `npm run size -- --detail` lists the modules of each row,
// before compression; `-- --vite` leaves the other bundlers out, as `npm test` does.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { table } from '../table.js'
import type { Bundler, OutputFile } from './bundle.js'
import { bundleStyles, bundleWithEsbuild } from './esbuild.js'
import { isTranslation, ROWS, type Row } from './rows.js'
import { bundleWithVite } from './vite.js'
import { bundleWithWebpack } from './webpack.js'

const OTHER_BUNDLERS: Record<string, Bundler> = { esbuild: bundleWithEsbuild, webpack: bundleWithWebpack }
const MOST_OF_ANOTHER_BUNDLER = 1.1

async function measure(row: Row) {
  const styles = row.styles ? [await bundleStyles(row.styles)] : []
  const weigh = (files: readonly OutputFile[]) => {
    const first = files.filter(({ isFirst }) => isFirst)
    const wanted = files.filter((file) => !file.isFirst && !file.modules.some(({ id }) => isTranslation(id)))
    const modules = first.flatMap((file) => file.modules)
    const all = files.flatMap((file) => file.modules)
    return {
      bytes: compressedSize([...first.map(({ code }) => code), ...styles]),
      laterBytes: compressedSize(wanted.map(({ code }) => code)),
      modules,
      forbidden: [...matching(modules, row.never), ...matching(all, row.neverAtAll)],
    }
  }
  const { forbidden, ...vite } = weigh(row.from ? await bundle(row, bundleWithVite) : await readFiles(row))
  const others: Record<string, number> = {}
  if (row.everyBundler && !process.argv.includes('--vite'))
    for (const [name, bundler] of Object.entries(OTHER_BUNDLERS)) {
      const other = weigh(await bundle(row, bundler))
      others[name] = other.bytes
      forbidden.push(...other.forbidden.map((id) => `${id} (${name})`))
    }
  return { name: row.name, budget: row.budget, ...vite, forbidden, others }
}

type Measurement = Awaited<ReturnType<typeof measure>>

async function bundle({ from = {}, without = [] }: Row, bundler: Bundler): Promise<OutputFile[]> {
  // The file is inside the package, so that modules are resolved from there.
  const folder = await mkdtemp(join(import.meta.dirname, 'page-'))
  try {
    const entry = join(folder, 'entry.mjs')
    const lines = Object.entries(from).map(
      ([module, names]) => `export ${names === '*' ? '*' : `{ ${names.join(', ')} }`} from '${module}'`,
    )
    await writeFile(entry, lines.join('\n'))
    return await bundler(entry, without)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function readFiles({ files = [], later = [] }: Row): Promise<OutputFile[]> {
  return Promise.all(
    [...files, ...later].map(async (file) => ({
      code: await readFile(file),
      isFirst: files.includes(file),
      modules: [],
    })),
  )
}

/** The size with brotli, in bytes; each file is compressed separately, as a server sends it. */
function compressedSize(files: readonly (string | Uint8Array)[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
}

/** A module that is only named, because all of its code was left out, does not count. */
function matching(modules: OutputFile['modules'], pattern: RegExp | undefined): string[] {
  if (!pattern) return []
  return modules.filter(({ id, bytes }) => bytes > 0 && pattern.test(id)).map(({ id }) => id)
}

const kilobytes = (bytes: number | undefined) => bytes && (bytes / 1_000).toFixed(2)

function rowOf({ name, budget, bytes, laterBytes, others, forbidden }: Measurement): string[] {
  const remarks = Object.entries(others)
    .filter(([, other]) => other > bytes * MOST_OF_ANOTHER_BUNDLER)
    .map(([other]) => `${other} needs over ${MOST_OF_ANOTHER_BUNDLER} times of it`)
  if (budget !== undefined && bytes > budget * 1_000) remarks.unshift('over budget')
  if (forbidden[0] !== undefined) remarks.push(`must not be in it: ${forbidden[0]}`)
  const figures = [bytes, budget && budget * 1_000, laterBytes, others.esbuild, others.webpack]
  return [name, ...figures.map((figure) => kilobytes(figure) || ''), remarks.join(', ')]
}

const measurements: Measurement[] = []
for (const row of ROWS) measurements.push(await measure(row))
const header = ['brotli, kB', 'Vite', 'budget', 'on demand', 'esbuild', 'webpack', '']
console.log(table(header, measurements.map(rowOf)))
if (process.argv.includes('--detail'))
  for (const { name, modules } of measurements) {
    console.log(`\n${name}`)
    for (const { id, bytes } of [...modules].sort((a, b) => b.bytes - a.bytes))
      if (bytes > 0) console.log(`${String(bytes).padStart(10)}  ${id.replace(/^.*node_modules\//u, '')}`)
  }
if (measurements.some(({ forbidden }) => forbidden.length > 0)) process.exitCode = 1
