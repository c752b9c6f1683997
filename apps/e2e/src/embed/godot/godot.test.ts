import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../../harness/browser.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage, dialogOf, requestInvoice } from '../widget-page.js'
import { syntaxErrors, toJavaScript } from './gdscript.js'
import { editorScript, godotScript } from './godot-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))

const addon = join(
  dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json'))),
  'engines/godot/addons/leyden',
)
const sourceOf = (file: string) => readFileSync(join(addon, file), 'utf8')

it.each(['leyden.gd', 'plugin.gd', 'export_plugin.gd', '../../demo/demo.gd'])(
  'can be parsed as GDScript: %s',
  (file) => {
    expect(syntaxErrors(sourceOf(file))).toEqual([])
    expect(syntaxErrors(`${sourceOf(file)}\nfunc broken(:\n`)).not.toEqual([])
  },
)

it('has the built script in the addon', () => {
  const script = readFileSync(fileURLToPath(import.meta.resolve('@leyden/embed/leyden.js')), 'utf8')
  expect(sourceOf('web/leyden.js')).toBe(script)
})

/** A game that was exported with the addon, with the real script of Leyden. */
async function openGame(): Promise<Page> {
  const body = `<canvas tabindex="0"></canvas>${godotScript(sourceOf('leyden.gd'))}`
  const { page } = await openPage(browser, shop.serve('/godot', barePage(shop.bffUrl, { body })))
  await page.evaluate(`addon.configure(${dictionary({ bff_url: shop.bffUrl })})`)
  return page
}

/** A game in a page with a fake `window.Leyden`, or with none. */
async function openGameBeside(leyden: string): Promise<Page> {
  const body = `<script>window.texts = []; ${leyden}</script>${godotScript(sourceOf('leyden.gd'))}`
  const url = shop.serve('/godot-beside', `<!doctype html><meta charset="utf-8"><title>x</title>${body}`)
  return (await openPage(browser, url)).page
}

/** The code of a Godot dictionary. */
const dictionary = (entries: Record<string, unknown>) =>
  `new Godot.Dictionary(${JSON.stringify(Object.entries(entries))})`
const pay = (options: Record<string, unknown>) => `pay(${dictionary(options)})`
const tip = pay({ address: 'alice@wallet.example', amount_sats: 2100 })

/** Starts a call of the addon without waiting for its end. `callResult` waits. */
const startCall = (page: Page, call: string) =>
  page.evaluate(`window.pending = Godot.start(addon.${call}); undefined`)
const callResult = (page: Page) => page.evaluate('pending.then(Godot.plain)')
const gameState = (page: Page) =>
  page.evaluate('({ paused: Godot.tree.paused, muted: Godot.master.mute, errors: Godot.errors })')
/** The outcome of a wrong call. */
const REFUSED = { kind: 'pay', status: 'error', code: 'BAD_REQUEST', retryable: false }
const RUNNING = { paused: false, muted: false, errors: [] }

