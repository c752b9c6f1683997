import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpack, { type Stats, type StatsChunk } from 'webpack'
import { type Bundle, entrySource, isLeftOut, type Page } from './bundle.js'

export async function bundleWithWebpack(page: Page): Promise<Bundle> {
  // Inside the package, so that modules are found from it.
  const dir = await mkdtemp(join(import.meta.dirname, 'webpack-'))
  try {
    const entry = join(dir, 'entry.mjs')
    await writeFile(entry, entrySource(page))
    const stats = await run({
      mode: 'production',
      target: ['web', 'es2022'],
      entry,
      context: dir,
      experiments: { outputModule: true },
      output: { path: join(dir, 'out'), library: { type: 'module' } },
      externalsType: 'module',
      externals: [
        async ({ request }: { request?: string }) =>
          request !== undefined && isLeftOut(request, page) ? request : undefined,
      ],
      performance: false,
    })
    const { chunks = [] } = stats.toJson({
      all: false,
      chunks: true,
      chunkModules: true,
      nestedModules: true,
      chunkModulesSpace: Number.POSITIVE_INFINITY,
      nestedModulesSpace: Number.POSITIVE_INFINITY,
    })
    const chunksWhere = (isFirst: boolean) =>
      Promise.all(chunks.filter(({ initial }) => initial === isFirst).map((chunk) => readChunk(chunk, dir)))
    return { first: await chunksWhere(true), later: await chunksWhere(false) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function readChunk({ files = [], modules = [] }: StatsChunk, dir: string) {
  const codes = await Promise.all(files.map((file) => readFile(join(dir, 'out', file), 'utf8')))
  return {
    code: codes.join('\n'),
    modules: modules
      .flatMap((module) => module.modules ?? [module])
      .map(({ name, size }) => ({ id: name ?? '', bytes: size ?? 0 })),
  }
}

function run(configuration: webpack.Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration)
    compiler?.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats) reject(error)
        else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
        else resolve(stats)
      })
    })
  })
}
