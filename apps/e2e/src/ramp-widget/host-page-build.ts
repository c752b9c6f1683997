import { join } from 'node:path'
import { build } from 'vite'

/** A built page: its files by path. */
export type BuiltPage = ReadonlyMap<string, { type: string; body: string | Uint8Array }>

let built: Promise<BuiltPage> | undefined

/** Builds the host page once for all tests of a run, from the packages as they are published. */
export function buildHostPage(): Promise<BuiltPage> {
  built ??= buildIt()
  return built
}

async function buildIt(): Promise<BuiltPage> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    base: '/built/',
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: join(import.meta.dirname, 'page/host-page.ts'),
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
