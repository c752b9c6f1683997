import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { inSoak, rows } from '../harness/rows.js'
import { startStack } from '../harness/start-stack.js'
import { openTipPage, type TipPage } from './tip-page.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

const NOT_LIGHTNING = /does not accept Lightning payments/

describe('an address that cannot be paid', () => {
  it.each(
    rows(
      [['`valid: false`', 'bob@mail.example', 'mail.example']],
      [['a 404', 'notfound@wallet.example', 'wallet.example']],
    ),
  )('is reported beside the field when the service answers with %s', async (_, address, domain) => {
    const tip = await openTipPage(browser, stack)
    await tip.addressField.fill(address)
    await tip.widget.getByText(NOT_LIGHTNING).first().waitFor()

    const field = await describedField(tip)
    expect(field).toMatchObject({ invalid: 'true', value: address })
    expect(field.description).toContain(`${domain} does not accept Lightning payments`)
    expect(await isPayDisabled(tip)).toBe(true)
    expect(tip.traffic.requestsTo('/v0/ln-address/fetch-charge')).toEqual([])
    await tip.close()
  })

  it.each(rows([['a 503', 'down@wallet.example']], [['silence', 'hang@wallet.example']]))(
    'is not rejected when the service answers with %s, and a retry is offered',
    async (_, address) => {
      const tip = await openTipPage(browser, stack)
      await tip.addressField.fill(address)
      const retry = tip.widget.getByRole('button', { name: 'Try again' })
      await retry.waitFor()

      expect((await tip.shownTexts()).filter((text) => NOT_LIGHTNING.test(text))).toEqual([])
      expect((await describedField(tip)).value).toBe(address)
      const before = tip.traffic.requestsTo('/v0/ln-address/validate/').length
      expect(before).toBeGreaterThan(0)
      await retry.click()
      await expect
        .poll(() => tip.traffic.requestsTo('/v0/ln-address/validate/').length)
        .toBeGreaterThan(before)
      await tip.close()
    },
  )

  it.runIf(inSoak)(
    "is not rejected when the service refuses the shop's API key, and the message names the shop as the cause",
    async () => {
      const tip = await openTipPage(browser, stack)
      await tip.addressField.fill('unauthorized@wallet.example')
      await tip.widget.getByText('This site cannot take payments right now.').first().waitFor()
      expect((await tip.shownTexts()).filter((text) => NOT_LIGHTNING.test(text))).toEqual([])
      expect(await tip.widget.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      await tip.close()
    },
  )
})

async function describedField(tip: TipPage) {
  return tip.addressField.evaluate((field: HTMLInputElement) => ({
    value: field.value,
    invalid: field.getAttribute('aria-invalid'),
    description: (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  }))
}

/** Whether “Pay” is disabled, by the property or by ARIA. */
async function isPayDisabled(tip: TipPage): Promise<boolean> {
  return tip.showInvoice.evaluate(
    (button: HTMLButtonElement) => button.disabled || button.getAttribute('aria-disabled') === 'true',
  )
}
