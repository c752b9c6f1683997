import type { IntentOrder } from '@leyden/bff'
import { decode } from 'light-bolt11-decoder'
import type { BrowserContext, Locator } from 'playwright'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import {
  expectPaid,
  payButton,
  pressPay,
  qrCode,
  readInvoice,
  requestInvoice,
} from '../harness/pay-widget.js'
import { readQrCodes } from '../harness/read-qr-code.js'
import { inSoak, rows } from '../harness/rows.js'
import { until } from '../harness/until.js'
import type { Widgets } from './page/shop-page.js'
import { newVisitor, openShop, startShop } from './shop.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const ALICE = 'alice@wallet.example'
const MINUTE_MS = 60_000
/** Later than the expiry of an intent, which is 15 minutes after it was signed. */
const AFTER_EXPIRY_MS = 16 * MINUTE_MS

let orders = 0
const newOrder = (change: Partial<IntentOrder> = {}): IntentOrder => ({
  lnaddress: ALICE,
  amountMsat: 2_100_000n,
  description: 'Two coffees',
  reference: `order-${orders++}`,
  ...change,
})
const openCheckout = async (props: Widgets[string], context?: BrowserContext) =>
  openShop(context ?? (await newVisitor(browser)), shop, { checkout: props })

/** Waits until the widget shows an invoice, and presses "Pay" if necessary. */
async function showAnyInvoice(widget: Locator): Promise<string> {
  await Promise.any([qrCode(widget).waitFor(), pressPay(widget)])
  return readInvoice(widget)
}

/** Waits until the widget shows an error, and neither an invoice nor a field. */
async function expectRefused(widget: Locator): Promise<void> {
  await widget.and(widget.page().locator('[data-tone="bad"]')).waitFor()
  expect(await widget.getByRole('textbox').count()).toBe(0)
  expect(await qrCode(widget).or(payButton(widget)).count()).toBe(0)
}

