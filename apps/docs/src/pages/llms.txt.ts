import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import type { SitePage } from '../repository-docs'

/**
 * The contents of the site, for language models: one line for each page, with a link to its text in `llms-full.txt`.
 */
export const GET: APIRoute = async () => {
  const pages: SitePage[] = await getCollection('docs')
  const lines = pages.map(({ id, data }) => {
    const about = data.description ? `: ${data.description}` : ''
    return `- [${data.title}](${import.meta.env.BASE_URL}${id === 'index' ? '' : `${id}/`})${about}`
  })
  return new Response(
    [
      '# Leyden',
      '',
      '> Bitcoin Lightning payments and a buy-bitcoin ramp for any web page or game: React components, one script',
      '> with the same widgets, and a backend-for-frontend that keeps the API key.',
      '',
      `The whole text is in [llms-full.txt](${import.meta.env.BASE_URL}llms-full.txt).`,
      '',
      '## Pages',
      '',
      ...lines,
      '',
    ].join('\n'),
  )
}
