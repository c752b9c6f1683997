import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as esbuild from 'esbuild'
import * as vite from 'vite'
import webpack from 'webpack'

/** A file that a page loads. */
export interface OutputFile {
  code: string | Uint8Array
  /** Whether the page loads the file at once, and not on demand. */
  isFirst: boolean
  /** The modules of which the file has code. */
  modules: readonly string[]
}

/**
 * Bundles a page with its styles.
 *
 * @param entry the path of its only module
 * @param without packages that the page has in any case; they are not bundled
 */
export type Bundler = (entry: string, without: readonly string[]) => Promise<OutputFile[]>

export const bundleWithVite: Bundler = async (entry, without) => {
  const result = await vite.build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'preload-helper',
        enforce: 'pre',
        // Vite's own loader of chunks does not count, because a page that is built with Vite has it once for all its
        // code.
        load: (id) =>
          id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined,
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        external: (id) => isLeftOut(id, without),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite made no single output.')
  const { output } = result
  const first = firstFiles(output[0].fileName, (name) => {
    const file = output.find(({ fileName }) => fileName === name)
    return file?.type === 'chunk' ? file.imports : []
  })
  return output.map((file) =>
    file.type === 'asset'
      ? { code: file.source, isFirst: true, modules: [] }
      : {
          code: file.code,
          isFirst: first.has(file.fileName),
          modules: Object.keys(file.modules).filter((id) => file.modules[id]?.renderedLength),
        },
  )
}

export const bundleWithEsbuild: Bundler = async (entry, without) => {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: { page: entry },
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...without],
    metafile: true,
    write: false,
    outdir: '/out',
    absWorkingDir: '/',
  })
  const first = firstFiles('out/page.js', (name) =>
    metafile.outputs[name]?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  )
  return outputFiles.map(({ path, text }) => {
    const name = path.slice(1)
    const inputs = metafile.outputs[name]?.inputs ?? {}
    return {
      code: text,
      isFirst: first.has(name) || name.endsWith('.css'),
      modules: Object.keys(inputs).filter((id) => inputs[id]?.bytesInOutput),
    }
  })
}

export const bundleWithWebpack: Bundler = async (entry, without) => {
  const path = join(dirname(entry), 'webpack')
  const compiler = webpack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry,
    context: dirname(entry),
    experiments: { outputModule: true, css: true },
    output: { path, library: { type: 'module' } },
    externalsType: 'module',
    externals: [
      async ({ request }: { request?: string }) =>
        request !== undefined && isLeftOut(request, without) ? request : undefined,
    ],
    performance: false,
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString({ all: false, errors: true }))
  const { chunks, chunkGraph } = stats.compilation
  return Promise.all(
    [...chunks].map(async (chunk) => ({
      code: (await Promise.all([...chunk.files].map((file) => readFile(join(path, file), 'utf8')))).join(
        '\n',
      ),
      isFirst: chunk.canBeInitial(),
      modules: [...chunkGraph.getChunkModulesIterable(chunk)].flatMap(namesOf),
    })),
  )
}

/** The modules of which webpack made one, or the module itself. */
function namesOf(module: webpack.Module & { modules?: readonly webpack.Module[] }): string[] {
  return (module.modules ?? [module]).map((each) => each.identifier())
}

/** Whether an import is from a package that the page has in any case, or from one of its subpaths. */
function isLeftOut(id: string, without: readonly string[]): boolean {
  return without.some((name) => id === name || id.startsWith(`${name}/`))
}

/** The names of the files that a page loads at once: its entry and all its direct and indirect imports. */
function firstFiles(entry: string, importsOf: (name: string) => readonly string[] | undefined): Set<string> {
  const first = new Set([entry])
  for (const name of first) for (const imported of importsOf(name) ?? []) first.add(imported)
  return first
}
