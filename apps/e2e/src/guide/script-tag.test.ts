import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser.js'
import { freePorts } from '../world/free-port.js'

const home = join(import.meta.dirname, '../../../..')
/** Where the packages are found, as they are in the app of somebody who installed them. */
const cache = join(home, 'apps/e2e/node_modules/.cache')

let folder: string
let browser: Browser
let shopUrl: string
let walletUrl: string
const programs: ChildProcess[] = []
let output = ''

beforeAll(async () => {
  const guide = await readFile(join(home, 'docs/quick-start.md'), 'utf8')
  const text = guide.split(/^## /m).find((section) => section.startsWith('Install and run\n')) ?? ''
  const [port, sandboxPort] = await freePorts(2)
  shopUrl = `http://localhost:${port}`
  walletUrl = `http://127.0.0.1:${sandboxPort}/sandbox/wallet`
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'script-tag-'))
  // Each block whose first line names its file, on ports of this test.
  for (const [, code = '', name = ''] of text.matchAll(
    /^```\w+\n((?:#|\/\/|<!--) (\.env|server\.mjs|index\.html)(?: -->)?\n[\s\S]*?)^```$/gm,
  ))
    await writeFile(
      join(folder, name),
      code.replace(/\b4000\b/g, `${port}`).replace(/\b4010\b/g, `${sandboxPort}`),
    )
  const start = (program: string, env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, ['--env-file=.env', program], { cwd: folder, env })
    child.stderr.on('data', (data) => (output += data))
    programs.push(child)
  }
  start(join(home, 'packages/sandbox/dist/node/cli.js'), { PORT: `${sandboxPort}`, RAMP_PORT: '0' })
  start('server.mjs')
  browser = await sharedBrowser()
  await vi.waitFor(() => Promise.all([fetch(`${shopUrl}/api/leyden/healthz`), fetch(walletUrl)]), {
    timeout: 30_000,
  })
})

afterAll(async () => {
  for (const program of programs) {
    if (program.exitCode !== null) continue
    program.kill()
    await once(program, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

it('the settings, the server and the page of the quick start end in “Paid 2,100 sats”', async () => {
  const { page, problems, close } = await openPage(browser, shopUrl)
  await page.getByRole('button', { name: 'Tip' }).click()
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const invoice = (await page.getByRole('link', { name: 'Open wallet' }).getAttribute('href')) ?? ''

  const wallet = await openPage(browser, walletUrl)
  await wallet.page.getByLabel('Invoice').fill(invoice)
  await wallet.page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  expect([...problems, ...wallet.problems]).toEqual([])
  expect(output).toBe('')
  await Promise.all([close(), wallet.close()])
})
