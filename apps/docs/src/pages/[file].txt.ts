import { getCollection } from 'astro:content'
import type { APIRoute, GetStaticPaths } from 'astro'
import type { SitePage } from '../repository-docs'

const BASE = import.meta.env.BASE_URL

/**
 * For language models: `llms.txt`, the contents of the site; `llms-summary.txt`, the page with the code of a payment and a
 * checkout; `llms-full.txt`, the text of every page.
 */
export const getStaticPaths = (async () => {
  const pages: SitePage[] = await getCollection('docs')
  const lines = pages.map(({ id, data }) => {
    const about = data.description ? `: ${data.description}` : ''
    return `- [${data.title}](${BASE}${pathOf(id)})${about}\n`
  })
  const texts = pages.map(({ data, body }) => `# ${data.title}\n\n${body?.trim() ?? ''}\n`)
  const summary = pages.findIndex(({ id }) => id === 'guides/quick-start')
  return [
    { params: { file: 'llms-summary' }, props: { text: ABOUT + (texts[summary] ?? '') } },
    { params: { file: 'llms' }, props: { text: INTRODUCTION + lines.join('') } },
    { params: { file: 'llms-full' }, props: { text: texts.join('\n') } },
  ]
}) satisfies GetStaticPaths

/** The path of a page: that of a folder has no `index`. */
const pathOf = (id: string) => `${id}/`.replace(/(?:^|(?<=\/))index\/$/u, '')

const ABOUT = `# Leyden

> Bitcoin Lightning payments and a buy-bitcoin ramp for any web page or game: React components, one script
> with the same widgets, and a backend-for-frontend that keeps the API key.

`

const INTRODUCTION = `${ABOUT}[llms-summary.txt](${BASE}llms-summary.txt) has the code of a first payment and of a checkout, and
[llms-full.txt](${BASE}llms-full.txt) the whole text.

## Pages

`

export const GET: APIRoute<{ text: string }> = ({ props }) => new Response(props.text)
