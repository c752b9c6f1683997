import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, Server } from 'node:net'
import { createClient, type WatchState } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Program, startProgram } from './program.js'
import { ADMIN_TOKEN, API_KEY, environment, SECRET } from './test-support/environment.js'
import { printFigure } from './test-support/soak.js'

/** The built program that a shop runs. */
const MAIN = new URL('../dist/main.js', import.meta.url).pathname

it('reports in one line that Node is too old', async () => {
  const version = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })"
  const child = spawn(process.execPath, [MAIN], {
    env: { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(version)}"` },
  })
  let stderr = ''
  child.stderr.on('data', (data) => (stderr += data))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(stderr).toBe('The BFF needs Node 20.19 or later; this is Node 18.20.8.\n')
})

describe('the program', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let program: Program
  const lines: string[] = []
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    program = await startProgram(environment(sandbox.url, { LEYDEN_SETTLES: '1' }), {
      log: (line) => lines.push(line),
    })
    client = createClient({ baseUrl: `${program.url}/leyden` })
  })
  afterAll(async () => {
    await program.close()
    await sandbox.close()
  })

  it('accepts a payment from the look-up to the proof, over sockets', async () => {
    const answer = await client.validateLightningAddress('alice@wallet.example')
    expect(answer).toMatchObject({ valid: true, mode: 'test', network: 'regtest' })
    const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
    const states: WatchState[] = []
    const watching = new AbortController()
    client.watch(charge.watch_url ?? '', { signal: watching.signal, onState: (state) => states.push(state) })
    await vi.waitFor(() => expect(states).toMatchObject([{ status: 'open' }]))
    const { preimage } = sandbox.sandbox.pay(charge.invoice.request)
    await client.proveCharge(charge.watch_url ?? '', preimage)
    await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ status: 'paid', evidence: 'preimage' }))
    watching.abort()
  })

  it.each([
    ['without a callback', undefined],
    ['with a callback that is not https', 'http://wallet.example/cb'],
  ])(
    'accepts an address whose look-up is answered %s, because the service makes the invoice',
    async (_, url) => {
      // The sandbox's service, with another callback.
      const service = createServer(async (request, response) => {
        const { method = 'GET', url: path = '/' } = request
        let body = ''
        for await (const chunk of request) body += chunk
        const headers = { apikey: String(request.headers.apikey), 'content-type': 'application/json' }
        const reply = await fetch(sandbox.url + path, {
          method,
          headers,
          body: method === 'GET' ? null : body,
        })
        const json = (await reply.json()) as { data: { metadata?: { callback?: string | undefined } } }
        if (json.data.metadata) json.data.metadata.callback = url
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      }).listen(0, '127.0.0.1')
      await once(service, 'listening')
      const { port } = service.address() as AddressInfo
      const shop = await startProgram(environment(`http://127.0.0.1:${port}`), { log: () => {} })
      try {
        const page = createClient({ baseUrl: `${shop.url}/leyden` })
        const lookUp = await page.validateLightningAddress('alice@wallet.example')
        expect(lookUp).toMatchObject({ valid: true, metadata: { tag: 'payRequest' } })
        expect(lookUp.valid && lookUp.metadata.callback).toBe(url)
        const { invoice } = await page.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
        expect(decodeInvoice(invoice.request).amountMsat).toBe(2_100_000n)
      } finally {
        await shop.close()
        service.close()
      }
    },
  )

  it('does not claim to have delivered an event if LEYDEN_EVENTS_URL is not set, and says so at the start', async () => {
    const charge = await client.createCharge({ lnaddress: 'carol@wallet.example', amount: '2100000' })
    const { preimage } = sandbox.sandbox.pay(charge.invoice.request)
    await client.proveCharge(charge.watch_url ?? '', preimage)
    const drained = await fetch(`${program.url}/leyden/admin/drain`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: '{}',
    })
    expect(drained.status).toBe(200)
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged.map(({ code }) => code)).not.toContain('EVENT_DELIVERED')
    expect(logged).toContainEqual(
      expect.objectContaining({
        code: 'CONFIGURATION_NOTICE',
        msg: 'No server of yours is told of payments and purchases, because LEYDEN_EVENTS_URL is not set.',
      }),
    )
  })

  it('accepts the report of a payment from another server of the shop', async () => {
    const charge = await client.createCharge({ lnaddress: 'bob@wallet.example', amount: '2100000' })
    const reply = await fetch(`${program.url}/leyden/admin/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ payment_hash: decodeInvoice(charge.invoice.request).paymentHash }),
    })
    expect(await reply.json()).toMatchObject({ success: true, data: { status: 'paid', evidence: 'app' } })
  })

  it('reports to another server of the shop that an order was paid twice', async () => {
    const posted: { type: string; data: Record<string, unknown> }[] = []
    const receiver = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      posted.push(JSON.parse(text))
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const log: string[] = []
    const shop = await startProgram(
      environment(sandbox.url, {
        LEYDEN_SETTLES: '1',
        LEYDEN_EVENTS_URL: `http://127.0.0.1:${port}/events`,
        LEYDEN_EVENTS_SECRET: `whsec_${btoa('a key of at least 24 bytes!')}`,
      }),
      { log: (line) => log.push(line) },
    )
    const admin = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const reply = await fetch(`${shop.url}/leyden/admin/${path}`, init)
      return (await reply.json()) as { data: { intent: string } }
    }
    const page = createClient({ baseUrl: `${shop.url}/leyden` })
    const charge = async () => {
      const order = { lnaddress: 'shortlived-8@wallet.example', amount: '2100500', reference: 'order-7' }
      const { intent } = (await admin('intents', order)).data
      const { invoice } = await page.createCharge({ intent })
      return { intent, hash: decodeInvoice(invoice.request).paymentHash }
    }
    try {
      const replaced = await charge()
      let newer = await charge()
      expect(newer.hash).toBe(replaced.hash)
      await vi.waitFor(
        async () => {
          newer = await charge()
          expect(newer.hash).not.toBe(replaced.hash)
        },
        // More often would exceed the limit of charges per minute.
        { interval: 2_000 },
      )
      const paidAt = new Date().toISOString()
      await admin('settle', { payment_hash: newer.hash, paid_at: paidAt })
      await admin('settle', { payment_hash: replaced.hash })
      const paid = () => posted.filter(({ type }) => type === 'charge.paid').map(({ data }) => data)
      await vi.waitFor(() => expect(paid()).toHaveLength(2))
      const delivered = { msg: 'Event delivered', type: 'charge.paid', event: `${newer.hash}.1` }
      await vi.waitFor(() =>
        expect(log.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(delivered)),
      )
      const of = (hash: string) => paid().find(({ payment_hash }) => payment_hash === hash)
      const order = { lnaddress: 'shortlived-8@wallet.example', amount: '2100500', matches: true }
      expect(of(newer.hash)).toMatchObject({ amount: '2100500', paid_at: paidAt, intent: true, order })
      expect(of(newer.hash)).not.toHaveProperty('duplicate_of')
      expect(of(replaced.hash)).toMatchObject({ duplicate_of: newer.hash, reference: 'order-7' })
      const reading = await page.readIntent(replaced.intent)
      expect(reading.charge?.state).toMatchObject({ status: 'paid', paid_at: paidAt })
    } finally {
      await shop.close()
      receiver.close()
    }
  })

  it('logs lines of JSON with a request id, and no secret in any of them', async () => {
    const reply = await fetch(`${program.url}/leyden/v0/ln-address/validate/${API_KEY}%40wallet.example`)
    const requestId = reply.headers.get('x-request-id')
    await vi.waitFor(() => expect(lines.some((line) => JSON.parse(line).requestId === requestId)).toBe(true))
    const everything = lines.join('\n')
    for (const secret of [API_KEY, SECRET, ADMIN_TOKEN]) expect(everything).not.toContain(secret)
    expect(everything).not.toMatch(/lnbcrt\d/)
  })

  it.each([
    '//',
    '//evil.example',
    '/\\',
    '*',
    'http://evil.example/leyden/healthz',
    '/leyden/%',
    '/leyden/../../x',
  ])('survives a request for %j', async (target) => {
    const { hostname, port } = new URL(program.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    let reply = ''
    for await (const chunk of socket) reply += chunk
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await fetch(`${program.url}/leyden/healthz`)).status).toBe(200)
  })

  it('logs errors of its listening socket, and keeps serving', async () => {
    const listening = vi.spyOn(Server.prototype, 'listen')
    const logLines: string[] = []
    const shop = await startProgram(environment(sandbox.url), { log: (line) => logLines.push(line) })
    const [server] = listening.mock.contexts as [Server]
    listening.mockRestore()
    try {
      for (let n = 0; n < 2; n++) server.emit('error', new Error('accept ENFILE'))
      expect((await fetch(`${shop.url}/leyden/healthz`)).status).toBe(200)
      expect(logLines.filter((line) => line.includes('accept ENFILE'))).toHaveLength(2)
    } finally {
      await shop.close()
    }
  })

  it('reports that it is alive', async () => {
    expect(await (await fetch(`${program.url}/leyden/healthz`)).text()).toBe('ok\n')
  })
})

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH ?? '', ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

