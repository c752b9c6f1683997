import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from './embed-world.js'
import { barePage, dialogOf, open, outcome, showInvoice } from './widget-page.js'

const purchase = { email: 'player@shop.example', destination: 'alice@wallet.example' }
const SECOND = '/leyden-more.js'

let world: EmbedWorld
let browser: Browser

beforeAll(async () => {
  world = await startEmbedWorld()
  browser = await sharedBrowser()
})
afterAll(async () => {
  await world?.close()
})

function requestsFor(page: Page, path: string): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) urls.push(request.url())
  })
  return urls
}

const text = async (path: string) => (await fetch(world.pageUrl + path)).text()
const rampIsShown = (page: Page) => page.frameLocator('iframe').getByLabel('Six digits').waitFor()

describe('the second file', () => {
  it('is not fetched for payments, and fetched once for a purchase', async () => {
    const { page, close } = await openPage(browser, world.serve('/bare', barePage(world.bffUrl)))
    const urls = requestsFor(page, SECOND)
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    await world.pay(await showInvoice(dialogOf(page)))
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    expect(urls).toEqual([])
    await open(page, 'ramp', purchase)
    await rampIsShown(page)
    await page.keyboard.press('Escape')
    expect(await outcome(page)).toMatchObject({ status: 'pending' })
    await open(page, 'ramp', purchase)
    await dialogOf(page).getByRole('heading', { name: 'Waiting for the result' }).waitFor()
    expect(urls).toEqual([world.pageUrl + SECOND])
    await close()
  })

  it('is not fetched when one file contains both', async () => {
    world.serve('/both.js', {
      type: 'text/javascript',
      body: (await text('/leyden.js')) + (await text(SECOND)),
    })
    const body = barePage(world.bffUrl).replace('/leyden.js', '/both.js')
    const { page, close } = await openPage(browser, world.serve('/both', body))
    const urls = requestsFor(page, SECOND)
    await open(page, 'ramp', purchase)
    await rampIsShown(page)
    expect(urls).toEqual([])
    await close()
  })

  it('that fails to load is reported, can be requested again, and ends as an error', async () => {
    const { page, close } = await openPage(browser, world.serve('/bare', barePage(world.bffUrl)))
    await page.route(`**${SECOND}*`, (route) => route.abort())
    await open(page, 'ramp', purchase)
    const dialog = dialogOf(page)
    await dialog.getByText('We cannot reach the shop right now.').waitFor()
    await page.keyboard.press('Escape')
    expect(await outcome(page)).toMatchObject({ status: 'error', code: 'NOT_LOADED', retryable: true })

    const report = await page.evaluate(() =>
      (window as unknown as { Leyden: { doctor(): Promise<unknown> } }).Leyden.doctor(),
    )
    expect(report).toMatchObject({ findings: [{ check: 'second file loads', result: 'problem' }] })

    await open(page, 'ramp', purchase)
    await dialog.getByText('We cannot reach the shop right now.').waitFor()
    await page.unroute(`**${SECOND}*`)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await rampIsShown(page)
    await close()
  })

  it('is reported by an element as well', async () => {
    const body = `<output></output><ramp-widget></ramp-widget><script>
      addEventListener('leyden-error', ({ detail }) => { document.querySelector('output').textContent = detail.code })</script>`
    const { page, close } = await openPage(
      browser,
      world.serve('/nothing', '<!doctype html><title>x</title>'),
    )
    await page.route(`**${SECOND}*`, (route) => route.abort())
    await page.goto(world.serve('/element', barePage(world.bffUrl, { body })))
    await page.locator('output').filter({ hasText: 'NOT_LOADED' }).waitFor()
    await page.unroute(`**${SECOND}*`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Continue to provider' }).waitFor()
    await close()
  })

  it('of another release, from a cache, is requested again past the cache', async () => {
    const { page, close } = await openPage(browser, world.serve('/bare', barePage(world.bffUrl)))
    const old = (await text(SECOND)).replace(/build:"[0-9a-f]{16}"/, `build:"${'0'.repeat(16)}"`)
    await page.route(world.pageUrl + SECOND, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: old }),
    )
    await open(page, 'ramp', purchase)
    await rampIsShown(page)
    await close()
  })

  it('is checked by its integrity hash when the first script has one', async () => {
    const integrity = `sha384-${createHash('sha384')
      .update(await text('/leyden.js'))
      .digest('base64')}`
    const body = barePage(world.bffUrl).replace(
      '<script src',
      `<script integrity="${integrity}" crossorigin src`,
    )
    const page = {
      body: body.replaceAll('<script', '<script nonce="n0nce"'),
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n0nce'; style-src 'none'; connect-src ${world.bffUrl}; frame-src ${world.rampUrl}; require-trusted-types-for 'script'; trusted-types leyden`,
      },
    }
    const good = await openPage(browser, world.serve('/hashed', page))
    await open(good.page, 'ramp', purchase)
    await rampIsShown(good.page)
    await good.close()

    const bad = await openPage(browser, world.serve('/nothing', '<!doctype html><title>x</title>'))
    const changed = `${await text(SECOND)};globalThis.changed = 1`
    await bad.page.route(`**${SECOND}*`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: changed,
      }),
    )
    await bad.page.goto(`${world.pageUrl}/hashed`)
    await open(bad.page, 'ramp', purchase)
    await dialogOf(bad.page).getByText('We cannot reach the shop right now.').waitFor()
    expect(await bad.page.evaluate('typeof changed')).toBe('undefined')
    await bad.close()
  })

  it('loads from disk for a game that is opened as a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leyden-zip-'))
    for (const name of ['leyden.js', 'leyden-more.js'])
      copyFileSync(fileURLToPath(import.meta.resolve(`@leyden/embed/${name}`)), join(folder, name))
    writeFileSync(join(folder, 'index.html'), barePage(world.bffUrl).replace('/leyden.js', 'leyden.js'))
    const { page, problems, close } = await openPage(browser, pathToFileURL(join(folder, 'index.html')).href)
    await open(page, 'ramp', purchase)
    // Pages without an origin of their own cannot frame the provider: the widget is there, and says so.
    await dialogOf(page).getByRole('button', { name: 'Open in a new tab' }).waitFor()
    expect(problems).toEqual([])
    await close()
    rmSync(folder, { recursive: true })
  })
})
