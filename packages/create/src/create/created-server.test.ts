import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderOfTarballs, folderWith } from '../test-support/temporary-folder.js'
import { create } from './create.js'
import { questionsFor } from './questions.js'

const PACKAGES = join(import.meta.dirname, '../../..')
const BFF = join(PACKAGES, 'bff')

/** An app that the tool has made with the answer `service`, with these installed packages beside those of the BFF. */
async function createdApp(walletPackages: readonly string[]): Promise<string> {
  const root = folderWith({
    'package.json': { name: 'shop', scripts: { dev: 'vite' }, dependencies: { react: '19', vite: '8' } },
    'vite.config.js': 'export default {\n  plugins: [],\n}\n',
    'index.html': '',
    // The page, which is not built here.
    'node_modules/sirv/package.json': { type: 'module', exports: './index.js' },
    'node_modules/sirv/index.js': 'export default () => () => {}',
  })
  const packages = folderOfTarballs()
  await create({ cwd: root, packages, install: false, questions: questionsFor(true), print: () => {} })
  const modules = join(root, 'node_modules')
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(target, join(modules, name), 'junction')
  }
  link('@leyden/lnurl', join(PACKAGES, 'lnurl'))
  // A copy finds only the packages of the app.
  for (const part of ['package.json', 'dist'])
    cpSync(join(BFF, part), join(modules, '@leyden/bff', part), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(BFF, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), 'libsql', ...walletPackages])
    link(name, join(BFF, 'node_modules', name))
  return root
}

/** Starts the server of an app, live, with these settings added to its `.env`. */
async function startServer(settings: string, walletPackages: readonly string[] = ['nostr-tools', 'ws']) {
  const root = await createdApp(walletPackages)
  const port = await freePort()
  const live = `LEYDEN_BASE_URL=https://service.example\nLEYDEN_API_KEY=a-key-for-tests\nPORT=${port}`
  const env = join(root, '.env')
  writeFileSync(env, `${readFileSync(env, 'utf8')}${live}\n${settings}\n`)
  const variables = Object.entries(process.env).filter(([name]) => !/^(LEYDEN|VITEST|NODE)_/.test(name))
  const server = spawn(process.execPath, ['leyden/server.mjs'], {
    cwd: root,
    env: Object.fromEntries(variables),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exit = new Promise<number | null>((resolve) => server.on('exit', resolve))
  onTestFinished(async () => {
    server.kill()
    await exit
  })
  let errors = ''
  server.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return { exit, errors: () => errors, url: `http://127.0.0.1:${port}/api/leyden` }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A relay that only counts the connections to it, and the connection of a wallet with it. */
async function startRelay() {
  const relay = createServer()
  let connections = 0
  relay.on('upgrade', (_request, socket) => {
    connections += 1
    socket.destroy()
  })
  onTestFinished(() => void relay.close())
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as AddressInfo
  const key = 'ab'.repeat(32)
  const url = `nostr+walletconnect://${key}?relay=ws%3A%2F%2F127.0.0.1%3A${port}&secret=${key}`
  return { url, connections: () => connections }
}

const WAIT = { timeout: 20_000 }

describe('an app that was made with the answer `service`', () => {
  // `npm test` covers the other value below and in the tests of the BFF's settings.
  it.each(process.env.LEYDEN_SOAK === '1' ? ['1', 'shop@mine.example'] : ['shop@mine.example'])(
    'listens to a wallet with LEYDEN_NWC_URL and LEYDEN_SETTLES=%s in .env, and nothing else',
    async (settles) => {
      const wallet = await startRelay()
      await startServer(`LEYDEN_NWC_URL=${wallet.url}\nLEYDEN_SETTLES=${settles}`)
      await expect.poll(wallet.connections, WAIT).toBeGreaterThan(0)
    },
  )

  it('says what to install if the packages for a wallet are missing', async () => {
    const wallet = await startRelay()
    const { errors } = await startServer(`LEYDEN_NWC_URL=${wallet.url}\nLEYDEN_SETTLES=1`, [])
    await expect.poll(errors, WAIT).toContain('npm install nostr-tools ws')
  })

  it('needs no API key with LEYDEN_PROVIDER=lnurl', async () => {
    const { url } = await startServer('LEYDEN_PROVIDER=lnurl\nLEYDEN_API_KEY=\nLEYDEN_BASE_URL=')
    const statusOf = () => fetch(`${url}/healthz`).then(({ status }) => status)
    await expect.poll(() => statusOf().catch(String), WAIT).toBe(200)
  })

  it.each([
    [
      'LEYDEN_PROVIDER',
      'verified_first',
      'LEYDEN_PROVIDER must be one of service, lnurl, verified-first, not "verified_first".',
    ],
    [
      'LEYDEN_SETTLES',
      'true',
      'LEYDEN_SETTLES must be 1 (all recipients), 0 (none), or Lightning Addresses, not "true".',
    ],
    ['LEYDEN_NWC_URL', 'https://wallet.example', 'LEYDEN_NWC_URL must be a nostr+walletconnect:// URL'],
  ])('does not start with %s=%s', async (name, value, message) => {
    const { exit, errors } = await startServer(`${name}=${value}`)
    await expect.poll(errors, WAIT).toContain(message)
    expect(await exit).toBe(1)
  })
})
