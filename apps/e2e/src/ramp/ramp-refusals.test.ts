import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../world/browser.js'
import { startWorld, type World } from '../world/start-world.js'
import { openRampPage } from './ramp-page.js'

/** What the service says, word for word: for its operators, not for people. */
const OF_THE_SERVICE = [
  'The format of the email is invalid',
  'did not respond to our check',
  'Quota of widget sessions',
  'no access to the widget product',
  'is being upgraded',
  'disabled by compliance',
]

describe('a ramp session that the service refuses', () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  it.each([
    ['INVALID_EMAIL', 'invalidemail', 'Check the e-mail address.', /Continue to provider/],
    ['RATE_LIMITED', 'ratelimited', 'The provider is busy.', /Try again/],
    ['UNAUTHORIZED', 'unauthorized', 'This shop cannot sell bitcoin at the moment.', /Close/],
    ['INVALID_WEBHOOK_URL', 'badwebhook', 'This shop cannot sell bitcoin at the moment.', /Close/],
    ['another code', 'othererror', 'The provider does not accept this (REGION_NOT_SUPPORTED).', /Close/],
  ])('is told in our words with a next step: %s', async (_, user, words, nextStep) => {
    const context = await browser.newContext({ locale: 'en-US' })
    const ramp = await openRampPage(context, world)
    await ramp.startAsGuest(`${user}@mail.example`)
    await ramp.widget
      .getByText(words)
      .first()
      .waitFor({ timeout: 20_000 })
      .catch(async (e) => {
        console.log(await ramp.saidWords(), ramp.traffic.exchanges.slice(-4))
        throw e
      })
    await ramp.widget.getByRole('button', { name: nextStep }).first().waitFor()

    await ramp.traffic.settled()
    const replies = ramp.traffic.exchanges.filter(({ url }) => url.startsWith(world.bffUrl))
    const seen = [...(await ramp.saidWords()), ...replies.map(({ text }) => text)]
    for (const text of OF_THE_SERVICE) expect(seen.filter((each) => each.includes(text))).toEqual([])
    // Whatever the operator has to know is in the log, once, and no e-mail address with it.
    expect(world.bffLog.filter((line) => line.includes(`${user}@mail.example`))).toEqual([])
    await context.close()
  })

  it('goes on after a limit, when its time is over', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    const ramp = await openRampPage(context, world)
    await ramp.startAsGuest('ratelimited@mail.example')
    await ramp.widget.getByText('The provider is busy.').first().waitFor()
    const posts = () =>
      ramp.traffic.requestsTo('/api/v1/ramp-widget').filter(({ text }) => text.startsWith('POST')).length
    const before = posts()
    const retry = ramp.widget.getByRole('button', { name: 'Try again', exact: true })
    await retry.waitFor({ timeout: 20_000 })
    await retry.click()
    await expect.poll(posts, { timeout: 10_000 }).toBe(before + 1)
    await context.close()
  })
})
