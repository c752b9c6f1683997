import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type WatchState } from '@leyden/core'
import { decodeInvoice } from '@leyden/core/invoice'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { ADMIN_TOKEN, API_KEY, SECRET } from '../test-support/environment.js'

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
const INSTANCES = ['bff-1', 'bff-2'] as const

/** What Docker makes of `${NAME:?}`, `${NAME:-preset}` and `$NAME`. */
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
  const given = {
    POSTGRES_PASSWORD: 'p',
    LEYDEN_PUBLIC_URL: 'https://shop.example/leyden',
    LEYDEN_SECRET: SECRET,
  }

  it('runs two instances alike, behind what waits for them', () => {
    expect(compose.services['bff-1']).toEqual(compose.services['bff-2'])
    expect(compose.services['bff-1']?.command).toEqual(['node', '/program/dist/main.js'])
    expect(Object.keys(compose.services.nginx?.depends_on ?? {})).toEqual([...INSTANCES])
    for (const name of INSTANCES) expect(nginxConf).toContain(`server ${name}:4000`)
  })

  it('does not start without a password, a secret and an address', () => {
    for (const name of Object.keys(given))
      expect(() => environmentOf('bff-1', { ...given, [name]: '' })).toThrow(`${name} is required`)
  })

  it('gives the instances the database’s own user, password and name', () => {
    const postgres = environmentOf('postgres', given)
    const { DATABASE_URL = '' } = environmentOf('bff-1', given)
    const url = new URL(DATABASE_URL)
    expect([url.username, url.password, url.pathname, url.hostname]).toEqual([
      postgres.POSTGRES_USER,
      postgres.POSTGRES_PASSWORD,
      `/${postgres.POSTGRES_DB}`,
      'postgres',
    ])
  })
})

describe('what it describes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'leyden-compose-'))
  const children: ChildProcess[] = []
  const instances: { port: number; child: ChildProcess }[] = []
  let database: { createDatabase(): Promise<string>; stop(): Promise<void> }
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let front: { url: string; close(): void }

  /** One service as the file says it, but for the places that only exist inside of containers. */
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
        LEYDEN_TRUSTED_PROXIES: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
    })
    await vi.waitFor(() => expect(said).toContain('"Listening"'), { timeout: 30_000 })
    instances.push({ port: Number(/127\.0\.0\.1:(\d+)"/.exec(said)?.[1]), child })
  }

  beforeAll(async () => {
    const starter = new URL('../../packages/bff/src/postgres/test-support/postgres-server.ts', APP).pathname
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
    front = await startFront(
      instances.map(({ port }) => port),
      directory,
    )
  }, 120_000)

  afterAll(async () => {
    front.close()
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

  it('takes a payment through the proxy, whichever instance answers, also when one is killed', async () => {
    const client = createClient({ baseUrl: `${front.url}/leyden` })
    for (const dies of [false, true]) {
      const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
      const states: WatchState[] = []
      const watching = new AbortController()
      client.watch(charge.watch_url ?? '', {
        signal: watching.signal,
        onState: (state) => states.push(state),
      })
      await vi.waitFor(() => expect(states).toMatchObject([{ status: 'open' }]), { timeout: 10_000 })
      if (dies) instances[0]?.child.kill('SIGKILL')
      const { paymentHash } = decodeInvoice(charge.invoice.request)
      await vi.waitFor(
        async () => {
          const reply = await fetch(`${front.url}/leyden/admin/settle`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
            body: JSON.stringify({ payment_hash: paymentHash }),
          })
          expect(reply.status).toBe(200)
        },
        { timeout: 10_000, interval: 200 },
      )
      await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ status: 'paid' }), { timeout: 15_000 })
      watching.abort()
    }
  }, 60_000)
})

/** nginx with the file's own configuration where there is one; else a plain proxy that takes turns. */
async function startFront(ports: number[], directory: string): Promise<{ url: string; close(): void }> {
  const nginx = ['nginx', '/usr/sbin/nginx', process.env.LEYDEN_NGINX ?? ''].find(
    (command) => command !== '' && spawnSync(command, ['-v']).status === 0,
  )
  return nginx ? startNginx(nginx, ports, directory) : startPlainProxy(ports)
}

async function startNginx(command: string, ports: number[], directory: string) {
  const port = await freePort()
  const inside = INSTANCES.reduce(
    (text, name, index) => text.replace(`${name}:4000`, `127.0.0.1:${ports[index]}`),
    nginxConf.replace('listen 8080', `listen 127.0.0.1:${port}`),
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  const conf = `daemon off; pid ${directory}/nginx.pid;\n${inside.replace('http {', `http {\n${paths.join('\n')}`)}`
  writeFileSync(join(directory, 'nginx.conf'), conf)
  const child = spawn(command, ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/leyden/healthz`)).status).toBe(200), {
    timeout: 20_000,
  })
  return { url, close: () => void child.kill('SIGTERM') }
}

async function startPlainProxy(ports: number[]) {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const tryNext = (left: number) => {
      const { method = 'GET', url = '/', headers } = incoming
      const upstream = httpRequest({
        port: ports[turn++ % ports.length],
        host: '127.0.0.1',
        method,
        path: url,
        headers,
      })
      upstream.once('response', (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
        reply.once('error', () => outgoing.destroy())
      })
      upstream.once('error', () =>
        left > 0 && !outgoing.headersSent ? tryNext(left - 1) : outgoing.destroy(),
      )
      if (method === 'POST') incoming.pipe(upstream)
      else upstream.end()
    }
    // What may have been done already is not done again.
    tryNext(incoming.method === 'GET' ? 1 : 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
