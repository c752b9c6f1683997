import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BffOptions, createBff, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { operations } from '@leyden/bff/operations'
import { startSandbox } from '@leyden/sandbox/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderWith } from '../test-support/temporary-folder.js'
import type { Check } from './check.js'
import { type DoctorOptions, doctor } from './doctor.js'

/** A server that answers like a BFF whose `publicUrl` is its own address, or the given one. */
async function startBff({ publicUrl = '', allowed = '' } = {}, instead?: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    if (instead) return instead(request, response)
    const own = `http://${request.headers.host}`
    response.setHeader('x-leyden-public-url', publicUrl || `${own}/api/leyden`)
    if (request.url === '/api/leyden/healthz') return response.end('ok\n')
    const origin = request.headers.origin ?? ''
    if (origin === own || origin === allowed) response.setHeader('access-control-allow-origin', origin)
    response.end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`
}

const REACT = {
  'node_modules/react/package.json': { version: '19.3.1' },
  'node_modules/react-dom/package.json': { version: '19.3.1' },
}
const WIDGETS = '@leyden/react'
const APP = {
  'package.json': {},
  'src/tip.tsx': `import { LeydenProvider } from '${WIDGETS}'\nimport '${WIDGETS}/styles.css'\n`,
  'leyden/server.mjs': "sqliteStore({ path: 'leyden.db' })",
  'node_modules/@leyden/react/package.json': {},
  ...REACT,
}

async function examine(files: Record<string, string | object>, options: Partial<DoctorOptions> = {}) {
  const root = folderWith(files)
  let text = ''
  const code = await doctor({ root, json: true, print: (each) => (text += each), ...options })
  const { ok, checks } = JSON.parse(text) as { ok: boolean; checks: (Check & { name: string })[] }
  const problems = checks.filter(({ status }) => status === 'problem')
  expect([ok, code]).toEqual([problems.length === 0, problems.length === 0 ? 0 : 1])
  for (const { fix } of problems) expect(fix).toMatch(/^[^\n]+$/)
  return { checks, problems }
}

const envOf = (url: string, more = 'LEYDEN_SETTLES=1') => ({
  '.env': `LEYDEN_PUBLIC_URL=${url}\nLEYDEN_ADMIN_TOKEN=token\n${more}\n`,
})
const KEY = 'ab'.repeat(32)
const WALLET = `LEYDEN_NWC_URL=nostr+walletconnect://${KEY}?relay=wss://relay.example&secret=${KEY}`

describe('the doctor', () => {
  it('finds no problem in a healthy app', async () => {
    const { checks } = await examine({ ...APP, ...envOf(await startBff()) })
    expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'bff ok',
      'publicUrl ok',
      'origin ok',
      'styles ok',
      'store ok',
      'payments ok',
      'react ok',
    ])
  })

  it('prints a line for each check and the fix below it', async () => {
    const lines: string[] = []
    const root = folderWith({ ...APP, 'leyden/server.mjs': 'memoryStore()', ...envOf(await startBff()) })
    expect(await doctor({ root, json: false, print: (text) => void lines.push(...text.split('\n')) })).toBe(1)
    expect(lines).toHaveLength(8)
    expect(lines[5]).toContain("Use sqliteStore({ path: 'leyden.db' })")
  })

  it('does not say that a slow server is absent', async () => {
    const url = await startBff({}, () => {})
    const { checks } = await examine({ ...APP, ...envOf(url) }, { timeoutMs: 300 })
    expect(checks[0]).toMatchObject({
      name: 'bff',
      status: 'problem',
      message: expect.stringContaining('has not answered within 0.3 seconds'),
      fix: expect.stringContaining('do not start it again'),
    })
  })

  it.each([
    ['nothing listens', undefined, /Nothing listens/, /npm run dev/],
    ['a proxy has nothing behind it', 502, /Something else/, /npm run dev/],
    ['a page answers in its place', 200, /Something else/, /server\.proxy/],
  ])('reports that the BFF is not up: %s', async (_name, status, message, fix) => {
    const url =
      status === undefined
        ? 'http://127.0.0.1:1/api/leyden'
        : await startBff({}, (_request, response) => response.writeHead(status).end('<!doctype html>'))
    const { problems, checks } = await examine({ ...APP, ...envOf(url) })
    expect(problems).toMatchObject([
      { name: 'bff', message: expect.stringMatching(message), fix: expect.stringMatching(fix) },
    ])
    expect(checks.filter(({ status }) => status === 'unknown').map(({ name }) => name)).toEqual([
      'publicUrl',
      'origin',
    ])
  })

  it('reports that no publicUrl is set', async () => {
    const { problems } = await examine(APP)
    expect(problems).toMatchObject([{ name: 'bff', fix: expect.stringContaining('LEYDEN_PUBLIC_URL=') }])
  })

  it('reports that the BFF was started with another publicUrl', async () => {
    const url = await startBff({ publicUrl: 'http://localhost:5173/api/leyden' })
    const { problems } = await examine({ ...APP, ...envOf(url) })
    expect(problems).toMatchObject([
      { name: 'publicUrl', fix: expect.stringContaining(`LEYDEN_PUBLIC_URL=${url}`) },
    ])
  })

  it('reports a publicUrl without TLS that is not of this machine', async () => {
    const url = (await startBff()).replace('127.0.0.1', '0.0.0.0')
    const { problems } = await examine({ ...APP, ...envOf(url) })
    expect(problems).toMatchObject([{ name: 'publicUrl', fix: 'Serve the shop over https.' }])
  })

  it('reports that another server describes itself at the publicUrl', async () => {
    const url = await startBff({}, ({ url = '' }, response) => {
      response.end(url.endsWith('/healthz') ? 'ok' : '<!doctype html>')
    })
    const { problems } = await examine({ ...APP, ...envOf(url) })
    expect(problems.map(({ name }) => name)).toEqual(['publicUrl', 'origin'])
  })

  it('reports that the page’s origin is refused, but not for an allowed origin', async () => {
    const url = await startBff({ allowed: 'https://game.example' })
    const files = { ...APP, ...envOf(url) }
    expect((await examine(files, { page: 'https://game.example/play' })).problems).toEqual([])
    expect((await examine(files, { page: 'http://localhost:5174/tip' })).problems).toMatchObject([
      { name: 'origin', fix: expect.stringContaining("allowedOrigins: ['http://localhost:5174']") },
    ])
  })

  it.each<[string, Record<string, string | object>, string, RegExp]>([
    ['a style sheet that nobody imports', { 'src/tip.tsx': `import '${WIDGETS}'` }, 'styles', /styles\.css/],
    ['a store in memory', { 'leyden/server.mjs': 'memoryStore()' }, 'store', /sqliteStore/],
    ['a file where functions run', { 'vercel.json': '{}' }, 'store', /postgresStore/],
    [
      'two Reacts',
      { 'node_modules/@leyden/react/node_modules/react/package.json': { version: '18.2.0' } },
      'react',
      /npm dedupe/,
    ],
    [
      'another react-dom',
      { 'node_modules/react-dom/package.json': { version: '19.0.0' } },
      'react',
      /react-dom@19\.3\.1/,
    ],
  ])('reports %s', async (_name, files, name, fix) => {
    const { problems } = await examine({ ...APP, ...envOf(await startBff()), ...files })
    expect(problems).toMatchObject([{ name, fix: expect.stringMatching(fix) }])
  })

  it.each(['layer.css', 'pay.css', 'ramp.css'])('accepts %s as the style sheet', async (sheet) => {
    const files = {
      ...APP,
      'src/tip.tsx': `import '${WIDGETS}'`,
      'src/app.css': `@import "${WIDGETS}/${sheet}";`,
    }
    expect((await examine({ ...files, ...envOf(await startBff()) })).problems).toEqual([])
  })

  it('reports what it cannot check as unknown, not as a problem', async () => {
    const { checks, problems } = await examine({ 'package.json': {}, ...envOf(await startBff()) })
    expect(problems).toEqual([])
    expect(checks.filter(({ status }) => status === 'unknown').map(({ name }) => name)).toEqual([
      'styles',
      'store',
      'react',
    ])
  })
})

