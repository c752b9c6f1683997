import { randomInt } from 'node:crypto'
import { decode } from 'light-bolt11-decoder'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/browser.js'
import { readQrCodes } from '../harness/read-qr-code.js'
import { inSoak } from '../harness/rows.js'
import { startStack } from '../harness/start-stack.js'
import { openTipPage, type TipPage } from './tip-page.js'

const browser = await sharedBrowser()
const stack = await startStack()
afterAll(() => stack.close())

/** The longest time between two keys that is steady typing. It is shorter than the debounce of the look-up. */
const STEADY_MS = 500

describe('from an address to an invoice', () => {
  it('looks a typed address up once, when the typing has paused, and shows its owner', async () => {
    const tip = await openTipPage(browser, stack)
    // Types new addresses until the machine did not pause while one was typed.
    const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
    const attempts: Attempt[] = []
    for (const name of names) {
      attempts.push(await typeUntilFound(tip, `${name}@wallet.example`))
      await tip.change.click()
      if (attempts.some(isSteady)) break
    }
    expect(attempts.filter(isSteady)).not.toEqual([])

    // No half-typed address was looked up, unless the machine itself paused between two keys.
    const lookUpUrls = tip.traffic
      .requestsTo('/v0/ln-address/validate/')
      .map(({ url }) => decodeURIComponent(url))
    for (const { address, waitMs, longestGapMs } of attempts) {
      expect(waitMs).toBeGreaterThan(STEADY_MS)
      const name = address.slice(0, address.indexOf('@'))
      const lookUps = lookUpUrls
        .map((url) => url.split('/').at(-1) ?? '')
        .filter((lookedUpAddress) => lookedUpAddress.startsWith(`${name}@`))
      if (longestGapMs < STEADY_MS) expect(lookUps).toEqual([address])
    }
    await tip.close()
  })

  it('shows a QR code of the invoice, for the amount that was typed', async () => {
    const tip = await openTipPage(browser, stack)
    const amountSats = randomInt(10, 150_001)
    await tip.requestInvoice('alice@wallet.example', amountSats)
    await tip.qrCode.waitFor()
    const { data: charge } = await tip.lastCharge()

    const [text, ...others] = await readQrCodes(await tip.qrCode.screenshot())
    expect(others).toEqual([])
    expect(text?.toLowerCase()).toBe(`lightning:${charge.invoice.request}`)
    expect(charge.lnaddress).toBe('alice@wallet.example')

    // The amount is read from the picture instead of the reply, because a wallet pays what is in the picture.
    const invoice = text?.slice('lightning:'.length).toLowerCase() ?? ''
    expect(amountMsatOf(invoice)).toBe(BigInt(amountSats) * 1000n)

    const link = tip.widget.getByRole('link', { name: 'Open wallet' })
    expect(await link.getAttribute('href')).toBe(`lightning:${charge.invoice.request}`)
    expect(tip.problems).toEqual([])
    await tip.close()
  })

  // `qr-code.test.ts` reads the code of a dark page too.
  it.runIf(inSoak)('can be scanned on a dark page', async () => {
    const tip = await openTipPage(browser, stack, { context: { colorScheme: 'dark' } })
    await tip.requestInvoice('alice@wallet.example', 2_100)
    await tip.qrCode.waitFor()
    const { data: charge } = await tip.lastCharge()
    const [text] = await readQrCodes(await tip.page.screenshot())
    expect(text?.toLowerCase()).toBe(`lightning:${charge.invoice.request}`)
    await tip.close()
  })
})

interface Attempt {
  address: string
  waitMs: number
  longestGapMs: number
}

function isSteady({ longestGapMs }: Attempt): boolean {
  return longestGapMs < STEADY_MS
}

/** Types key by key, and measures in the page the times between the keys and from the last key to the owner. */
async function typeUntilFound(tip: TipPage, address: string): Promise<Attempt> {
  await tip.addressField.click()
  await tip.page.evaluate(() => {
    performance.clearMarks()
    document.addEventListener('input', () => performance.mark('key'), { capture: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.leyden .ly-who')) return
      performance.mark('found')
      observer.disconnect()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await tip.addressField.pressSequentially(address, { delay: 15 })
  await tip.change.waitFor()
  const { keys, found } = await tip.page.evaluate(() => {
    const times = (name: string) =>
      performance.getEntriesByName(name, 'mark').map(({ startTime }) => startTime)
    return { keys: times('key'), found: times('found').at(-1) ?? Number.NaN }
  })
  const gaps = keys.slice(1).map((time, index) => time - (keys[index] ?? time))
  return { address, waitMs: found - (keys.at(-1) ?? Number.NaN), longestGapMs: Math.max(...gaps) }
}

function amountMsatOf(invoice: string): bigint {
  const section = decode(invoice).sections.find(({ name }) => name === 'amount')
  return BigInt(section && 'value' in section ? String(section.value) : '0')
}
