import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Charge, type ChargeTermsRequest, createClient, type WatchState } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { type Configuration, readConfiguration } from '../configuration/configuration.js'
import { ADMIN_TOKEN, API_KEY, SECRET } from '../test-support/environment.js'
import { type Front, findNginx, startNginx, startPlainProxies } from '../test-support/front.js'

interface Service {
  command?: string[]
  environment?: Record<string, string | number>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}

const APP = new URL('../../', import.meta.url)
const compose = parse(readFileSync(new URL('compose.yaml', APP), 'utf8'), { merge: true }) as {
  services: Record<string, Service>
}
const nginxConf = readFileSync(new URL('nginx.conf', APP), 'utf8')
const deployDoc = readFileSync(new URL('../../docs/deploy.md', APP), 'utf8')
const INSTANCES = ['bff-1', 'bff-2'] as const
const nginx = await findNginx()

/** Replaces `${NAME:?}`, `${NAME:-preset}` and `$NAME` like Docker. */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::(\?|-)([^}]*))?\}/g, (_, name: string, kind?: string, preset = '') => {
    const value = env[name] ?? ''
    if (value === '' && kind === '?') throw new Error(`${name} is required.`)
    return value === '' ? preset : value
  })
}

function environmentOf(name: string, env: Record<string, string>): Record<string, string> {
  const { environment = {} } = compose.services[name] ?? {}
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, interpolate(String(value), env)]),
  )
}

