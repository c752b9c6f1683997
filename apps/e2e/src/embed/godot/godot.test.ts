import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage, WITHOUT_GRAPHICS_CARD } from '../../harness/browser.js'
import { takenFrom } from '../../harness/taken.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { dialogOf, requestInvoice } from '../widget-page.js'
import { GODOT_RUNS, project, SHELL, serveGodot, withProbe } from './godot-game.js'

const shop = await embedShop()

type Game = Awaited<ReturnType<typeof openPage>>
type Answer = Record<string, unknown>

let browser: Browser
/** The demo without the script. */
let alone: Game
/** The demo in the page that the plugin has written. */
let game: Game
/** What the plugin has written. */
let exported: Record<string, string>

beforeAll(async () => {
  browser = await launchBrowser(WITHOUT_GRAPHICS_CARD)
  serveGodot(shop, '/godot-alone/')
  alone = await openGame('/godot-alone/', SHELL)
  exported = await exportGame({ 'index.html': SHELL })
})
afterAll(() => browser?.close())

/** Opens an exported game, and waits until it runs. */
async function openGame(folder: string, html: string): Promise<Game> {
  const opened = await openPage(browser, shop.serve(`${folder}index.html`, withProbe(html)), {
    viewport: { width: 800, height: 600 },
  })
  await opened.page.waitForFunction(GODOT_RUNS)
  return opened
}

/** Calls a method of a node in the game. Resolves when it has returned. */
const call = ({ page }: Game, node: string, method: string, ...args: unknown[]) =>
  page.evaluate<Answer>(`godot.call(...${JSON.stringify([node, method, ...args])})`)
/** The same, without waiting. */
const start = ({ page }: Game, node: string, method: string, ...args: unknown[]) =>
  page.evaluate(`void godot.call(...${JSON.stringify([node, method, ...args])})`)
const probe = (of: Game, method: string, ...args: unknown[]) => call(of, 'Probe', method, ...args)

let exports = 0
/** Exports files into an empty folder. */
async function exportGame(files: Record<string, string>, name = 'index.html', features = ['web']) {
  return (await probe(alone, 'export_game', `/tmp/export-${++exports}`, name, files, features)) as Record<
    string,
    string
  >
}

/** The outcome of a wrong call. */
const REFUSED = { kind: 'pay', status: 'error', code: 'BAD_REQUEST', retryable: false }
const TIP = { address: 'alice@wallet.example', amount_sats: 2100 }
const script = readFileSync(fileURLToPath(import.meta.resolve('@leyden/embed/leyden.js')), 'utf8')

describe('in a page without the script', () => {
  // Two games at a time would be slow without a graphics card.
  afterAll(() => alone.close())

  const takeProblems = () => alone.problems.splice(0).join('\n')

  it('says at the start that the script is missing', () => {
    expect(takeProblems()).toContain('leyden.js is not on the page')
  })

  it('runs Godot 4.6', async () => {
    expect(await probe(alone, 'version')).toMatch(/^4\.6/)
  })

  it.each([
    ['there is no script of Leyden', '', 'NOT_LOADED'],
    ['the call throws', `on: () => () => {}, call() { throw new Error('broken') }`, 'UNKNOWN'],
    ['the answer is no JSON', `on: () => () => {}, call: () => '<html>'`, 'UNKNOWN'],
    ['there is no answer', `on: () => () => {}, call() {}`, 'UNKNOWN'],
    [
      'the call is refused',
      `on: () => () => {}, call: () => '{"ok":false,"error":{"code":"BAD_REQUEST"}}'`,
      'BAD_REQUEST',
    ],
    // Without a listener, the addon never gets a result, so a call would never end.
    ['it cannot listen', `on() { throw new Error('broken') }, call: () => '{"ok":true}'`, 'NOT_LOADED'],
  ])(
    'pushes an error for a call that fails, and never pauses or mutes the game: %s',
    async (name, leyden, code) => {
      await alone.page.evaluate(leyden ? `window.Leyden = { ${leyden} }` : 'delete window.Leyden')
      const node = `Addon ${name}`
      await probe(alone, 'start_addon', node)
      takeProblems()
      expect(await call(alone, node, 'pay', TIP)).toMatchObject({ ...REFUSED, code })
      expect(await probe(alone, 'state')).toEqual({ paused: false, muted: false, pauses: 0 })
      expect(takeProblems()).toContain('Leyden')
    },
  )

  it('passes on every option and setting under its name', async () => {
    await alone.page.evaluate(`window.texts = []
      window.Leyden = { on: () => () => {}, call(text) { texts.push(JSON.parse(text)); return '{"ok":true}' } }`)
    await probe(alone, 'start_addon', 'Recorded')
    await call(alone, 'Recorded', 'configure', { color_scheme: 'dark' })
    await start(alone, 'Recorded', 'pay', { presets: [500, 2100], default_address: 'alice@wallet.example' })
    await start(alone, 'Recorded', 'buy', { email: 'guest@mail.example', auto_start: false })
    await start(alone, 'Recorded', 'pay', { intent: 'signed' })
    await eventually(() =>
      alone.page.evaluate('texts.map(({ method, params }) => [method, params])'),
    ).toEqual([
      ['configure', { colorScheme: 'dark' }],
      ['open', { kind: 'pay', presets: [500, 2100], defaultAddress: 'alice@wallet.example' }],
      ['open', { kind: 'ramp', email: 'guest@mail.example', autoStart: false }],
      ['open', { kind: 'pay', intent: 'signed' }],
    ])
  })

  describe('the export plugin', () => {
    it('copies the scripts beside the page, and adds the tag before everything else in its head', async () => {
      expect(exported['leyden.js']).toBe(script)
      expect(Object.keys(exported)).toEqual(
        expect.arrayContaining(['index.html', 'leyden-widget.js', 'leyden-ramp.js', 'leyden-de.js']),
      )
      expect(exported['index.html']).toBe(SHELL.replace('<head>', '<head><script src="leyden.js"></script>'))
    })

    it('does not change a page that loads the script from elsewhere', async () => {
      const own = SHELL.replace('<head>', '<head><script src="https://shop.example/leyden.js"></script>')
      expect((await exportGame({ 'index.html': own }))['index.html']).toBe(own)
      expect(takeProblems()).toBe('')
    })

    it('changes nothing in an export for another platform, of a pack only, or that failed', async () => {
      const files = { 'index.html': SHELL }
      expect(await exportGame(files, 'index.html', ['linux'])).toEqual(files)
      expect(await exportGame(files, 'game.pck')).toEqual(files)
      expect(await exportGame(files, 'missing.html')).toEqual(files)
      expect(takeProblems()).toBe('')
    })

    it('reports an error for a page without a head', async () => {
      expect((await exportGame({ 'index.html': '<p>' }))['index.html']).toBe('<p>')
      expect(takeProblems()).toContain('the page has no <head>')
    })
  })
})

