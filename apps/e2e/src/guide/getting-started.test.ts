import { join } from 'node:path'
import { createServer } from 'vite'
import { afterAll, expect, it, vi } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { createSampleApp, pageOf, quickStartFiles, readGuide, repository } from '../harness/sample-app.js'
import { takenFrom } from '../harness/taken.js'

const guide = await readGuide('getting-started-react.md')
const [sandbox, ramp, bff = 0, port = 0] = await freePorts(4)
const ports = { 4010: sandbox, 4011: ramp, 4000: bff, 5173: port }
const withPorts = (code: string) =>
  code.replace(/\b(?:4010|4011|4000|5173)\b/g, (defaultPort) => `${ports[defaultPort as never]}`)
/** The first code block of a language, with the ports of this test. */
const block = (language: string) =>
  withPorts(takenFrom(guide, new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm')))
const pageUrl = `http://localhost:${port}`
const rampUrl = `http://127.0.0.1:${ramp}`
const server = await quickStartFiles(withPorts)
const app = await createSampleApp({
  ...server,
  '.env': `${server['.env']}\n${withPorts(takenFrom(guide, /^(LEYDEN_PUBLIC_URL=.+)$/m))}\n`,
  'vite.config.ts': block('ts'),
  'tip-jar.tsx': block('tsx'),
  ...pageOf("import { TipJar } from './tip-jar'", '<TipJar />'),
})
const browser = await sharedBrowser()
const page = await createServer({
  root: app.folder,
  configFile: join(app.folder, 'vite.config.ts'),
  cacheDir: join(app.folder, '.vite'),
  logLevel: 'error',
})
await page.listen()
app.run(['--env-file=.env', join(repository, 'packages/sandbox/dist/node/cli.js')], {
  PORT: `${sandbox}`,
  RAMP_PORT: `${ramp}`,
})
app.run(['--env-file=.env', 'server.mjs'], {})
const walletUrl = `http://127.0.0.1:${sandbox}/sandbox/wallet`
await vi.waitFor(() => Promise.all([fetch(`${pageUrl}/api/leyden/healthz`), fetch(walletUrl)]))

afterAll(async () => {
  await page.close()
  await app.close()
})

it('the first page of the guide ends in “Paid 2,100 sats”, and calls onPaid', async () => {
  const shop = await openPage(browser, pageUrl)
  const logged: string[] = []
  shop.page.on('console', (message) => logged.push(message.text()))
  await shop.page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  const invoice = (await shop.page.getByRole('link', { name: 'Open wallet' }).getAttribute('href')) ?? ''

  const wallet = await openPage(browser, walletUrl)
  await wallet.page.getByLabel('Invoice').fill(invoice)
  await wallet.page.getByRole('button', { name: 'Pay', exact: true }).click()
  await wallet.page.getByRole('status').waitFor()

  await shop.page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  await expect.poll(() => logged).toContain('Thank you, alice was paid.')
  expect([...shop.problems, ...wallet.problems]).toEqual([])
  expect(app.output).not.toMatch(/error/i)
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
