import type { Identity, RampOrder } from '@leyden/bff'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { goToPayment, purchase } from '../harness/ramp-frame.js'
import { inSoak, rows } from '../harness/rows.js'
import { completedEvent, olderEvent, startRampStack } from './ramp-stack.js'
import { openShop, type ShopPage, untilStatus, watchShop } from './shop-page.js'

const browser = await sharedBrowser()
const GUEST: Identity = { guest: true }
let identity: Identity = GUEST
const stack = await startRampStack({ isDurable: true, identify: async () => identity })
afterAll(() => stack.close())
beforeEach(() => {
  identity = GUEST
})

const ORDER: RampOrder = {
  email: 'buyer@mail.example',
  destination: 'alice@wallet.example',
  quoteCurrency: 'USD',
  baseCurrency: 'BTC',
}
const PHONE = { viewport: { width: 390, height: 844 } }

const shopWith = (props: object, options?: Parameters<typeof openShop>[3]) =>
  openShop(browser, stack, stack.pageUrl({ props }), options)
const press = (shop: Pick<ShopPage, 'page'>, name: string) =>
  shop.page.getByRole('button', { name, exact: true }).click()
const shows = (shop: Pick<ShopPage, 'page'>, name: string) =>
  shop.page.getByRole('heading', { name }).waitFor()

let orders = 0

/** Opens the ramp's page of a signed order, each for another purchase of the shop. */
async function openOrder(props: object = {}, options?: Parameters<typeof openShop>[3]) {
  const order = await stack.bff.rampOrder({ ...ORDER, referenceId: `purchase-${++orders}` })
  const shop = await shopWith({ order, ...props }, options)
  await press(shop, 'Continue to provider')
  await shop.ramp()
  return { order, shop, session: stack.webhookUrls.length - 1 }
}

describe('a buyer with a signed order who reloads the page', () => {
  it('goes on with the open session', async () => {
    const { shop, session } = await openOrder()
    await shop.page.reload()
    await untilStatus(shop, 'resumed')
    await press(shop, 'Go on with your purchase')
    await shop.ramp()
    expect(stack.webhookUrls).toHaveLength(session + 1)
    expect(shop.frameLoads()).toBe(2)
    await stack.webhook(completedEvent(), session)
    await shows(shop, 'Purchase complete')
    await shop.close()
  })

  it('stays at its session if the shop has lost its store, and is opened no second one', async () => {
    const { shop, session } = await openOrder()
    stack.emptyStore()
    const reload = async () => {
      // The page before may still get a 200 for what it asked before the store was emptied.
      const unknown = shop.page.waitForResponse(
        (response) => response.url().includes('/v0/watch/') && response.status() === 404,
      )
      await shop.page.reload()
      await unknown
      await shows(shop, 'Waiting for the result')
    }
    await reload()
    // Only the shop has the link to its page.
    await press(shop, 'Go on with your purchase')
    await shop.page.getByText('This site is having problems right now.').first().waitFor()
    await shop.page.getByText('As far as we know, nothing was charged.').first().waitFor()
    await reload()
    expect(await shop.status()).toBe('resumed')
    expect(stack.webhookUrls).toHaveLength(session + 1)
    await shop.close()
  })

  it('starts a new session after a sentence, and a purchase in either of them counts once', async () => {
    const { shop, session } = await openOrder()
    await shop.page.reload()
    await shop.page.getByText(/^We have seen no payment so far/).waitFor()
    await press(shop, 'Start a new session')
    await shop.ramp()
    expect(stack.webhookUrls).toHaveLength(session + 2)
    await stack.webhook(completedEvent(), session)
    await shows(shop, 'Purchase complete')
    // A webhook that comes twice changes nothing.
    await stack.webhook(completedEvent(), session)
    expect(await shop.page.getByText('This order was paid twice.').isVisible()).toBe(false)
    await stack.webhook(completedEvent(), session + 1)
    await shop.page.getByText('This order was paid twice.').waitFor()
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(2)
    const duplicateOf = stack.sessionIds[session]
    expect(await shop.callbackCalls('completed')).toMatchObject([
      ['completed', { sessionId: duplicateOf }],
      ['completed', { duplicateOf }],
    ])
    await shop.close()
  })
})