describe('the game that the plugin has exported', () => {
  let page: Page
  beforeAll(async () => {
    serveGodot(shop, '/godot/')
    for (const [name, body] of Object.entries(exported))
      if (name.endsWith('.js')) shop.serve(`/godot/${name}`, { type: 'text/javascript', body })
    game = await openGame('/godot/', withPad(exported['index.html'] ?? ''))
    page = game.page
  })

  const state = () => probe(game, 'state')
  const status = async () => (await probe(game, 'look_at', 'Buttons/Status')).text
  /** Clicks a button of the demo with the mouse. */
  const click = async (button: string) => {
    const { x, y } = await probe(game, 'look_at', `Buttons/${button}`)
    await page.mouse.click(Number(x), Number(y))
  }
  const focused = () => page.evaluate('document.activeElement.localName')
  const input = async () => (await probe(game, 'records')).input as string[]
  const RUNNING = { paused: false, muted: false }

  it('pays from the demo: it is paused and muted until the overlay closes, and gets no key', async () => {
    await click('Tip')
    const dialog = dialogOf(page)
    await dialog.getByLabel(/Note/).click()
    expect(await state()).toMatchObject({ paused: true, muted: true })
    await probe(game, 'forget')
    await page.keyboard.type('awesome wad')
    expect(await dialog.getByLabel(/Note/).inputValue()).toBe('awesome wad')
    const invoice = await requestInvoice(dialog)
    await shop.pay(invoice)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await eventually(status).toBe('Thank you!')
    expect(await input()).toEqual([])
    expect(await state()).toMatchObject(RUNNING)
    expect(await focused()).toBe('canvas')
    await page.keyboard.press('w')
    await eventually(input).toEqual(['press W', 'release W'])
    expect((await probe(game, 'records')).outcomes).toEqual([
      expect.objectContaining({ status: 'paid', amountMsat: '2100000', lnaddress: 'alice@wallet.example' }),
    ])
  })

  it('reports a payment that arrives after Escape has closed the overlay', async () => {
    await probe(game, 'forget')
    await click('Tip')
    const invoice = await requestInvoice(dialogOf(page))
    await page.keyboard.press('Escape')
    await eventually(status).toBe('pending')
    expect(await state()).toMatchObject(RUNNING)
    await shop.pay(invoice)
    await eventually(async () =>
      ((await probe(game, 'records')).outcomes as Answer[]).map(({ status: name }) => name),
    ).toEqual(['pending', 'paid'])
    expect((await probe(game, 'records')).signals).toEqual(['opened pay', 'closed pay'])
  })

  it('opens the ramp, and leaves a game paused and muted if it was before', async () => {
    await click('Buy')
    await dialogOf(page).getByLabel(/mail/i).fill('player@shop.example')
    await dialogOf(page)
      .getByRole('button', { name: /^Continue/ })
      .click()
    await page.frameLocator('iframe').locator('input').first().waitFor()
    await page.keyboard.press('Escape')
    await eventually(status).toMatch(/cancelled|pending/)
    await probe(game, 'suspend', true)
    const outcome = call(game, 'Leyden', 'buy')
    await dialogOf(page).waitFor()
    await call(game, 'Leyden', 'close')
    await outcome
    expect(await state()).toMatchObject({ paused: true, muted: true })
    await probe(game, 'suspend', false)
  })

  it('releases a held key, and steers the overlay with a gamepad that the game does not notice', async () => {
    const hold = async (button: number, isDown: boolean) => {
      const reads = await page.evaluate(`hold(${button}, ${isDown})`)
      await page.waitForFunction(`pad.reads > ${reads} + 1`)
    }
    const isDown = (button: number) => probe(game, 'is_button_down', button)
    await probe(game, 'forget')
    await page.keyboard.down('d')
    await eventually(input).toEqual(['press D'])
    // X, because A would press the button of the demo that has the focus.
    await hold(2, true)
    await eventually(() => isDown(2)).toBe(true)
    const outcome = call(game, 'Leyden', 'pay', TIP)
    await dialogOf(page).waitFor()
    await eventually(() => isDown(2)).toBe(false)
    expect(await input()).toEqual(['press D', 'press button 2', 'release D', 'release button 2'])
    await page.keyboard.up('d')
    await hold(2, false)
    await probe(game, 'forget')
    // B closes the overlay, and is still held when the game runs again.
    await hold(1, true)
    expect(await outcome).toMatchObject({ status: 'cancelled' })
    await page.keyboard.press('w')
    await eventually(input).toEqual(['press W', 'release W'])
    await hold(1, false)
    await hold(1, true)
    await eventually(input).toEqual(['press W', 'release W', 'press button 1'])
    await hold(1, false)
  })

  it('pays from the lines of its README', async () => {
    const lines = takenFrom(
      readFileSync(join(project, 'README.md'), 'utf8'),
      /^```gdscript\n(.*?)^```/ms,
    ).replace('sandbox', shop.bffUrl)
    const printed: string[] = []
    page.on('console', (message) => printed.push(message.text()))
    await probe(game, 'start_game', `extends Node\n${lines}`, 'ReadmeGame')
    await start(game, 'ReadmeGame', '_on_tip_pressed')
    await shop.pay(await requestInvoice(dialogOf(page)))
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await eventually(() => printed).toContain('Thank you!')
  })

  it('reports what the page supports, and the findings of the doctor', async () => {
    expect(await call(game, 'Leyden', 'supports', 'pay')).toMatchObject({ ok: true, framed: false })
    expect(await call(game, 'Leyden', 'doctor')).toMatchObject({
      findings: expect.arrayContaining([{ check: 'BFF answers', result: 'ok' }]),
    })
  })

  it('ends as an error for options that it does not know or that are empty', async () => {
    for (const options of [
      { ...TIP, address: '' },
      { intent: '' },
      { address: 'alice@wallet.example', amuont_sats: 1 },
    ]) {
      const known = game.problems.length
      expect(await call(game, 'Leyden', 'pay', options)).toMatchObject(REFUSED)
      expect(game.problems.slice(known).join('\n')).toContain('ERROR: Leyden: ')
    }
    expect(await call(game, 'Leyden', 'configure', { colour_scheme: 'dark' })).toMatchObject({
      ok: false,
      error: { code: 'BAD_REQUEST' },
    })
    expect(await dialogOf(page).count()).toBe(0)
    expect(await state()).toMatchObject(RUNNING)
    // Nothing but these was wrong in all tests of this page.
    expect(
      game.problems.filter((text) => !/^ERROR: Leyden: |^ +at: |BAD_REQUEST|INVALID_EMAIL/.test(text)),
    ).toEqual([])
  })
})

/** A gamepad of the browser, whose buttons the test presses. */
function withPad(page: string): string {
  return page.replace(
    '<head>',
    `<head><script>
      window.pad = {
        reads: 0, id: 'pad', index: 0, connected: true, mapping: 'standard', timestamp: 1, axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
      }
      window.hold = (button, isDown) => {
        pad.buttons[button] = { pressed: isDown, touched: isDown, value: Number(isDown) }
        pad.timestamp = performance.now()
        return pad.reads
      }
      Navigator.prototype.getGamepads = () => {
        pad.reads++
        return [pad]
      }
    </script>`,
  )
}
