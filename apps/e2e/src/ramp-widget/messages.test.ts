import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { completedEvent, startRampStack } from './ramp-stack.js'
import { openShop, type ShopPage, untilStatus } from './shop-page.js'

const browser = await sharedBrowser()
const stack = await startRampStack()
afterAll(() => stack.close())

/** Checks that the widget ignored all earlier messages: sends a last, valid message, and only this one is handled. */
async function expectIgnored(shop: ShopPage, before: unknown[][]): Promise<void> {
  const ramp = await shop.ramp()
  await ramp.evaluate(() =>
    window.parent.postMessage({ type: 'WIDGET_STEP_CHANGE', payload: { step: 'last' } }, '*'),
  )
  await expect.poll(async () => JSON.stringify(await shop.callbackCalls('step'))).toContain('last')
  expect(await shop.callbackCalls()).toEqual([...before, ['state', 'open'], ['step', { name: 'last' }]])
}

const completedMessage = { type: 'WIDGET_TRANSACTION_COMPLETE', payload: { amount: '1' } }

describe('a message', () => {
  it('from another origin, or from another window of the right origin, is ignored', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    const before = await shop.callbackCalls()
    await shop.page.evaluate(() => {
      window.arrived = 0
      window.addEventListener('message', () => window.arrived++)
    })

    // Other frames on the page: one of another origin, and one of the ramp's origin.
    const otherFrames = await shop.page.evaluateHandle(
      (urls) => {
        return Promise.all(
          urls.map(
            (url) =>
              new Promise((resolve) => {
                const frame = document.createElement('iframe')
                frame.onload = resolve
                frame.src = url
                document.body.append(frame)
              }),
          ),
        )
      },
      [stack.otherUrl, `${stack.rampUrl}/?session=unknown`],
    )
    await otherFrames.dispose()
    const foreignFrames = shop.page
      .frames()
      .filter((frame) => frame.url().startsWith(stack.otherUrl) || frame.url().endsWith('session=unknown'))
    expect(foreignFrames).toHaveLength(2)
    for (const frame of foreignFrames)
      await frame.evaluate((message) => {
        window.parent.postMessage(message, '*')
        window.parent.postMessage(JSON.stringify(message), '*')
      }, completedMessage)
    await shop.page.evaluate((message) => window.postMessage(message, '*'), completedMessage)

    // The origin of a sandboxed frame is "null".
    await shop.page.evaluate((message) => {
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts')
      frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
      document.body.append(frame)
    }, completedMessage)
    // Two messages from each frame, one from our own window and one from the sandboxed frame. The provider's error page
    // also sends one.
    await expect.poll(() => shop.page.evaluate(() => window.arrived)).toBeGreaterThanOrEqual(6)
    await expectIgnored(shop, before)
    expect(await shop.status()).toBe('open')
    await shop.close()
  })

  it('that is malformed changes nothing and throws no error', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    const before = await shop.callbackCalls()
    const ramp = await shop.ramp()
    await ramp.evaluate(() => {
      const malformedMessages: unknown[] = [
        null,
        undefined,
        0,
        '',
        'error',
        '{',
        '[]',
        { type: 'error' },
        { type: 'error', error: null },
        { type: null },
        { payload: 'WIDGET_READY' },
        { type: 'WIDGET_STEP_CHANGE', payload: { step: { toString: 1 } } },
        'x'.repeat(1_000_000),
        { type: 'WIDGET_NEWS', payload: 'x'.repeat(1_000_000) },
        JSON.stringify({ type: 'WIDGET_TRANSACTION_COMPLETE', payload: 'x'.repeat(1_000_000) }),
        new Map([['type', 'WIDGET_TRANSACTION_COMPLETE']]),
        new Error('an error'),
        new ArrayBuffer(1_000),
      ]
      for (const data of malformedMessages) window.parent.postMessage(data, '*')
    })
    await expectIgnored(shop, before)
    expect(await shop.status()).toBe('open')
    await shop.close()
  })

  it('that claims success is ignored; the webhook completes the purchase once', async () => {
    const shop = await openShop(browser, stack)
    await shop.buy()
    await untilStatus(shop, 'open')
    const ramp = await shop.ramp()
    await ramp.evaluate((message) => {
      for (let n = 0; n < 5; n++) window.parent.postMessage(message, '*')
    }, completedMessage)
    await untilStatus(shop, 'processing')
    await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
    expect(await shop.status()).toBe('processing')
    expect(await shop.callbackCalls('completed')).toEqual([])

    const event = completedEvent()
    expect(await stack.webhook(event)).toBe(200)
    expect(await stack.webhook(event)).toBe(200)
    await untilStatus(shop, 'completed')
    await shop.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })

  it('is not required: without messages, the widget offers a link and the purchase completes', async () => {
    const warnings: string[] = []
    const shop = await openShop(browser, stack, undefined, { prepare: (page) => page.clock.install() })
    shop.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await shop.buy('silent@mail.example')
    const ramp = await shop.ramp()
    await ramp.locator('[data-part="code"]').fill('123456')
    await shop.page.clock.fastForward(9_000)
    await untilStatus(shop, 'open')
    await expect.poll(() => shop.page.getByText('Is the page above blank?').isVisible()).toBe(true)
    expect(warnings.filter((text) => text.includes('has sent no message for 10 s'))).toHaveLength(1)
    expect(await ramp.locator('[data-part="code"]').inputValue()).toBe('123456')
    expect(await shop.callbackCalls('blocked')).toEqual([])

    await ramp.locator('[data-part="code-next"]').click()
    await ramp.locator('[data-part="sample"]').click()
    await ramp.locator('[data-part="quote-next"]').click()
    await ramp.locator('[data-part="test-card"]').click()
    await ramp.locator('[data-part="pay"]').click()
    await untilStatus(shop, 'completed')
    expect(await shop.callbackCalls('ready')).toEqual([])
    await expect.poll(() => shop.callbackCalls('completed')).toHaveLength(1)
    await shop.close()
  })
})

declare global {
  interface Window {
    /** The number of messages that the shop's page has received. */
    arrived: number
  }
}
