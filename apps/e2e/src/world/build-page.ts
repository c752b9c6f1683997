import { dirname } from 'node:path'
import { build } from 'vite'

/** A built page: its files by path. */
export type BuiltPage = ReadonlyMap<string, { type: string; body: string | Uint8Array }>

const built = new Map<string, Promise<BuiltPage>>()

/**
 * Builds a host page once for all tests of a run, from the packages as they are published. It is to be served
 * with `/built/page.js` and `/built/page.css`.
 *
 * @param entry path of the page's script.
 */
export function buildPage(entry: string): Promise<BuiltPage> {
  const known = built.get(entry) ?? buildIt(entry)
  built.set(entry, known)
  return known
}

async function buildIt(entry: string): Promise<BuiltPage> {
  const result = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    base: '/built/',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: entry,
        output: {
          entryFileNames: 'page.js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: 'page[extname]',
        },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const files = new Map<string, { type: string; body: string | Uint8Array }>()
  for (const bundle of outputs) {
    if (!('output' in bundle)) continue
    for (const file of bundle.output) {
      const type = file.type === 'chunk' ? 'text/javascript' : 'text/css'
      files.set(`/built/${file.fileName}`, { type, body: file.type === 'chunk' ? file.code : file.source })
    }
  }
  return files
}
