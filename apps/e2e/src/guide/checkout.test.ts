import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, expect, it } from 'vitest'
import { freePorts } from '../../../../config/tests/free-ports.js'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { createSampleApp, pageOf, readGuide, sampleOf } from '../harness/sample-app.js'

const adminToken = 'an admin token of at least 32 characters'
const guide = await readGuide('quick-start.md', 'Sell something')
const app = await createSampleApp({
  'server.mjs': sampleOf(guide, 'server.mjs'),
  'checkout.tsx': sampleOf(guide, 'checkout.tsx'),
  ...pageOf("import { Checkout } from './checkout'", '<Checkout orderId="order-7" />'),
})
const browser = await sharedBrowser()
const [port = 0, pagePort = 0] = await freePorts(2)
const pageUrl = `http://localhost:${pagePort}`
const sandbox = await startSandbox({ apiKey: 'key-of-the-checkout', port: 0, rampPort: 0 })
app.run(['server.mjs'], {
  PORT: String(port),
  LEYDEN_API_KEY: 'key-of-the-checkout',
  LEYDEN_BASE_URL: sandbox.url,
  LEYDEN_PUBLIC_URL: `${pageUrl}/api/leyden`,
  LEYDEN_NETWORK: 'regtest',
  LEYDEN_SECRET: 'a secret of at least thirty-two characters',
  LEYDEN_ADMIN_TOKEN: adminToken,
})
await app.servePage(pagePort, port)

afterAll(async () => {
  await app.close()
  await sandbox.close()
})

it('the checkout of the quick start shows the signed order, is paid, and delivers the goods once', async () => {
  const { page: tab, problems, close } = await openPage(browser, pageUrl)
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
  await expect.poll(() => app.output).toBe('order-7 is paid: send Two coffees\n')
  expect(problems).toEqual([])
  await close()
})
