import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { createSampleApp, readGuide, repository } from '../harness/sample-app.js'

const guide = await readGuide('quick-start.md', 'Install and run')
const [port, sandboxPort] = await freePorts(2)
const shopUrl = `http://localhost:${port}`
const walletUrl = `http://127.0.0.1:${sandboxPort}/sandbox/wallet`
/** The code blocks whose first line is the name of a file. */
const BLOCKS = /^```\w+\n((?:#|\/\/|<!--) (\.env|server\.mjs|index\.html)(?: -->)?\n[\s\S]*?)^```$/gm
const files = Object.fromEntries(
  [...guide.matchAll(BLOCKS)].map(([, code = '', name = '']) => [
    name,
    // The ports of this test replace those of the guide.
    code.replace(/\b4000\b/g, `${port}`).replace(/\b4010\b/g, `${sandboxPort}`),
  ]),
)
expect(Object.keys(files).sort()).toEqual(['.env', 'index.html', 'server.mjs'])
const app = await createSampleApp(files)
const browser = await sharedBrowser()
app.run(['--env-file=.env', join(repository, 'packages/sandbox/dist/node/cli.js')], {
  PORT: `${sandboxPort}`,
  RAMP_PORT: '0',
})
app.run(['--env-file=.env', 'server.mjs'], {})
await vi.waitFor(() => Promise.all([fetch(`${shopUrl}/api/leyden/healthz`), fetch(walletUrl)]))
afterAll(app.close)

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
  expect(app.errors).toBe('')
  await Promise.all([close(), wallet.close()])
})
