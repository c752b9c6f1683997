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
    const tip = await openTipPage(browser, stack, { browserWallet: true })
    const { page, widget } = tip
    // All results: refused, unreachable, wrong key, wrong invoice, paid.
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
    await widget.getByRole('button', { name: 'Pay in browser wallet' }).click()
    await widget.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    // Also one purchase with the ramp, its frame and its webhook.
    const ramp = page.getByRole('region', { name: 'No bitcoin yet?' })
    const goOn = ramp.getByRole('button', { name: /^Continue/ })
    await goOn.click()
    await ramp.getByLabel('E-mail address').fill('guest@mail.example')
    await goOn.click()
    await purchase(providerFrame(page))
    await ramp.getByRole('heading', { name: 'Purchase complete' }).waitFor()
    await tip.traffic.idle()

    const searched = {
      requests: tip.traffic.exchanges.filter(({ what }) => what === 'request').map(({ text }) => text),
      replies: tip.traffic.exchanges.filter(({ what }) => what === 'reply').map(({ text }) => text),
      page: [await page.content(), ...(await scriptsOf(tip))],
      stored: [...stored, ...(await storedItems(tip))],
      log: stack.bffLog,
    }
    // First a check that the search works: it finds texts that must be there.
    expect(
      find(searched.requests, 'alice@wallet.example') || find(searched.requests, 'alice%40wallet.example'),
    ).toBe(true)
    expect(find(searched.replies, charge.data.invoice.request)).toBe(true)
    expect(find(searched.page, 'Pay {amount}')).toBe(true)
    expect(find(searched.stored, charge.data.watch_url)).toBe(true)
    expect(find(searched.requests, 'guest@mail.example')).toBe(true)
    expect(find(searched.log, 'fetch-charge')).toBe(true)

    for (const [where, texts] of Object.entries(searched)) {
      for (const spelling of spellings(stack.apiKey)) {
        expect(
          texts.filter((text) => text.includes(spelling)),
          `${where}, as ${spelling}`,
        ).toEqual([])
      }
    }
    await tip.close()
  })
})

function find(texts: string[], value: string): boolean {
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
    const urls = [...document.scripts].map(({ src }) => src).filter(Boolean)
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
