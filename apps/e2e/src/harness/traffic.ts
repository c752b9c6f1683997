import type { Page, Request, Response } from 'playwright'

/** A request or reply of the page, with headers and body as text. */
export interface Exchange {
  kind: 'request' | 'reply'
  url: string
  text: string
}

/** Records all requests and replies of a page, with headers and bodies. Start it before the page loads. */
export function recordTraffic(page: Page) {
  const exchanges: Exchange[] = []
  const pending = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    pending.add(work)
    work.finally(() => pending.delete(work)).catch(() => undefined)
  }
  page.on('request', (request) => track(readRequest(request).then((entry) => void exchanges.push(entry))))
  page.on('response', (response) => {
    const read = readReply(response).then(
      (entry) => void exchanges.push(entry),
      // A reply that is cut off when the page closes has no body.
      () => undefined,
    )
    // A stream has a body only when it ends, so `idle` does not wait for it.
    if (!response.headers()['content-type']?.startsWith('text/event-stream')) track(read)
  })
  return {
    exchanges,
    /** Requests to a path, such as `/v0/ln-address/fetch-charge`. */
    requestsTo: (path: string) =>
      exchanges.filter(({ kind, url }) => kind === 'request' && new URL(url).pathname.includes(path)),
    /** Resolves when every reply so far is read, or 15 seconds later. */
    idle: () =>
      Promise.race([Promise.allSettled([...pending]), new Promise((resolve) => setTimeout(resolve, 15_000))]),
  }
}

async function readRequest(request: Request): Promise<Exchange> {
  const url = request.url()
  const body = request.postData() ?? ''
  const headers = await request.allHeaders().catch(() => request.headers())
  return { kind: 'request', url, text: [request.method(), url, JSON.stringify(headers), body].join('\n') }
}

async function readReply(response: Response): Promise<Exchange> {
  const url = response.url()
  const headers = await response.allHeaders()
  const body = (await response.body().catch(() => Buffer.alloc(0))).toString('utf8')
  return { kind: 'reply', url, text: [response.status(), url, JSON.stringify(headers), body].join('\n') }
}
