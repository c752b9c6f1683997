import type { RampEvent } from '@leyden/bff'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { walkToCard } from '../harness/ramp-frame.js'
import { inSoak, rows } from '../harness/rows.js'
import { completedEvent, olderEvent, startRampStack } from './ramp-stack.js'
import { openShop, type ShopPage, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()
const stack = await startRampStack()
afterAll(() => stack.close())

const pauseMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A shop's page that frames the provider's, and the events that the app gets from now on. */
async function atTheCard() {
  const before = stack.events.length
  const shop = await openShop(browser, stack)
  await shop.buy()
  await untilStatus(shop, 'open')
  await walkToCard(await shop.ramp())
  const newEvents = () => stack.events.slice(before).filter((event): event is RampEvent => 'service' in event)
  return { shop, newEvents }
}

async function needsReview(shop: ShopPage) {
  await untilStatus(shop, 'needs_review')
  await shop.page.getByRole('heading', { name: 'This purchase needs to be checked' }).waitFor()
  expect(await shop.happened('completed')).toEqual([])
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
  )('that %s needs a review, and completes the purchase once it is released', async (_, more, suspect) => {
    const { shop, newEvents } = await atTheCard()
    expect(await stack.webhook(completedEvent(more))).toBe(200)
    await needsReview(shop)
    await expect.poll(() => newEvents().length).toBe(1)
    const [held] = newEvents()
    expect(held).toMatchObject({ service: { type: 'ramp.purchase.completed' }, suspect })
    expect(held).toMatchObject({ meaning: undefined })
    // It stays in review, also for a page that is opened again.
    await shop.page.reload()
    await needsReview(shop)

    expect(await stack.release(held?.id ?? '')).toBe(200)
    await untilStatus(shop, 'completed')
    expect(await stack.release(held?.id ?? '')).toBe(200)
    await expect.poll(() => newEvents().length).toBe(2)
    expect(newEvents()[1]).toMatchObject({ id: held?.id, meaning: 'completed', released: true })
    expect(newEvents()[1]).toMatchObject({ suspect: undefined })
    await pauseMs(1_500)
    expect(await shop.status()).toBe('completed')
    await expect.poll(() => shop.happened('completed')).toHaveLength(1)
    expect(newEvents().filter(({ meaning }) => meaning === 'completed')).toHaveLength(1)
    await shop.page.reload()
    await untilStatus(shop, 'completed')
    expect(await shop.happened('completed')).toEqual([])
    await shop.close()
  })

  it.runIf(inSoak)('with the session prefix sess_ completes the purchase at once', async () => {
    const { shop, newEvents } = await atTheCard()
    const session_id = stack.sessionIds.at(-1)?.replace(/^ses_/, 'sess_')
    expect(session_id).toMatch(/^sess_/)
    expect(await stack.webhook(completedEvent({ data: { session_id } }))).toBe(200)
    await untilStatus(shop, 'completed')
    await expect.poll(newEvents).toMatchObject([{ meaning: 'completed' }])
    expect(newEvents()[0]).toMatchObject({ suspect: undefined })
    await expect.poll(() => shop.happened('completed')).toHaveLength(1)
    await shop.close()
  })
})

describe('a review', () => {
  it('stays on screen while another session continues, and is replaced by it when closed', async () => {
    const { shop } = await atTheCard()
    const first = stack.webhookUrls.length - 1
    await shop.page.reload()
    await untilStatus(shop, 'resumed')
    await shop.page.getByRole('button', { name: 'New session' }).click()
    await shop.page.getByLabel('E-mail address').fill('you@mail.example')
    await shop.page.getByRole('button', { name: 'Continue', exact: true }).click()
    await untilStatus(shop, 'open')
    expect(stack.webhookUrls).toHaveLength(first + 2)

    await stack.webhook(completedEvent({ livemode: true }), first)
    await needsReview(shop)
    await stack.webhook(olderEvent('PAYMENT.INITIATED'), first + 1)
    await stack.webhook(completedEvent(), first + 1)
    await pauseMs(2_500)
    await needsReview(shop)

    await shop.page.getByRole('button', { name: 'Close' }).click()
    await untilStatus(shop, 'completed')
    await expect.poll(() => shop.happened('completed')).toHaveLength(1)
    await shop.close()
  })
})
