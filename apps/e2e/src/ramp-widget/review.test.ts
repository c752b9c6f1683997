import type { RampEvent } from '@leyden/bff'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { goToPayment } from '../harness/ramp-frame.js'
import { inSoak, rows } from '../harness/rows.js'
import { completedEvent, olderEvent, startRampStack } from './ramp-stack.js'
import { openShop, type ShopPage, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()
const stack = await startRampStack()
afterAll(() => stack.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Goes to the last step of the ramp's page, and collects the events that the app gets from now on. */
async function openAtPayment() {
  const before = stack.events.length
  const shop = await openShop(browser, stack)
  await shop.buy()
  await untilStatus(shop, 'open')
  await goToPayment(await shop.ramp())
  const newEvents = () =>
    stack.events.slice(before).filter((event): event is RampEvent => 'service' in event.data)
  return { shop, newEvents }
}

async function expectReview(shop: ShopPage) {
  await untilStatus(shop, 'needs_review')
  await shop.page.getByRole('heading', { name: 'This purchase needs to be checked' }).waitFor()
  expect(await shop.callbackCalls('completed')).toEqual([])
}

describe("a webhook on a session's own address", () => {
  it.each(
    rows(
      [
        [
          'names another session',
          { data: { session_id: 'ses_of_another', amount: '0.00042' } },
          ['session_id'],
        ],
      ],
      [['is of the other mode', { livemode: true }, ['livemode']]],
    ),
  )(
    'that %s needs a review, and completes the purchase once it is released',
    async (_, contradiction, suspect) => {
      const { shop, newEvents } = await openAtPayment()
      expect(await stack.webhook(completedEvent(contradiction))).toBe(200)
      await expectReview(shop)
      await expect.poll(() => newEvents().length).toBe(1)
      const [reviewedEvent] = newEvents()
      expect(reviewedEvent?.data).toMatchObject({ service: { type: 'ramp.purchase.completed' }, suspect })
      expect(reviewedEvent?.data).toMatchObject({ meaning: undefined })
      // The purchase stays in review when the page is opened again.
      await shop.page.reload()
      await expectReview(shop)

      expect(await stack.release(reviewedEvent?.id ?? '')).toBe(200)
      await untilStatus(shop, 'completed')
      expect(await stack.release(reviewedEvent?.id ?? '')).toBe(200)
      await expect.poll(() => newEvents().length).toBe(2)
      expect(newEvents()[1]?.id).toBe(reviewedEvent?.id)
      expect(newEvents()[1]?.data).toMatchObject({ meaning: 'completed', released: true })
      expect(newEvents()[1]?.data).toMatchObject({ suspect: undefined })
      await pause(1_500)
      expect(await shop.status()).toBe('completed')
      await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
      expect(newEvents().filter(({ data }) => data.meaning === 'completed')).toHaveLength(1)
      await shop.page.reload()
      await untilStatus(shop, 'completed')
      expect(await shop.callbackCalls('completed')).toEqual([])
      await shop.close()
    },
  )

  it.runIf(inSoak)('with the session prefix sess_ completes the purchase at once', async () => {
    const { shop, newEvents } = await openAtPayment()
    const session_id = stack.sessionIds.at(-1)?.replace(/^ses_/, 'sess_')
    expect(session_id).toMatch(/^sess_/)
    expect(await stack.webhook(completedEvent({ data: { session_id } }))).toBe(200)
    await untilStatus(shop, 'completed')
    await expect.poll(newEvents).toMatchObject([{ data: { meaning: 'completed' } }])
    expect(newEvents()[0]?.data).toMatchObject({ suspect: undefined })
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })
})

describe('a review', () => {
  it('stays on screen while another session continues, and is replaced by it when closed', async () => {
    const { shop } = await openAtPayment()
    const first = stack.webhookUrls.length - 1
    await shop.page.reload()
    await untilStatus(shop, 'resumed')
    await shop.page.getByRole('button', { name: 'New session' }).click()
    await shop.page.getByLabel('E-mail address').fill('you@mail.example')
    await shop.page.getByRole('button', { name: 'Continue', exact: true }).click()
    await untilStatus(shop, 'open')
    expect(stack.webhookUrls).toHaveLength(first + 2)

    await stack.webhook(completedEvent({ livemode: true }), first)
    await expectReview(shop)
    await stack.webhook(olderEvent('PAYMENT.INITIATED'), first + 1)
    await stack.webhook(completedEvent(), first + 1)
    await pause(2_500)
    await expectReview(shop)

    await shop.page.getByRole('button', { name: 'Close' }).click()
    await untilStatus(shop, 'completed')
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })
})
