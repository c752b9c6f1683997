import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'

const PAGE_WITH_TIP = `<!doctype html><meta charset="utf-8"><script src="/leyden.js"></script>
<script>Leyden.configure({ environment: 'standalone', game: {} })</script>
<pay-to-lightning-address bff-url="sandbox" address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>`

const shop = await embedShop()
const browser = await sharedBrowser()

it('pays, in the file that the README names, from a disk, from typing to the receipt', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const [, file = ''] = /`([\w/]+play\.html)`/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const { page, problems, close } = await openPage(browser, `file://${join(root, file)}`)
  const requested: string[] = []
  page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || requested.push(request.url()))
  await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('1234')
  await page.getByRole('button', { name: /^Pay 1,234/ }).click()
  const badge = page.getByText('Play money', { exact: true })
  expect(await badge.count()).toBe(1)
  // An invoice that no wallet of real money can pay.
  expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(1)
  expect(await page.getByRole('link').count()).toBe(0)
  await page.getByRole('button', { name: 'Fail' }).click()
  await page.getByText('Not paid. Try again, or use another wallet.').waitFor()
  await page.getByRole('button', { name: 'Pay with play money' }).click()
  await page.getByRole('heading', { name: 'Paid 1,234 sats' }).waitFor()
  expect(await badge.count()).toBe(1)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).waitFor()
  expect(await badge.count()).toBe(1)
  expect([requested, problems]).toEqual([[], []])
  await close()
})

it('lets an invoice expire, in a page of this machine that loads the sandbox as a file of its own', async () => {
  const { page, close } = await openPage(browser, 'about:blank')
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  await page.goto(shop.serve('/play', PAGE_WITH_TIP))
  await page.getByRole('button', { name: /^Pay 2,100/ }).click()
  await page.getByRole('button', { name: 'Expire' }).click()
  await page.getByRole('heading', { name: 'This invoice has expired' }).waitFor()
  await page.getByRole('button', { name: 'New invoice' }).click()
  await page.getByRole('button', { name: 'Pay with play money' }).click()
  await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  expect(lines).toEqual([])
  await close()
})

const FROM_ANYWHERE = PAGE_WITH_TIP.replace('"sandbox"', '"sandbox-on-any-host"')

it.each([
  [
    'on the host of a shop',
    'https://shop.example',
    PAGE_WITH_TIP,
    /^Leyden: bffUrl 'sandbox' is play money.+ shop\.example.+your BFF/,
  ],
  [
    'without cryptography',
    'http://shop.example',
    FROM_ANYWHERE,
    /^Leyden: bffUrl 'sandbox' needs a page with https/,
  ],
  [
    'without its file',
    'https://shop.example',
    FROM_ANYWHERE,
    /^Leyden: bffUrl 'sandbox' needs a file.+: leyden-sandbox\.js, in the folder of the script/,
  ],
])('is refused %s, where the console says what to do', async (why, host, body, advice) => {
  const { page, close } = await openPage(browser, 'about:blank')
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const { origin, pathname } = new URL(shop.serve('/play', body))
  await page.route(`${host}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (why === 'without its file' && pathname === '/leyden-sandbox.js') return route.fulfill({ status: 404 })
    await route.fulfill({ response: await route.fetch({ url: origin + pathname }) })
  })
  await page.goto(host + pathname)
  await page.getByText('This payment is not ready yet.').waitFor()
  expect(await page.getByText('Play money').count()).toBe(0)
  const ours = lines.filter((line) => line.startsWith('Leyden'))
  expect(ours).toEqual([expect.stringMatching(advice)])
  await close()
})
