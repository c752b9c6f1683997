// The page inside the playground's frame. It runs the code of the editor; a BFF and the sandbox, in this page too,
// answer its requests. Each run is a new page, so nothing of an earlier run is left.
import * as leyden from '@leyden/react'
import { openPageShop } from '@leyden/react/page-shop'
import * as parts from '@leyden/react/parts'
import '@leyden/react/styles.css'
import * as reactQuery from '@tanstack/react-query'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDomClient from 'react-dom/client'
import { transform } from 'sucrase'
import type { FrameMessage, RunMessage } from './messages'

const { Component, createElement } = react

/** What the code may import. The style sheet is part of this page. */
const MODULES: Readonly<Record<string, object>> = {
  '@leyden/react': leyden,
  '@leyden/react/parts': parts,
  '@leyden/react/styles.css': {},
  '@tanstack/react-query': reactQuery,
  react,
  'react-dom/client': reactDomClient,
  'react/jsx-runtime': jsxRuntime,
}

const tell = (message: FrameMessage) => parent.postMessage(message, location.origin)
const print = (from: 'page' | 'server' | 'error', text: string) => tell({ leyden: 'line', from, text })

// The widgets would look for the invoices of an earlier run, whose BFF is gone.
for (const storage of [localStorage, sessionStorage])
  for (const key of Object.keys(storage)) if (key.includes('leyden')) storage.removeItem(key)

const shop = openPageShop(new URL('/api/leyden', location.href).href, ({ type, data }) => {
  const reference = 'reference' in data ? ` ${data.reference}` : ''
  print('server', `onEvent: ${type}${reference}`)
})

const requestOutside = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return requestOutside(request)
  if (pathname.startsWith('/api/leyden/')) return recordInvoice(await shop.fetch(request))
  const [, id] = /^\/api\/orders\/([\w-]+)\/intent$/.exec(pathname) ?? []
  if (id !== undefined && request.method === 'POST') return new Response(await signOrder(id))
  return new Response('This server has only /api/leyden and /api/orders/:id/intent.', { status: 404 })
}

const signOrder = (id: string) =>
  shop.sign({
    lnaddress: 'shop@wallet.example',
    amountMsat: 2_100_000n,
    description: 'Two coffees',
    reference: id,
  })

const wallet = document.querySelector<HTMLButtonElement>('#wallet')
let invoice: string | undefined

/** Lets the wallet of this page pay the invoice in a reply. */
async function recordInvoice(reply: Response): Promise<Response> {
  if (!reply.headers.get('content-type')?.includes('json')) return reply
  const { data } = await reply.clone().json()
  const request = data?.invoice?.request ?? data?.charge?.invoice?.request
  if (typeof request === 'string') {
    invoice = request
    if (wallet) wallet.disabled = false
  }
  return reply
}

wallet?.addEventListener('click', () => {
  wallet.disabled = true
  if (invoice !== undefined) shop.pay(invoice)
})

/** Shows an error of the component in place of an empty page. */
class Boundary extends Component<react.PropsWithChildren, { message?: string }> {
  override state: { message?: string } = {}

  static getDerivedStateFromError(error: unknown) {
    return { message: String(error) }
  }

  override render() {
    return this.state.message ?? this.props.children
  }
}

function run(code: string): void {
  const compiled = transform(code, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
  }).code
  const exported: Record<string, unknown> = {}
  const load = (name: string) => {
    const found = MODULES[name]
    if (!found) throw new Error(`The playground has no '${name}'. It has ${Object.keys(MODULES).join(', ')}.`)
    return found
  }
  new Function('require', 'exports', compiled)(load, exported)
  const [component] = [exported.default, ...Object.values(exported)].filter(
    (each) => typeof each === 'function',
  )
  if (!component) throw new Error('Export a component: the playground shows it.')
  const root = document.querySelector('#root')
  if (root)
    reactDomClient
      .createRoot(root)
      .render(createElement(Boundary, null, createElement(component as react.FunctionComponent)))
}

for (const level of ['log', 'info', 'warn', 'error'] as const) {
  const write = console[level]
  console[level] = (...values: unknown[]) => {
    write(...values)
    print(level === 'error' ? 'error' : 'page', values.map(String).join(' '))
  }
}
addEventListener('error', ({ message }) => print('error', message))
addEventListener('unhandledrejection', ({ reason }) => print('error', String(reason)))

new ResizeObserver(() => tell({ leyden: 'height', px: document.body.offsetHeight })).observe(document.body)

addEventListener('message', ({ data, origin, source }: MessageEvent<RunMessage>) => {
  if (origin !== location.origin || source !== parent || data?.leyden !== 'run') return
  document.documentElement.style.colorScheme = data.colorScheme
  try {
    run(data.code)
  } catch (error) {
    print('error', error instanceof Error ? error.message : String(error))
  }
})
tell({ leyden: 'ready' })
