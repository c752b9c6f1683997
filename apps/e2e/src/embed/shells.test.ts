import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { readQrCodes } from '../harness/read-qr-code.js'
import { takenFrom } from '../harness/taken.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, open, outcome, requestInvoice } from './widget-page.js'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/embed.md'), 'utf8')
const guidePolicy = takenFrom(guide, /^Content-Security-Policy: (default-src 'none'.*)$/m)

const shop = await embedShop()
const browser = await sharedBrowser()

async function payThrough(page: Page | Frame) {
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  const dialog = dialogOf(page)
  const invoice = await requestInvoice(dialog)
  await shop.pay(invoice)
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect((await outcome(page)).status).toBe('paid')
}

describe('a cross-origin isolated page', () => {
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  }

  it('shows the ramp in a credentialless frame, if the browser supports it', async () => {
    const url = shop.serve('/isolated', { body: barePage(shop.bffUrl), headers })
    const { page, close } = await openPage(browser, url)
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true)
    await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
    await page.frameLocator('iframe').getByLabel('Six digits').waitFor()
    expect(
      await page.locator('iframe').evaluate((frame) => 'credentialless' in frame && frame.credentialless),
    ).toBe(true)
    await close()
  })

  it('opens a tab in the tap if the browser has no credentialless frames', async () => {
    const without = '<script>delete HTMLIFrameElement.prototype.credentialless</script>'
    const body = barePage(shop.bffUrl).replace('<script src', `${without}<script src`)
    const url = shop.serve('/isolated-without', { body, headers })
    const { page, close } = await openPage(browser, url)
    const opened = page.context().waitForEvent('page')
    await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
    const tab = await opened
    await tab.waitForURL((address) => address.href.startsWith(shop.rampUrl))
    await tab.getByLabel('Six digits').waitFor()
    await dialogOf(page).getByRole('heading', { name: 'Continue in the other tab' }).waitFor()
    await close()
  })
})

describe('a portal frame with only sandbox="allow-scripts"', () => {
  it('pays and copies, stores nothing, submits no form, shows no alert, and names the page of the ramp', async () => {
    shop.serve('/inner', barePage(shop.bffUrl))
    shop.serve(
      '/middle',
      '<!doctype html><iframe sandbox="allow-scripts" src="/inner" width="700" height="700"></iframe>',
    )
    const url = shop.serve(
      '/portal',
      '<!doctype html><iframe sandbox="allow-scripts" src="/middle" width="760" height="760"></iframe>',
    )
    const { page, problems, close } = await openPage(browser, url)
    page.on('dialog', () => problems.push('a native dialog'))
    const frame = page.frames().find((candidate) => candidate.url().endsWith('/inner'))
    if (!frame) throw new Error('The inner frame is missing.')
    await frame.waitForFunction(() => 'Leyden' in window)
    expect(await frame.evaluate(() => window.origin)).toBe('null')
    await open(frame, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    const dialog = dialogOf(frame)
    const invoice = await requestInvoice(dialog)
    await dialog.getByRole('button', { name: 'Copy invoice' }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    await shop.pay(invoice)
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect((await outcome(frame)).status).toBe('paid')
    // The ramp can show neither a frame nor a link here, only the QR code of the shop's own page.
    expect(await frame.evaluate("Leyden.supports('ramp')")).toMatchObject({ ok: false, reason: 'blocked' })
    const unavailable = { kind: 'ramp', status: 'unavailable', reason: 'blocked' }
    await open(frame, 'ramp', {})
    expect(await outcome(frame)).toMatchObject(unavailable)
    await frame.evaluate("Leyden.configure({ rampPage: 'https://shop.example/buy' })")
    await open(frame, 'ramp', { guest: true })
    await dialog.getByText('Scan the code to buy on your phone: shop.example/buy').waitFor()
    await eventually(async () => readQrCodes(await page.screenshot())).toContain('https://shop.example/buy')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await outcome(frame)).toMatchObject(unavailable)
    // The browser's own message that the clipboard API is not allowed; the older command worked.
    expect(problems.filter((text) => !text.includes('Clipboard API'))).toEqual([])
    await close()
  })
})

describe('a page with a strict policy', () => {
  const violations = `<script nonce="n0nce">window.violations = [];
document.addEventListener('securitypolicyviolation', (e) => violations.push(e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample));</script>`

  it('pays under the content security policy of the guide, which allows no more than needed', async () => {
    const body = barePage(shop.bffUrl)
      .replaceAll('<script', '<script nonce="n0nce"')
      .replace('<script', `${violations}<script`)
    const policy = guidePolicy.replace('nonce-…', 'nonce-n0nce').replace('https://shop.example', shop.bffUrl)
    const url = shop.serve('/strict', {
      body,
      headers: {
        'content-security-policy': `${policy}; style-src 'none'; base-uri 'none'; form-action 'none'`,
      },
    })
    const { page, problems, close } = await openPage(browser, url)
    // This address has a picture, which the policy has to allow.
    await payThrough(page)
    expect(await page.evaluate('violations')).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('shows the ramp under the same policy with frame-src for its origin', async () => {
    const body = barePage(shop.bffUrl)
      .replaceAll('<script', '<script nonce="n0nce"')
      .replace('<script', `${violations}<script`)
    const url = shop.serve('/strict-ramp', {
      body,
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n0nce'; style-src 'none'; connect-src ${shop.bffUrl}; frame-src ${shop.rampUrl}; require-trusted-types-for 'script'; trusted-types 'none'`,
      },
    })
    const { page, close } = await openPage(browser, url)
    await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
    await page.frameLocator('iframe').getByLabel('Six digits').waitFor()
    expect(await page.evaluate('violations')).toEqual([])
    await close()
  })

  it('loads a script that contains no eval and creates no style element', async () => {
    const source = await (await fetch(`${shop.siteUrl}/leyden.js`)).text()
    expect(source).not.toMatch(/\beval\s*\(|new Function\b|createElement\([`'"]form/)
    const url = shop.serve('/bare', barePage(shop.bffUrl))
    const { page, close } = await openPage(browser, url)
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    await requestInvoice(dialogOf(page))
    expect(await page.locator('style').count()).toBe(0)
    await close()
  })
})
