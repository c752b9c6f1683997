import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

const NAMES =
  'paid completed expired unconfirmed error close amount-change charge session ready blocked state-change'

/** Records every event of an element on the window, with the JSON of its detail. */
const recordEvents = `<script>
  window.recorded = []
  const toJson = (_, value) => typeof value === 'bigint' ? value + 'n' : value
  for (const name of '${NAMES}'.split(' '))
    addEventListener('leyden-' + name, ({ detail }) => recorded.push([name, JSON.parse(JSON.stringify(detail, toJson))]))
</script>`

const recordedEvents = (page: Page) => page.evaluate<[string, unknown][]>('recorded')
const detailsOf = async (page: Page, name: string) =>
  (await recordedEvents(page)).filter(([eventName]) => eventName === name).map(([, detail]) => detail)

it('reports entries to the page, and the invoice until its end', async () => {
  const body = `${recordEvents}<pay-to-lightning-address></pay-to-lightning-address>`
  const { page, problems, close } = await openPage(
    browser,
    shop.serve('/events', barePage(shop.bffUrl, { body })),
  )
  const widget = page.locator('pay-to-lightning-address')
  await widget.getByLabel('Lightning Address').fill('alice@wallet.example')
  await widget.getByLabel(/^Amount/).fill('2100')
  await widget.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
  const link = widget.locator('a[href^="lightning:"]').first()
  await link.waitFor({ state: 'attached' })
  const invoice = ((await link.getAttribute('href')) ?? '').replace('lightning:', '')
  await eventually(async () => (await detailsOf(page, 'amount-change')).at(-1)).toBe('2100n')
  await eventually(() => detailsOf(page, 'charge')).toMatchObject([{ invoice, amountMsat: '2100000n' }])
  await shop.pay(invoice)
  await widget.getByRole('button', { name: 'Done' }).click()
  await eventually(() => detailsOf(page, 'paid')).toMatchObject([{ status: 'paid', amountMsat: '2100000' }])
  await eventually(() => detailsOf(page, 'close')).toEqual([{ by: 'person' }])
  const states = (await detailsOf(page, 'state-change')) as { status: string }[]
  expect(states.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['requesting', 'awaiting', 'paid']),
  )
  // A state may contain the token of a session, so the event only has its name.
  for (const state of states) expect(Object.keys(state)).toEqual(['status'])
  expect(problems).toEqual([])
  await close()
})

it('shows the receipt again after a reload, without a second event', async () => {
  const body = `${recordEvents}<pay-to-lightning-address address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>`
  const { page, problems, close } = await openPage(
    browser,
    shop.serve('/receipt', barePage(shop.bffUrl, { body })),
  )
  const widget = page.locator('pay-to-lightning-address')
  const paid = widget.getByRole('heading', { name: 'Paid 2,100 sats' })
  await shop.pay(await requestInvoice(widget))
  await paid.waitFor()
  await eventually(() => detailsOf(page, 'paid')).toHaveLength(1)
  await page.reload()
  await paid.waitFor()
  await widget.getByText('Confirmed by this site').waitFor()
  await widget.getByRole('button', { name: 'Done' }).click()
  await widget.getByRole('button', { name: /^Pay( \d|$)/ }).waitFor()
  expect(await detailsOf(page, 'paid')).toEqual([])
  expect(problems).toEqual([])
  await close()
})

it('reports the ramp session to the page, without the URL that opens it', async () => {
  const body = `${recordEvents}<ramp-widget quote-currency="USD" destination="alice@wallet.example" remember="never"></ramp-widget>
    <script>document.querySelector('ramp-widget').email = 'player@shop.example'</script>`
  const { page, problems, close } = await openPage(
    browser,
    shop.serve('/ramp-events', barePage(shop.bffUrl, { body })),
  )
  await page.locator('ramp-widget').getByRole('button', { name: 'Continue to provider' }).click()
  const ramp = page.frameLocator('ramp-widget iframe')
  await ramp.getByLabel('Six digits').fill('123456')
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await eventually(() => detailsOf(page, 'ready')).toEqual([null])
  await eventually(() => detailsOf(page, 'session')).toMatchObject([
    { sessionId: expect.stringMatching(/^ses_/) },
  ])
  expect(JSON.stringify(await recordedEvents(page))).not.toContain(
    new URL((await page.locator('ramp-widget iframe').getAttribute('src')) ?? '').search,
  )
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
  expect(problems).toEqual([])
  await close()
})

it('reports a card that fails, and still reports the payment of its invoice', async () => {
  // A script of the page that has replaced a function of the browser, and fails once.
  const failing = `<script>
    const create = document.createElementNS
    document.createElementNS = function (...args) {
      if (!window.isArmed) return create.apply(this, args)
      window.isArmed = false
      throw new Error('A script of the page has failed.')
    }
    addEventListener('leyden-charge', ({ detail }) => { window.invoice = detail.invoice; window.isArmed = true })
  </script>`
  const body = `${recordEvents}${failing}<h1>The shop</h1>
    <pay-to-lightning-address address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>`
  const { page, close } = await openPage(
    browser,
    shop.serve('/failing-card', barePage(shop.bffUrl, { body })),
  )
  const widget = page.locator('pay-to-lightning-address')
  await widget.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
  await widget.getByRole('alert').getByText('This part of the page has a problem.').waitFor()
  await eventually(() => detailsOf(page, 'error')).toMatchObject([
    { status: 'error', code: 'UNKNOWN', retryable: false },
  ])
  await widget.getByRole('button', { name: 'Try again' }).click()
  await widget.locator('a[href^="lightning:"]').first().waitFor({ state: 'attached' })
  await page.evaluate('window.isArmed = true')
  await shop.pay(await page.evaluate('window.invoice'))
  await eventually(() => detailsOf(page, 'paid')).toMatchObject([{ status: 'paid' }])
  await page.getByRole('heading', { name: 'The shop' }).waitFor()
  await close()
})
