import { dirname } from 'node:path'
import { build } from 'vite'

/** What a server answers with. */
export interface Served {
  body: string | Uint8Array
  /** @default HTML */
  type?: string | undefined
  headers?: Record<string, string> | undefined
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/built/page.css"></head>
<body><div id="root"></div><script type="module" src="/built/page.js" crossorigin></script></body></html>`

const built = new Map<string, Promise<Map<string, Served>>>()

/**
 * A page of a shop, built from the packages as they are published, once for all tests of a worker.
 *
 * @param entry path of the page's script.
 * @returns its files by path; at `/` the page itself, with the headers that its query asks for.
 */
export async function buildPage(entry: string) {
  const building = built.get(entry) ?? buildFiles(entry)
  built.set(entry, building)
  const files = await building
  return (path: string, query: URLSearchParams): Served | undefined =>
    path === '/' ? { body: PAGE, headers: JSON.parse(query.get('headers') ?? '{}') } : files.get(path)
}

async function buildFiles(entry: string): Promise<Map<string, Served>> {
  const result = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    base: '/built/',
    // Vitest has set it to `test`, and a shop publishes neither the checks of React's development nor their cost.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      // Tests look at pages, not at their size.
      minify: false,
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
  const files = new Map<string, Served>()
  for (const bundle of Array.isArray(result) ? result : [result]) {
    if (!('output' in bundle)) continue
    for (const file of bundle.output) {
      const type = file.type === 'chunk' ? 'text/javascript' : 'text/css'
      files.set(`/built/${file.fileName}`, { type, body: file.type === 'chunk' ? file.code : file.source })
    }
  }
  return files
}
