import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { launchBrowser } from '../world/browser.js'
import { freePorts } from '../world/free-port.js'

const home = join(import.meta.dirname, '../../../..')
/** Where the packages are found, as they are in the app of somebody who installed them. */
const cache = join(home, 'apps/e2e/node_modules/.cache')

let folder: string
let sandbox: RunningSandbox
let server: ChildProcess
let browser: Browser
let shopUrl: string
let html = ''
let output = ''

beforeAll(async () => {
  const readme = await readFile(join(home, 'README.md'), 'utf8')
  const [port] = await freePorts(1)
  shopUrl = `http://localhost:${port}`
  /** The first block of a language after "Use it", as it is on this test's port. */
  const block = (language: string) =>
    (new RegExp(`## Use it[\\s\\S]*?^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readme)?.[1] ?? '')
      .replaceAll('https://shop.example', shopUrl)
      .replace('listen(4000)', `listen(${port})`)
  html = block('html')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'script-tag-'))
  // Node 20 reads no TypeScript.
  await writeFile(join(folder, 'server.mjs'), block('ts').replace(/(process\.env\.\w+)!/g, '$1'))
  sandbox = await startSandbox({ apiKey: 'key-of-the-readme', port: 0, rampPort: 0, network: 'mainnet' })
  const env = {
    LEYDEN_API_KEY: 'key-of-the-readme',
    LEYDEN_BASE_URL: sandbox.url,
    LEYDEN_SECRET: 'a secret of at least thirty-two characters',
  }
  server = spawn(process.execPath, ['server.mjs'], { cwd: folder, env })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (data) => (output += data))
  browser = await launchBrowser()
  await vi.waitFor(() => fetch(`${shopUrl}/api/leyden/healthz`), { timeout: 30_000 })
})

afterAll(async () => {
  await browser?.close()
  if (server?.exitCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  await sandbox?.close()
  await rm(folder, { recursive: true, force: true })
})

it('the server and the script tag of the README show a QR code together', async () => {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  // A page of the shop, beside what the README's server answers.
  await page.route(`${shopUrl}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><link rel="icon" href="data:,">${html}`,
    }),
  )
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'Tip' }).click()
  await page.getByRole('button', { name: 'Show invoice' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  expect(problems).toEqual([])
  expect(output).toBe('')
})
