import type { Identity, LogFields, RampOrder } from '@leyden/bff'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { type RampStack, startRampStack } from './ramp-stack.js'
import { openShop, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()

const ORDER: RampOrder = {
  email: 'buyer@mail.example',
  referenceId: 'purchase-7',
  destination: 'buyer@wallet.example',
  quoteCurrency: 'EUR',
  metadata: { cart: [{ sku: 'starter-pack' }] },
  accessToken: undefined,
}

let stack: RampStack
let identity: Identity | null
let log: { message: string; fields: LogFields }[]

beforeEach(async () => {
  identity = null
  log = []
  const write = (fields: LogFields, message: string) => void log.push({ message, fields })
  stack = await startRampStack({
    sandbox: { events: 'all' },
    isDurable: true,
    identify: async () => identity,
    log: { info() {}, warn: write, error: write },
  })
})
afterEach(() => stack?.close())

const shopWith = (props: object) => openShop(browser, stack, stack.pageUrl({ props }))
const continueToProvider = (shop: Awaited<ReturnType<typeof shopWith>>) =>
  shop.page.getByRole('button', { name: 'Continue to provider' }).click()

describe('an order that the shop has signed', () => {
  it('is bought by a guest who enters nothing twice, and cannot be bought again on another device', async () => {
    const order = await stack.bff.rampOrder(ORDER)
    const shop = await shopWith({ order })
    await continueToProvider(shop)
    const ramp = await shop.ramp()
    await ramp.getByText('buyer@mail.example').waitFor()
    await ramp.locator('[data-part="code"]').waitFor()

    // After a reload of the tab, its session is watched. The person decides whether to go on with it.
    await shop.page.reload()
    await untilStatus(shop, 'resumed')
    expect(stack.sessionIds).toHaveLength(1)
    await shop.close()

    const secondOrder = await stack.bff.rampOrder(ORDER)
    const secondShop = await shopWith({ order: secondOrder })
    await continueToProvider(secondShop)
    await purchase(await secondShop.ramp())
    await untilStatus(secondShop, 'completed')
    await expect
      .poll(() => stack.events.map(({ data }) => 'meaning' in data && data.meaning))
      .toContain('completed')
    const completedEvent = stack.events.find(({ data }) => 'meaning' in data && data.meaning === 'completed')
    expect(completedEvent?.data).toMatchObject({ reference_id: 'purchase-7', guest: true })
    expect(completedEvent?.data).toMatchObject({
      service: { data: { metadata: ORDER.metadata, destination: 'buyer@wallet.example' } },
    })
    await secondShop.close()

    const phone = await shopWith({ order: secondOrder })
    await continueToProvider(phone)
    await phone.page.getByRole('heading', { name: 'Purchase complete' }).waitFor()
    expect(stack.sessionIds).toHaveLength(2)
    await phone.close()
  })

  it('opens the same session on a second device', async () => {
    const order = await stack.bff.rampOrder(ORDER)
    const desktop = await shopWith({ order, presentation: 'tab' })
    const opened = desktop.page.waitForEvent('popup')
    await continueToProvider(desktop)
    const tab = await opened
    await tab.waitForURL(`${stack.rampUrl}/**`)
    const phone = await shopWith({ order })
    await continueToProvider(phone)
    await phone.ramp()
    // The sandbox's page of a session loads only once, so the purchase is made where it was loaded first.
    await purchase(tab.mainFrame())
    await untilStatus(phone, 'completed')
    await untilStatus(desktop, 'completed')
    expect(await phone.callbackCalls('session')).toHaveLength(1)
    expect(stack.sessionIds).toHaveLength(1)
    await desktop.close()
    await phone.close()
  })
})

describe('a returning user', () => {
  it('skips the steps that the provider knows, and continues without the token if that is refused', async () => {
    const buy = async () => {
      const shop = await shopWith({ quoteCurrency: 'USD', remember: 'never' })
      await continueToProvider(shop)
      return { shop, ramp: await shop.ramp() }
    }
    identity = { id: 'user-1', email: 'user@mail.example' }
    const first = await buy()
    await purchase(first.ramp)
    await untilStatus(first.shop, 'completed')
    await first.shop.close()
    const tokens = () =>
      stack.events.flatMap(({ data }) => ('user_tokens' in data ? (data.user_tokens.access_token ?? []) : []))
    await expect.poll(tokens).toEqual([expect.stringContaining('sandbox-access')])
    const accessToken = String(tokens()[0])

    identity = { ...identity, accessToken }
    const second = await buy()
    await second.ramp.locator('[data-part="quote-next"]').waitFor()
    expect(await second.ramp.locator('[data-part="code"]').isVisible()).toBe(false)
    await second.shop.close()

    // The sandbox treats the token of this user as too old.
    identity = { id: 'user-1', email: 'staletoken@mail.example', accessToken }
    const third = await buy()
    await purchase(third.ramp)
    await untilStatus(third.shop, 'completed')
    await third.shop.close()
    expect(log.filter(({ fields }) => fields.code === 'ACCESS_TOKEN_REFUSED')).toMatchObject([
      { fields: { source: 'identify', errorCode: 'UNAUTHORIZED', status: 401 } },
    ])
    expect(JSON.stringify(log)).not.toContain('sandbox-access')
  })
})
