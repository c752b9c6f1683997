import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../../harness/browser.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage, dialogOf, requestInvoice } from '../widget-page.js'
import { buildTemplate, TEMPLATE_VALUES, unityPlayer } from './unity-page.js'

const embed = dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json')))
const unity = join(embed, 'engines/unity')
const jslib = readFileSync(join(unity, 'Runtime/Plugins/WebGL/Leyden.jslib'), 'utf8')

const shop = await embedShop()
const browser = await sharedBrowser()

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

describe('the .jslib', () => {
  const call = (page: Page, request: unknown) =>
    page.evaluate(
      (json) => JSON.parse((window as unknown as { unityCall: (t: string) => string }).unityCall(json)),
      JSON.stringify(request),
    )

  it('exchanges a payment as JSON, and returns the keyboard to the canvas', async () => {
    const received: [string, string, string][] = []
    const { page, problems } = await openPage(browser, 'about:blank')
    await page.exposeFunction('sendMessage', (...message: [string, string, string]) => received.push(message))
    await page.goto(shop.serve('/unity', barePage(shop.bffUrl, { body: unityPlayer(jslib) })))
    await page.evaluate('unityListen(); unityListen()')
    expect(
      await call(page, { v: 1, id: '', method: 'configure', params: { bffUrl: shop.bffUrl } }),
    ).toMatchObject({ ok: true })
    const params = { kind: 'pay', address: 'alice@wallet.example', amountSats: 2100 }
    expect(await call(page, { v: 1, id: 'unity-1', method: 'open', params })).toEqual({
      v: 1,
      id: 'unity-1',
      ok: true,
      result: null,
    })
    const invoice = await requestInvoice(dialogOf(page))
    await shop.pay(invoice)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await eventually(() => received.map(([, , text]) => JSON.parse(text))).toEqual([
      expect.objectContaining({ id: 'unity-1', type: 'open' }),
      expect.objectContaining({ id: 'unity-1', type: 'close' }),
      expect.objectContaining({
        id: 'unity-1',
        type: 'outcome',
        data: expect.objectContaining({ status: 'paid', amountMsat: '2100000' }),
      }),
    ])
    expect(new Set(received.map(([object, method]) => `${object}.${method}`))).toEqual(
      new Set(['Leyden.OnMessage']),
    )
    expect(await page.evaluate('document.activeElement.localName')).toBe('canvas')
    expect(await call(page, { id: '2', method: 'sell' })).toMatchObject({
      ok: false,
      error: { code: 'BAD_REQUEST' },
    })
    expect(problems).toEqual([])
  })

  it('reports that the script is missing', async () => {
    const html = `<!doctype html><meta charset="utf-8"><title>Alone</title>${unityPlayer(jslib)}`
    const { page } = await openPage(browser, shop.serve('/unity-alone', html))
    await page.evaluate('unityListen()')
    expect(await call(page, {})).toMatchObject({ ok: false, error: { code: 'NOT_LOADED' } })
  })
})

describe('the template', () => {
  const template = join(unity, 'WebGLTemplates~/Leyden')

  /** Opens the template with a loader that records its arguments. `end` and `fail` simulate the result of Unity's loader. */
  async function openTemplate() {
    const loader = `window.createUnityInstance = (canvas, config, onProgress) => new Promise((end, fail) =>
      Object.assign(window, { unity: { canvas, config, onProgress, end, fail }, fullscreen: [] }))`
    shop.serve('/Build/game.loader.js', { type: 'text/javascript', body: loader })
    const css = readFileSync(join(template, 'leyden-template.css'), 'utf8')
    shop.serve('/leyden-template.css', { type: 'text/css', body: css })
    const html = buildTemplate(readFileSync(join(template, 'index.html'), 'utf8'), TEMPLATE_VALUES)
    return openPage(browser, shop.serve('/template', html))
  }

  it('shows the loading progress of the game, then a fullscreen button', async () => {
    const { page, problems } = await openTemplate()
    const bar = page.getByRole('progressbar', { name: 'Loading' })
    const button = page.getByRole('button', { name: 'Fullscreen' })
    expect(await bar.evaluate(({ value }: HTMLProgressElement) => value)).toBe(0)
    await page.evaluate('unity.onProgress(0.42)')
    expect(await bar.evaluate(({ value }: HTMLProgressElement) => value)).toBe(0.42)
    expect(await button.count()).toBe(0)
    await page.evaluate('unity.end({ SetFullscreen: (on) => fullscreen.push(on) })')
    await button.click()
    expect(await bar.count()).toBe(0)
    expect(await page.evaluate('fullscreen')).toEqual([1])
    expect(await page.evaluate('unity.config')).toMatchObject({
      codeUrl: 'Build/game.wasm',
      productName: 'Space "Tips"',
    })
    expect(await page.evaluate('unity.config.workerUrl')).toBeUndefined()
    expect(problems).toEqual([])
  })

  it('shows why a game did not load, and errors that Unity reports', async () => {
    const { page } = await openTemplate()
    const alert = page.getByRole('alert')
    await page.evaluate(`unity.config.showBanner('Just a warning', 'warning')`)
    expect(await alert.textContent()).toBe('')
    await page.evaluate(`unity.fail('The game needs WebGL 2.')`)
    await eventually(() => alert.textContent()).toBe('The game needs WebGL 2.')
    expect(await page.getByRole('progressbar').count()).toBe(0)
  })
})
