import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePorts } from '../world/free-port.js'

const home = join(import.meta.dirname, '../../../..')
/** Where the packages are found, as they are in the app of somebody who installed them. */
const cache = join(home, 'apps/e2e/node_modules/.cache')

let folder: string
let program: ChildProcess
let page: ViteDevServer
let pageUrl: string
let rampUrl: string
let output = ''

beforeAll(async () => {
  const guide = await readFile(join(home, 'docs/getting-started-react.md'), 'utf8')
  const [, sample = ''] = /^```js\n(\/\/ dev-bff\.mjs\n[\s\S]*?)^```$/m.exec(guide) ?? []
  const [, prefix = '', target = ''] = /proxy: \{ '([^']+)': '([^']+)' \}/.exec(guide) ?? []
  const [sandbox, ramp, bff, port = 0] = await freePorts(4)
  pageUrl = `http://localhost:${port}`
  rampUrl = `http://127.0.0.1:${ramp}`
  const ports = { 4010: sandbox, 4011: ramp, 4000: bff, 5173: port }
  const code = sample.replace(/\b(?:4010|4011|4000|5173)\b/g, (usual) => `${ports[usual as never]}`)
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'guide-'))
  await writeFile(join(folder, 'dev-bff.mjs'), code)
  const proxy = { [prefix]: target.replace('4000', String(bff)) }
  page = await createServer({ configFile: false, root: folder, logLevel: 'error', server: { port, proxy } })
  await page.listen()
  program = spawn(process.execPath, ['dev-bff.mjs'], { cwd: folder })
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (data) => (output += data))
})

afterAll(async () => {
  await page?.close()
  if (program?.exitCode === null) {
    program.kill()
    await once(program, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** As the page asks its own development server, which passes this on. */
async function ask(path: string, body?: object): Promise<{ status: number; data: Record<string, unknown> }> {
  const reply = await fetch(`${pageUrl}/api/leyden${path}`, {
    headers: { origin: pageUrl, 'content-type': 'application/json', 'x-leyden': '1' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: reply.status, data: ((await reply.json()) as { data: Record<string, unknown> }).data }
}

it('the BFF of the guide checks an address, makes an invoice and opens a ramp session', async () => {
  await expect.poll(() => output, { timeout: 30_000 }).toContain('/sandbox/wallet')
  expect(await ask('/v0/ln-address/validate/alice%40wallet.example')).toMatchObject({
    status: 200,
    data: { valid: true, network: 'regtest' },
  })
  expect(
    await ask('/v0/ln-address/fetch-charge', { lnaddress: 'alice@wallet.example', amount: '2100000' }),
  ).toMatchObject({ status: 200, data: { invoice: { request: expect.stringMatching(/^lnbcrt21u/) } } })
  const order = { email: 'player@shop.example', quote_currency: 'USD', base_currency: 'BTC' }
  expect(await ask('/api/v1/ramp-widget', order)).toMatchObject({
    status: 200,
    data: { widget_url: expect.stringContaining(rampUrl), ramp_origins: [rampUrl] },
  })
  expect(output).not.toMatch(/error/i)
})
