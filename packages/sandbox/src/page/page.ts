import { Hono } from 'hono'
import { html } from 'hono/html'
import { success } from '../reply.js'
import { PAGE_SCRIPT, type PageMessage, type PageUpdate } from './page-script.js'
import { PAGE_STYLE } from './page-style.js'

export type Html = ReturnType<typeof html>

/** A page of the sandbox may load only its own resources; any page may frame it, like a ramp. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  'media-src blob: mediastream:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The resources of a page, beside it. */
export const pageResources = new Hono()
  .get('/page.js', () => reply('javascript', PAGE_SCRIPT))
  .get('/page.css', () => reply('css', PAGE_STYLE))

/** The reply with a page of the sandbox. */
export async function pageReply(page: {
  title: string
  content: Html
  /** Attributes `data-…` of its body. */
  data?: Html | undefined
  /** Are posted to the page that frames this one. */
  messages?: PageMessage[]
  status?: number
}): Promise<Response> {
  const { title, content, data, messages = [], status } = page
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="page.css" />
        <link rel="icon" href="data:," />
        <script type="module" src="page.js"></script>
      </head>
      <body data-messages="${JSON.stringify(messages)}" ${data}>
        <main id="main">${content}</main>
      </body>
    </html>`
  return reply('html', String(await document), status)
}

/** The reply to an action of a page: the new content of an element, and messages to the page that frames this one. */
export async function pageUpdate(id: string, content: Html, messages: PageMessage[] = []): Promise<Response> {
  return success({ html: { [id]: String(await content) }, messages } satisfies PageUpdate)
}

function reply(type: 'html' | 'css' | 'javascript', body: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': `text/${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}
