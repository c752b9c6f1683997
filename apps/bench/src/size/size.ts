// `npm run size`: what a page pays for each part of Leyden: bundled, minified, compressed by brotli. A row over its
// budget warns, and so does another bundler that needs over 1.1 times of what Vite needs. A module where it must not
// be ends the command with 1. `npm run size -- --detail` lists what each row is made of, before compression.
import { type Bundler, type Chunk, compressedSize } from './bundle.js'
import { bundleStyles, bundleWithEsbuild } from './esbuild.js'
import { type BundleRow, bundleRows, type FileRow, fileRows, isTranslation, readFiles } from './rows.js'
import { bundleWithVite } from './vite.js'
import { bundleWithWebpack } from './webpack.js'

const OTHER_BUNDLERS: Record<string, Bundler> = { esbuild: bundleWithEsbuild, webpack: bundleWithWebpack }
const MOST_OF_ANOTHER_BUNDLER = 1.1

interface Measurement {
  name: string
  budget: number | undefined
  bytes: number
  laterBytes: number
  /** By bundler, for rows that are measured with each. */
  others: Record<string, number>
  modules: Chunk['modules']
  /** Modules where they must not be. */
  forbidden: string[]
}

async function measureBundle(row: BundleRow): Promise<Measurement> {
  const styles = row.styles ? [await bundleStyles(row.styles)] : []
  const measure = async (bundler: Bundler) => {
    const { first, later } = await bundler(row.page)
    const wanted = later.filter(({ modules }) => !modules.some(({ id }) => isTranslation(id)))
    const modules = first.flatMap((chunk) => chunk.modules)
    const all = [...modules, ...later.flatMap((chunk) => chunk.modules)]
    return {
      bytes: compressedSize([...first.map(({ code }) => code), ...styles]),
      laterBytes: compressedSize(wanted.map(({ code }) => code)),
      modules,
      forbidden: [...matching(modules, row.never), ...matching(all, row.neverAtAll)],
    }
  }
  const vite = await measure(bundleWithVite)
  const others: Record<string, number> = {}
  if (row.everyBundler)
    for (const [name, bundler] of Object.entries(OTHER_BUNDLERS)) {
      const { bytes, forbidden } = await measure(bundler)
      others[name] = bytes
      vite.forbidden.push(...forbidden.map((id) => `${id} (${name})`))
    }
  return { name: row.name, budget: row.budget, ...vite, others }
}

async function measureFiles({ name, budget, files, later = [] }: FileRow): Promise<Measurement> {
  const [bytes, laterBytes] = [compressedSize(await readFiles(files)), compressedSize(await readFiles(later))]
  return { name, budget, bytes, laterBytes, others: {}, modules: [], forbidden: [] }
}

/** A module that is only named, because all of its code was left out, does not count. */
function matching(modules: Chunk['modules'], pattern: RegExp | undefined): string[] {
  if (!pattern) return []
  return modules.filter(({ id, bytes }) => bytes > 0 && pattern.test(id)).map(({ id }) => id)
}

function report(measurements: readonly Measurement[]): void {
  const width = Math.max(...measurements.map(({ name }) => name.length))
  const kilobytes = (bytes: number | undefined) => (bytes ? (bytes / 1000).toFixed(2) : '').padStart(11)
  const bundlers = Object.keys(OTHER_BUNDLERS)
  const header = ['Vite', 'budget', 'on demand', ...bundlers].map((title) => title.padStart(11)).join('')
  console.log(`${'brotli, kB'.padEnd(width)}${header}`)
  for (const measurement of measurements) {
    const { name, budget, bytes, laterBytes, others } = measurement
    const columns = [
      kilobytes(bytes),
      (budget?.toString() ?? '').padStart(11),
      kilobytes(laterBytes),
      ...bundlers.map((bundler) => kilobytes(others[bundler])),
    ]
    console.log([name.padEnd(width), ...columns, ...remarks(measurement).map((text) => `  ${text}`)].join(''))
    if (process.argv.includes('--detail')) reportModules(measurement.modules)
  }
  if (measurements.some(({ forbidden }) => forbidden.length > 0)) process.exitCode = 1
}

function remarks({ budget, bytes, others, forbidden }: Measurement): string[] {
  return [
    ...(budget !== undefined && bytes > budget * 1000 ? ['over budget'] : []),
    ...Object.entries(others)
      .filter(([, other]) => other > bytes * MOST_OF_ANOTHER_BUNDLER)
      .map(([name]) => `${name} needs over ${MOST_OF_ANOTHER_BUNDLER} times of it`),
    ...(forbidden.length > 0 ? [`must not be in it: ${forbidden[0]}`] : []),
  ]
}

function reportModules(modules: Chunk['modules']): void {
  for (const { id, bytes } of [...modules].sort((a, b) => b.bytes - a.bytes))
    if (bytes > 0) console.log(`${String(bytes).padStart(10)}  ${id.replace(/^.*node_modules\//u, '')}`)
}

const measurements: Measurement[] = []
for (const row of await bundleRows()) measurements.push(await measureBundle(row))
for (const row of fileRows) measurements.push(await measureFiles(row))
report(measurements)
