import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../../harness/browser.js'
import { inSoak, rows } from '../../harness/rows.js'
import { takenFrom } from '../../harness/taken.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage, dialogOf, requestInvoice } from '../widget-page.js'
import { compile, hasMono, type Program, run, sourceFile, start } from './mono.js'
import { unityPlayer } from './unity-page.js'

const unityPackage = join(
  dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json'))),
  'engines/unity',
)
const readmeCode = takenFrom(readFileSync(join(unityPackage, 'README.md'), 'utf8'), /^```csharp\n(.*?)^```/ms)
const jslib = readFileSync(join(unityPackage, 'Runtime/Plugins/WebGL/Leyden.jslib'), 'utf8')
const sourcesIn = (folder: string) =>
  readdirSync(join(unityPackage, folder))
    .filter((name) => name.endsWith('.cs'))
    .map((name) => join(unityPackage, folder, name))
let folder: string

const shop = await embedShop()
const browser = await sharedBrowser()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leyden-unity-'))
})
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!hasMono)('the C#', () => {
  const unityStubs = [sourceFile('UnityEngine.cs')]
  const withoutScript = () => sourcesIn('Runtime').filter((path) => !path.endsWith('LeydenScript.cs'))
  let game = ''
  let readme = ''

  beforeAll(() => {
    readme = join(folder, 'Readme.cs')
    writeFileSync(
      readme,
      `using UnityEngine; static class Readme { public static async System.Threading.Tasks.Task Run() {
        ${readmeCode.replace('sandbox', shop.bffUrl)} } }`,
    )
    game = join(folder, 'game.exe')
    expect(
      compile(game, [...unityStubs, sourceFile('Game.cs'), readme, ...withoutScript()], ['UNITY_WEBGL']),
    ).toBe('')
  })

  it.each([
    ['for a WebGL build', ['UNITY_WEBGL']],
    ['for the editor', ['UNITY_WEBGL', 'UNITY_EDITOR']],
    ['for another platform', []],
  ])('compiles without a warning, with the sample and the README, %s', (_platform, defines) => {
    const sources = [...unityStubs, ...sourcesIn('Runtime'), ...sourcesIn('Samples~/TipJar'), readme]
    expect(compile(join(folder, 'all.dll'), sources, defines)).toBe('')
  })

  it('sends each option with its JavaScript name, and none that was not set', () => {
    const answers = ['{"ok":true}', '{"ok":false}', '{"ok":false}'].map((json) => `answer ${json}\n`).join('')
    const { text, status } = run(game, `play everything\n${answers}`, { cwd: folder, env: {} })
    expect(status).toBe(0)
    const calls = text.split('\n').filter((line) => line.startsWith('call '))
    const [settings, pay, ramp] = calls.map((line) => JSON.parse(line.slice(5)))
    expect(settings).toEqual({
      v: 1,
      id: '',
      method: 'configure',
      params: {
        bffUrl: '/leyden',
        token: 'who',
        credentials: 'include',
        locale: 'de',
        colorScheme: 'dark',
        environment: 'portal',
        nonce: 'n',
        portalAllows: ['pay', 'ramp'],
        messages: {
          payTitle: '"Zahlen"\n\\ ₿',
          expiresIn: { one: '{count} Sekunde', other: '{count} Sekunden' },
        },
        theme: { accent: '#0b7285', radius: 4 },
      },
    })
    expect(pay.params).toEqual({
      kind: 'pay',
      address: 'a',
      defaultAddress: 'b',
      amountSats: 2_100_000_000_000_000,
      defaultAmountSats: 2,
      presets: [1, 2],
      description: 'd',
      defaultDescription: 'e',
      reference: 'f',
      intent: 'g',
      network: 'regtest',
      locale: 'de',
      timeoutMs: 1000,
      wallets: [{ name: 'Phoenix', prefix: 'phoenix:lightning:' }],
      fiat: { currency: 'USD', rate: 97142.86, asOf: '2026-01-02T03:04:05.0000000Z' },
    })
    expect(ramp.params).toEqual({
      kind: 'ramp',
      order: 'c',
      quoteCurrency: 'USD',
      baseCurrency: 'BTC',
      destination: 'a',
      email: 'b',
      guest: true,
      autoStart: false,
      presentation: 'tab',
      rampOrigins: ['https://ramp.example'],
      metadata: { order: '7' },
      needs: ['camera'],
      remember: 'tab',
      name: 'shop',
      locale: 'de',
      timeoutMs: 1000,
    })
    expect(pay.id).toMatch(/^unity-1-[0-9a-f]{32}$/)
  })

  it.each(['pay', 'doctor'])('says what to call before: %s', (call) => {
    const { text, status } = run(game, `play ${call}\nanswer {"ok":true}\n`, { cwd: folder, env: {} })
    expect(status).not.toBe(0)
    expect(text).toContain('Call Leyden.Overlay.Configure first.')
  })

  describe('in a game', () => {
    let page: Page
    let program: Program

    /** The compiled game, connected to the real script of Leyden by the package's .jslib. */
    async function startGame({ withLeyden = true } = {}) {
      const player = unityPlayer(jslib)
      const html = withLeyden
        ? barePage(shop.bffUrl, { body: player })
        : `<!doctype html><meta charset="utf-8"><title>Alone</title>${player}`
      page = (await openPage(browser, 'about:blank')).page
      await page.exposeFunction('sendMessage', (object: string, method: string, text: string) => {
        if (object === 'Leyden' && method === 'OnMessage') program.write(`message ${text}`)
      })
      await page.goto(shop.serve('/unity', html))
      program = start(game, async (line) => {
        if (line === 'listen') await page.evaluate('unityListen()')
        if (!line.startsWith('call ')) return
        program.write(
          `answer ${await page.evaluate((text) => (window as never as { unityCall: (t: string) => string }).unityCall(text), line.slice(5))}`,
        )
      })
      play(`configure ${shop.bffUrl}`)
    }
    const play = (name: string) => program.write(`play ${name}`)
    const expectOutput = (text: string) => eventually(() => program.outputLines.join('\n')).toContain(text)
    const statesAfterCalls = () => program.outputLines.filter((line) => line.startsWith('after'))

    afterEach(() => program.end())

    it('pays: the game is paused until the overlay closes, and receives the result', async () => {
      await startGame()
      play('pay')
      const invoice = await requestInvoice(dialogOf(page))
      await shop.pay(invoice)
      await dialogOf(page).getByRole('button', { name: 'Done' }).click()
      await expectOutput('outcome paid 2100000 alice@wallet.example order-7')
      await expectOutput('event outcome paid')
      expect(program.outputLines.filter((line) => /^(before|open|after|event)/.test(line))).toEqual([
        'after 1 False True 0',
        'before 1 False True 0',
        'open 0 True False 0',
        'event open pay',
        'event close pay',
        'after 1 False True 0',
        'event outcome paid',
      ])
      expect(await page.evaluate('document.activeElement.localName')).toBe('canvas')
    })

    it('pays from the lines of the README', async () => {
      await startGame()
      play('readme')
      const invoice = await requestInvoice(dialogOf(page))
      await shop.pay(invoice)
      await dialogOf(page).getByRole('button', { name: 'Done' }).click()
      await expectOutput('log Thank you!')
    })

    it('closes when it is cancelled, returns the outcome, and reports a later payment', async () => {
      await startGame()
      play('pay')
      const invoice = await requestInvoice(dialogOf(page))
      play('cancel')
      await expectOutput('outcome pending')
      expect(await dialogOf(page).count()).toBe(0)
      await shop.pay(invoice)
      await expectOutput('event outcome paid')
      expect(statesAfterCalls().at(-1)).toBe('after 1 False True 0')
    })

    it.runIf(inSoak)('opens nothing if the cancellation token was cancelled before', async () => {
      await startGame()
      play('cancel')
      play('pay')
      await expectOutput('outcome cancelled')
      expect(program.outputLines.filter((line) => line.startsWith('call '))).toHaveLength(1)
    })

    it.runIf(inSoak)('closes automatically after its timeout', async () => {
      await startGame()
      play('pay-for-a-while')
      await expectOutput('outcome cancelled')
      expect(statesAfterCalls().at(-1)).toBe('after 1 False True 0')
    })

    it.runIf(inSoak)('restores the time scale, sound and keyboard capture of the game', async () => {
      await startGame()
      play('quiet-game')
      play('buy')
      await dialogOf(page).waitFor()
      play('close')
      await expectOutput('event close ramp')
      await eventually(() => statesAfterCalls().at(-1)).toBe('after 0.5 True False 0')
    })

    it.each(rows(['pay-nobody'], ['pay-lost-intent']))(
      'refuses a payment without a recipient or intent, which the player could choose: %s',
      async (name) => {
        await startGame()
        play(name)
        await expectOutput('outcome error')
        expect(program.outputLines.join('\n')).toContain('BAD_REQUEST')
        expect(await dialogOf(page).count()).toBe(0)
      },
    )

    it.runIf(inSoak)('reports what this page supports', async () => {
      await startGame()
      play('supports pay')
      await expectOutput('supports True False  1280')
      play('doctor')
      await expectOutput('doctor done')
      expect(program.outputLines).toContain('finding BFF answers: ok')
    })

    it('reports that the script is missing, and changes nothing in the game', async () => {
      await startGame({ withLeyden: false })
      play('pay')
      await expectOutput('outcome error    NOT_LOADED')
      expect(statesAfterCalls().at(-1)).toBe('after 1 False True 2')
      play('supports pay')
      await expectOutput('supports False False unsupported')
    })
  })

  describe('the build step', () => {
    let build = ''
    const page = '<!doctype html><HTML><head><title>Game</title></head></HTML>'
    const packageScripts = readdirSync(join(unityPackage, 'Web~'))

    beforeAll(() => {
      build = join(folder, 'build.exe')
      const sources = [
        ...unityStubs,
        sourceFile('UnityEditor.cs'),
        sourceFile('BuildGame.cs'),
        ...sourcesIn('Runtime'),
        ...sourcesIn('Editor'),
      ]
      expect(compile(build, sources, ['UNITY_EDITOR', 'UNITY_WEBGL'])).toBe('')
    })

    function buildGame(input: string, index: string, from = unityPackage) {
      const output = mkdtempSync(join(folder, 'output-'))
      if (index) writeFileSync(join(output, 'index.html'), index)
      const { status, text } = run(build, input.replace('.', output), { cwd: output, env: { PACKAGE: from } })
      const read = () => readFileSync(join(output, 'index.html'), 'utf8')
      return { status, text, output, files: readdirSync(output).sort(), index: read }
    }

    it('copies the scripts beside the page, and adds the tag before everything else in its head', () => {
      const { status, files, index } = buildGame('WebGL .', page)
      expect(status).toBe(0)
      expect(packageScripts).toContain('leyden.js')
      expect(files).toEqual([...packageScripts, 'index.html'].sort())
      expect(index()).toBe(page.replace('<head>', '<head><script src="leyden.js"></script>'))
    })

    it('does not change a page that loads the script already, or a build for another platform', () => {
      const pageWithScript = page.replace(
        '<title>',
        '<script src="https://shop.example/leyden.js"></script><title>',
      )
      expect(buildGame('WebGL .', pageWithScript).index()).toBe(pageWithScript)
      expect(buildGame('WebGL .', '').files).toEqual([...packageScripts].sort())
      expect(buildGame('StandaloneLinux64 .', page).files).toEqual(['index.html'])
    })

    it('fails the build if the page has no head or the scripts are missing', () => {
      expect(buildGame('WebGL .', '<p>')).toMatchObject({
        status: 1,
        text: expect.stringContaining('no <head>'),
      })
      const empty = join(folder, 'empty')
      mkdirSync(empty, { recursive: true })
      expect(buildGame('WebGL .', page, empty)).toMatchObject({
        status: 1,
        text: expect.stringContaining('copy leyden*.js'),
      })
    })

    it('selects the template for the project', () => {
      const { status, text, output } = buildGame('template', '')
      expect([status, text]).toEqual([0, 'built with PROJECT:Leyden\n'])
      expect(readdirSync(join(output, 'Assets/WebGLTemplates/Leyden')).sort()).toEqual([
        'index.html',
        'leyden-template.css',
      ])
    })
  })
})
