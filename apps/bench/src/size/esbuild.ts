import { build } from 'esbuild'
import { type Bundler, firstFiles } from './bundle.js'

export const bundleWithEsbuild: Bundler = async (entry, without) => {
  const { outputFiles, metafile } = await build({
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
    const inputs = Object.entries(metafile.outputs[name]?.inputs ?? {})
    const modules = inputs.map(([id, { bytesInOutput }]) => ({ id, bytes: bytesInOutput }))
    return { code: text, isFirst: first.has(name), modules }
  })
}

/** Combines style sheets into one, minified. */
export async function bundleStyles(sheets: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: sheets.map((sheet) => `@import '${sheet}';`).join('\n'),
      resolveDir: import.meta.dirname,
      loader: 'css',
    },
    bundle: true,
    minify: true,
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
