import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from '../embed-world.js'
import { eventually } from '../eventually.js'
import { barePage, dialogOf, showInvoice } from '../widget-page.js'
import { syntaxErrors } from './gdscript.js'
import { godotScript } from './godot-page.js'

let world: EmbedWorld
let browser: Browser

beforeAll(async () => {
  world = await startEmbedWorld()
  browser = await launchBrowser()
})
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const addon = join(
  dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json'))),
  'engines/godot/addons/leyden',
)
const sourceOf = (file: string) => readFileSync(join(addon, file), 'utf8')

it.each(['leyden.gd', 'plugin.gd'])('is GDScript: %s', (file) => {
  expect(syntaxErrors(sourceOf(file))).toEqual([])
  expect(syntaxErrors(`${sourceOf(file)}\nfunc broken(:\n`)).not.toEqual([])
})

/** A game that was exported with the addon, beside the real script of Leyden. */
async function openGame(): Promise<Page> {
  const body = `<canvas tabindex="0"></canvas>${godotScript(sourceOf('leyden.gd'))}`
  const { page } = await openPage(browser, world.serve('/godot', barePage(world.bffUrl, { body })))
  await page.evaluate(`addon.configure('${world.bffUrl}')`)
  return page
}

/** The same where `window.Leyden` is something else, or nothing. */
async function openGameBeside(leyden: string): Promise<Page> {
  const body = `<script>window.texts = []; ${leyden}</script>${godotScript(sourceOf('leyden.gd'))}`
  const url = world.serve('/godot-beside', `<!doctype html><meta charset="utf-8"><title>x</title>${body}`)
  return (await openPage(browser, url)).page
}

/** Calls what opens an overlay, without waiting for its end; `ended` waits. */
const begin = (page: Page, call: string) =>
  page.evaluate(`window.pending = Godot.start(addon.${call}); undefined`)
const ended = (page: Page) => page.evaluate('pending.then(Godot.plain)')
const game = (page: Page) =>
  page.evaluate('({ paused: Godot.tree.paused, muted: Godot.master.mute, errors: Godot.errors })')
const atRest = { paused: false, muted: false, errors: [] }

describe('the addon', () => {
  it('pays: the game is paused and silent until the overlay is gone, and hears how it ended', async () => {
    const page = await openGame()
    await begin(page, `pay('alice@wallet.example', 2100, 'order-7')`)
    const invoice = await showInvoice(dialogOf(page))
    expect(await game(page)).toEqual({ paused: true, muted: true, errors: [] })
    await world.payFromPhone(invoice)
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    expect(await ended(page)).toMatchObject({
      status: 'paid',
      amountMsat: '2100000',
      lnaddress: 'alice@wallet.example',
      reference: 'order-7',
    })
    expect(await game(page)).toEqual(atRest)
    expect(await page.evaluate('document.activeElement.localName')).toBe('canvas')
  })

  it('tells a payment that comes after the overlay was closed', async () => {
    const page = await openGame()
    await begin(page, `pay('alice@wallet.example', 2100)`)
    const invoice = await showInvoice(dialogOf(page))
    await page.evaluate('addon.close()')
    expect(await ended(page)).toMatchObject({ status: 'pending' })
    await page.evaluate('addon.outcome.waiting.push((data) => { window.late = Godot.plain(data) })')
    await world.payFromPhone(invoice)
    await eventually(() => page.evaluate('window.late?.status')).toBe('paid')
    expect(await game(page)).toEqual(atRest)
  })

  it('leaves a game that was paused and silent before so', async () => {
    const page = await openGame()
    await page.evaluate('Godot.tree.paused = Godot.master.mute = true')
    await begin(page, `buy()`)
    await dialogOf(page).waitFor()
    await page.evaluate('addon.close()')
    await ended(page)
    expect(await game(page)).toEqual({ paused: true, muted: true, errors: [] })
  })

  it('ends as an error, with the game as it was, where no recipient is named', async () => {
    const page = await openGame()
    await begin(page, `pay('', 2100)`)
    expect(await ended(page)).toMatchObject({ status: 'error', code: 'BAD_REQUEST' })
    await begin(page, `pay_intent('')`)
    expect(await ended(page)).toMatchObject({ status: 'error', code: 'BAD_REQUEST' })
    expect(await dialogOf(page).count()).toBe(0)
    expect(await game(page)).toEqual(atRest)
  })

  it('hands an intent over alone', async () => {
    const page = await openGameBeside(
      `window.Leyden = { on() {}, call(text) { texts.push(JSON.parse(text)); return '{"ok":true}' } }`,
    )
    await begin(page, `pay_intent('signed')`)
    expect(await page.evaluate('texts')).toMatchObject([
      { v: 1, method: 'open', params: { kind: 'pay', intent: 'signed' } },
    ])
    expect(await page.evaluate('Object.keys(texts[0].params)')).toEqual(['kind', 'intent'])
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
    // What it never hears of would never be over.
    ['it cannot listen', `on() { throw new Error('broken') }, call: () => '{"ok":true}'`, 'NOT_LOADED'],
  ])('never pauses or mutes the game for a call that fails: %s', async (_name, leyden, code) => {
    const page = await openGameBeside(leyden && `window.Leyden = { ${leyden} }`)
    await begin(page, `pay('alice@wallet.example', 2100)`)
    expect(await ended(page)).toMatchObject({ status: 'error', code })
    expect(await page.evaluate('Godot.changes')).toEqual([])
    expect(await page.evaluate('Godot.errors.length')).toBeGreaterThan(0)
  })
})
