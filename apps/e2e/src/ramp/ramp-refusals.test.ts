import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { rows } from '../harness/rows.js'
import { startStack } from '../harness/start-stack.js'
import { openRampPage, type RampPage } from './ramp-page.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

/** Parts of the service's messages, which are for its operators and not for the shop's visitors. */
const SERVICE_MESSAGES = [
  'The format of the email is invalid',
  'did not respond to our check',
  'Quota of widget sessions',
  'no access to the widget product',
  'is being upgraded',
  'disabled by compliance',
]

describe('a ramp session that the service refuses', () => {
  it.each(
    rows<[string, string, string, RegExp]>(
      [['INVALID_EMAIL', 'invalidemail', 'Check the e-mail address.', /^Continue$/]],
      [
        ['UNAUTHORIZED', 'unauthorized', 'This site cannot sell bitcoin right now.', /Close/],
        ['INVALID_WEBHOOK_URL', 'badwebhook', 'This site cannot sell bitcoin right now.', /Close/],
        ['another code that may pass', 'down', 'The provider is having problems right now.', /^Try again$/],
        ['another code', 'othererror', 'The provider refused this purchase.', /Close/],
      ],
    ),
  )('shows our own message and a next step: %s', async (_, user, words, nextStep) => {
    const context = await browser.newContext({ locale: 'en-US' })
    const ramp = await openRampPage(context, stack)
    await ramp.startAsGuest(`${user}@mail.example`)
    await ramp.widget.getByText(words).first().waitFor()
    await ramp.widget.getByRole('button', { name: nextStep }).first().waitFor()
    const retryButton = nextStep.test('Try again')
      ? null
      : ramp.widget.getByRole('button', { name: /^Try again/ })
    if (retryButton) expect(await retryButton.count()).toBe(0)
    await expectNoServiceMessages(ramp, user)
    await context.close()
  })

  /** Checks that neither the page nor its traffic contains these messages, and that the log contains no e-mail address. */
  async function expectNoServiceMessages(ramp: RampPage, user: string): Promise<void> {
    await ramp.traffic.idle()
    const replies = ramp.traffic.exchanges.filter(({ url }) => url.startsWith(stack.bffUrl))
    const texts = [...(await ramp.shownTexts()), ...replies.map(({ text }) => text)]
    for (const text of SERVICE_MESSAGES)
      expect(texts.filter((shownText) => shownText.includes(text))).toEqual([])
    expect(stack.bffLog.filter((line) => line.includes(`${user}@mail.example`))).toEqual([])
  }

  it('can be retried when a rate limit (RATE_LIMITED) has passed', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    const ramp = await openRampPage(context, stack)
    await ramp.startAsGuest('ratelimited@mail.example')
    await ramp.widget.getByText('The provider is busy right now.').first().waitFor()
    await expectNoServiceMessages(ramp, 'ratelimited')
    const posts = () =>
      ramp.traffic.requestsTo('/api/v1/ramp-widget').filter(({ text }) => text.startsWith('POST')).length
    const before = posts()
    const retry = ramp.widget.getByRole('button', { name: 'Try again', exact: true })
    await retry.waitFor()
    await retry.click()
    await expect.poll(posts).toBe(before + 1)
    await context.close()
  })
})
