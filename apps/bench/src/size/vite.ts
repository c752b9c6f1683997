import { build } from 'vite'
import { type Bundler, firstFiles, isLeftOut } from './bundle.js'

export const bundleWithVite: Bundler = async (entry, without) => {
  const result = await build({
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
  const [start] = result.output
  const chunks = result.output.filter((file) => file.type === 'chunk')
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const first = firstFiles(start.fileName, (name) => importsOf.get(name))
  return chunks.map(({ fileName, code, modules }) => ({
    code,
    isFirst: first.has(fileName),
    modules: Object.entries(modules).map(([id, { renderedLength }]) => ({ id, bytes: renderedLength })),
  }))
}
