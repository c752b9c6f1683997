import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoSettings } from './settings.js'

/** The built page: dist/page beside this file's dist/server. */
const PAGE = fileURLToPath(new URL('../page/', import.meta.url))

const CONTENT_TYPE: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Serves a file of the built page; anything that is none is a 404. */
export async function sendPageFile(
  response: ServerResponse,
  path: string,
  settings: DemoSettings,
): Promise<void> {
  const name = path === '/' ? 'index.html' : normalize(decodeURIComponent(path)).replace(/^[/\\]+/, '')
  const contentType = CONTENT_TYPE[extname(name)]
  const content =
    name.includes('..') || !contentType ? null : await readFile(join(PAGE, name)).catch(() => null)
  if (!content || !contentType) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    return
  }
  response.writeHead(200, {
    'content-type': contentType,
    // Built files carry their hash in the name; the page itself may be another one tomorrow.
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': contentSecurityPolicy(settings),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  })
  response.end(content)
}

/** As strict as a shop can have it: the widgets ask for nothing more than the BFF and the ramp's frame. */
function contentSecurityPolicy({ bffUrl, rampOrigins }: DemoSettings): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(bffUrl).origin}`,
    `frame-src ${rampOrigins.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
