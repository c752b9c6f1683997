import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import webpack, { type Stats } from 'webpack'
import { type Bundler, isLeftOut } from './bundle.js'

export const bundleWithWebpack: Bundler = async (entry, without) => {
  const path = join(dirname(entry), 'webpack')
  const stats = await run({
    mode: 'production',
    target: ['web', 'es2022'],
    entry,
    context: dirname(entry),
    experiments: { outputModule: true },
    output: { path, library: { type: 'module' } },
    externalsType: 'module',
    externals: [
      async ({ request }: { request?: string }) =>
        request !== undefined && isLeftOut(request, without) ? request : undefined,
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
  return Promise.all(
    chunks.map(async ({ files = [], modules = [], initial }) => ({
      code: (await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')))).join('\n'),
      isFirst: initial,
      modules: modules
        .flatMap((module) => module.modules ?? [module])
        .map(({ name, size }) => ({ id: name ?? '', bytes: size ?? 0 })),
    })),
  )
}

function run(configuration: webpack.Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error || !stats) reject(error)
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
      else resolve(stats)
    })
  })
}
