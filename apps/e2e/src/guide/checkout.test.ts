import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import type { Browser } from 'playwright'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser.js'
import { freePorts } from '../world/free-port.js'

const home = join(import.meta.dirname, '../../../..')
/** Where the packages are found, as they are in the app of somebody who installed them. */
const cache = join(home, 'apps/e2e/node_modules/.cache')
const adminToken = 'an admin token of at least 32 characters'

let folder: string
let sandbox: RunningSandbox
let server: ChildProcess
let page: PreviewServer
let pageUrl: string
let browser: Browser
let output = ''

beforeAll(async () => {
  const readme = await readFile(join(home, 'docs/quick-start.md'), 'utf8')
  const section = readme.split(/^## /m).find((text) => text.startsWith('Sell something\n')) ?? ''
  const sample = (language: string, file: string) =>
    new RegExp(`^\`\`\`${language}\\n(// ${file}\\n[\\s\\S]*?)^\`\`\`$`, 'm').exec(section)?.[1] ?? ''
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'checkout-'))
  const files = {
    'server.mjs': sample('js', 'server.mjs'),
    'checkout.tsx': sample('tsx', 'checkout.tsx'),
    'main.tsx': `import { createRoot } from 'react-dom/client'
      import { Checkout } from './checkout'
      createRoot(document.body).render(<Checkout orderId="order-7" />)`,
    'index.html':
      '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/main.tsx"></script>',
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)

  const [port, pagePort] = await freePorts(2)
  pageUrl = `http://localhost:${pagePort}`
  sandbox = await startSandbox({ apiKey: 'key-of-the-checkout', port: 0, rampPort: 0 })
  const env = {
    PORT: String(port),
    LEYDEN_API_KEY: 'key-of-the-checkout',
    LEYDEN_BASE_URL: sandbox.url,
    LEYDEN_PUBLIC_URL: `${pageUrl}/api/leyden`,
    LEYDEN_NETWORK: 'regtest',
    LEYDEN_SECRET: 'a secret of at least thirty-two characters',
    LEYDEN_ADMIN_TOKEN: adminToken,
  }
  server = spawn(process.execPath, ['server.mjs'], { cwd: folder, env })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (data) => (output += data))

  const config = { configFile: false, root: folder, logLevel: 'error' } as const
  await build(config)
  page = await preview({
    ...config,
    preview: {
      host: 'localhost',
      port: Number(pagePort),
      proxy: { '/api': { target: `http://127.0.0.1:${port}`, changeOrigin: false } },
    },
  })
  browser = await sharedBrowser()
})

afterAll(async () => {
  await page?.close()
  if (server?.exitCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  await sandbox?.close()
  await rm(folder, { recursive: true, force: true })
})

it('the checkout of the quick start shows what was signed, is paid, and sends the goods once', async () => {
  const { page: tab, problems, close } = await openPage(browser, pageUrl)
  tab.setDefaultTimeout(15_000)
  const text = (words: string) => tab.getByText(words, { exact: true }).first().waitFor()
  await Promise.all(['shop@wallet.example', '2,100', 'Two coffees'].map(text))
  await tab.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  const link = await tab.getByRole('link', { name: 'Open wallet' }).getAttribute('href')

  const { paymentHash } = sandbox.sandbox.pay(link ?? '')
  const settle = () =>
    fetch(`${pageUrl}/api/leyden/admin/settle`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
        'x-leyden': '1',
      },
      body: JSON.stringify({ payment_hash: paymentHash }),
    })
  expect((await settle()).status).toBe(200)
  expect((await settle()).status).toBe(200)
  await tab.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  await expect.poll(() => output).toBe('order-7 is paid: send Two coffees\n')
  expect(problems).toEqual([])
  await close()
})
