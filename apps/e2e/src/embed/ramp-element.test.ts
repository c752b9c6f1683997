import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { barePage } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

const ELEMENT = `<div id="a"><ramp-widget quote-currency="USD" destination="alice@wallet.example"></ramp-widget></div><div id="b"></div>
<script>
  document.querySelector('ramp-widget').email = 'player@shop.example'
  addEventListener('leyden-completed', (event) => { window.completed = event.detail })
</script>`

async function startPurchase(page: Page) {
  await page.locator('ramp-widget').getByRole('button', { name: 'Continue to provider' }).click()
  const ramp = page.frameLocator('ramp-widget iframe')
  await ramp.getByLabel('Six digits').fill('123456')
  return ramp
}

it('sells bitcoin in the page, and dispatches an event that crosses shadow trees', async () => {
  const url = shop.serve('/inline', barePage(shop.bffUrl, { body: ELEMENT }))
  const { page, problems, close } = await openPage(browser, url)
  const ramp = await startPurchase(page)
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await ramp.getByRole('button', { name: 'Use a sample document' }).click()
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await ramp.getByRole('button', { name: 'Fill in a test card' }).click()
  await ramp.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForFunction('window.completed')
  expect(await page.evaluate('completed')).toMatchObject({
    v: 1,
    kind: 'ramp',
    status: 'completed',
    sessionId: expect.stringMatching(/^ses_/),
  })
  // The e-mail address is a property and never becomes an attribute.
  expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain('player@shop.example"')
  expect(problems).toEqual([])
  await close()
})

it('keeps the entries on the provider’s page when the page moves it with moveBefore', async () => {
  const url = shop.serve('/inline', barePage(shop.bffUrl, { body: ELEMENT }))
  const { page, close } = await openPage(browser, url)
  const ramp = await startPurchase(page)
  await page.evaluate(`document.querySelector('#b').moveBefore(document.querySelector('ramp-widget'), null)`)
  await page.locator('#b ramp-widget iframe').waitFor()
  expect(await ramp.getByLabel('Six digits').inputValue()).toBe('123456')
  await close()
})
