import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { afterAll, expect, it, vi } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { createSampleApp, pageOf, readGuide } from '../harness/sample-app.js'
import { takenFrom } from '../harness/taken.js'

const guide = await readGuide('getting-started-react.md')
const [sandbox, ramp, bff = 0, port = 0] = await freePorts(4)
const ports = { 4010: sandbox, 4011: ramp, 4000: bff, 5173: port }
/** The first code block of a language, with the ports of this test. */
const block = (language: string) =>
  takenFrom(guide, new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm')).replace(
    /\b(?:4010|4011|4000|5173)\b/g,
    (defaultPort) => `${ports[defaultPort as never]}`,
  )
const pageUrl = `http://localhost:${port}`
const rampUrl = `http://127.0.0.1:${ramp}`
const app = await createSampleApp({
  'dev-bff.mjs': block('js'),
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
app.run(['dev-bff.mjs'])
await vi.waitFor(() => expect(app.output).toContain('/sandbox/wallet'))

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

  const wallet = await openPage(browser, /http:\S+/.exec(app.output)?.[0] ?? '')
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

it('the BFF of the guide reports in one line that its port or a port of the sandbox is in use', async () => {
  const [port = 0] = await freePorts(1)
  const otherProgram = createTcpServer().listen(port, '127.0.0.1')
  await once(otherProgram, 'listening')
  for (const [setting, line] of [
    ['port: 0', new RegExp(`^Port ${port} is taken by another program\\.[^\\n]*\\n$`)],
    ['listen(0', new RegExp(`^[^\\n]*EADDRINUSE[^\\n]*:${port}\\n$`)],
  ] as const) {
    const code = (await readFile(join(app.folder, 'dev-bff.mjs'), 'utf8'))
      .replace(/ort: \d+/g, 'ort: 0')
      .replace(`listen(${bff}`, 'listen(0')
      .replace(setting, setting.replace('0', String(port)))
    await writeFile(join(app.folder, 'taken.mjs'), code)
    const child = spawn(process.execPath, ['taken.mjs'], { cwd: app.folder })
    let errorOutput = ''
    child.stderr.on('data', (data) => (errorOutput += data))
    const [exitCode] = await once(child, 'exit')
    expect(exitCode).toBe(1)
    expect(errorOutput).toMatch(line)
  }
  otherProgram.close()
})
