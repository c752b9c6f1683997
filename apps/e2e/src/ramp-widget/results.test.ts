import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { goToPayment, purchase } from '../harness/ramp-frame.js'
import { inSoak, rows } from '../harness/rows.js'
import { completedEvent, olderEvent, startRampStack } from './ramp-stack.js'
import { openShop, type ShopPage, untilStatus, watchShop } from './shop-page.js'

const browser = await sharedBrowser()
const stack = await startRampStack()
afterAll(() => stack.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function openRamp(email?: string) {
  const shop = await openShop(browser, stack)
  await shop.buy(email)
  await untilStatus(shop, 'open')
  return shop
}

describe('webhooks', () => {
  it.each(rows(['reordered'], ['you', 'twice', 'late']))(
    'for the sandbox user %s@ complete the purchase once',
    async (user) => {
      const shop = await openRamp(`${user}@mail.example`)
      await purchase(await shop.ramp())
      await untilStatus(shop, 'completed')
      await pause(500)
      expect(await shop.status()).toBe('completed')
      await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
      const completed = await shop.callbackCalls('completed')
      expect(completed[0]?.[1]).toMatchObject({ livemode: false, details: { currency: 'BTC' } })
      await shop.page.getByText('Test mode').waitFor()
      await shop.close()
    },
  )

  it.each(rows([], ['forged', 'never']))(
    'for the sandbox user %s@ leave the purchase unconfirmed, whatever the frame reports',
    async (user) => {
      const eventsBefore = stack.events.length
      const shop = await openRamp(`${user}@mail.example`)
      await purchase(await shop.ramp())
      await untilStatus(shop, 'processing')
      await pause(1_500)
      expect(await shop.status()).toBe('processing')
      expect(await shop.callbackCalls('completed')).toEqual([])
      expect(stack.events).toHaveLength(eventsBefore)
      await shop.close()
    },
  )

  it('for a failed payment show the failure', async () => {
    const shop = await openRamp('failed@mail.example')
    await purchase(await shop.ramp())
    await untilStatus(shop, 'failed')
    await shop.page.locator('strong', { hasText: 'The purchase failed.' }).waitFor()
    // The frame itself may have reported an error before.
    const errors = async () =>
      (await shop.callbackCalls('error')).filter(([, code]) => code !== 'RAMP_PAGE_ERROR')
    await expect.poll(errors).toEqual([['error', 'PURCHASE_FAILED']])
    await shop.close()
  })

  it('that have the same id and different contents cause a review', async () => {
    const shop = await openRamp('conflict@mail.example')
    await purchase(await shop.ramp())
    await expect.poll(async () => (await shop.status()) ?? '').toMatch(/completed|needs_review/)
    await expect.poll(() => stack.events.length).toBeGreaterThan(0)
    await pause(500)
    await shop.page.reload()
    await untilStatus(shop, 'needs_review')
    await shop.page.getByRole('heading', { name: 'This purchase needs to be checked' }).waitFor()
    await shop.close()
  })
})

describe('a webhook that reports the purchase', () => {
  it.runIf(inSoak)('may arrive before the frame sends a message', async () => {
    const shop = await openRamp()
    await goToPayment(await shop.ramp())
    await stack.webhook(completedEvent())
    await untilStatus(shop, 'completed')
    expect(shop.page.frames()).toHaveLength(1)
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })

  it.runIf(inSoak)('may arrive an hour later, when the session has expired', async () => {
    const shop = await openShop(browser, stack, undefined, { prepare: (page) => page.clock.install() })
    await shop.buy()
    await untilStatus(shop, 'open')
    const ramp = await shop.ramp()
    await shop.page.clock.fastForward('14:00')
    await expect.poll(() => shop.page.getByText(/This session ends in/).isVisible()).toBe(true)
    await shop.page.clock.fastForward('46:00')
    await untilStatus(shop, 'expired')
    // The person may still be working in the frame.
    expect(await ramp.locator('[data-part="code"]').isVisible()).toBe(true)
    await expect.poll(() => shop.callbackCalls('expired')).toHaveLength(1)
    await stack.webhook(completedEvent())
    await expect
      .poll(async () => {
        await shop.page.clock.fastForward(5_000)
        return shop.status()
      })
      .toBe('completed')
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })

  it('may arrive after a reload, and another reload shows the result without calling onCompleted again', async () => {
    const shop = await openRamp()
    await goToPayment(await shop.ramp())
    await shop.page.reload()
    await untilStatus(shop, 'resumed')
    await stack.webhook(completedEvent())
    await untilStatus(shop, 'completed')
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.page.reload()
    await untilStatus(shop, 'completed')
    expect(await shop.callbackCalls('completed')).toEqual([])
    await shop.page.getByRole('button', { name: 'Done' }).click()
    await shop.page.reload()
    await untilStatus(shop, 'idle')
    expect(await shop.callbackCalls('completed')).toEqual([])
    await shop.close()
  })

  it.runIf(inSoak)(
    'may arrive while the page is closed, which shows the result when it is opened again',
    async () => {
      const shop = await openRamp()
      await goToPayment(await shop.ramp())
      const url = shop.page.url()
      const context = shop.page.context()
      await shop.page.close()
      await stack.webhook(completedEvent())
      const page = await context.newPage()
      const reopenedShop = watchShop(page, stack)
      await page.goto(url)
      await untilStatus(reopenedShop, 'completed')
      await expect.poll(() => reopenedShop.callbackCalls('completed')).toHaveLength(1)
      expect(reopenedShop.sessionRequests()).toBe(0)
      await context.close()
    },
  )
})

const WEBHOOK_STATUSES = rows<[kind: string, status: string]>(
  [['SOMETHING.NEW', 'open']],
  [
    ['WITHDRAWAL.SUCCEEDED', 'completed'],
    ['PAYMENT.FAILED', 'failed'],
    ['SESSION.CLOSED', 'cancelled'],
    ['PAYMENT.INITIATED', 'processing'],
    ['PAYMENT.SETTLED', 'processing'],
    ['WITHDRAWAL.FAILED', 'failed'],
    ['KYC.REJECTED', 'failed'],
    ['KYC.APPROVED', 'open'],
  ],
)

describe('the type of a webhook', () => {
  let shop: ShopPage
  let widgets = 0
  beforeAll(async () => {
    shop = await openShop(browser, stack)
  })
  afterAll(() => shop?.close())

  /** Replaces the widget by a new one on the same page, and opens the ramp's page in it. */
  async function openAnother(): Promise<void> {
    widgets += 1
    const props = { key: `widget ${widgets}`, guest: true, remember: 'never' }
    await shop.page.evaluate((next) => window.show(next), props)
    await shop.buy()
    await untilStatus(shop, 'open')
  }

  it.each(WEBHOOK_STATUSES)('%s ends as %s', async (kind, status) => {
    await openAnother()
    expect(await stack.webhook(olderEvent(kind))).toBe(200)
    if (status === 'open') await pause(500)
    await untilStatus(shop, status)
  })

  it.each(
    rows(
      [['completed', ['SESSION.CLOSED', 'PAYMENT.FAILED', 'WITHDRAWAL.SUCCEEDED', 'PAYMENT.INITIATED']]],
      [
        ['completed', ['WITHDRAWAL.SUCCEEDED', 'PAYMENT.FAILED', 'SESSION.CLOSED']],
        ['failed', ['KYC.REJECTED', 'PAYMENT.INITIATED', 'SESSION.CLOSED']],
        ['failed', ['SESSION.CLOSED', 'PAYMENT.SETTLED', 'PAYMENT.FAILED']],
        ['processing', ['SESSION.CLOSED', 'PAYMENT.INITIATED', 'KYC.APPROVED']],
        ['processing', ['PAYMENT.SETTLED', 'SESSION.CLOSED', 'PAYMENT.INITIATED']],
      ],
    ),
  )('leads to %s, also in combination: %s', async (status, kinds) => {
    await openAnother()
    for (const kind of kinds) expect(await stack.webhook(olderEvent(kind))).toBe(200)
    await untilStatus(shop, status)
    await pause(300)
    expect(await shop.status()).toBe(status)
  })
})
