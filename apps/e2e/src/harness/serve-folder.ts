import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { listen } from './listen.js'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Serves the files of a folder, below a path of a server.
 *
 * @param path Such as `/books/leyden/`.
 */
export async function serveFolder(folder: string, path: string) {
  const server = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://folder.example')
    const relativePath = pathname.startsWith(path) ? pathname.slice(path.length) : pathname
    const file =
      relativePath === '' || relativePath.endsWith('/') ? `${relativePath}index.html` : relativePath
    try {
      const body = readFileSync(join(folder, decodeURIComponent(file)))
      // The folder does not change while it is served, so that a second page of a visitor needs no second request.
      response.setHeader('cache-control', 'max-age=3600')
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end('Not Found')
    }
  })
  return { url: `${server.url}${path}`, close: server.close }
}
