import { afterAll, beforeAll, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import type { DrivenBrowser, DrivenPage } from '../both-browsers/driven-browser.js'
import { inFrame } from '../both-browsers/in-frame.js'
import { launchDrivenBrowser } from '../both-browsers/launch-driven-browser.js'
import {
  clickButton,
  clickField,
  fieldValue,
  openOverlay,
  requestInvoice,
  seeText,
  until,
  waitForInvoice,
} from '../both-browsers/on-page.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage } from '../widget-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

/** An element in a page that records the element's events. */
const openElement = (element: string): Promise<DrivenPage> =>
  browser.open(
    shop.serve(
      '/element',
      barePage(shop.bffUrl, {
        body: `${element}<script>
          for (const type of ['leyden-paid', 'leyden-completed'])
            addEventListener(type, ({ detail }) => (window.ending = detail))</script>`,
      }),
    ),
  )
const eventDetail = async (page: DrivenPage) => {
  await until(page, 'window.ending')
  return page.evaluate<Record<string, unknown>>('ending')
}

it('pays with an element, which shows the payment and sends an event', async ({ task }) => {
  Object.assign(task.meta, { row: 'the element that pays' })
  const page = await openElement(
    '<pay-to-lightning-address address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>',
  )
  await seeText(page, 'Tips for Alice')
  await shop.pay(await requestInvoice(page))
  await seeText(page, 'Paid 2,100 sats')
  expect(await eventDetail(page)).toMatchObject({ status: 'paid', amountMsat: '2100000' })
  await page.close()
})

it('shows each view of an overlay whole and from its top in a small window', async ({ task }) => {
  Object.assign(task.meta, { row: 'an overlay in a small window' })
  const page = await browser.open(shop.serve('/small', barePage(shop.bffUrl)), { width: 640, height: 360 })
  const edges = () =>
    page.evaluate<number[]>(`(() => {
      const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
      const boxes = roots.flatMap((root) => [...root.querySelectorAll('.leyden, .close')])
      const rects = boxes.map((box) => box.getBoundingClientRect())
      const above = rects.map(({ top }) => Math.max(0, Math.round(-top)))
      return [boxes.length, ...above, ...rects.map(({ bottom }) => Math.max(0, Math.round(bottom - innerHeight)))]
    })()`)
  const isWhole = [2, 0, 0, 0, 0]
  await openOverlay(page, 'pay', { address: 'alice@wallet.example', amountSats: 2_100 })
  await seeText(page, 'Tips for Alice')
  const invoice = await requestInvoice(page)
  await eventually(edges).toEqual(isWhole)
  await shop.pay(invoice)
  await seeText(page, 'Paid 2,100 sats')
  await eventually(edges).toEqual(isWhole)
  await page.close()
})

it('requests the invoice with Enter in a field', async ({ task }) => {
  Object.assign(task.meta, { row: 'Enter in a field' })
  const page = await openElement(
    '<pay-to-lightning-address address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>',
  )
  await seeText(page, 'Tips for Alice')
  await clickField(page, 'Note')
  await page.keyboard.type('Great stream')
  await page.keyboard.press('Enter')
  await waitForInvoice(page)
  await page.close()
})

it.runIf(inSoak)(
  'names an address that takes no payments, and accepts the corrected one',
  async ({ task }) => {
    Object.assign(task.meta, { row: 'an address with a mistake' })
    const page = await openElement('<pay-to-lightning-address></pay-to-lightning-address>')
    await clickField(page, 'Lightning Address')
    await page.keyboard.type('bob@mail.example')
    await seeText(page, 'does not accept Lightning payments')
    for (const _ of 'bob@mail.example') await page.keyboard.press('Backspace')
    await page.keyboard.type('alice@wallet.example')
    await seeText(page, 'Tips for Alice')
    expect(await fieldValue(page, 'Lightning Address')).toBe('alice@wallet.example')
    await page.close()
  },
)

it.runIf(inSoak)('buys bitcoin on the page of the provider, in its frame', async ({ task }) => {
  Object.assign(task.meta, { row: 'the element that buys' })
  const page = await openElement(
    `<ramp-widget quote-currency="USD" destination="alice@wallet.example"></ramp-widget>
     <script>document.querySelector('ramp-widget').email = 'player@shop.example'</script>`,
  )
  await clickButton(page, 'Continue to provider')
  const provider = inFrame(page, [shop.rampUrl])
  await until(page, `document.querySelector('ramp-widget').shadowRoot.querySelector('iframe')`)
  await clickField(provider, 'Six digits')
  await provider.keyboard.type('123456')
  for (const name of ['Continue', 'Use a sample document', 'Continue', 'Fill in a test card', 'Pay '])
    await clickButton(provider, name)
  await seeText(page, 'Purchase complete')
  expect(await eventDetail(page)).toMatchObject({ kind: 'ramp', status: 'completed' })
  await page.close()
})
