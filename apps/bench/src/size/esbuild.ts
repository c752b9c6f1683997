import { build } from 'esbuild'
import { type Bundle, entrySource, type Page } from './bundle.js'

export async function bundleWithEsbuild(page: Page): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: entrySource(page), resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...(page.without ?? [])],
    metafile: true,
    write: false,
    outdir: '/out',
    absWorkingDir: '/',
  })
  const files = Object.entries(metafile.outputs).map(([path, output]) => ({ path, output }))
  const first = new Set<string>()
  const visit = (path: string) => {
    const output = metafile.outputs[path]
    if (!output || first.has(path)) return
    first.add(path)
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') visit(next)
  }
  for (const { path, output } of files) if (output.entryPoint === '<stdin>') visit(path)
  const chunksWhere = (isFirst: boolean) =>
    files
      .filter(({ path }) => first.has(path) === isFirst)
      .map(({ path, output }) => ({
        code: outputFiles.find((file) => file.path === `/${path}`)?.text ?? '',
        modules: Object.entries(output.inputs).map(([id, { bytesInOutput }]) => ({
          id,
          bytes: bytesInOutput,
        })),
      }))
  return { first: chunksWhere(true), later: chunksWhere(false) }
}

/** Style sheets in one, minified. */
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
