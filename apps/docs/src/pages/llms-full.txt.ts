import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'

/** The text of every page, in one file, for language models. */
export const GET: APIRoute = async () => {
  const pages = await getCollection('docs')
  return new Response(pages.map(({ data, body }) => `# ${data.title}\n\n${body?.trim() ?? ''}\n`).join('\n'))
}
