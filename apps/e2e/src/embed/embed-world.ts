import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IntentOrder } from '@leyden/bff'
import type { Payment } from '@leyden/sandbox'
import { listen } from '../world/listen.js'
import { startBff } from '../world/start-bff.js'

interface PageSpec {
  body: string
  type?: string
  headers?: Record<string, string>
}

/** Sandbox, BFF, and pages made of strings: on `localhost` and on `127.0.0.1`, which are two sites. */
export interface EmbedWorld {
  pageUrl: string
  otherSiteUrl: string
  bffUrl: string
  rampUrl: string
  sandboxUrl: string
  /** Serves a page from now on. */
  serve(path: string, page: PageSpec | string): string
  /** Signs an order, as the shop's server would. */
  sign(order: IntentOrder): Promise<string>
  /** A wallet on another device pays, and the shop's server reports it to the BFF. */
  pay(invoice: string): Promise<Payment>
  /** The same without a report to the BFF. */
  payUnseen(invoice: string): Payment
  /** Breaks every connection to the BFF, as a tunnel does. */
  cutOff(): void
  close(): Promise<void>
}

/** The BFF by a path of the page's own host, as behind Discord's proxy. */
export const PROXY = '/.proxy/leyden'

const distOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

/** @param origins of further pages that may use the BFF. */
export async function startEmbedWorld(origins: readonly string[] = []): Promise<EmbedWorld> {
  const pages = new Map<string, PageSpec>()
  const host = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith(PROXY)) {
      servers.handle(Object.assign(request, { url: request.url?.slice(PROXY.length) }), response)
      return
    }
    const page = pages.get(pathname)
    if (!page) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': page.type ?? 'text/html; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      ...page.headers,
    })
    response.end(page.body)
  }, null)
  const pageUrl = `http://localhost:${host.port}`
  const otherSiteUrl = host.url
  const servers = await startBff({
    settles: true,
    graceMs: 2_000,
    allowedOrigins: [pageUrl, otherSiteUrl, 'null', ...origins],
  })
  const { bffUrl, sandbox } = servers

  const script = (path: string, specifier: string) =>
    pages.set(path, { type: 'text/javascript', body: readFileSync(distOf(specifier), 'utf8') })
  script('/leyden.js', '@leyden/embed/leyden.js')
  script('/leyden.mjs', '@leyden/embed')
  for (const part of ['more', 'ar', 'de', 'es', 'ja', 'pt'])
    for (const ending of ['js', 'mjs'])
      script(`/leyden-${part}.${ending}`, `@leyden/embed/leyden-${part}.${ending}`)
  script('/phaser-plugin.mjs', '@leyden/embed/phaser')

  return {
    pageUrl,
    otherSiteUrl,
    bffUrl,
    rampUrl: sandbox.rampUrl,
    sandboxUrl: sandbox.url,
    serve(path, page) {
      pages.set(path, typeof page === 'string' ? { body: page } : page)
      return pageUrl + path
    },
    sign: servers.sign,
    pay: servers.pay,
    payUnseen: servers.payUnseen,
    cutOff: servers.cutOff,
    async close() {
      await host.close()
      await servers.close()
    },
  }
}
