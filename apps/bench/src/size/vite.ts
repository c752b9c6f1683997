import { build } from 'vite'
import { type Bundle, entrySource, isLeftOut, type Page } from './bundle.js'

const ENTRY = '\0entry'

export async function bundleWithVite(page: Page): Promise<Bundle> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id, importer) =>
          id === 'entry'
            ? ENTRY
            : importer === ENTRY
              ? import.meta.resolve(id).slice('file://'.length)
              : undefined,
        load: (id) => {
          if (id === ENTRY) return entrySource(page)
          // Vite's own loader of chunks: a page that is built by Vite has it once for all of its code.
          return id.includes('vite/preload-helper')
            ? 'export const __vitePreload = (load) => load()'
            : undefined
        },
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'entry',
        external: (id) => isLeftOut(id, page),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite made no single output.')
  const chunks = result.output.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set<string>()
  const visit = (name: string) => {
    if (first.has(name) || !byName.has(name)) return
    first.add(name)
    byName.get(name)?.imports.forEach(visit)
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName)
  const chunksWhere = (isFirst: boolean) =>
    chunks
      .filter(({ fileName }) => first.has(fileName) === isFirst)
      .map(({ code, modules }) => ({
        code,
        modules: Object.entries(modules).map(([id, { renderedLength }]) => ({ id, bytes: renderedLength })),
      }))
  return { first: chunksWhere(true), later: chunksWhere(false) }
}
