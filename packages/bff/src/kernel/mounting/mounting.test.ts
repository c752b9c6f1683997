import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { type ServerType, serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createClient, type WatchState } from '@leyden/core'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toNodeHandler } from '../../hosts/node/node-handler.js'
import { toNextHandlers } from '../../next.js'
import { openRampShop } from '../../test-support/ramp-shop.js'
import { openShop, type Shop } from '../../test-support/shop.js'
import { forwardedIp } from '../http/client-ip.js'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function addressOf(server: Server | ServerType): Promise<string> {
  if (!server.listening) await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The packages that a built file imports, directly or through our other files. */
function importsOf(file: URL, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return found
  seen.add(file.href)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?'([^']+)'/g))
    if (name.startsWith('.')) importsOf(new URL(name, file), seen, found)
    else found.add(name)
  return found
}

/** The requests of a page, over a socket: look up, create a charge, watch, send a proof. */
async function payThrough(base: string, shop: Shop): Promise<void> {
  const client = createClient({ baseUrl: `${base}/api/leyden` })
  expect(await client.validateLightningAddress('alice@wallet.example')).toMatchObject({ valid: true })
  const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
  const states: WatchState[] = []
  const watching = new AbortController()
  client.watch(charge.watch_url ?? '', { signal: watching.signal, onState: (state) => states.push(state) })
  await vi.waitFor(() => expect(states.at(-1)?.status).toBe('open'))
  const { preimage } = shop.sandbox.pay(charge.invoice.request)
  await client.proveCharge(charge.watch_url ?? '', preimage)
  await vi.waitFor(() => expect(states.at(-1)?.status).toBe('paid'))
  watching.abort()
  const wrong = await fetch(`${base}/api/leyden/v0/ln-address/fetch-charge`, { method: 'POST', body: '{}' })
  expect(wrong.status).toBe(403)
}