describe('whether payments will be seen', () => {
  const page = (address: string) => ({
    'src/tip.tsx': `import '${WIDGETS}/styles.css'\n<PayToLightningAddress address="${address}" />`,
  })
  const paymentsOf = async (files: Record<string, string | object>, env: string, options = {}) => {
    const { checks } = await examine({ ...APP, ...files, ...envOf(await startBff(), env) }, options)
    return checks.find(({ name }) => name === 'payments')
  }

  it.each([
    ['with the service alone', 'LEYDEN_PROVIDER=service', 'warning', /nobody sees/],
    ['with a server that reports them', 'LEYDEN_SETTLES=1', 'ok', /admin\/settle/],
    ['with a server, of this address', 'LEYDEN_SETTLES=Alice@wallet.example', 'ok', /Alice@wallet\.example/],
    ['with a server, of another address', 'LEYDEN_SETTLES=shop@mine.example', 'warning', /to alice@wallet/],
    ['with a wallet', `LEYDEN_SETTLES=1\n${WALLET}`, 'ok', /your wallet/],
    ['with an example’s address', 'LEYDEN_PROVIDER=verified-first', 'unknown', /put your own address/],
    ['without the service', 'LEYDEN_PROVIDER=lnurl', 'unknown', /put your own address/],
    ['with a misspelt provider', 'LEYDEN_PROVIDER=verified_first', 'problem', /LEYDEN_PROVIDER must be/],
    ['with a word', 'LEYDEN_SETTLES=yes', 'problem', /LEYDEN_SETTLES must be/],
    [
      'with a wallet that reports none',
      `LEYDEN_SETTLES=0\n${WALLET}`,
      'problem',
      /NWC_URL needs LEYDEN_SETTLES/,
    ],
    [
      'with no wallet',
      'LEYDEN_SETTLES=1\nLEYDEN_NWC_URL=nostr+walletconnect://x',
      'problem',
      /NWC_URL must be/,
    ],
    [
      'without anybody',
      'LEYDEN_SETTLES=1\nLEYDEN_ADMIN_TOKEN=',
      'problem',
      /SETTLES needs LEYDEN_NWC_URL or/,
    ],
  ])('is said %s', async (_, env, status, message) => {
    const payments = await paymentsOf(page('alice@wallet.example'), env)
    expect(payments).toMatchObject({ status, message: expect.stringMatching(message) })
    if (/warning|problem/.test(status))
      expect(payments?.fix).toMatch(/^[^\n]*LEYDEN_PROVIDER=verified-first[^\n]*$/)
  })

  it.each([
    ['verified', 'alice@wallet.example', 'ok'],
    ['not verified', 'noverify@wallet.example', 'warning'],
  ])('is found out by an invoice: %s', async (_, address, status) => {
    const sandbox = await startSandbox({ port: 0, rampPort: 0, lnurlPort: 0, network: 'mainnet' })
    onTestFinished(() => sandbox.close())
    const options = { server: sandbox.lnurlUrl }
    const payments = await paymentsOf(page(address), 'LEYDEN_PROVIDER=verified-first', options)
    expect(payments).toMatchObject({ status, message: expect.stringContaining(address) })
  })

  const server = (code: string) => ({ 'leyden/server.mjs': `sqliteStore({ path: 'leyden.db' }); ${code}` })
  const installed = {
    'node_modules/nostr-tools/package.json': { version: '2.25.2' },
    'node_modules/ws/package.json': { version: '8.23.0' },
  }

  it('needs the packages for a wallet', async () => {
    const files = server('createBff(readPaymentSettings(env))')
    const env = `LEYDEN_SETTLES=1\n${WALLET}`
    expect(await paymentsOf(files, env)).toMatchObject({
      status: 'problem',
      fix: 'npm install nostr-tools ws',
    })
    expect(await paymentsOf({ ...files, ...installed }, env)).toMatchObject({ status: 'ok' })
  })
})