describe('the addon', () => {
  it('pays: the game is paused and muted until the overlay closes, and receives the result', async () => {
    const page = await openGame()
    await startCall(page, pay({ address: 'alice@wallet.example', amount_sats: 2100, reference: 'order-7' }))
    const invoice = await requestInvoice(dialogOf(page))
    expect(await gameState(page)).toEqual({ paused: true, muted: true, errors: [] })
    await shop.pay(invoice)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    expect(await callResult(page)).toMatchObject({
      status: 'paid',
      amountMsat: '2100000',
      lnaddress: 'alice@wallet.example',
      reference: 'order-7',
    })
    expect(await gameState(page)).toEqual(RUNNING)
    expect(await page.evaluate('document.activeElement.localName')).toBe('canvas')
  })

  it('pays from the lines of its README', async () => {
    const [, lines = ''] = /^```gdscript\n(.*?)^```/ms.exec(sourceOf('../../README.md')) ?? []
    expect(syntaxErrors(lines)).toEqual([])
    const page = await openGame()
    const node = toJavaScript(`extends Node\n${lines.replace('https://shop.example/leyden', shop.bffUrl)}`)
    await page.evaluate(`window.printed = []
      Object.assign(Godot, { Leyden: addon, print: (text) => void printed.push(text) })
      window.game = new (${node})()
      game._ready()
      Godot.start(game._on_tip_pressed())
      undefined`)
    const invoice = await requestInvoice(dialogOf(page))
    await shop.pay(invoice)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await eventually(() => page.evaluate('printed')).toEqual(['Thank you!'])
    expect(await gameState(page)).toEqual(RUNNING)
  })

  it('reports a payment that arrives after the overlay closed', async () => {
    const page = await openGame()
    await startCall(page, tip)
    const invoice = await requestInvoice(dialogOf(page))
    await page.evaluate('addon.close()')
    expect(await callResult(page)).toMatchObject({ status: 'pending' })
    await page.evaluate('addon.outcome.waiting.push((data) => { window.late = Godot.plain(data) })')
    await shop.pay(invoice)
    await eventually(() => page.evaluate('window.late?.status')).toBe('paid')
    expect(await gameState(page)).toEqual(RUNNING)
  })

  it('leaves a game paused and muted if it was before', async () => {
    const page = await openGame()
    await page.evaluate('Godot.tree.paused = Godot.master.mute = true')
    await startCall(page, `buy()`)
    await dialogOf(page).waitFor()
    await page.evaluate('addon.close()')
    await callResult(page)
    expect(await gameState(page)).toEqual({ paused: true, muted: true, errors: [] })
  })

  it('ends as an error when no recipient is named, and restores the game', async () => {
    const page = await openGame()
    await startCall(page, pay({ address: '', amount_sats: 2100 }))
    expect(await callResult(page)).toMatchObject(REFUSED)
    await startCall(page, pay({ intent: '' }))
    expect(await callResult(page)).toMatchObject(REFUSED)
    expect(await dialogOf(page).count()).toBe(0)
    expect(await gameState(page)).toEqual(RUNNING)
  })

  it('emits signals when overlays open and close, and reports what the page supports', async () => {
    const page = await openGame()
    await page.evaluate(`window.signals = []
      for (const name of ['opened', 'closed'])
        (function wait() { addon[name].waiting.push((kind) => { signals.push(name + ' ' + kind); wait() }) })()`)
    await startCall(page, tip)
    await dialogOf(page).waitFor()
    await page.evaluate('addon.close()')
    await callResult(page)
    expect(await page.evaluate('signals')).toEqual(['opened pay', 'closed pay'])
    expect(await page.evaluate(`Godot.plain(addon.supports('pay'))`)).toMatchObject({
      ok: true,
      framed: false,
    })
    await startCall(page, 'doctor()')
    expect(await callResult(page)).toMatchObject({
      findings: expect.arrayContaining([{ check: 'BFF answers', result: 'ok' }]),
    })
    expect(await gameState(page)).toEqual(RUNNING)
  })

  it('refuses a setting or option that the script does not know', async () => {
    const page = await openGame()
    expect(
      await page.evaluate(`Godot.plain(addon.configure(${dictionary({ colour_scheme: 'dark' })}))`),
    ).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
    await startCall(page, pay({ address: 'alice@wallet.example', amuont_sats: 1 }))
    expect(await callResult(page)).toMatchObject(REFUSED)
    expect(await page.evaluate('Godot.tree.paused')).toBe(false)
  })

  it('passes on an intent without other options', async () => {
    const page = await openGameBeside(
      `window.Leyden = { on() {}, call(text) { texts.push(JSON.parse(text)); return '{"ok":true}' } }`,
    )
    await startCall(page, pay({ intent: 'signed' }))
    expect(await page.evaluate('texts')).toMatchObject([
      { v: 1, method: 'open', params: { kind: 'pay', intent: 'signed' } },
    ])
    expect(await page.evaluate('Object.keys(texts[0].params)')).toEqual(['kind', 'intent'])
  })

  it('passes on every option and setting under its name, and does not change the dictionary of the game', async () => {
    const page = await openGameBeside(
      `window.Leyden = { on() {}, call(text) { texts.push(JSON.parse(text)); return '{"ok":true}' } }`,
    )
    await page.evaluate(
      `window.options = ${dictionary({ presets: [500, 2100], default_address: 'alice@wallet.example' })}`,
    )
    await page.evaluate(`addon.configure(${dictionary({ color_scheme: 'dark' })})`)
    await startCall(page, 'pay(options)')
    await startCall(page, `buy(${dictionary({ email: 'guest@mail.example', auto_start: false })})`)
    expect(await page.evaluate('texts')).toMatchObject([
      { method: 'configure', params: { colorScheme: 'dark' } },
      {
        method: 'open',
        params: { kind: 'pay', presets: [500, 2100], defaultAddress: 'alice@wallet.example' },
      },
      { method: 'open', params: { kind: 'ramp', email: 'guest@mail.example', autoStart: false } },
    ])
    expect(await page.evaluate('Godot.plain(options)')).toEqual({
      presets: [500, 2100],
      default_address: 'alice@wallet.example',
    })
  })

  it.each([
    ['there is no script of Leyden', '', 'NOT_LOADED'],
    ['the call throws', `on() {}, call() { throw new Error('broken') }`, 'UNKNOWN'],
    ['the answer is no JSON', `on() {}, call: () => '<html>'`, 'UNKNOWN'],
    ['there is no answer', `on() {}, call() {}`, 'UNKNOWN'],
    [
      'the call is refused',
      `on() {}, call: () => '{"ok":false,"error":{"code":"BAD_REQUEST"}}'`,
      'BAD_REQUEST',
    ],
    // Without a listener, the addon never gets a result, so a call would never end.
    ['it cannot listen', `on() { throw new Error('broken') }, call: () => '{"ok":true}'`, 'NOT_LOADED'],
  ])('never pauses or mutes the game for a call that fails: %s', async (_name, leyden, code) => {
    const page = await openGameBeside(leyden && `window.Leyden = { ${leyden} }`)
    await startCall(page, tip)
    expect(await callResult(page)).toMatchObject({ ...REFUSED, code })
    expect(await page.evaluate('Godot.changes')).toEqual([])
    expect(await page.evaluate('Godot.errors.length')).toBeGreaterThan(0)
  })
})

