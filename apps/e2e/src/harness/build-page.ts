import { dirname } from 'node:path'
import { build } from 'vite'

/** The answer of a server. */
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

const builds = new Map<string, Promise<Map<string, Served>>>()

/**
 * Builds a page of a shop from the published packages, once for all tests of a worker.
 *
 * @param entry path of the page's script.
 * @returns a function that returns its files by path. `/` is the page itself, with the headers that its query asks for.
 */
export async function buildPage(entry: string) {
  const building = builds.get(entry) ?? buildFiles(entry)
  builds.set(entry, building)
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
    // Vitest sets NODE_ENV to `test`, but a shop publishes a production build.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      // Not minified, because tests do not check the size.
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
