import { useEffect, useRef, useState } from 'react'
import { fetchInPage, payInPage } from '../../packages/embed/src/test-support/sandbox-bff.js'

export interface GameShellProps {
  /** The page of the game, with `EMBED/` for the folder of the script. */
  html: string
  /** Frames of a portal around it, each with `sandbox="allow-scripts"` and nothing else. */
  frames?: number
  widthPx?: number
  heightPx?: number
  /** What is special about this page, for people. */
  about: string
}

interface PageRequest {
  requestId: number
  url: string
  init: { method?: string; headers: [string, string][]; body?: string }
}

const EMBED = new URL(`${import.meta.env.BASE_URL}embed`, document.baseURI).href
const GAMES = new URL(`${import.meta.env.BASE_URL}games`, document.baseURI).href

/** In the game's page: its BFF is the sandbox of the story, which may be several closed-off frames away. */
const fetchFrom = (host: string) => `
    const waiting = new Map()
    addEventListener('message', ({ data }) => {
      if (!waiting.has(data?.requestId)) return
      waiting.get(data.requestId)(new Response(data.body, { status: data.status, headers: { 'content-type': 'application/json' } }))
      waiting.delete(data.requestId)
    })
    let requests = 0
    fetch = (url, { method, headers, body } = {}) => new Promise((resolve) => {
      waiting.set(++requests, resolve)
      ${host}.postMessage({ requestId: requests, url: String(url), init: { method, headers: [...new Headers(headers)], body } }, '*')
    })
  `

const escapeHtml = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const portalPage = (
  html: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A portal</title>
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; box-sizing: border-box } body { padding: 6px; background: #57534a }</style>
</head><body><iframe title="The game" sandbox="allow-scripts" allow="fullscreen; gamepad" srcdoc="${escapeHtml(html)}"></iframe></body></html>`

/** A game's page in a frame, a wallet beside it, and the page's HTML. */
export function GameShell({ html, frames = 0, widthPx = 640, heightPx = 400, about }: GameShellProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [invoice, setInvoice] = useState('')
  const [result, setResult] = useState('')
  useEffect(() => {
    const answer = async ({ data, source }: MessageEvent<PageRequest | undefined>) => {
      if (!data?.requestId || !source || source === window) return
      const reply = await fetchInPage(data.url, data.init as RequestInit)
      const body = await reply.text()
      const request = /"request":"(lnbc[0-9a-z]+)"/i.exec(body)?.[1]
      if (request) {
        setInvoice(request)
        setResult('')
      }
      source.postMessage({ requestId: data.requestId, status: reply.status, body }, { targetOrigin: '*' })
    }
    window.addEventListener('message', answer)
    return () => window.removeEventListener('message', answer)
  }, [])
  const host = ['parent', ...Array.from({ length: frames }, () => 'parent')].join('.')
  const game = html.replace('<head>', `<head>\n  <script NONCE>${fetchFrom(host)}</script>`)
  const nonce = html.includes('nonce="shelf"') ? 'nonce="shelf"' : ''
  let page = game.replace('NONCE', nonce).replaceAll('EMBED/', `${EMBED}/`).replaceAll('GAMES/', `${GAMES}/`)
  for (let depth = 0; depth < frames; depth++) page = portalPage(page)
  return (
    <main className="page-html">
      <div>
        <p className="page-about">{about}</p>
        <iframe
          ref={frame}
          title="The page"
          width={widthPx}
          height={heightPx}
          allow="fullscreen; gamepad"
          sandbox={frames > 0 ? 'allow-scripts' : undefined}
          srcDoc={page}
        />
        <section className="page-panel" aria-label="The sandbox wallet">
          <strong>Sandbox wallet</strong>
          <button
            type="button"
            disabled={!invoice}
            onClick={() =>
              payInPage(invoice).then(
                () => setResult('Sent.'),
                () => setResult('This invoice cannot be paid any more.'),
              )
            }
          >
            Pay the invoice of the game
          </button>
          <output>{result}</output>
        </section>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long page is scrolled by keyboard */}
      <pre tabIndex={0}>
        {html.replaceAll('EMBED/', 'https://shop.example/leyden/embed/v1/').replaceAll('GAMES/', './')}
      </pre>
    </main>
  )
}
