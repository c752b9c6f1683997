import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser.js'
import { freePorts } from '../world/free-port.js'

const home = join(import.meta.dirname, '../../../..')
/** Where the packages are found, as they are in the app of somebody who installed them. */
const cache = join(home, 'apps/e2e/node_modules/.cache')

let folder: string
let bffPort = 0
let program: ChildProcess
let page: ViteDevServer
let pageUrl: string
let rampUrl: string
let browser: Browser
let output = ''

beforeAll(async () => {
  const guide = await readFile(join(home, 'docs/getting-started-react.md'), 'utf8')
  const [sandbox, ramp, bff = 0, port = 0] = await freePorts(4)
  const ports = { 4010: sandbox, 4011: ramp, 4000: bff, 5173: port }
  /** The first block of a language, on ports of this test. */
  const block = (language: string) =>
    (new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '').replace(
      /\b(?:4010|4011|4000|5173)\b/g,
      (usual) => `${ports[usual as never]}`,
    )
  pageUrl = `http://localhost:${port}`
  rampUrl = `http://127.0.0.1:${ramp}`
  bffPort = bff
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'guide-'))
  const files = {
    'dev-bff.mjs': block('js'),
    'vite.config.ts': block('ts'),
    'tip-jar.tsx': block('tsx'),
    'main.tsx': `import { createRoot } from 'react-dom/client'
      import { TipJar } from './tip-jar'
      createRoot(document.body).render(<TipJar />)`,
    'index.html':
      '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/main.tsx"></script>',
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  page = await createServer({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    cacheDir: join(folder, '.vite'),
    logLevel: 'error',
  })
  await page.listen()
  program = spawn(process.execPath, ['dev-bff.mjs'], { cwd: folder })
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (data) => (output += data))
  browser = await sharedBrowser()
  await vi.waitFor(() => expect(output).toContain('/sandbox/wallet'), { timeout: 30_000 })
})

afterAll(async () => {
  await page?.close()
  if (program?.exitCode === null) {
    program.kill()
    await once(program, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

it('the first page of the guide ends in “Paid 2,100 sats”, and calls onPaid', async () => {
  const shop = await openPage(browser, pageUrl)
  const logged: string[] = []
  shop.page.on('console', (message) => logged.push(message.text()))
  await shop.page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  const invoice = (await shop.page.getByRole('link', { name: 'Open wallet' }).getAttribute('href')) ?? ''

  const wallet = await openPage(browser, /http:\S+/.exec(output)?.[0] ?? '')
  await wallet.page.getByLabel('Invoice').fill(invoice)
  await wallet.page.getByRole('button', { name: 'Pay', exact: true }).click()
  await wallet.page.getByRole('status').waitFor()

  await shop.page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  await expect.poll(() => logged).toContain('Thank you, alice was paid.')
  expect([...shop.problems, ...wallet.problems]).toEqual([])
  expect(output).not.toMatch(/error/i)
  await Promise.all([shop.close(), wallet.close()])
})

it('the BFF of the guide opens a ramp session for a guest', async () => {
  const order = { email: 'player@shop.example', quote_currency: 'USD', base_currency: 'BTC' }
  const reply = await fetch(`${pageUrl}/api/leyden/api/v1/ramp-widget`, {
    method: 'POST',
    headers: { origin: pageUrl, 'content-type': 'application/json', 'x-leyden': '1' },
    body: JSON.stringify(order),
  })
  expect(await reply.json()).toMatchObject({
    success: true,
    data: { widget_url: expect.stringContaining(rampUrl), ramp_origins: [rampUrl] },
  })
})

it('says in one line that a port is taken, its own or one of the sandbox', async () => {
  const [port = 0] = await freePorts(1)
  const squatter = createTcpServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  for (const [place, line] of [
    ['port: 0', new RegExp(`^Port ${port} is taken by another program\\.[^\\n]*\\n$`)],
    ['listen(0', new RegExp(`^[^\\n]*EADDRINUSE[^\\n]*:${port}\\n$`)],
  ] as const) {
    const code = (await readFile(join(folder, 'dev-bff.mjs'), 'utf8'))
      .replace(/ort: \d+/g, 'ort: 0')
      .replace(`listen(${bffPort}`, 'listen(0')
      .replace(place, place.replace('0', String(port)))
    await writeFile(join(folder, 'taken.mjs'), code)
    const child = spawn(process.execPath, ['taken.mjs'], { cwd: folder })
    let said = ''
    child.stderr.on('data', (data) => (said += data))
    const [exitCode] = await once(child, 'exit')
    expect(exitCode).toBe(1)
    expect(said).toMatch(line)
  }
  squatter.close()
})