describe('a guest who closes the page of the provider', () => {
  it('goes on with the open session, or in a new one if the page opens only once', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    const left = await shop.ramp()
    const sessions = stack.webhookUrls.length
    await press(shop, 'Close')
    await press(shop, 'Leave')
    await expect.poll(() => left.isDetached()).toBe(true)
    await press(shop, 'Go on with your purchase')
    const page = await shop.ramp()
    await page.getByRole('heading', { name: 'This link has already been used' }).waitFor()
    expect(stack.webhookUrls).toHaveLength(sessions)
    expect(shop.frameLoads()).toBe(2)
    await press(shop, 'Start a new session')
    await expect.poll(() => stack.webhookUrls).toHaveLength(sessions + 1)
    await stack.webhook(completedEvent({ data: { amount: '0.00042', currency: 'BTC' } }))
    await shows(shop, 'Purchase complete')
    await shop.close()
  })
})

describe('a second device', () => {
  it('gets the session of the first, and no further one once money moves', async () => {
    const { order, shop, session } = await openOrder()
    const phone = await shopWith({ order }, PHONE)
    await press(phone, 'Continue to provider')
    await phone.ramp()
    expect(stack.webhookUrls).toHaveLength(session + 1)
    await stack.webhook(olderEvent('PAYMENT.INITIATED'), session)
    await untilStatus(shop, 'processing')
    await untilStatus(phone, 'processing')
    await phone.page.reload()
    await untilStatus(phone, 'processing')
    expect(await phone.page.getByRole('button', { name: 'Start a new session' }).isVisible()).toBe(false)
    await stack.webhook(completedEvent(), session)
    await shows(shop, 'Purchase complete')
    await shows(phone, 'Purchase complete')
    await Promise.all([shop.close(), phone.close()])
  })

  it.runIf(inSoak)('learns of a payment that it has not seen when it asks for a new session', async () => {
    const { order, shop, session } = await openOrder()
    const second = await shopWith({ order, remember: 'never' })
    await press(second, 'Continue to provider')
    await second.ramp()
    await shop.close()
    // Its own connection is lost while the payment starts.
    await second.page.route('**/v0/watch/**', (route) => route.abort())
    await second.page.reload()
    await stack.webhook(olderEvent('PAYMENT.INITIATED'), session)
    await press(second, 'Continue to provider')
    await untilStatus(second, 'processing')
    expect(stack.webhookUrls).toHaveLength(session + 1)
    await second.close()
  })
})

describe('a second tab', () => {
  it('waits for the result of the first, and can go on in it', async () => {
    const { shop, session } = await openOrder()
    const page = await shop.page.context().newPage()
    const tab = watchShop(page, stack)
    await page.goto(shop.page.url())
    await untilStatus(tab, 'resumed')
    await press(tab, 'Go on with your purchase')
    await tab.ramp()
    expect(stack.webhookUrls).toHaveLength(session + 1)
    await stack.webhook(completedEvent(), session)
    await shows(shop, 'Purchase complete')
    await shows(tab, 'Purchase complete')
    await shop.close()
  })
})