describe('the compose file', () => {
  const service = { LEYDEN_API_KEY: API_KEY, LEYDEN_BASE_URL: 'https://service.example' }
  const variables = {
    POSTGRES_PASSWORD: 'p',
    LEYDEN_PUBLIC_URL: 'https://shop.example/leyden',
    LEYDEN_SECRET: SECRET,
  }

  it('runs two equal instances behind a proxy that waits for them', () => {
    expect(compose.services['bff-1']).toEqual(compose.services['bff-2'])
    expect(compose.services['bff-1']?.command).toEqual(['node', '/program/dist/main.js'])
    expect(Object.keys(compose.services.nginx?.depends_on ?? {})).toEqual([...INSTANCES])
    for (const name of INSTANCES)
      for (const port of [4000, 4001]) expect(nginxConf).toContain(`server ${name}:${port} `)
  })

  it.each([
    ['/leyden/healthz', 'https://shop.example/leyden/', 200, 0],
    ['/healthz', 'https://shop.example', 200, 0],
    ['/leyden/healthz', 'https://shop.example/leyden', 503, 1],
  ])(
    'asks for %s of an instance at %s, whether or not the service works',
    async (path, publicUrl, status, code) => {
      const asked: (string | undefined)[] = []
      const server = createServer((request, response) => {
        asked.push(request.url)
        response.writeHead(status).end()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const [, , ...args] = compose.services['bff-1']?.healthcheck?.test ?? []
      const { port } = server.address() as AddressInfo
      const here = args.map((each) => each.replace(':4000', `:${port}`))
      const child = spawn(process.execPath, here, { env: { LEYDEN_PUBLIC_URL: publicUrl } })
      const [exitCode] = await once(child, 'close')
      server.close()
      expect([asked, exitCode]).toEqual([[path], code])
    },
  )

  it('passes on each variable that is set', () => {
    const { environment = {} } = compose.services['bff-1'] ?? {}
    const fixed = ['HOST', 'PORT', 'LEYDEN_OPERATIONS_PORT', 'LEYDEN_OPERATIONS_HOST', 'DATABASE_URL']
    const passedOn = Object.entries(environment).filter(([name]) => !fixed.includes(name))
    expect(passedOn.length).toBeGreaterThan(40)
    for (const [name, value] of passedOn)
      expect(interpolate(String(value), { [name]: 'canary' })).toBe('canary')
  })

  it('has the same defaults as the program', () => {
    const ofCompose = readConfiguration(environmentOf('bff-1', { ...service, ...variables }))
    const alone = readConfiguration({
      ...service,
      LEYDEN_PUBLIC_URL: variables.LEYDEN_PUBLIC_URL,
      LEYDEN_SECRET: SECRET,
    })
    const here = [
      'DATABASE_URL',
      'HOST',
      'LEYDEN_TRUSTED_PROXIES',
      'LEYDEN_OPERATIONS_PORT',
      'LEYDEN_OPERATIONS_HOST',
    ]
    const same = ({ settings }: Configuration) =>
      Object.entries(settings).filter(([name]) => !here.includes(name))
    expect(same(ofCompose)).toEqual(same(alone))
  })

  it('lets nginx send the same headers as the sample in the documentation', () => {
    const headersOf = (text: string) =>
      [...text.matchAll(/proxy_set_header (\S+ .+);/g)].map(([, header]) => header)
    const [, publicServer = ''] = /listen 8080;(.*?)\n {4}}\n/s.exec(nginxConf) ?? []
    expect(headersOf(publicServer)).toContain('Forwarded ""')
    expect(headersOf(deployDoc)).toEqual(headersOf(publicServer))
  })

  it('does not start without a password, a secret and a URL', () => {
    for (const name of Object.keys(variables))
      expect(() => environmentOf('bff-1', { ...variables, [name]: '' })).toThrow(`${name} is required`)
  })

  it('gives the instances the database’s own user, password and name', () => {
    const postgres = environmentOf('postgres', variables)
    const { DATABASE_URL = '' } = environmentOf('bff-1', variables)
    const url = new URL(DATABASE_URL)
    expect([url.username, url.password, url.pathname, url.hostname]).toEqual([
      postgres.POSTGRES_USER,
      postgres.POSTGRES_PASSWORD,
      `/${postgres.POSTGRES_DB}`,
      'postgres',
    ])
  })
})

describe(`what it describes, behind ${nginx ? 'nginx' : 'A PLAIN PROXY, since there is no nginx here'}`, () => {
  const directory = mkdtempSync(join(tmpdir(), 'leyden-compose-'))
  const children: ChildProcess[] = []
  const instances: { port: number; adminPort: number; child: ChildProcess }[] = []
  let database: { createDatabase(): Promise<string>; stop(): Promise<void> }
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let front: Front
  let configuration = ''

  /** A service of the file, without paths that exist only inside of containers. */
  async function startInstance(name: string, env: Record<string, string>, databaseUrl: string) {
    const environment = environmentOf(name, env)
    const [, script = ''] = compose.services[name]?.command ?? []
    const main = new URL(script.replace(/^\/program\//, ''), APP).pathname
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH ?? '',
        ...environment,
        DATABASE_URL: databaseUrl,
        HOST: '127.0.0.1',
        PORT: '0',
        LEYDEN_OPERATIONS_PORT: '0',
        LEYDEN_OPERATIONS_HOST: '127.0.0.1',
        LEYDEN_TRUSTED_PROXIES: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk
    })
    await vi.waitFor(() => expect(stdout).toContain('"Listening"'))
    const [port = 0, adminPort = 0] = [...stdout.matchAll(/[uU]rl":"http:\/\/127\.0\.0\.1:(\d+)"/g)].map(
      ([, digits]) => Number(digits),
    )
    instances.push({ port, adminPort, child })
  }

  beforeAll(async () => {
    const starter = new URL('../../packages/bff/src/stores/postgres/test-support/postgres-server.ts', APP)
      .pathname
    const { startPostgresServer } = (await import(starter)) as {
      startPostgresServer(): Promise<typeof database>
    }
    database = await startPostgresServer()
    sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    const env = {
      POSTGRES_PASSWORD: 'unused here',
      LEYDEN_PUBLIC_URL: 'http://localhost/leyden',
      LEYDEN_SECRET: SECRET,
      LEYDEN_API_KEY: API_KEY,
      LEYDEN_BASE_URL: sandbox.url,
      LEYDEN_NETWORK: 'regtest',
      LEYDEN_ADMIN_TOKEN: ADMIN_TOKEN,
      LEYDEN_SETTLES: '1',
    }
    const databaseUrl = await database.createDatabase()
    await Promise.all(INSTANCES.map((name) => startInstance(name, env, databaseUrl)))
    configuration = INSTANCES.reduce((text, name, index) => {
      const { port, adminPort } = instances[index] ?? {}
      return text
        .replace(`${name}:4000`, `127.0.0.1:${port}`)
        .replace(`${name}:4001`, `127.0.0.1:${adminPort}`)
    }, nginxConf)
    const [ports, adminPorts] = [
      instances.map(({ port }) => port),
      instances.map(({ adminPort }) => adminPort),
    ]
    front = await (nginx ? startNginx(nginx, configuration, directory) : startPlainProxies(ports, adminPorts))
  })

  afterAll(async () => {
    await front.close()
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(
      children.map(
        (child) => child.exitCode ?? child.signalCode ?? new Promise((end) => child.once('exit', end)),
      ),
    )
    await sandbox.close()
    await database.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const settle = (charge: Charge) =>
    fetch(`${front.adminUrl}/admin/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ payment_hash: decodeInvoice(charge.invoice.request).paymentHash }),
    })

  const newCharge = (more: Partial<ChargeTermsRequest> = {}) =>
    createClient({ baseUrl: `${front.url}/leyden` }).createCharge({
      lnaddress: 'alice@wallet.example',
      amount: '2100000',
      ...more,
    })

  it('passes each state on at once, in one stream that stays open', async () => {
    const charge = await newCharge()
    const stream = await fetch(`${front.url}/leyden/${charge.watch_url}`, {
      headers: { accept: 'text/event-stream' },
    })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error(`The stream ended with: ${text}`)
        text += value
      }
    }
    await until('"status":"open"')
    expect((await settle(charge)).status).toBe(200)
    await until('"status":"paid"')
    await reader?.cancel()
  })

  const asOperator = { headers: { authorization: `Basic ${btoa(`operator:${ADMIN_TOKEN}`)}` } }

  it('shows the operators’ page at the address that the machine itself can open', async () => {
    const reply = await fetch(front.adminUrl, asOperator)
    expect([reply.status, new URL(reply.url).pathname]).toEqual([200, '/admin/page'])
    expect(new URL(reply.url).origin).toBe(front.adminUrl)
    expect(await reply.text()).toContain('Overview')
    expect((await fetch(front.adminUrl)).status).toBe(401)
  })

  it.runIf(nginx)('redirects to the port that Docker publishes, whichever that is', async () => {
    const reply = await fetch(front.adminUrl, { ...asOperator, redirect: 'manual' })
    expect(reply.headers.get('location')).toBe('/admin/page')
  })

  const status = async (path: string, init: RequestInit) => (await fetch(`${front.url}${path}`, init)).status

  it.runIf(nginx)('passes headers and bodies of realistic size, and refuses larger ones', async () => {
    const get = (headers: Record<string, string>) => status('/leyden/healthz', { headers })
    const post = (characters: number) =>
      status('/leyden/webhooks/ramp/unknown', { method: 'POST', body: 'x'.repeat(characters) })
    expect(await get({ authorization: `Bearer ${'x'.repeat(6_000)}` })).toBe(200)
    expect(await get({ authorization: `Bearer ${'x'.repeat(9_000)}` })).toBe(400)
    const many = Array.from({ length: 6 }, (_, n) => [`x-${n}`, 'x'.repeat(6_000)] as const)
    expect(await get(Object.fromEntries(many))).toBe(400)
    expect(await post(70_000)).toBe(413)
    // Larger than nginx buffers in memory; the instance itself refuses the route, and does not count as failed.
    for (let n = 0; n < 40; n++) expect([await post(60_000), await get({})]).toEqual([404, 200])
  })

  it('accepts a payment through either instance, even if one is killed', async () => {
    const client = createClient({ baseUrl: `${front.url}/leyden` })
    for (const dies of [false, true]) {
      const charge = await newCharge()
      const states: WatchState[] = []
      const watching = new AbortController()
      client.watch(charge.watch_url ?? '', {
        signal: watching.signal,
        onState: (state) => states.push(state),
      })
      await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ status: 'open' }))
      if (dies) instances[0]?.child.kill('SIGKILL')
      await vi.waitFor(async () => expect((await settle(charge)).status).toBe(200), { interval: 200 })
      await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ status: 'paid' }))
      watching.abort()
    }
    // No request is sent to the dead instance any more.
    for (let n = 0; n < 10; n++) expect(await status('/leyden/healthz', {})).toBe(200)
  })

  it.runIf(nginx)(
    'passes the address of the client on from behind another proxy, which nginx.conf names',
    async () => {
      const behindProxy = configuration.replace(
        '# set_real_ip_from 203.0.113.0/24',
        'set_real_ip_from 127.0.0.1',
      )
      expect(behindProxy).not.toBe(configuration)
      const inner = await startNginx(nginx ?? '', behindProxy, mkdtempSync(join(tmpdir(), 'leyden-behind-')))
      const requestCharge = (client: string) =>
        fetch(`${inner.url}/leyden/v0/ln-address/fetch-charge`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-leyden': '1', 'x-forwarded-for': client },
          body: JSON.stringify({ lnaddress: 'nobody', amount: '1' }),
        })
      const of = async (clients: (n: number) => string) =>
        (await Promise.all(Array.from({ length: 40 }, (_, n) => requestCharge(clients(n))))).map(
          ({ status }) => status,
        )
      expect(await of((n) => `198.51.100.${n}`)).not.toContain(429)
      // Addresses that a client puts before its own do not count.
      expect(await of((n) => `192.0.2.${n}, 203.0.113.77`)).toContain(429)
      await inner.close()
    },
  )

  it.runIf(nginx)(
    'passes the address of the client on, and not the header that the client sent',
    async () => {
      const outcomes: number[] = []
      // This exceeds the limit per address and minute, so this test must be the last.
      for (let n = 0; n < 40; n++)
        outcomes.push(
          await status('/leyden/v0/ln-address/fetch-charge', {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-leyden': '1',
              'x-forwarded-for': `198.51.100.${n}`,
            },
            body: JSON.stringify({ lnaddress: 'nobody', amount: '1' }),
          }),
        )
      expect(outcomes).toContain(429)
    },
  )
})
