import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { startStack } from '../harness/start-stack.js'
import { providerFrame } from '../ramp/ramp-page.js'
import { openTipPage, type TipPage } from './tip-page.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

describe('the API key', () => {
  it('appears in no request, reply, script or storage of the page, and in no log line', async () => {
    const tip = await openTipPage(browser, stack, { hasBrowserWallet: true })
    const { page, widget } = tip
    // Goes through all results: refused, unreachable, wrong key, wrong invoice, paid.
    for (const user of ['notfound', 'unauthorized', 'down']) {
      await tip.addressField.fill(`${user}@wallet.example`)
      await widget
        .getByText(/does not accept Lightning|Try again|cannot take payments/)
        .first()
        .waitFor()
    }
    await tip.requestInvoice('wrongamount@wallet.example', 2_100)
    await widget.getByRole('button', { name: 'Change address' }).click()
    await tip.requestInvoice('alice@wallet.example', 2_100)
    const charge = await tip.lastCharge()
    const stored = await storedItems(tip)
    await widget.getByRole('button', { name: 'Pay with browser wallet' }).click()
    await widget.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    // Also buys with the ramp, which has a frame and a webhook.
    const ramp = page.getByRole('region', { name: 'No bitcoin yet?' })
    await ramp.getByText('No bitcoin yet?').click()
    const continueButton = ramp.getByRole('button', { name: /^Continue/ })
    await continueButton.click()
    await ramp.getByLabel('E-mail address').fill('guest@mail.example')
    await continueButton.click()
    await purchase(providerFrame(page))
    await ramp.getByRole('heading', { name: 'Purchase complete' }).waitFor()
    await tip.traffic.idle()

    const recordedTexts = {
      requests: tip.traffic.exchanges.filter(({ kind }) => kind === 'request').map(({ text }) => text),
      replies: tip.traffic.exchanges.filter(({ kind }) => kind === 'reply').map(({ text }) => text),
      page: [await page.content(), ...(await scriptsOf(tip))],
      stored: [...stored, ...(await storedItems(tip))],
      log: stack.bffLog,
    }
    // The search itself works: it finds texts that must be there.
    expect(
      contains(recordedTexts.requests, 'alice@wallet.example') ||
        contains(recordedTexts.requests, 'alice%40wallet.example'),
    ).toBe(true)
    expect(contains(recordedTexts.replies, charge.data.invoice.request)).toBe(true)
    expect(contains(recordedTexts.page, 'Pay {amount}')).toBe(true)
    expect(contains(recordedTexts.stored, charge.data.watch_url)).toBe(true)
    expect(contains(recordedTexts.requests, 'guest@mail.example')).toBe(true)
    expect(contains(recordedTexts.log, 'fetch-charge')).toBe(true)

    for (const [source, texts] of Object.entries(recordedTexts)) {
      for (const spelling of spellings(stack.apiKey)) {
        expect(
          texts.filter((text) => text.includes(spelling)),
          `${source}, as ${spelling}`,
        ).toEqual([])
      }
    }
    await tip.close()
  })
})

function contains(texts: string[], value: string): boolean {
  return texts.some((text) => text.includes(value))
}

/** The key itself, and its encoded forms. */
function spellings(key: string): string[] {
  const bytes = Buffer.from(key)
  return [
    key,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(key),
  ]
}

async function scriptsOf({ page }: TipPage): Promise<string[]> {
  return page.evaluate(async () => {
    // Also those that other scripts have imported.
    const urls = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.m?js$/.test(new URL(name).pathname))
    const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
    return [...texts, ...[...document.scripts].map(({ textContent }) => textContent ?? '')]
  })
}

async function storedItems({ page }: TipPage): Promise<string[]> {
  const cookies = await page.context().cookies()
  const items = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return [
      ...Object.entries({ ...localStorage }).flat(),
      ...Object.entries({ ...sessionStorage }).flat(),
      ...databases.map(({ name }) => `database ${name}`),
      ...(await caches.keys()),
      window.name,
      document.cookie,
      location.href,
      JSON.stringify(history.state),
    ]
  })
  return [...items, ...cookies.map((cookie) => JSON.stringify(cookie))]
}
