import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { build } from 'vite'
import { listen } from './listen.js'

/** A built page: its files by path. */
type BuiltPage = ReadonlyMap<string, { type: string; body: string | Uint8Array }>

const built = new Map<string, Promise<BuiltPage>>()

/**
 * A shop's page and server, on an origin of its own.
 *
 * @param entry path of the page's script, which is built from the packages as they are published.
 * @param answer what the server answers besides; false where it has no answer.
 */
export async function servePage(
  entry: string,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown = () => false,
) {
  const built = await buildPage(entry)
  return listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.invalid')
    const file = built.get(pathname)
    if (file) {
      // A page that is isolated, or of no origin, loads its own scripts by these.
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('cross-origin-resource-policy', 'cross-origin')
      return void response.setHeader('content-type', file.type).end(file.body)
    }
    if ((await answer(request, response)) !== false) return
    if (pathname !== '/') return void response.writeHead(404).end()
    for (const [name, value] of Object.entries(JSON.parse(searchParams.get('headers') ?? '{}')))
      response.setHeader(name, String(value))
    response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE)
  })
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/built/page.css"></head>
<body><div id="root"></div><script type="module" src="/built/page.js" crossorigin></script></body></html>`

/** Once for all tests of a worker. */
function buildPage(entry: string): Promise<BuiltPage> {
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
