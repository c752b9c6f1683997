import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serveFolder } from '../harness/serve-folder.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
export interface IndexEntry {
  id: string
  type: 'story' | 'docs'
  title: string
  name: string
  tags: string[]
  importPath: string
}

/**
 * Builds the Storybook as it is published, and serves it below a path.
 *
 * `LEYDEN_STORYBOOK_DIR` is the folder of an existing build.
 */
export async function startBuiltStorybook() {
  const builtFolder = process.env.LEYDEN_STORYBOOK_DIR
  const folder = builtFolder ?? mkdtempSync(join(tmpdir(), 'leyden-storybook-'))
  if (!builtFolder)
    await promisify(execFile)(
      process.execPath,
      ['node_modules/storybook/dist/bin/dispatcher.js', 'build', '-o', folder, '--quiet'],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', VITEST: undefined } },
    )
  const server = await serveFolder(folder, '/books/leyden/')
  const { entries } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, IndexEntry>
  }
  return {
    url: server.url,
    entries: Object.values(entries),
    async close() {
      await server.close()
      if (!builtFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
