import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { rows } from '../harness/rows.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, open, outcome, requestInvoice } from './widget-page.js'

const purchase = { email: 'player@shop.example', destination: 'alice@wallet.example' }
const tip = { address: 'alice@wallet.example', amountSats: 2100 }
const WIDGET = '/leyden-widget.js'
const PAYMENT = '/leyden-payment.js'
const RAMP = '/leyden-ramp.js'

const shop = await embedShop()
const browser = await sharedBrowser()

/** The paths of the further files that a page has requested. */
function filesOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/leyden-')) paths.push(pathname)
  })
  return paths
}

const fetchText = async (path: string) => (await fetch(shop.siteUrl + path)).text()
const rampIsShown = (page: Page) => page.frameLocator('iframe').getByLabel('Six digits').waitFor()
const payIsShown = (page: Page) => dialogOf(page).getByRole('button', { name: /^Pay/ }).waitFor()
/** A page whose browser has an empty cache. */
const emptyPage = () => openPage(browser, shop.serve('/nothing', '<!doctype html><title>x</title>'))

describe('the further files', () => {
  it.each(rows<'hover' | 'focus'>(['hover'], ['focus']))(
    'are loaded once, when the page is idle or somebody is about to open them (%s)',
    async (approach) => {
      const { page, close } = await emptyPage()
      const files = filesOf(page)
      const body = '<button data-leyden-opener="ramp">Buy</button>'
      await page.goto(shop.serve('/bare', barePage(shop.bffUrl, { body })))
      await eventually(() => files).toEqual([WIDGET])
      await open(page, 'pay', tip)
      await shop.pay(await requestInvoice(dialogOf(page)))
      await dialogOf(page).getByRole('button', { name: 'Done' }).click()
      expect(files).toEqual([WIDGET, PAYMENT])
      await page.getByRole('button', { name: 'Buy' })[approach]()
      await eventually(() => files).toEqual([WIDGET, PAYMENT, RAMP])
      await open(page, 'ramp', purchase)
      await rampIsShown(page)
      expect(files).toEqual([WIDGET, PAYMENT, RAMP])
      await close()
    },
  )

  it('of the ramp are all there when somebody points at its opener, so that a click waits for none', async () => {
    const { page, close } = await emptyPage()
    const files = filesOf(page)
    const body = '<button data-leyden-opener="ramp">Buy</button>'
    await page.goto(shop.serve('/pointed', barePage(shop.bffUrl, { body })))
    await page.getByRole('button', { name: 'Buy' }).hover()
    await eventually(() => files.length).toBe(3)
    await page.waitForLoadState('networkidle')
    const pointed = files.splice(0)
    await open(page, 'ramp', purchase)
    await rampIsShown(page)
    expect({ pointed: pointed.sort(), clicked: files }).toEqual({
      pointed: [PAYMENT, RAMP, WIDGET],
      clicked: [],
    })
    await close()
  })

  it('are not fetched if one file contains everything', async () => {
    const { page, close } = await emptyPage()
    const files = filesOf(page)
    const body = barePage(shop.bffUrl).replace('/leyden.js', '/leyden.full.js')
    await page.goto(shop.serve('/full', body))
    await page.evaluate("Leyden.configure({ locale: 'de' })")
    await open(page, 'pay', tip)
    await dialogOf(page).getByRole('heading', { name: 'Mit Lightning bezahlen' }).waitFor()
    await page.keyboard.press('Escape')
    await outcome(page)
    await page.evaluate("Leyden.configure({ locale: 'en' })")
    await open(page, 'ramp', purchase)
    await rampIsShown(page)
    expect(files).toEqual([])
    await close()
  })

  it.each(
    rows([['pay', tip, WIDGET, payIsShown]] as const, [['ramp', purchase, RAMP, rampIsShown]] as const),
  )(
    'that fail to load are reported, can be requested again, and end as an error: %s',
    async (kind, options, file, isShown) => {
      const { page, close } = await emptyPage()
      await page.route(`**${file}*`, (route) => route.abort())
      await page.goto(shop.serve('/bare', barePage(shop.bffUrl)))
      await open(page, kind, options)
      const dialog = dialogOf(page)
      await dialog.getByText('This site is not responding.').waitFor()
      await page.keyboard.press('Escape')
      expect(await outcome(page)).toMatchObject({ status: 'error', code: 'NOT_LOADED', retryable: true })

      await open(page, kind, options)
      await dialog.getByText('This site is not responding.').waitFor()
      await page.unroute(`**${file}*`)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await isShown(page)
      await close()
    },
  )

  it('of the payment are requested by another URL when they failed, after a press too', async () => {
    const { page, close } = await emptyPage()
    const urls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(PAYMENT)) urls.push(request.url())
    })
    await page.route(`**${PAYMENT}*`, (route) => route.abort())
    await page.goto(shop.serve('/bare', barePage(shop.bffUrl)))
    await open(page, 'pay', tip)
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: /^Pay/, disabled: false }).click()
    await dialog.getByText('Nothing was paid here.').waitFor()
    await page.unroute(`**${PAYMENT}*`)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('img', { name: /QR code/ }).waitFor()
    expect(urls.at(-1)).not.toBe(urls[0])
    await close()
  })

  it('that fail to load are reported by an element, and are loaded automatically when the network is back', async () => {
    const body = `<output></output><pay-to-lightning-address></pay-to-lightning-address><script>
      addEventListener('leyden-error', ({ detail }) => { document.querySelector('output').textContent = detail.code })</script>`
    const { page, close } = await emptyPage()
    await page.route('**/leyden-*.js*', (route) => route.abort())
    await page.goto(shop.serve('/element', barePage(shop.bffUrl, { body })))
    await page.locator('output').filter({ hasText: 'NOT_LOADED' }).waitFor()
    const report = await page.evaluate(() =>
      (window as unknown as { Leyden: { doctor(): Promise<unknown> } }).Leyden.doctor(),
    )
    expect(report).toMatchObject({ findings: [{ check: 'further files load', result: 'problem' }] })
    await page.unroute('**/leyden-*.js*')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByLabel('Amount').waitFor()
    await close()
  })

  it.each(
    rows(
      [
        ['pay-to-lightning-address', 'address="alice@wallet.example" amount-sats="2100"'],
        ['ramp-widget', ''],
      ],
      [
        ['pay-to-lightning-address', ''],
        ['pay-to-lightning-address', 'address="alice@wallet.example"'],
      ],
    ),
  )('move nothing on the page when they are loaded: %s %s', async (tag, attributes) => {
    const { page, close } = await emptyPage()
    let releaseFile = () => {}
    const released = new Promise<void>((resolve) => {
      releaseFile = resolve
    })
    await page.route('**/leyden-widget.js*', (route) => released.then(() => route.continue()))
    // The elements that a look-up adds do not count.
    await page.route(`${shop.bffUrl}/**`, () => {})
    const body = `<${tag} ${attributes}></${tag}><p>Below</p>`
    await page.goto(shop.serve('/still', barePage(shop.bffUrl, { body })))
    const element = page.locator(tag)
    await element.locator('[aria-busy=true]').waitFor()
    const textTop = () => page.getByText('Below').evaluate((element) => element.getBoundingClientRect().top)
    const before = await textTop()
    releaseFile()
    await element.locator('.leyden').waitFor()
    // The height of fonts differs slightly from machine to machine.
    expect(Math.abs((await textTop()) - before)).toBeLessThan(8)
    await close()
  })

  it('of another release, from a cache, are requested again without the cache', async () => {
    const { page, close } = await emptyPage()
    const old = (await fetchText(WIDGET)).replace(/build:"[0-9a-f]{16}"/, `build:"${'0'.repeat(16)}"`)
    await page.route(shop.siteUrl + WIDGET, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: old }),
    )
    await page.goto(shop.serve('/bare', barePage(shop.bffUrl)))
    await open(page, 'ramp', purchase)
    await rampIsShown(page)
    await close()
  })

  it('are checked by their integrity hashes when the first script has one', async () => {
    const integrity = `sha384-${createHash('sha384')
      .update(await fetchText('/leyden.js'))
      .digest('base64')}`
    const body = barePage(shop.bffUrl).replace(
      '<script src',
      `<script integrity="${integrity}" crossorigin src`,
    )
    const page = {
      body: body.replaceAll('<script', '<script nonce="n0nce"'),
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n0nce'; style-src 'none'; connect-src ${shop.bffUrl}; frame-src ${shop.rampUrl}; require-trusted-types-for 'script'; trusted-types leyden`,
      },
    }
    const good = await openPage(browser, shop.serve('/hashed', page))
    await open(good.page, 'ramp', purchase)
    await rampIsShown(good.page)
    await good.close()

    const bad = await emptyPage()
    const changed = `${await fetchText(RAMP)};globalThis.changed = 1`
    await bad.page.route(`**${RAMP}*`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: changed,
      }),
    )
    await bad.page.goto(`${shop.siteUrl}/hashed`)
    await open(bad.page, 'ramp', purchase)
    await dialogOf(bad.page).getByText('This site is not responding.').waitFor()
    expect(await bad.page.evaluate('typeof changed')).toBe('undefined')
    await bad.close()
  })

  it('load in a sandboxed frame from a server without CORS headers', async () => {
    // The server of a portal: its files have no such headers.
    const headers = { 'access-control-allow-origin': 'https://portal.example' }
    for (const name of ['/leyden.js', WIDGET, PAYMENT])
      shop.serve(`/portal${name}`, { type: 'text/javascript', body: await fetchText(name), headers })
    shop.serve('/portal/game', barePage(shop.bffUrl).replace('/leyden.js', 'leyden.js'))
    const { page, problems, close } = await emptyPage()
    const files: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') files.push(new URL(request.url()).pathname)
    })
    const body = '<!doctype html><iframe sandbox="allow-scripts" src="/portal/game"></iframe>'
    await page.goto(shop.serve('/portal', body))
    const game = page.frames().find((frame) => frame.url().endsWith('/portal/game'))
    if (!game) throw new Error('The frame is missing.')
    await open(game, 'pay', tip)
    await requestInvoice(dialogOf(game))
    expect(files).toEqual(['/portal/leyden.js', `/portal${WIDGET}`, `/portal${PAYMENT}`])
    expect(problems).toEqual([])
    await close()
  })

  it('load from disk for a game that is opened as a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leyden-zip-'))
    for (const name of ['leyden.js', 'leyden-widget.js', 'leyden-payment.js', 'leyden-ramp.js'])
      copyFileSync(fileURLToPath(import.meta.resolve(`@leyden/embed/${name}`)), join(folder, name))
    writeFileSync(join(folder, 'index.html'), barePage(shop.bffUrl).replace('/leyden.js', 'leyden.js'))
    const { page, problems, close } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href)
    await page.evaluate("Leyden.configure({ rampPage: 'https://shop.example/buy' })")
    await open(page, 'ramp', purchase)
    // A page with an opaque origin cannot frame the provider. The widget is loaded, and reports that.
    await dialogOf(page).getByRole('img', { name: 'QR code to continue on your phone' }).waitFor()
    expect(problems).toEqual([])
    await close()
    rmSync(folder, { recursive: true })
  })
})
