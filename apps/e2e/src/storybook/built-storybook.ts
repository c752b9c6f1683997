import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLISHED } from '../../../../scripts/published.mjs'
import { serveFolder } from '../harness/serve-folder.js'

export interface IndexEntry {
  id: string
  type: 'story' | 'docs'
  title: string
  name: string
  tags: string[]
  importPath: string
}

/** The ids of the entries that texts in the built files link to. */
export function linkedEntries(): string[] {
  const folder = join(PUBLISHED.storybook, 'assets')
  const link = /\?path=\/(?:story|docs)\/([\w-]*\w)(?![\w$-])/g
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(link)])
    .map(([, id = '']) => id)
}

/** Serves the Storybook below a path, as it is published. */
export async function serveBuiltStorybook() {
  const { url, close } = await serveFolder(PUBLISHED.storybook, '/books/leyden/')
  const { entries } = JSON.parse(readFileSync(join(PUBLISHED.storybook, 'index.json'), 'utf8')) as {
    entries: Record<string, IndexEntry>
  }
  return { url, entries: Object.values(entries), close }
}
