import { createHash } from 'node:crypto'
import { decode } from 'light-bolt11-decoder'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { startStack } from '../harness/start-stack.js'
import { openTipPage } from './tip-page.js'
import { readChargeState } from './watch.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

describe('a wallet in the browser', () => {
  it('pays, and the page shows Paid without a reload, proven by the preimage', async () => {
    const tip = await openTipPage(browser, stack, { hasBrowserWallet: true })
    let loads = 0
    tip.page.on('load', () => (loads += 1))
    await tip.requestInvoice('alice@wallet.example', 2_100)
    const charge = await tip.lastCharge()
    await tip.widget.getByRole('button', { name: 'Pay with browser wallet' }).click()
    await tip.widget.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    await tip.widget.getByText('Confirmed by proof of payment').waitFor()
    expect(loads).toBe(0)

    // The page checks the preimage itself and sends it to the BFF, which may answer later.
    await expect
      .poll(() => readChargeState(stack.bffUrl, charge))
      .toMatchObject({ kind: 'charge', status: 'paid', evidence: 'preimage' })
    const state = await readChargeState(stack.bffUrl, charge)
    expect(hashOf(state.preimage ?? '')).toBe(paymentHashOf(charge.data.invoice.request))
    expect(tip.problems).toEqual([])
    await tip.close()
  })

  it('changes nothing with a preimage of another payment', async () => {
    const tip = await openTipPage(browser, stack, { hasBrowserWallet: true, isPreimageWrong: true })
    await tip.requestInvoice('alice@wallet.example', 2_100)
    const charge = await tip.lastCharge()
    const replyPromise = tip.page.waitForResponse((response) => response.url().endsWith('/wallet/pay'))
    await tip.widget.getByRole('button', { name: 'Pay with browser wallet' }).click()
    const { preimage } = (await (await replyPromise).json()) as { preimage: string }
    expect(preimage).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOf(preimage)).not.toBe(paymentHashOf(charge.data.invoice.request))

    // The test also sends the wrong preimage directly to the BFF, as anybody could.
    const proof = await fetch(`${stack.bffUrl}/${charge.data.watch_url}/proof`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: JSON.stringify({ preimage }),
    })
    expect(proof.status).toBeGreaterThanOrEqual(400)
    expect(proof.status).toBeLessThan(500)

    await tip.page.waitForTimeout(1_500)
    expect(await readChargeState(stack.bffUrl, charge)).toMatchObject({ status: 'open' })
    expect((await tip.shownTexts()).filter((text) => /^Paid/.test(text))).toEqual([])
    await tip.close()
  })
})

function hashOf(preimage: string): string {
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
}

function paymentHashOf(invoice: string): string {
  const section = decode(invoice).sections.find(({ name }) => name === 'payment_hash')
  return section && 'value' in section ? String(section.value) : ''
}
