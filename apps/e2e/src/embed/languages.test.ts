import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { barePage, dialogOf, open, outcome } from './widget-page.js'

const TIP = '<pay-to-lightning-address address="alice@wallet.example"></pay-to-lightning-address>'
const inGerman = { afterScript: "Leyden.configure({ locale: 'de' })" }
const tip = { address: 'alice@wallet.example', amountSats: 2100 }

const shop = await embedShop()
const browser = await sharedBrowser()

/** The language files that the page requests. */
function languagesOf(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] =
      /\/(leyden-(?!widget|payment|ramp|doctor|runtime)\w+\.m?js)$/.exec(new URL(request.url()).pathname) ??
      []
    if (name) names.push(name)
  })
  return names
}

/** A page that has not sent any request yet, so that its requests can be recorded or delayed. */
async function emptyPage() {
  const opened = await openPage(browser, shop.serve('/nothing', '<!doctype html><title>x</title>'))
  return { ...opened, languages: languagesOf(opened.page) }
}

const fetchText = async (path: string) => (await fetch(shop.siteUrl + path)).text()
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

describe('a language', () => {
  it('of an element follows its locale, from one file beside the script; English needs none', async () => {
    const { page, languages, problems, close } = await emptyPage()
    await page.goto(shop.serve('/tip', barePage(shop.bffUrl, { body: TIP })))
    await heading(page, 'Pay with Lightning').waitFor()
    expect(languages).toEqual([])
    const body = ['de', 'de-AT', 'ar-EG', 'ja', 'es-MX', 'pt'].map((locale) =>
      TIP.replace(' ', ` locale="${locale}" `),
    )
    await page.goto(shop.serve('/tips', barePage(shop.bffUrl, { body: body.join('') })))
    for (const name of ['الدفع عبر لايتنينغ', 'ライトニングで支払う']) await heading(page, name).waitFor()
    for (const name of ['Mit Lightning bezahlen', 'Pagar com Lightning', 'Pagar con Lightning'])
      await heading(page, name).first().waitFor()
    expect(await heading(page, 'Mit Lightning bezahlen').count()).toBe(2)
    const sections = page.locator('pay-to-lightning-address section')
    expect(
      await sections.evaluateAll((elements) =>
        elements.map((element) => [(element as HTMLElement).lang, (element as HTMLElement).dir]),
      ),
    ).toEqual([
      ['de', 'ltr'],
      ['de-AT', 'ltr'],
      ['ar-EG', 'rtl'],
      ['ja', 'ltr'],
      ['es-MX', 'ltr'],
      ['pt', 'ltr'],
    ])
    expect(languages.sort()).toEqual(['ar', 'de', 'es', 'ja', 'pt'].map((name) => `leyden-${name}.js`))
    expect(problems).toEqual([])
    await close()
  })

  it('of overlays follows configure or open, in the widget and its frame, from right to left too', async () => {
    const { page, close } = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl, inGerman)))
    await open(page, 'pay', tip)
    const dialog = dialogOf(page)
    await dialog.getByRole('heading', { name: 'Mit Lightning bezahlen' }).waitFor()
    expect(await dialog.getAttribute('aria-label')).toBe('Mit Lightning bezahlen')
    await dialog.getByRole('button', { name: 'Schließen' }).click()
    await outcome(page)
    await open(page, 'pay', { ...tip, locale: 'ar' })
    await heading(page, 'الدفع عبر لايتنينغ').waitFor()
    await page
      .getByRole('dialog', { name: 'الدفع عبر لايتنينغ' })
      .getByRole('button', { name: 'إغلاق' })
      .waitFor()
    expect(await page.locator('.panel').getAttribute('dir')).toBe('rtl')
    await page.keyboard.press('Escape')
    await outcome(page)
    await open(page, 'ramp', { destination: 'alice@wallet.example' })
    await page.getByRole('dialog', { name: 'Bitcoin kaufen' }).getByLabel('E-Mail-Adresse').waitFor()
    await close()
  })

  it('is used before the ramp has loaded, and when it cannot load', async () => {
    const framed = barePage(shop.bffUrl, { ...inGerman, body: '<ramp-widget></ramp-widget>' })
    shop.serve('/framed', framed)
    const { page, close } = await emptyPage()
    await page.route('**/leyden-ramp.js*', (route) => route.abort())
    await page.goto(shop.serve('/around', '<!doctype html><iframe src="/framed"></iframe>'))
    const widget = page.frameLocator('iframe').getByRole('region', { name: 'Bitcoin kaufen' })
    await widget.getByText('Diese Website antwortet nicht.').waitFor()
    await widget.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    await widget.getByRole('link', { name: 'In neuem Tab öffnen' }).waitFor()
    await close()
  })

  it('that fails to load falls back to English, left to right, and is requested again', async () => {
    const { page, close } = await emptyPage()
    await page.route('**/leyden-ar.js*', (route) => route.abort())
    const body = TIP.replace(' ', ' locale="ar" ')
    await page.goto(shop.serve('/missing', barePage(shop.bffUrl, { body })))
    await heading(page, 'Pay with Lightning').waitFor()
    const section = page.locator('pay-to-lightning-address section')
    expect([await section.getAttribute('lang'), await section.getAttribute('dir')]).toEqual(['en', 'ltr'])
    await page.unroute('**/leyden-ar.js*')
    await page.evaluate(`document.querySelector('pay-to-lightning-address').setAttribute('presets', '500')`)
    await heading(page, 'الدفع عبر لايتنينغ').waitFor()
    expect([await section.getAttribute('lang'), await section.getAttribute('dir')]).toEqual(['ar', 'rtl'])
    await close()
  })

  it('that loads slowly does not block a payment, and is applied to it when it arrives', async () => {
    const { page, close } = await emptyPage()
    let releaseFile = () => {}
    const released = new Promise<void>((resolve) => {
      releaseFile = resolve
    })
    await page.route('**/leyden-de.js', (route) => released.then(() => route.continue()))
    await page.goto(shop.serve('/slow', barePage(shop.bffUrl, { ...inGerman, body: TIP })))
    await page.getByLabel('Amount').fill('700')
    await page.getByRole('button', { name: /^Pay( \d|$)/, disabled: false }).click()
    const link = page.locator('a[href^="lightning:"]').first()
    await page.getByRole('button', { name: 'Copy invoice' }).waitFor()
    const invoice = await link.getAttribute('href')
    releaseFile()
    await page.getByRole('button', { name: 'Rechnung kopieren' }).waitFor()
    expect(await link.getAttribute('href')).toBe(invoice)
    // A player changes the language of the game. The invoice stays, in German until the Arabic messages are loaded.
    await page.evaluate(`Leyden.configure({ locale: 'ar' })`)
    await page.getByRole('button', { name: 'نسخ الفاتورة' }).waitFor()
    expect(await link.getAttribute('href')).toBe(invoice)
    await close()
  })

  it('is not fetched when the page has its script tag or imports its module', async () => {
    const { page, languages, close } = await emptyPage()
    const recordTexts = `;const tip = document.querySelector('pay-to-lightning-address').shadowRoot
      new MutationObserver(() => { window.seen += tip.textContent }).observe(tip, { childList: true, subtree: true })`
    const body = barePage(shop.bffUrl, { afterScript: inGerman.afterScript + recordTexts, body: TIP })
    await page.goto(
      shop.serve('/tag', body.replace('</head>', '<script src="/leyden-de.js"></script></head>')),
    )
    await heading(page, 'Mit Lightning bezahlen').waitFor()
    expect(languages).toEqual(['leyden-de.js'])
    // The widget has not shown English first.
    expect(await page.evaluate('seen')).not.toContain('Lightning Address')
    const module = `<!doctype html><title>x</title>${TIP}<script type="module">
      import { Leyden } from '/leyden.mjs'
      Leyden.configure({ bffUrl: '${shop.bffUrl}', locale: 'es' })</script>`
    await page.goto(shop.serve('/module', module))
    await heading(page, 'Pagar con Lightning').waitFor()
    expect(languages).toEqual(['leyden-de.js', 'leyden-es.mjs'])
    await close()
  })

  it('is checked by its integrity hash when the script tag has one, under a strict policy', async () => {
    const hash = createHash('sha384')
      .update(await fetchText('/leyden.js'))
      .digest('base64')
    const page = {
      body: barePage(shop.bffUrl, { ...inGerman, body: TIP })
        .replace('<script src', `<script integrity="sha384-${hash}" crossorigin src`)
        .replaceAll('<script', '<script nonce="n0nce"'),
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n0nce'; style-src 'none'; connect-src ${shop.bffUrl}; require-trusted-types-for 'script'; trusted-types leyden`,
      },
    }
    const good = await openPage(browser, shop.serve('/hashed', page))
    await heading(good.page, 'Mit Lightning bezahlen').waitFor()
    await good.close()
    const bad = await emptyPage()
    const changed = `${await fetchText('/leyden-de.js')};globalThis.changed = 1`
    await bad.page.route('**/leyden-de.js*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: changed,
      }),
    )
    await bad.page.goto(`${shop.siteUrl}/hashed`)
    await heading(bad.page, 'Pay with Lightning').waitFor()
    expect(await bad.page.evaluate('typeof changed')).toBe('undefined')
    await bad.close()
  })

  it('loads from disk into a page that declares no character encoding', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leyden-zip-'))
    for (const name of ['leyden.js', 'leyden-ar.js'])
      copyFileSync(fileURLToPath(import.meta.resolve(`@leyden/embed/${name}`)), join(folder, name))
    const body = barePage(shop.bffUrl, { body: TIP.replace(' ', ' locale="ar" ') })
    const page = body.replace('/leyden.js', 'leyden.js').replace('utf-8', 'windows-1252')
    writeFileSync(join(folder, 'index.html'), page)
    const opened = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href)
    await heading(opened.page, 'الدفع عبر لايتنينغ').waitFor()
    await opened.close()
    rmSync(folder, { recursive: true })
  })
})