describe.concurrent('a signed order', () => {
  it('is shown read-only, requests its invoice by the intent alone, and is paid', async () => {
    const order = newOrder()
    const intent = await shop.sign(order)
    const tip = await openCheckout({ intent })
    const widget = tip.widget()
    // The name from the look-up, then the signed values.
    for (const text of ['Tips for Alice', ALICE, '2,100', 'Two coffees'])
      await widget.getByText(text, { exact: true }).first().waitFor()
    await payButton(widget).waitFor()
    expect(await widget.getByRole('textbox').count()).toBe(0)
    expect(await qrCode(widget).count()).toBe(0)
    expect(tip.chargeRequests()).toEqual([])

    const invoice = await requestInvoice(widget)
    expect(tip.chargeRequests()).toEqual([{ intent }])
    await until(() => expect(tip.charged).toEqual([invoice]))
    const [scanned] = await readQrCodes(await qrCode(widget).screenshot())
    expect(scanned?.toLowerCase()).toBe(`lightning:${invoice}`)

    const { paymentHash } = await shop.pay(invoice)
    await expectPaid(widget, '2,100', ALICE)
    const paid = tip.paid().map(({ charge, reference }) => [charge.id, charge.address, reference])
    expect(paid).toEqual([[paymentHash, ALICE, order.reference]])
    await tip.leave()
  })

  it('keeps its invoice through a reload and a route change, and shows Paid', async () => {
    const props = { intent: await shop.sign(newOrder()) }
    const tip = await openCheckout(props)
    const invoice = await requestInvoice(tip.widget())
    await tip.page.reload()
    expect(await readInvoice(tip.widget())).toBe(invoice)
    await tip.show({})
    await tip.widget().waitFor({ state: 'detached' })
    await tip.show({ checkout: props })
    expect(await readInvoice(tip.widget())).toBe(invoice)
    const { paymentHash } = await shop.pay(invoice)
    await expectPaid(tip.widget(), '2,100', ALICE)
    await until(() => expect(tip.paid().map(({ charge }) => charge.id)).toEqual([paymentHash]))
    await tip.page.reload()
    await expectPaid(tip.widget(), '2,100', ALICE)
    await until(() => expect(tip.paid()).toHaveLength(1))
    await tip.leave()
  })

  it('has one invoice and one result in another tab, on a phone, and when it is signed again', async () => {
    const order = newOrder()
    const props = { intent: await shop.sign(order) }
    const context = await newVisitor(browser)
    const firstCheckout = await openCheckout(props, context)
    const invoice = await requestInvoice(firstCheckout.widget())
    const inOtherTab = await openCheckout(props, context)
    const onPhone = await openCheckout(props)
    const signedAgain = await openCheckout({ intent: await shop.sign(order) })
    for (const { widget } of [inOtherTab, onPhone, signedAgain])
      expect(await showAnyInvoice(widget())).toBe(invoice)

    await shop.pay(invoice)
    for (const { widget } of [firstCheckout, inOtherTab, onPhone, signedAgain])
      await expectPaid(widget(), '2,100', ALICE)

    // A page that is opened now shows the payment at once, and never another invoice.
    for (const intent of [props.intent, await shop.sign(order)]) {
      const later = await openCheckout({ intent })
      await expectPaid(later.widget(), '2,100', ALICE)
      expect(later.chargeRequests()).toEqual([])
      await later.leave()
    }
    await onPhone.leave()
    await signedAgain.leave()
    await firstCheckout.leave()
  })

  it.runIf(inSoak)('can have an amount with a fraction of a satoshi', async () => {
    const tip = await openCheckout({ intent: await shop.sign(newOrder({ amountMsat: 2_100_500n })) })
    const amount = tip.widget().getByText(/2,100\.5(?!\d)/)
    await payButton(tip.widget()).waitFor()
    await amount.first().waitFor()
    const invoice = await requestInvoice(tip.widget())
    await amount.first().waitFor()
    const [section] = decode(invoice).sections.filter(({ name }) => name === 'amount')
    expect(section).toMatchObject({ value: '2100500' })
    await shop.pay(invoice)
    await expectPaid(tip.widget(), '2,100.5', ALICE)
    await until(() => expect(tip.paid().map(({ charge }) => charge.amountMsat)).toEqual(['2100500']))
    await tip.leave()
  })

  it.runIf(inSoak)('accepts an address and amount props that match the intent', async () => {
    const tip = await openCheckout({ intent: await shop.sign(newOrder()), address: ALICE, amountSats: 2_100 })
    await shop.pay(await requestInvoice(tip.widget()))
    await expectPaid(tip.widget(), '2,100', ALICE)
    await tip.leave()
  })

  it.each(
    rows(
      [{ prop: 'amount', conflictingProps: { amountSats: 2_500 } as object, values: [/2,?500/, /2,?100/] }],
      [
        {
          prop: 'address',
          conflictingProps: { address: 'bob@wallet.example' },
          values: [/bob@wallet/, /alice@wallet/],
        },
      ],
    ),
  )(
    'is refused when the $prop prop differs, and the console names both values',
    async ({ conflictingProps, values }) => {
      const tip = await openCheckout({ intent: await shop.sign(newOrder()), ...conflictingProps })
      await expectRefused(tip.widget())
      expect(tip.warnings.filter((text) => values.every((value) => value.test(text)))).toHaveLength(1)
      await until(() => expect(tip.errors()).toEqual(['BAD_REQUEST']))
      expect(tip.chargeRequests()).toEqual([])
      await tip.leave()
    },
  )

  it('is refused with a readable message when the shop did not sign it', async () => {
    const signed = await shop.sign(newOrder())
    const forged = signed.slice(0, -4) + [...signed.slice(-4)].reverse().join('').replace(/^./, '_')
    for (const intent of ['forged', forged]) {
      const tip = await openCheckout({ intent })
      await expectRefused(tip.widget())
      expect(await tip.widget().textContent()).not.toMatch(/[A-Z]{2,}_[A-Z]{2,}/)
      expect(tip.chargeRequests()).toEqual([])
      await tip.leave()
    }
  })

  it('is no payment yet while its text is empty, and nobody is blamed', async () => {
    const tip = await openCheckout({ intent: '' })
    await tip.widget().getByText('This payment is not ready yet.').waitFor()
    expect(await tip.widget().getByRole('textbox').count()).toBe(0)
    expect(await qrCode(tip.widget()).or(payButton(tip.widget())).count()).toBe(0)
    expect(tip.warnings.filter((text) => text.includes('<PayToLightningAddress intent={'))).toHaveLength(1)
    expect(tip.chargeRequests()).toEqual([])
    await tip.leave()
  })

  it.runIf(inSoak)('calls an intent function once, however often the page renders', async () => {
    let calls = 0
    shop.serve('/intent/once', async () => {
      calls++
      return shop.sign(newOrder())
    })
    const tip = await openCheckout({ intentFrom: '/intent/once' })
    await payButton(tip.widget()).waitFor()
    await tip.page.evaluate(() => window.renderAgain(20))
    await shop.pay(await requestInvoice(tip.widget()))
    await tip.page.evaluate(() => window.renderAgain(20))
    await expectPaid(tip.widget(), '2,100', ALICE)
    expect(calls).toBe(1)
    await tip.leave()
  })

  it('reports a second payment when the expired and the new invoice are both paid', async () => {
    const address = 'shortlived-4@wallet.example'
    const order = newOrder({ lnaddress: address })
    const tip = await openCheckout({ intent: await shop.sign(order) })
    const first = shop.payInTime(await tip.requestShortLivedInvoice())
    await tip.widget().getByRole('heading', { name: 'This invoice has expired' }).waitFor()
    await tip.widget().getByRole('button', { name: 'New invoice' }).click()
    await until(() => expect(tip.charged).toHaveLength(2))
    const second = shop.payInTime(tip.charged[1] ?? '')
    await shop.settle(first.paymentHash)
    await expectPaid(tip.widget(), '2,100', address)
    await shop.settle(second.paymentHash)
    await tip
      .widget()
      .getByText(`A second payment of 2,100 sats arrived at ${address}. Only ${address} can return it.`)
      .first()
      .waitFor()
    await until(() =>
      expect(tip.paid().map(({ charge, duplicateOf }) => [charge.id, duplicateOf])).toEqual([
        [first.paymentHash, undefined],
        [second.paymentHash, first.paymentHash],
      ]),
    )
    const duplicateEvent = {
      data: expect.objectContaining({
        payment_hash: second.paymentHash,
        reference: order.reference,
        duplicate_of: first.paymentHash,
      }),
    }
    await until(() => expect(shop.events).toContainEqual(expect.objectContaining(duplicateEvent)))
    await tip.leave()
  })
})

