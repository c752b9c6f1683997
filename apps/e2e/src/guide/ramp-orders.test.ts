import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import type { Browser, Frame, Page } from 'playwright'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser.js'
import { freePorts } from '../world/free-port.js'
import { purchase } from '../world/ramp-frame.js'

const home = join(import.meta.dirname, '../../../..')
/** Where the packages are found, as they are in the app of somebody who installed them. */
const cache = join(home, 'apps/e2e/node_modules/.cache')

let folder: string
let sandbox: RunningSandbox
let server: ChildProcess
let page: PreviewServer
let pageUrl: string
let browser: Browser
let output = ''

beforeAll(async () => {
  const guide = await readFile(join(home, 'docs/ramp.md'), 'utf8')
  const sample = (file: string) =>
    new RegExp(`^\`\`\`\\w+\\n(// ${file}\\n[\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? ''
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'ramp-orders-'))
  const files = {
    'server.mjs': sample('server.mjs'),
    'buy.tsx': sample('buy.tsx'),
    'fetched.tsx': sample('fetched.tsx'),
    'main.tsx': `import { createRoot } from 'react-dom/client'
      import { Buy as ByOrder } from './buy'
      import { Buy as Fetched } from './fetched'
      createRoot(document.body).render(location.hash === '#fetched' ? <Fetched /> : <ByOrder />)`,
    'index.html':
      '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/main.tsx"></script>',
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)

  const [port, pagePort] = await freePorts(2)
  pageUrl = `http://localhost:${pagePort}`
  sandbox = await startSandbox({ apiKey: 'key-of-the-orders', port: 0, rampPort: 0 })
  const env = {
    PORT: String(port),
    DATABASE_FILE: join(folder, 'leyden.db'),
    LEYDEN_API_KEY: 'key-of-the-orders',
    LEYDEN_BASE_URL: sandbox.url,
    LEYDEN_RAMP_ORIGINS: sandbox.rampUrl,
    LEYDEN_PUBLIC_URL: `${pageUrl}/api/leyden`,
    LEYDEN_NETWORK: 'regtest',
    LEYDEN_SECRET: 'a secret of at least thirty-two characters',
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

async function rampFrame(tab: Page): Promise<Frame> {
  const find = () => tab.frames().find((frame) => frame.url().startsWith(`${sandbox.rampUrl}/`))
  await expect.poll(() => find() !== undefined, { timeout: 20_000 }).toBe(true)
  return find() as Frame
}

it.each(['#order', '#fetched'])('the lines of the guide sell to a guest: %s', async (hash) => {
  const { page: tab, problems, close } = await openPage(browser, `${pageUrl}/${hash}`)
  tab.setDefaultTimeout(20_000)
  await tab.getByRole('button', { name: 'Continue to provider' }).click()
  const ramp = await rampFrame(tab)
  await ramp.getByText('buyer@mail.example').waitFor()
  output = ''
  await purchase(ramp)
  await tab.getByRole('heading', { name: 'Purchase complete' }).waitFor()
  await expect.poll(() => output, { timeout: 20_000 }).toBe('purchase-7 is complete\n')
  expect(problems).toEqual([])
  await close()
})
