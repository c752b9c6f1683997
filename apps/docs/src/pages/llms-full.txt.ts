import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import type { SitePage } from '../repository-docs'

/** The text of every page, in one file, for language models. */
export const GET: APIRoute = async () => {
  const pages: SitePage[] = await getCollection('docs')
  return new Response(pages.map(({ data, body }) => `# ${data.title}\n\n${body?.trim() ?? ''}\n`).join('\n'))
}