describe('an expired intent', () => {
  const expiryMessage = (widget: Locator) => widget.getByText(/This order has expired\./).first()
  beforeEach(() => {
    shop.setClockAhead(0)
    return () => shop.setClockAhead(0)
  })

  it.runIf(inSoak)('is reported when the page opens', async () => {
    const intent = await shop.sign(newOrder())
    shop.setClockAhead(AFTER_EXPIRY_MS)
    const tip = await openCheckout({ intent })
    await Promise.any([expiryMessage(tip.widget()).waitFor(), pressPay(tip.widget())])
    await expiryMessage(tip.widget()).waitFor()
    expect(await qrCode(tip.widget()).count()).toBe(0)
    expect(tip.charged).toEqual([])
    await tip.leave()
  })

  it('is reported when its invoice is requested too late', async () => {
    const tip = await openCheckout({ intent: await shop.sign(newOrder()) })
    await payButton(tip.widget()).waitFor()
    shop.setClockAhead(AFTER_EXPIRY_MS)
    await pressPay(tip.widget())
    await expiryMessage(tip.widget()).waitFor()
    expect(await qrCode(tip.widget()).count()).toBe(0)
    expect(tip.charged).toEqual([])
    await tip.leave()
  })

  it('is requested again, once, when it comes from a function', async () => {
    const order = newOrder()
    const signedIntents: string[] = []
    shop.serve('/intent/again', async () => {
      const intent = await shop.sign(order)
      signedIntents.push(intent)
      return intent
    })
    const tip = await openCheckout({ intentFrom: '/intent/again' })
    await payButton(tip.widget()).waitFor()
    shop.setClockAhead(AFTER_EXPIRY_MS)
    const invoice = await showAnyInvoice(tip.widget())
    expect(signedIntents).toHaveLength(2)
    expect(tip.chargeRequests().at(-1)).toEqual({ intent: signedIntents[1] })
    await shop.pay(invoice)
    await expectPaid(tip.widget(), '2,100', ALICE)
    await tip.leave()
  })

  it.runIf(inSoak)('is reported when the function returns nothing newer', async () => {
    const intent = await shop.sign(newOrder())
    let calls = 0
    shop.serve('/intent/old', async () => {
      calls++
      return intent
    })
    const tip = await openCheckout({ intentFrom: '/intent/old' })
    await payButton(tip.widget()).waitFor()
    shop.setClockAhead(AFTER_EXPIRY_MS)
    await pressPay(tip.widget())
    await expiryMessage(tip.widget()).waitFor()
    await tip.page.waitForTimeout(500)
    expect(calls).toBe(2)
    await tip.leave()
  })
})
