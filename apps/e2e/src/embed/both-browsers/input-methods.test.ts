import { afterAll, beforeAll, expect, it } from 'vitest'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage } from '../widget-page.js'
import type { DrivenBrowser } from './driven-browser.js'
import { browserName, launchDrivenBrowser } from './launch-driven-browser.js'
import { clickField, expectNoProblems, fieldValue, requestInvoice, seeButton } from './on-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

const ELEMENT = '<pay-to-lightning-address address="alice@wallet.example"></pay-to-lightning-address>'

it.skipIf(browserName === 'webkit')(
  'takes an amount from an input method, and asks for no other',
  async () => {
    const page = await browser.open(shop.serve('/input-method', barePage(shop.bffUrl, { body: ELEMENT })))
    await clickField(page, 'Amount')
    await page.compose?.(['２', '２１', '２１０', '２１００'])
    await eventually(() => fieldValue(page, 'Amount')).toBe('2,100')
    await seeButton(page, 'Pay 2,100 sats')
    expect(await requestInvoice(page)).toMatch(/^ln\w+21u1/)
    expectNoProblems(page)
    await page.close()
  },
)