/** Requests that are sent together: the second one is running when the first is answered. */
const pipelined = (...paths: string[]) =>
  paths.map((path) => `GET /leyden/${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join('')

describe('starting the program', () => {
  it('lists all problems of its environment, one per line, and exits with 1', async () => {
    const { ended, stderr } = run({
      LEYDEN_API_KEY: 'a-key-in-the-right-place',
      LEYDEN_BASE_URL: 'http://service.example',
      LEYDEN_SECRET: 'short-and-never-told',
      LEYDEN_NETWORK: 'moon',
      PORT: '70000',
    })
    expect(await ended).toBe(1)
    expect(stderr().trimEnd().split('\n').sort()).toEqual([
      'LEYDEN_BASE_URL must be an https URL, or an http URL of this machine, not "http://service.example".',
      'LEYDEN_NETWORK must be one of mainnet, testnet, signet, regtest, not "moon".',
      'LEYDEN_PUBLIC_URL is missing. The public URL of this program. Its path is the prefix of every route.',
      'LEYDEN_SECRET must be 32 random characters or more, each one of a list: create one with `openssl rand -base64 33`.',
      'PORT must be a whole number from 0 to 65535, not "70000".',
    ])
    expect(stderr()).not.toMatch(/a-key-in|short-and/)
  })

  it('reports in one line that its port is taken', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => squatter.once('listening', resolve))
    const { port } = squatter.address() as AddressInfo
    const { ended, stderr } = run(environment('http://127.0.0.1:1', { PORT: String(port) }))
    expect(await ended).toBe(1)
    expect(stderr()).toBe(`Port ${port} is taken by another program.\n`)
    squatter.close()
  })

  it('answers running requests, ends streams and exits with 0 on SIGTERM', async () => {
    const sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    const { child, ended, stdout } = run(environment(sandbox.url))
    await vi.waitFor(() => expect(stdout()).toContain('Listening'))
    const url = /"url":"([^"]+)"/.exec(stdout())?.[1] ?? ''
    const client = createClient({ baseUrl: `${url}/leyden` })
    const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
    const stream = await fetch(`${url}/leyden/${charge.watch_url}`, {
      headers: { accept: 'text/event-stream' },
    })
    let events = ''
    const streamEnded = (async () => {
      for await (const chunk of stream.body ?? []) events += Buffer.from(chunk)
    })()
    // A stream that ends before its first state was read from the store contains none.
    await vi.waitFor(() => expect(events).toContain('"status":"open"'))
    const { hostname, port } = new URL(url)
    const slow = connect(Number(port), hostname)
    let replies = ''
    slow.on('data', (chunk) => {
      replies += chunk
    })
    slow.write(pipelined('healthz', 'v0/ln-address/validate/slow%40wallet.example'))
    await once(slow, 'data')
    expect(replies).not.toContain('wallet.example')
    // As if a process group and its parent each passed the signal on.
    child.kill('SIGTERM')
    child.kill('SIGINT')
    await streamEnded
    expect(await ended).toBe(0)
    expect(replies.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2)
    await sandbox.close()
  })

  it('warns that this start created the store, and is ready and says when that was', async () => {
    const sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    const env = environment(sandbox.url, { LEYDEN_OPERATIONS_PORT: '0' })
    const start = async () => {
      const lines: string[] = []
      const program = await startProgram(env, { log: (line) => lines.push(line) })
      const reply = await fetch(`${program.operationsUrl}/readyz`)
      const createdAt = /^The store was created at (.+)\.$/m.exec(await reply.text())?.[1] ?? ''
      await program.close()
      return { status: reply.status, createdAt, codes: lines.map((line) => JSON.parse(line).code) }
    }
    const beforeMs = Date.now()
    const first = await start()
    expect(first.status).toBe(200)
    expect(first.codes.filter((code) => code === 'STORE_NEW')).toHaveLength(1)
    expect(Date.parse(first.createdAt)).toBeGreaterThanOrEqual(beforeMs)
    expect(Date.parse(first.createdAt)).toBeLessThanOrEqual(Date.now())
    const second = await start()
    expect(second).toMatchObject({ status: 200, createdAt: first.createdAt })
    expect(second.codes).not.toContain('STORE_NEW')
    await sandbox.close()
  })

  it('is no longer ready after SIGTERM, and answers until it has drained', async () => {
    const sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    const settings = { LEYDEN_DRAIN_SECONDS: '4', LEYDEN_OPERATIONS_PORT: '0' }
    const lines: string[] = []
    const program = await startProgram(environment(sandbox.url, settings), {
      log: (line) => lines.push(line),
    })
    const readyz = async () => (await fetch(`${program.operationsUrl}/readyz`)).status
    expect(await readyz()).toBe(200)
    const closed = program.close()
    expect(await readyz()).toBe(503)
    const lookUp = () => fetch(`${program.url}/leyden/v0/ln-address/validate/alice%40wallet.example`)
    let answered = 0
    let isClosed = false
    void closed.then(() => {
      isClosed = true
    })
    // A request that arrives when the port closes may be refused.
    for (; !isClosed; answered++) if ((await lookUp().catch(() => ({ status: 0 }))).status !== 200) break
    printFigure('drain of 4 seconds', `${answered} requests answered after SIGTERM`, 'until the port closes')
    expect(answered).toBeGreaterThan(0)
    await closed
    await expect(lookUp()).rejects.toThrow()
    expect(lines.filter((line) => line.includes('Stopping'))).toHaveLength(1)
    await sandbox.close()
  })

  it('exits with 1 at once on a second signal', async () => {
    const sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    const { child, ended, stdout } = run(environment(sandbox.url, { LEYDEN_TIMEOUT_SECONDS: '60' }))
    await vi.waitFor(() => expect(stdout()).toContain('Listening'))
    const url = /"url":"([^"]+)"/.exec(stdout())?.[1] ?? ''
    const { hostname, port } = new URL(url)
    const hanging = connect(Number(port), hostname).on('error', () => {})
    hanging.write(pipelined('healthz', 'v0/ln-address/validate/hang%40wallet.example'))
    await once(hanging, 'data')
    const again = setInterval(() => child.kill('SIGTERM'), 400)
    expect(await ended).toBe(1)
    clearInterval(again)
    hanging.destroy()
    await sandbox.close()
  })
})
