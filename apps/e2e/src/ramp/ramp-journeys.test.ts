import type { BrowserContext } from 'playwright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { purchase } from '../harness/ramp-frame.js'
import { type Stack, startStack } from '../harness/start-stack.js'
import { deliveredEvents, isStored, openRampPage, providerFrame } from './ramp-page.js'

const browser = await sharedBrowser()

const COMPLETED = 'ramp.purchase.completed'

describe('buying bitcoin', () => {
  let stack: Stack
  let context: BrowserContext
  // Each test has new servers, so that no test reads the result of another test's purchase.
  beforeEach(async () => {
    stack = await startStack()
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  })
  afterEach(async () => {
    await context?.close()
    await stack?.close()
  })

  it('takes a guest from an e-mail address to a purchase that the server is notified of exactly once', async () => {
    const ramp = await openRampPage(context, stack)
    await ramp.startAsGuest('guest@mail.example')
    const frame = providerFrame(ramp.page)
    await frame.getByText('guest@mail.example').waitFor()
    expect(await ramp.shownTexts()).not.toContain('Purchase complete')
    await purchase(frame)
    await ramp.heading('Purchase complete').waitFor()

    // The page may get the result before the service gets the reply to its webhook.
    await expect.poll(() => stack.deliveries).toMatchObject([{ type: COMPLETED, attempt: 1 }])
    expect(Math.floor((stack.deliveries[0]?.status ?? 0) / 100)).toBe(2)
    expect(isStored(stack, COMPLETED)).toBe(true)
    await expect.poll(() => deliveredEvents(stack)).toEqual([COMPLETED])
    expect(ramp.traffic.requestsTo('/api/v1/ramp-widget').filter(isPost)).toHaveLength(1)
  })

  it('takes the e-mail address of a customer from the server', async () => {
    const ramp = await openRampPage(context, stack)
    await ramp.page.getByRole('button', { name: 'Sign in as Dana' }).click()
    await ramp.page.getByRole('button', { name: 'Sign out' }).waitFor()
    await ramp.goOn.click()
    const frame = providerFrame(ramp.page)
    await frame.getByText('dana@mail.example').waitFor()
    expect(await ramp.emailField.count()).toBe(0)
    const [request] = ramp.traffic.requestsTo('/api/v1/ramp-widget').filter(isPost)
    expect(request?.text).not.toContain('dana@mail.example')
    await purchase(frame)
    await ramp.heading('Purchase complete').waitFor()
  })

  it('rejects a forged webhook and stores nothing of it', async () => {
    const ramp = await openRampPage(context, stack)
    await ramp.startAsGuest('forged@mail.example')
    await purchase(providerFrame(ramp.page))
    await ramp.heading('Confirming your purchase').waitFor()
    await expect.poll(() => stack.deliveries).toHaveLength(1)
    expect(stack.deliveries).toMatchObject([{ type: COMPLETED, status: 404 }])
    await ramp.page.waitForTimeout(1_500)
    expect(isStored(stack, COMPLETED)).toBe(false)
    expect(deliveredEvents(stack)).toEqual([])
    expect((await ramp.shownTexts()).filter((text) => /complete/i.test(text))).toEqual([])
  })
})

function isPost({ text }: { text: string }): boolean {
  return text.startsWith('POST')
}
