import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { inSoak } from '../harness/rows.js'
import { failure, result, startNostrWallet, transaction, type WalletBehaviour } from './nostr-wallet.js'
import { openShopPage, startShop } from './open-shop-page.js'
import { readChargeState } from './watch.js'

const browser = await sharedBrowser()
const shop = await startShop()
afterAll(() => shop.close())

const PAID = 'Paid 2,100 sats'
const PAYING = 'Waiting for your wallet'
const UNCLEAR = 'We cannot tell yet whether this was paid'
const REFUSED = 'Not paid. Try again, or use another wallet.'

/** How long @getalby/sdk waits for a reply. */
const REPLY_TIMEOUT_MS = 60_000

interface SandboxPayment {
  invoice: string
  preimage: string
  payment_hash: string
}

describe('a wallet that is connected by Bitcoin Connect, over Nostr Wallet Connect', () => {
  let wallet: Awaited<ReturnType<typeof startNostrWallet>>
  let behaviour: WalletBehaviour
  /** The payments of the wallet in this test. */
  let payments: SandboxPayment[]
  beforeAll(async () => {
    wallet = await startNostrWallet(() => behaviour)
  })
  afterAll(async () => {
    await wallet?.close()
  })
  beforeEach(() => {
    payments = []
    behaviour = { pay: () => never, lookUp: notFound }
  })

  const never = new Promise<never>(() => {})
  const notFound = () => failure('NOT_FOUND', 'The transaction requested was not found')
  const open = () => openShopPage(browser, shop, wallet.connectionUrl)

  /** Pays with the wallet's node, which is the sandbox. */
  function pay(invoice: string, options: { wrongPreimage?: boolean } = {}) {
    const { preimage, paymentHash } = shop.payUnseen(invoice, options)
    const payment = { invoice, preimage, payment_hash: paymentHash }
    payments.push(payment)
    return payment
  }

  it('pays: the page shows Paid, and the BFF has the preimage', async () => {
    behaviour.pay = async (invoice) => result({ preimage: pay(invoice).preimage, fees_paid: 0 })
    const { page, heading, payByWallet, charge, close } = await open()
    await payByWallet.click()
    await heading(PAID).waitFor()
    await page.getByText('Confirmed by proof of payment').waitFor()
    await expect
      .poll(() => readChargeState(shop.bffUrl, charge))
      .toMatchObject({ status: 'paid', evidence: 'preimage', preimage: payments[0]?.preimage })
    await close()
  })

  it.runIf(inSoak)('refuses: the page reports the refusal and shows the same invoice again', async () => {
    behaviour.pay = () =>
      failure('INSUFFICIENT_BALANCE', 'Insufficient balance remaining to make the payment')
    const { page, heading, payByWallet, qrCode, charge, traffic, close } = await open()
    await payByWallet.click()
    await page.getByText(REFUSED).waitFor()
    await qrCode.waitFor()
    await payByWallet.waitFor()
    expect(await heading(UNCLEAR).count()).toBe(0)
    expect(await readChargeState(shop.bffUrl, charge)).toMatchObject({ status: 'open' })
    expect(traffic.requestsTo('/v0/ln-address/fetch-charge')).toHaveLength(1)
    await close()
  })

  it('pays, and the reply is lost: the result is unknown until a look-up in the wallet finds the payment', async () => {
    let isReported = false
    behaviour.pay = async (invoice) => {
      pay(invoice)
      return never
    }
    behaviour.lookUp = () => {
      const [payment] = payments
      return isReported && payment ? result(transaction(payment)) : notFound()
    }
    const { page, heading, payByWallet, charge, shownTexts, close } = await open()
    await payByWallet.click()
    await heading(PAYING).waitFor()
    await expect.poll(() => payments).toHaveLength(1)
    await page.clock.fastForward(REPLY_TIMEOUT_MS)
    await heading(UNCLEAR).waitFor()
    await page.getByText('Check your wallet before you pay again.').waitFor()
    expect(await readChargeState(shop.bffUrl, charge)).toMatchObject({ status: 'open' })

    isReported = true
    await heading(PAID).waitFor()
    await expect
      .poll(() => readChargeState(shop.bffUrl, charge))
      .toMatchObject({ status: 'paid', evidence: 'preimage', preimage: payments[0]?.preimage })
    expect(await shownTexts()).not.toContain(REFUSED)
    await close()
  })

  it.runIf(inSoak)(
    'pays without a preimage: the result is unknown until the shop detects the payment',
    async () => {
      behaviour.pay = async (invoice) => {
        pay(invoice)
        return result({ preimage: '', fees_paid: 0 })
      }
      // The wallet's report that it was settled is no evidence.
      behaviour.lookUp = () => {
        const [payment] = payments
        return payment ? result({ ...transaction(payment), preimage: '' }) : notFound()
      }
      const { page, heading, payByWallet, charge, shownTexts, close } = await open()
      await payByWallet.click()
      await heading(UNCLEAR).waitFor()
      expect(await readChargeState(shop.bffUrl, charge)).toMatchObject({ status: 'open' })
      expect((await shownTexts()).filter((text) => /^Paid/.test(text))).toEqual([])

      await shop.bff.settle({ paymentHash: payments[0]?.payment_hash ?? '' })
      await heading(PAID).waitFor()
      await page.getByText('Confirmed by this site').waitFor()
      expect(await shownTexts()).not.toContain(REFUSED)
      await close()
    },
  )

  it('returns the preimage of another payment: the result stays unknown and never becomes Paid', async () => {
    let lookUps = 0
    behaviour.pay = async (invoice) => {
      const { preimage } = pay(invoice, { wrongPreimage: true })
      return result({ preimage, fees_paid: 0 })
    }
    behaviour.lookUp = () => {
      const [payment] = payments
      lookUps += 1
      return payment ? result(transaction(payment)) : notFound()
    }
    const { page, heading, payByWallet, qrCode, charge, traffic, shownTexts, close } = await open()
    await payByWallet.click()
    await heading(UNCLEAR).waitFor()
    await expect.poll(() => lookUps).toBeGreaterThan(0)
    await page.clock.runFor(20_000)
    expect(await heading(UNCLEAR).isVisible()).toBe(true)
    expect(await readChargeState(shop.bffUrl, charge)).toMatchObject({ status: 'open' })

    // A person who continues gets the same invoice, which wallets refuse to pay twice.
    await page.getByRole('button', { name: 'Back to the invoice' }).click()
    await qrCode.waitFor()
    expect(traffic.requestsTo('/v0/ln-address/fetch-charge')).toHaveLength(1)
    const texts = await shownTexts()
    expect(texts.filter((text) => /^Paid/.test(text))).toEqual([])
    expect(texts).not.toContain(REFUSED)
    await close()
  })
})