describe('whether payments will be seen by a server that does not read the settings', () => {
  const token = 'an admin token with more than 32 characters'
  const page = '<PayToLightningAddress address="alice@wallet.example" />'

  /** A BFF whose code decides who sees payments. */
  async function startOwn(options: Partial<BffOptions>): Promise<string> {
    const sandbox = await startSandbox({ port: 0, rampPort: 0 })
    const server = createServer((request, response) => handle(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`
    const bff = createBff({
      pay: serviceProvider({ apiKey: 'sandbox-key', baseUrl: sandbox.url }),
      identify: async () => ({ guest: true }),
      store: memoryStore(),
      publicUrl,
      secrets: ['a secret of at least thirty-two characters'],
      network: 'regtest',
      log: { info() {}, warn() {}, error() {} },
      ...options,
    })
    const handle = toNodeHandler(bff)
    onTestFinished(async () => {
      server.close()
      await bff.close()
      await sandbox.close()
    })
    return publicUrl
  }

  const paymentsOf = async (options: Partial<BffOptions>, adminToken = token) => {
    const { checks } = await examine({
      ...APP,
      'src/tip.tsx': page,
      'leyden/server.mjs': "createBff({ store: sqliteStore({ path: 'leyden.db' }) })",
      '.env': `LEYDEN_PUBLIC_URL=${await startOwn(options)}\nLEYDEN_ADMIN_TOKEN=${adminToken}\nLEYDEN_SETTLES=1`,
    })
    expect(checks.find(({ name }) => name === 'publicUrl')).toMatchObject({ status: 'ok' })
    return checks.find(({ name }) => name === 'payments')
  }
  const deadService = serviceProvider({ apiKey: 'another-key', baseUrl: 'http://127.0.0.1:1' })
  const own = () => ({ extensions: [operations({ token })] })

  it('is what the running BFF says, whatever the settings are', async () => {
    expect(await paymentsOf({ ...own(), settlement: { recipients: true } })).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^The running BFF says: Payments to alice@wallet\.example are seen/),
    })
    expect(await paymentsOf(own())).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/alice@wallet\.example cannot be seen/),
      fix: expect.stringMatching(/verifiedFirst\(/),
    })
  })

  it.each([
    ['refuses the token', own, 'another token', /status 401/],
    ['has no admin routes', () => ({}), token, /status 404.*operations\(\{ token \}\)/],
    ['cannot be asked without a token', own, '', /status 401.*LEYDEN_ADMIN_TOKEN/],
    [
      'cannot find out, because the provider does not answer',
      () => ({ ...own(), pay: { ...deadService, verify: async () => ({ settled: false }) } }),
      token,
      /^The running BFF says: /,
    ],
  ])('is unknown if the BFF %s', async (_, optionsOf, adminToken, message) => {
    expect(await paymentsOf(optionsOf(), adminToken)).toMatchObject({
      status: 'unknown',
      message: expect.stringMatching(message),
    })
  })
})
