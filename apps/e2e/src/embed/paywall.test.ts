import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { takenFrom } from '../harness/taken.js'
import { embedShop } from './embed-shop.js'
import { dialogOf } from './widget-page.js'

const recipe = join(import.meta.dirname, '../../../docs/src/content/docs/recipes/paywall.mdx')
const html = takenFrom(readFileSync(recipe, 'utf8'), /^```html\n([\s\S]*?)^```$/m)

const shop = await embedShop()
const browser = await sharedBrowser()

/** The recipe's page, whose server answers each request for the article with the next of these statuses. */
async function openPaywall(statuses: number[]) {
  const intent = await shop.sign({
    lnaddress: 'alice@wallet.example',
    amountMsat: 2_100_000n,
    reference: 'article-7',
  })
  const body = html.replace('/api/leyden/embed/v1', '').replace('/api/leyden', shop.bffUrl)
  const { page } = await openPage(browser, 'about:blank')
  await page.route('**/api/articles/7', (route) => {
    const status = statuses.shift() ?? 200
    return route.fulfill({ status, body: status === 200 ? 'The whole article.' : intent })
  })
  await page.goto(
    shop.serve('/paywall', `<!doctype html><meta charset="utf-8"><title>Paywall</title>${body}`),
  )
  await page.getByRole('button', { name: 'Read' }).click()
  return page
}

describe('the page of the recipe for a paywall', () => {
  it('shows the article, also if the server learns of the payment after the page', async () => {
    const page = await openPaywall([402, 402, 402])
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
    const link = dialog.locator('a[href^="lightning:"]').first()
    await link.waitFor({ state: 'attached' })
    await shop.pay(((await link.getAttribute('href')) ?? '').replace('lightning:', ''))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('You have paid.').waitFor()
    await page.getByText('The whole article.').waitFor()
    expect(await page.getByText('You have paid.').count()).toBe(0)
  })

  it('says that the server fails, and can be tried again', async () => {
    const page = await openPaywall([500])
    await page.getByText('The article could not be loaded.').waitFor()
    await page.getByRole('button', { name: 'Read' }).click()
    await page.getByText('The whole article.').waitFor()
  })
})
