import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { createSampleApp, quickStartFiles, repository } from '../harness/sample-app.js'

const [port, sandboxPort] = await freePorts(2)
const shopUrl = `http://localhost:${port}`
const walletUrl = `http://127.0.0.1:${sandboxPort}/sandbox/wallet`
// The ports of this test replace those of the guide.
const files = await quickStartFiles((code) =>
  code.replace(/\b4000\b/g, `${port}`).replace(/\b4010\b/g, `${sandboxPort}`),
)
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
