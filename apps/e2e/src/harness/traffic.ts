import type { Page, Request, Response } from 'playwright'

/** One thing that the page sent or was given, with everything in it as text. */
export interface Exchange {
  what: 'request' | 'reply'
  url: string
  text: string
}

/** Records all that goes between a page and the network, headers and bodies. Start it before the page loads. */
export function recordTraffic(page: Page) {
  const exchanges: Exchange[] = []
  const pending = new Set<Promise<void>>()
  const keep = (work: Promise<void>) => {
    pending.add(work)
    work.finally(() => pending.delete(work)).catch(() => undefined)
  }
  page.on('request', (request) => keep(readRequest(request).then((entry) => void exchanges.push(entry))))
  page.on('response', (response) => {
    const read = readReply(response).then(
      (entry) => void exchanges.push(entry),
      // A reply that is cut off when the page closes has no body to read.
      () => undefined,
    )
    // A stream is read when it ends, which nobody should wait for.
    if (!response.headers()['content-type']?.startsWith('text/event-stream')) keep(read)
  })
  return {
    exchanges,
    /** Requests to a path, such as `/v0/ln-address/fetch-charge`. */
    requestsTo: (path: string) =>
      exchanges.filter(({ what, url }) => what === 'request' && new URL(url).pathname.includes(path)),
    /** Resolves when every reply so far is read, or `timeoutMs` later. */
    idle: (timeoutMs = 15_000) =>
      Promise.race([
        Promise.allSettled([...pending]),
        new Promise((resolve) => setTimeout(resolve, timeoutMs)),
      ]),
  }
}

async function readRequest(request: Request): Promise<Exchange> {
  const url = request.url()
  const body = request.postData() ?? ''
  const headers = await request.allHeaders().catch(() => request.headers())
  return { what: 'request', url, text: [request.method(), url, JSON.stringify(headers), body].join('\n') }
}

async function readReply(response: Response): Promise<Exchange> {
  const url = response.url()
  const headers = await response.allHeaders()
  const body = (await response.body().catch(() => Buffer.alloc(0))).toString('utf8')
  return { what: 'reply', url, text: [response.status(), url, JSON.stringify(headers), body].join('\n') }
}
