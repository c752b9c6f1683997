import { afterEach, expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { completed, GUEST, isRampEvent, openRampShop } from '../../test-support/ramp-shop.js'
import { openCharge, stateOf } from '../../test-support/shop.js'
import { printFigure } from '../../test-support/soak.js'

let shop: ReturnType<typeof openRampShop> | undefined
afterEach(() => shop?.bff.close())

const HOUR_MS = 3_600_000
const PATIENTLY = { timeout: 600_000, interval: 50 }

describeOnEachStore('a clock of the server that jumps', (freshStore, kind) => {
  it.each([
    ['two hours back', -2 * HOUR_MS],
    ['three hours forward', 3 * HOUR_MS],
  ])('%s loses no event, and locks nobody out', async (jump, ms) => {
    shop = openRampShop({ store: freshStore() })
    const { events, turnClock, log } = shop
    await openCharge(shop)
    await shop.open()
    const url = shop.webhookUrl()
    const delivered = () => new Set(events.filter(isRampEvent).map(({ id }) => id)).size
    const statuses: number[] = []
    const receive = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const name = `evt_${statuses.length}`
        statuses.push((await shop?.hook({ ...completed(name), type: `step.${name}` }, url))?.status ?? 0)
      }
    }
    shop.bff.start()
    await receive(10)
    // What waits while the clock is set back waits until the clock is there again.
    await vi.waitFor(() => expect(delivered()).toBe(10), PATIENTLY)
    turnClock(ms)
    await receive(10)
    // What is measured in windows of minutes, such as limits, still accepts everybody.
    const after = await openCharge(shop)
    await shop.open(GUEST)
    expect(await stateOf(shop, after.watch_url)).toMatchObject({ status: 'open' })
    await vi.waitFor(() => expect(delivered()).toBe(20), PATIENTLY)

    turnClock(-ms)
    await receive(10)
    await openCharge(shop)
    await vi.waitFor(() => expect(delivered()).toBe(30), PATIENTLY)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
    printFigure(
      `a clock that jumps ${jump}, and then the other way (${kind})`,
      '30 webhooks acknowledged, all delivered; charges and sessions as before',
      '0 lost, nobody refused',
    )
  })
})