describe('mounting', () => {
  it('works on node:http', async () => {
    const shop = openShop()
    await payThrough(await addressOf(createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1')), shop)
  })

  it('works in Express, under a path of its router and beside its own routes', async () => {
    const shop = openShop()
    const app = express()
    app.get('/', (_, response) => void response.send('home'))
    app.use('/api/leyden', toNodeHandler(shop.bff))
    const base = await addressOf(app.listen(0, '127.0.0.1'))
    await payThrough(base, shop)
    expect(await (await fetch(base)).text()).toBe('home')
  })

  it('works in Express behind a body parser, and refuses a body that other code has read', async () => {
    for (const parser of [express.json(), express.raw({ type: '*/*' }), express.text({ type: '*/*' })]) {
      const shop = openShop()
      const app = express().use(parser).use('/api/leyden', toNodeHandler(shop.bff))
      await payThrough(await addressOf(app.listen(0, '127.0.0.1')), shop)
    }
    const shop = openRampShop()
    await shop.open()
    const bodyReader = express().use((request, _, next) => void request.resume().on('end', next))
    const base = await addressOf(
      bodyReader.use('/api/leyden', toNodeHandler(shop.bff)).listen(0, '127.0.0.1') as Server,
    )
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    // A webhook too: if it were handled with an empty body, it would be lost.
    for (const path of ['/api/leyden/v0/ln-address/fetch-charge', new URL(shop.webhookUrl()).pathname]) {
      const headers = { 'content-type': 'application/json', 'x-leyden': '1' }
      const reply = await fetch(base + path, { method: 'POST', headers, body: '{}' })
      expect([reply.status, await reply.json()]).toMatchObject([503, { error: { field: 'body' } }])
    }
    expect(consoleError).toHaveBeenCalledWith(expect.stringContaining('in front of body parsers'))
    consoleError.mockRestore()
  })

  it('works in Hono', async () => {
    const shop = openShop()
    const app = new Hono().all('/api/leyden/*', (context) => shop.bff.fetch(context.req.raw))
    await payThrough(await addressOf(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })), shop)
  })

  it('works as the route handlers of Next.js, which create the BFF only at the first request', async () => {
    const shop = openShop()
    const make = vi.fn(() => shop.bff)
    const handlers = toNextHandlers(make, { ip: () => '192.0.2.1' })
    expect(make).not.toHaveBeenCalled()
    const callHandler = (method: keyof typeof handlers, headers: Record<string, string> = {}) =>
      handlers[method](
        new Request(shop.url('v0/ln-address/validate/alice%40wallet.example'), { method, headers }),
      )
    expect((await callHandler('GET')).status).toBe(200)
    expect((await callHandler('OPTIONS', { origin: 'https://shop.example' })).status).toBe(204)
    expect((await callHandler('OPTIONS', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await callHandler('POST', { 'x-leyden': '1' })).status).toBe(405)
    expect(make).toHaveBeenCalledOnce()
    await shop.bff.close()
  })

  it('works with web-standard APIs only, as in Workers', async () => {
    const host = new URL('../../test-support/workers-host.mjs', import.meta.url).pathname
    const { stdout } = await promisify(execFile)(process.execPath, [host])
    expect(JSON.parse(stdout)).toEqual([200, 200, 'open', 404, 403])
  })

  it('needs only web-standard APIs for the handler, the memory store and the extensions', () => {
    const foreign = (entry: string) =>
      [...importsOf(new URL(`../../../dist/${entry}.js`, import.meta.url))].sort()
    const portable =
      /^(@leyden\/(core|lightning)|@noble\/hashes)(\/|$)|^(valibot|@valibot\/to-json-schema|ipaddr\.js|@scure\/base|standardwebhooks)$/
    for (const entry of ['index', 'memory', 'next', 'operations', 'exchange-rates'])
      expect(foreign(entry).filter((name) => !portable.test(name))).toEqual([])
    // Shows that the check detects an import.
    expect(foreign('node')).toContain('undici')
  })
})

/** The plugin of docs/frameworks.md, without its other files. */
async function fastifyWith(bff: Shop['bff']): Promise<string> {
  const app = Fastify()
  app.register(async (scope) => {
    const toBff = toNodeHandler(bff)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all('/api/leyden/*', (request, reply) => {
      reply.hijack()
      return toBff(request.raw, reply.raw)
    })
  })
  closers.push(() => void app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

describe('each documented host', () => {
  const hono = (shop: Shop) =>
    new Hono().all('/api/leyden/*', (c) => shop.bff.fetch(c.req.raw, { ip: getConnInfo(c).remote.address }))
  /** Next.js sets the header from the connection. */
  const next = (shop: Shop) =>
    createServer((incoming, outgoing) => {
      const { GET } = toNextHandlers(() => shop.bff, { ip: forwardedIp })
      const headers = { 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
      void GET(new Request(`https://shop.example${incoming.url}`, { headers })).then(({ status }) =>
        outgoing.writeHead(status).end(),
      )
    })

  it.each<[string, string, (shop: Shop) => Promise<string>]>([
    [
      'Node',
      'createServer(toNodeHandler(bff))',
      async (shop) => addressOf(createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1')),
    ],
    [
      'Express',
      ".use('/api/leyden', toNodeHandler(bff))",
      async (shop) => addressOf(express().use('/api/leyden', toNodeHandler(shop.bff)).listen(0, '127.0.0.1')),
    ],
    [
      'Express behind express.json()',
      ".use('/api/leyden', toNodeHandler(bff))",
      async (shop) =>
        addressOf(
          express().use(express.json()).use('/api/leyden', toNodeHandler(shop.bff)).listen(0, '127.0.0.1'),
        ),
    ],
    ['Fastify', 'app.register(leyden)', (shop) => fastifyWith(shop.bff)],
    [
      'Hono',
      "app.all('/api/leyden/*', (c) => bff.fetch(c.req.raw, { ip: getConnInfo(c).remote.address }))",
      async (shop) => addressOf(serve({ fetch: hono(shop).fetch, port: 0, hostname: '127.0.0.1' })),
    ],
    ['Next.js', '{ ip: forwardedIp },', async (shop) => addressOf(next(shop).listen(0, '127.0.0.1'))],
  ])('passes the address of the client: %s', async (name, line, mount) => {
    const page = name === 'Node' ? '../../../README.md' : '../../../../../docs/frameworks.md'
    expect(readFileSync(new URL(page, import.meta.url), 'utf8')).toContain(line)
    const shop = openShop({ limits: { rates: { lookUpsPerMinute: 1 } } })
    const base = await mount(shop)
    const lookUpStatus = async () =>
      (await fetch(`${base}/api/leyden/v0/ln-address/validate/a%40b.example`)).status
    expect([await lookUpStatus(), await lookUpStatus()]).toEqual([200, 429])
    expect(shop.log.text()).not.toContain('no client address')
  })

  it('works in Fastify', async () => {
    const shop = openShop()
    await payThrough(await fastifyWith(shop.bff), shop)
  })
})

describe('on node:http', () => {
  it('aborts the work for a page that disconnects', async () => {
    const shop = openShop({ limits: { rates: { streamsPerWatch: 1 } } })
    const base = await addressOf(createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1'))
    const client = createClient({ baseUrl: `${base}/api/leyden` })
    const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
    const stream = async () => {
      const gone = new AbortController()
      const headers = { accept: 'text/event-stream' }
      const { status } = await fetch(`${base}/api/leyden/${charge.watch_url}`, {
        headers,
        signal: gone.signal,
      })
      return { status, leave: () => gone.abort() }
    }
    const first = await stream()
    expect([first.status, (await stream()).status]).toEqual([200, 429])
    first.leave()
    await vi.waitFor(async () => expect((await stream()).status).toBe(200))
  })

  it('aborts the signal of a request whose client has disconnected, and not of an answered one', async () => {
    const signals: AbortSignal[] = []
    const shop = openShop({
      identify: async ({ signal }) => {
        signals.push(signal)
        if (signals.length === 2) await once(signal, 'abort')
        return null
      },
    })
    const base = await addressOf(createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1'))
    const body = JSON.stringify({ lnaddress: 'alice@wallet.example', amount: '2100000' })
    const requestCharge = (signal: AbortSignal | null = null) =>
      fetch(`${base}/api/leyden/v0/ln-address/fetch-charge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-leyden': '1' },
        body,
        signal,
      })
    const answered = await requestCharge()
    // A text is sent at once, with its length.
    expect(answered.headers.get('content-length')).toBe(String(Buffer.byteLength(await answered.text())))
    const leaving = new AbortController()
    const abortedRequest = requestCharge(leaving.signal)
    abortedRequest.catch(() => {})
    await vi.waitFor(() => expect(signals).toHaveLength(2))
    leaving.abort()
    await expect(abortedRequest).rejects.toThrow()
    await vi.waitFor(() => expect(signals[1]?.aborted).toBe(true))
    expect(signals[0]?.aborted).toBe(false)
  })

  it('answers a body that is too large without reading all of it', async () => {
    const shop = openShop()
    const base = await addressOf(createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1'))
    const reply = await fetch(`${base}/api/leyden/v0/ln-address/fetch-charge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: new Uint8Array(1_000_000),
    })
    expect(reply.status).toBe(413)
  })

  /** Opens a connection, which sends parts of requests and waits for texts of replies. */
  async function openConnection() {
    const base = await addressOf(createServer(toNodeHandler(openShop().bff)).listen(0, '127.0.0.1'))
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.on('error', () => {})
    closers.push(() => socket.destroy())
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    return {
      socket,
      send: (head: string, body = '') => void socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`),
      receive: (text: string) => vi.waitFor(() => expect(received).toContain(text)),
    }
  }

  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
  const CHARGE =
    'POST /api/leyden/v0/ln-address/fetch-charge HTTP/1.1\nhost: shop\nx-leyden: 1\ncontent-type: application/json'
  const HEALTH = 'GET /api/leyden/healthz HTTP/1.1\nhost: shop'

  it('keeps the connection of a body that it answers before it was sent', async () => {
    const { socket, send, receive } = await openConnection()
    send('POST /api/leyden/unknown HTTP/1.1\nhost: shop\ncontent-length: 60000')
    await receive('HTTP/1.1 404')
    socket.write('x'.repeat(60_000))
    // The first part is read, and is already too large.
    send(`${CHARGE}\ntransfer-encoding: chunked`, chunk(20_000))
    await receive('HTTP/1.1 413')
    socket.write(`${chunk(20_000)}0\r\n\r\n`)
    send(HEALTH)
    await receive('HTTP/1.1 200')
  })

  it('ends the connection of a body that does not end', async () => {
    const { socket, send, receive } = await openConnection()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    send(`${CHARGE}\ntransfer-encoding: chunked`, chunk(20_000))
    await receive('HTTP/1.1 413')
    const sending = setInterval(() => socket.write(chunk(100_000)), 5)
    await closed
    clearInterval(sending)
  })

  it('ends the connection of a body whose rest does not come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { socket, send, receive } = await openConnection()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    send('POST /api/leyden/unknown HTTP/1.1\nhost: shop\ncontent-length: 60000')
    await receive('HTTP/1.1 404')
    vi.advanceTimersByTime(10_000)
    await closed
  })

  it('serves a part of the routes, and refuses a fetch that is not a BFF’s', async () => {
    const shop = openShop()
    const status = async (routes: 'public' | 'admin', path: string) => {
      const base = await addressOf(createServer(toNodeHandler(shop.bff, { routes })).listen(0, '127.0.0.1'))
      return (await fetch(`${base}/api/leyden/${path}`, { headers: { authorization: 'Bearer x' } })).status
    }
    expect([await status('public', 'healthz'), await status('admin', 'healthz')]).toEqual([200, 404])
    expect([await status('public', 'admin/events'), await status('admin', 'admin/events')]).toEqual([
      404, 401,
    ])
    expect(() => toNodeHandler({ fetch: async () => new Response() })).toThrow('createBff')
  })

  it('answers a malformed request with 400', async () => {
    const shop = openShop()
    const base = await addressOf(createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1'))
    expect((await fetch(base, { method: 'TRACE' }).catch(() => ({ status: 400 }))).status).toBe(400)
  })
})
