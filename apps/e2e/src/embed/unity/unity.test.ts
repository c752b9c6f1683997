import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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

describe('the package', () => {
  /** Files that Unity imports: not those in folders that end in `~`, except samples, which are copied into games. */
  function assetsIn(path: string): string[] {
    return readdirSync(path)
      .filter((name) => !name.endsWith('~') && !name.endsWith('.meta'))
      .flatMap((name) => {
        const asset = join(path, name)
        return statSync(asset).isDirectory() ? [asset, ...assetsIn(asset)] : [asset]
      })
  }
  const assets = [unity, join(unity, 'Samples~/TipJar')].flatMap(assetsIn)
  const metas = [unity, join(unity, 'Samples~/TipJar')].flatMap((path) =>
    (readdirSync(path, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.meta') && !(path === unity && name.includes('~')))
      .map((name) => join(path, name)),
  )

  it('has a .meta file for every asset and for nothing else (Unity ignores assets without one)', () => {
    expect(metas.map((path) => path.replace(/\.meta$/, '')).sort()).toEqual([...assets].sort())
  })

  it('keeps the GUID of every asset, because games refer to it', () => {
    const guids = metas.map((path) => {
      const [, guid] = /^fileFormatVersion: 2\nguid: ([0-9a-f]{32})\n/.exec(readFileSync(path, 'utf8')) ?? []
      return `${guid} ${relative(unity, path).replace(/\.meta$/, '')}`
    })
    expect(new Set(guids.map((line) => line.slice(0, 32))).size).toBe(guids.length)
    expect(guids.sort((a, b) => a.slice(33).localeCompare(b.slice(33), 'en'))).toMatchInlineSnapshot(`
      [
        "968d0e95ee3da0aab1ea123eb4f05419 Editor",
        "89790c582acac3dea518702cce1c959b Editor/Leyden.Editor.asmdef",
        "5a90fa924a3a86dd3005dbde6d26555f Editor/LeydenBuild.cs",
        "56a9642ef511002a8a740255b542c1b4 LICENSE.md",
        "020564f6c13b01c66f623c75d6955364 package.json",
        "1d7667c671814423e24b6ce5b598612a README.md",
        "c087dc29564b513aa617d125c401a35c Runtime",
        "bab8d3e0055f423cea0e2025d85d773b Runtime/Leyden.asmdef",
        "756fef35ec7b5a8409cb7ef4581f5efd Runtime/Leyden.cs",
        "a8ffaf356d41105832482eb6cff6d1a7 Runtime/LeydenJson.cs",
        "f1a676ebf88f577896b91e4701eba620 Runtime/LeydenOptions.cs",
        "e8cff97dace18e977c7d352d19da4407 Runtime/LeydenOutcome.cs",
        "edd4b4d9ae711cb6c437909b16ba8273 Runtime/LeydenScript.cs",
        "6ed2e34eb27162b1c822b3bca168ad55 Runtime/Plugins",
        "6c18946875a8f49a122f94b8f31bcff7 Runtime/Plugins/WebGL",
        "a2716e297cdedc76b6dbff264a1d18e5 Runtime/Plugins/WebGL/Leyden.jslib",
        "6af9c3d6952412daab4f90a3e93d3b00 Samples~/TipJar/TipJar.cs",
      ]
    `)
  })

  it('has the version of the script in it, and the samples that its package.json names', () => {
    const versionOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).version
    expect(versionOf(join(unity, 'package.json'))).toBe(versionOf(join(embed, 'package.json')))
    const { samples } = JSON.parse(readFileSync(join(unity, 'package.json'), 'utf8'))
    expect(samples.every(({ path }: { path: string }) => existsSync(join(unity, path)))).toBe(true)
  })
})

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

  it('loads the script of Leyden before everything else', () => {
    const html = readFileSync(join(template, 'index.html'), 'utf8')
    expect(/<(?:script|link|style)[^>]*>/.exec(html)?.[0]).toBe('<script src="leyden.js">')
  })
})
