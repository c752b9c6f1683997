import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { docsLoader } from '@astrojs/starlight/loaders'
import type { Loader, LoaderContext } from 'astro/loaders'
import { withTabs } from './tabs'

type DataEntry = Parameters<LoaderContext['store']['set']>[0]

/** Written by `api-reference.mjs`. */
const API = 'apps/docs/.cache/api'
/** A folder for each game engine, and their pictures. */
const ENGINES = 'packages/embed/engines'
/** Files whose sections are also separate pages, one for each question, code or message. */
const LOOKED_UP = [
  { path: 'docs/questions.md', folder: 'questions', all: 'All questions' },
  { path: 'docs/errors.md', folder: 'errors', all: 'All error codes' },
  { path: 'docs/messages.md', folder: 'messages', all: 'All messages' },
]
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The fields of a page of the collection; Astro generates the complete type when it runs. */
export interface SitePage {
  id: string
  data: { title: string; description?: string | undefined }
  body?: string | undefined
}

/** Markdown files of the repository that are pages of the site: path in the repository, and the page's id. */
function repositoryPages(): Map<string, string> {
  const pages = new Map([
    ['CONTRIBUTING.md', 'project/contributing'],
    ['SECURITY.md', 'project/security'],
  ])
  const markdownIn = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replaceAll('\\', '/'))
  for (const name of markdownIn('docs')) {
    const id = name.replace(/\.md$/u, '').replace(/\/README$/u, '/index')
    pages.set(`docs/${name}`, id.startsWith('decisions/') ? id : `guides/${id}`)
  }
  for (const name of readdirSync(join(ROOT, 'packages')))
    pages.set(`packages/${name}/README.md`, `packages/${name}`)
  for (const name of readdirSync(join(ROOT, ENGINES))) {
    const readme = `${ENGINES}/${name}/README.md`
    if (existsSync(join(ROOT, readme))) pages.set(readme, `engines/${name}`)
  }
  for (const name of markdownIn(API))
    if (name !== 'index.md') pages.set(`${API}/${name}`, `api/${entryOf(name).replaceAll('/', '-')}`)
  return pages
}

/** The entry point of a page of the API reference: `react/src/testing.md` is `react/testing`. */
const entryOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/\.md$/u, '')
    .replace(/\/src/u, '')
    .replace(/\/(?:index|namespaces)/u, '')

/** Pages of the site itself, and the Markdown files of the repository: guides, READMEs, decisions, the API reference. */
export function repositoryDocs(): Loader {
  const own = docsLoader()
  return {
    name: 'leyden:repository-docs',
    async load(context) {
      // The store is kept from one build to the next, but the loader of the site's own pages removes all others.
      const earlier = new Map(context.store.entries())
      await own.load(context)
      const pages = repositoryPages()
      for (const [path, id] of pages) {
        const source = readFileSync(join(ROOT, path), 'utf8')
        const title = path.startsWith(API)
          ? `@leyden/${entryOf(path.slice(API.length + 1))}`
          : titleOf(/^# (.+)$/mu.exec(source)?.[1] ?? id)
        await addPage(context, earlier, { path, id, title, text: source.replace(/^# .+\n/mu, '') }, pages)
      }
      for (const { path, folder, all } of LOOKED_UP)
        for (const section of readFileSync(join(ROOT, path), 'utf8').split(/^### /mu).slice(1)) {
          const [heading = '', ...lines] = section.replace(/^## [\s\S]*/mu, '').split('\n')
          const title = titleOf(heading)
          const id = `${folder}/${title
            .toLowerCase()
            .replace(/[^\w -]/gu, '')
            .replaceAll(' ', '-')}`
          const text = `${lines.join('\n')}\n[${all}](${posix.basename(path)})`
          await addPage(context, earlier, { path, id, title, text }, pages)
        }
    },
  }
}

const titleOf = (heading: string) => heading.replaceAll(/[`*\\]/gu, '')

interface Page {
  path: string
  id: string
  title: string
  text: string
}

async function addPage(
  context: LoaderContext,
  earlier: ReadonlyMap<string, DataEntry>,
  { path, id, title, text }: Page,
  pages: Map<string, string>,
) {
  const body = toSiteLinks(text, path, pages, context.config.base)
  const markdown = withTabs(body)
  context.watcher?.add(join(ROOT, path))
  const digest = context.generateDigest(title + markdown)
  // Rendering code is most of the work of a build.
  const unchanged = earlier.get(id)
  if (unchanged?.digest === digest) {
    context.store.set(unchanged)
    return
  }
  const data = await context.parseData({ id, data: { title, editUrl: false } })
  context.store.set({
    id,
    data,
    body,
    filePath: path,
    digest,
    rendered: await context.renderMarkdown(markdown),
  })
}

/** A fenced block, a code span, or a link or picture: text and target. */
const FENCE_CODE_OR_LINK = /```[\s\S]*?```|`[^`\n]*`|\[((?:\[[^\]]*\]|[^\]])*)\]\(([^)\s]+)\)/gu

/** The text of a diagram, for `diagrams.ts` to draw. Without JavaScript it stays. */
function toDiagram(fence: string): string {
  const source = fence.split('\n').slice(1, -1).join('\n')
  const escaped = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<pre class="diagram not-content" tabindex="0">${escaped}</pre>`
}

/**
 * Turns links between files into links between pages. A link to a file that is not a page keeps only its text, because
 * the repository has no public URL yet.
 */
function toSiteLinks(markdown: string, path: string, pages: Map<string, string>, base: string): string {
  return markdown.replaceAll(FENCE_CODE_OR_LINK, (whole, text?: string, target?: string) => {
    if (whole.startsWith('```mermaid')) return toDiagram(whole)
    if (text === undefined || target === undefined || /^(?:[a-z]+:|#)/u.test(target)) return whole
    const [file = '', hash] = target.split('#')
    const linked = posix.join(dirname(path), file)
    if (/\.(?:png|svg|gif|webp)$/u.test(file)) return `[${text}](${base}pictures/${posix.basename(file)})`
    const page = pages.get(linked) ?? pages.get(`${linked.replace(/\/$/u, '')}/README.md`)
    if (page === undefined) return text
    return `[${text}](${base}${page.replace(/\/index$/u, '')}/${hash ? `#${hash}` : ''})`
  })
}