describe('on a phone', () => {
  it.each(
    rows<[who: string, props: object]>(
      [['a guest', { guest: true, quoteCurrency: 'USD', baseCurrency: 'BTC' }]],
      [['a signed-in user', { quoteCurrency: 'USD', baseCurrency: 'BTC' }]],
    ),
  )('%s buys in a dialog that covers the screen', async (who, props) => {
    identity = who === 'a guest' ? GUEST : { id: 'user-1', email: 'user@mail.example' }
    const shop = await shopWith(props, PHONE)
    if (who === 'a guest') await shop.buy()
    else await press(shop, 'Continue to provider')
    const ramp = await shop.ramp()
    const dialog = shop.page.locator('dialog.ly-dialog')
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    const frame = shop.page.locator('iframe')
    const edges = async () => {
      const { y, height } = (await frame.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
      return { top: y, bottom: y + height }
    }
    // The frame gets what a header of three lines and the line below it leave.
    await expect.poll(async () => (await edges()).bottom).toBeGreaterThan(780)
    const { top, bottom } = await edges()
    expect(top).toBeLessThan(110)
    expect(bottom).toBeLessThanOrEqual(844)
    await purchase(ramp)
    await shows(shop, 'Purchase complete')
    await shop.page.getByText(/^Confirmed by the provider, /).waitFor()
    await press(shop, 'Done')
    await untilStatus(shop, 'idle')
    expect(await dialog.isVisible()).toBe(false)
    await shop.close()
  })
})

describe('a provider in a tab', () => {
  it.runIf(inSoak)('opens in the tap, without access to the page, which shows the result', async () => {
    const shop = await shopWith({ presentation: 'tab', quoteCurrency: 'USD', email: 'you@mail.example' })
    const opened = shop.page.waitForEvent('popup')
    await press(shop, 'Continue to provider')
    const tab = await opened
    await tab.waitForURL(`${stack.rampUrl}/**`)
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await shows(shop, 'Continue in the other tab')
    await purchase(tab.mainFrame())
    await shows(shop, 'Purchase complete')
    await shop.close()
  })
})

describe('the receipt', () => {
  it('shows the price, also if the provider names base and quote the other way round', async () => {
    const { shop, session } = await openOrder()
    const data = {
      base_amount: '25.00',
      base_currency: 'USD',
      quote_amount: '0.00042',
      quote_currency: 'BTC',
    }
    await stack.webhook({ ...olderEvent('WITHDRAWAL.SUCCEEDED'), data }, session)
    await shows(shop, 'Purchase complete')
    for (const fact of [
      '0.00042 BTC',
      '25.00 USD',
      '1 BTC = 59,523.81 USD',
      'alice@wallet.example',
      `purchase-${orders}`,
    ])
      await shop.page.getByText(fact, { exact: true }).waitFor()
    await shop.close()
  })

  it('shows no destination or reference but ours: another one needs a check of the shop', async () => {
    const { shop, session } = await openOrder()
    await goToPayment(await shop.ramp())
    const data = { amount: '0.00042', currency: 'BTC', destination: 'evil@x.example', reference_id: 'other' }
    await stack.webhook(completedEvent({ data }), session)
    await shows(shop, 'This purchase needs to be checked')
    await shop.page.getByText(/^What the provider reports does not match your purchase/).waitFor()
    expect(await shop.page.locator('section.leyden').textContent()).not.toMatch(/evil@x\.example|other/)
    // The shop's server receives the event in a delivery of its own.
    const heldEvent = () => stack.events.find(({ data }) => 'suspect' in data && data.suspect !== undefined)
    await expect.poll(heldEvent).toBeDefined()
    expect(await stack.release(heldEvent()?.id ?? '')).toBe(200)
    await shows(shop, 'Purchase complete')
    await shop.page.getByText(/^Confirmed by this site after a check, /).waitFor()
    expect(await shop.page.locator('section.leyden').textContent()).not.toMatch(/evil@x\.example|other/)
    await shop.close()
  })
})

describe.runIf(inSoak)('an order whose sessions are used up', () => {
  it('says so, and offers the one that is open', async () => {
    const { shop, session } = await openOrder()
    for (let count = 2; count <= 5; count++) {
      await shop.page.reload()
      await press(shop, 'Start a new session')
      await shop.ramp()
      expect(stack.webhookUrls).toHaveLength(session + count)
    }
    await shop.page.reload()
    await press(shop, 'Start a new session')
    await shop.page.getByText('No further session is possible for this order.').first().waitFor()
    await press(shop, 'Go on with your purchase')
    await shop.ramp()
    expect(stack.webhookUrls).toHaveLength(session + 5)
    await shop.close()
  })
})
