import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listen } from '../world/listen.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
}

export interface IndexEntry {
  id: string
  type: 'story' | 'docs'
  title: string
  name: string
  tags: string[]
  importPath: string
}

/**
 * Storybook as it is published: built, and served below a path of a server.
 *
 * `LEYDEN_STORYBOOK_DIR` names a build that is there already.
 */
export async function startBuiltStorybook() {
  const given = process.env.LEYDEN_STORYBOOK_DIR
  const folder = given ?? mkdtempSync(join(tmpdir(), 'leyden-storybook-'))
  if (!given)
    await promisify(execFile)(
      process.execPath,
      ['node_modules/storybook/dist/bin/dispatcher.js', 'build', '-o', folder, '--quiet'],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', VITEST: undefined } },
    )
  const server = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://storybook.example')
    const file = pathname.replace(/^\/books\/leyden\//, '') || 'index.html'
    try {
      const body = readFileSync(join(folder, decodeURIComponent(file)))
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end('Not Found')
    }
  })
  const { entries } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, IndexEntry>
  }
  return {
    url: `${server.url}/books/leyden/`,
    entries: Object.values(entries),
    async close() {
      await server.close()
      if (!given) rmSync(folder, { recursive: true, force: true })
    },
  }
}