describe('the export plugin', () => {
  interface ExportPlugin {
    _export_begin(features: string[], isDebug: boolean, path: string, flags: number): void
    _export_end(): void
  }
  const scripts = 'res://addons/leyden/web'
  const page =
    '<!DOCTYPE html><html><head><meta charset="utf-8">$GODOT_HEAD_INCLUDE</head><body></body></html>'

  /** Exports like Godot: calls the plugin, writes the page, and calls the plugin again. */
  function exportGame(path: string, files: Record<string, string>, features = ['web']) {
    const disk = new Map(Object.entries(files))
    const { script, errors } = editorScript<ExportPlugin>(sourceOf('export_plugin.gd'), disk)
    script._export_begin(features, false, path, 0)
    script._export_end()
    return { disk, errors }
  }
  const withScripts = {
    [`${scripts}/leyden.js`]: 'the script',
    [`${scripts}/leyden-de.js`]: 'German',
    [`${scripts}/.gdignore`]: '',
  }

  it('copies the scripts beside the page, and adds the tag before everything else in its head', () => {
    const { disk, errors } = exportGame('/out/index.html', { ...withScripts, '/out/index.html': page })
    expect(errors).toEqual([])
    expect(disk.get('/out/leyden.js')).toBe('the script')
    expect(disk.get('/out/leyden-de.js')).toBe('German')
    expect(disk.has('/out/.gdignore')).toBe(false)
    expect(disk.get('/out/index.html')).toBe(
      page.replace('<head>', '<head><script src="leyden.js"></script>'),
    )
  })

  it('does not change a page that loads the script from elsewhere', () => {
    const pageWithScript = page.replace(
      '$GODOT_HEAD_INCLUDE',
      '<script src="https://shop.example/leyden.js"></script>',
    )
    expect(
      exportGame('index.html', { ...withScripts, 'index.html': pageWithScript }).disk.get('index.html'),
    ).toBe(pageWithScript)
  })

  it('changes nothing in an export for another platform, of a pack only, or that failed', () => {
    const files = { ...withScripts, '/out/index.html': page }
    for (const exported of [
      exportGame('/out/index.html', files, ['linux']),
      exportGame('/out/game.pck', files),
      exportGame('/out/missing.html', files),
    ]) {
      expect(exported.errors).toEqual([])
      expect(exported.disk).toEqual(new Map(Object.entries(files)))
    }
  })

  it.each([
    ['the scripts are not there', '/out/index.html', { '/out/index.html': page }, /copy leyden/],
    ['the page has no head', '/out/index.html', { ...withScripts, '/out/index.html': '<p>' }, /no <head>/],
    [
      'the folder cannot be written',
      '/read-only/a.html',
      { ...withScripts, '/read-only/a.html': page },
      /cannot write/,
    ],
  ])('reports an error when %s', (_case, path, files: Record<string, string>, message) => {
    expect(exportGame(path, files).errors.join()).toMatch(message)
  })
})
