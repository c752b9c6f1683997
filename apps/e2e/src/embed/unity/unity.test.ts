import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from '../embed-world.js'
import { eventually } from '../eventually.js'
import { barePage, dialogOf, showInvoice } from '../widget-page.js'
import { compile, hasMono, here, type Program, run, start } from './mono.js'
import { buildTemplate, unityPlayer } from './unity-page.js'

const embed = dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json')))
const unity = join(embed, 'engines/unity')
const jslib = readFileSync(join(unity, 'Runtime/Plugins/WebGL/Leyden.jslib'), 'utf8')
const codeIn = (folder: string) =>
  readdirSync(join(unity, folder))
    .filter((name) => name.endsWith('.cs'))
    .map((name) => join(unity, folder, name))

let world: EmbedWorld
let browser: Browser
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leyden-unity-'))
  world = await startEmbedWorld()
  browser = await sharedBrowser()
})
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the package', () => {
  /** Files that Unity sees: not those in folders that end in `~`, but samples, which are copied into games. */
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

  it('has a .meta file for every asset and for nothing else: without one, Unity ignores it', () => {
    expect(metas.map((path) => path.replace(/\.meta$/, '')).sort()).toEqual([...assets].sort())
  })

  it('keeps the GUID of every asset: games refer to them', () => {
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

  it('has the version of the script that it brings, and the sample that it names', () => {
    const versionOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).version
    expect(versionOf(join(unity, 'package.json'))).toBe(versionOf(join(embed, 'package.json')))
    const { samples } = JSON.parse(readFileSync(join(unity, 'package.json'), 'utf8'))
    expect(samples.every(({ path }: { path: string }) => existsSync(join(unity, path)))).toBe(true)
  })
})

describe.skipIf(!hasMono)('the C#', () => {
  const stub = [here('UnityEngine.cs')]
  const withoutScript = () => codeIn('Runtime').filter((path) => !path.endsWith('LeydenScript.cs'))
  let game = ''

  beforeAll(() => {
    game = join(folder, 'game.exe')
    expect(compile(game, [...stub, here('Game.cs'), ...withoutScript()], ['UNITY_WEBGL'])).toBe('')
  })

  it.each([
    ['for a WebGL build', ['UNITY_WEBGL']],
    ['for the editor', ['UNITY_WEBGL', 'UNITY_EDITOR']],
    ['for another platform', []],
  ])('compiles without a warning %s', (_platform, defines) => {
    const sources = [...stub, ...codeIn('Runtime'), ...codeIn('Samples~/TipJar')]
    expect(compile(join(folder, 'all.dll'), sources, defines)).toBe('')
  })

  it('says every option by its name in JavaScript, and none that was not set', () => {
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
      quoteCurrency: 'USD',
      baseCurrency: 'BTC',
      destination: 'a',
      email: 'b',
      guest: true,
      autoStart: false,
      presentation: 'tab',
      rampOrigins: ['https://ramp.example'],
      metadata: { order: '7' },
      features: ['camera'],
      needs: [],
      remember: 'tab',
      name: 'shop',
      locale: 'de',
      timeoutMs: 1000,
    })
    expect(pay.id).toMatch(/^unity-1-[0-9a-f]{32}$/)
  })

  describe('in a game', () => {
    let page: Page
    let program: Program

    /** The compiled game, joined to the real script of Leyden by the package's own .jslib. */
    async function startGame({ withLeyden = true } = {}) {
      const player = unityPlayer(jslib)
      const html = withLeyden
        ? barePage(world.bffUrl, { body: player })
        : `<!doctype html><meta charset="utf-8"><title>Alone</title>${player}`
      page = (await openPage(browser, 'about:blank')).page
      await page.exposeFunction('sendMessage', (object: string, method: string, text: string) => {
        if (object === 'Leyden' && method === 'OnMessage') program.write(`message ${text}`)
      })
      await page.goto(world.serve('/unity', html))
      program = start(game, async (line) => {
        if (line === 'listen') await page.evaluate('unityListen()')
        if (!line.startsWith('call ')) return
        program.write(
          `answer ${await page.evaluate((text) => (window as never as { unityCall: (t: string) => string }).unityCall(text), line.slice(5))}`,
        )
      })
      play(`configure ${world.bffUrl}`)
    }
    const play = (name: string) => program.write(`play ${name}`)
    const said = (words: string) => eventually(() => program.said.join('\n')).toContain(words)
    const after = () => program.said.filter((line) => line.startsWith('after'))

    afterEach(() => program.end())

    it('pays: time stands still until the overlay is gone, and the game hears how it ended', async () => {
      await startGame()
      play('pay')
      const invoice = await showInvoice(dialogOf(page))
      await world.payFromPhone(invoice)
      await dialogOf(page).getByRole('button', { name: 'Done' }).click()
      await said('outcome paid 2100000 alice@wallet.example order-7')
      await said('event outcome paid')
      expect(program.said.filter((line) => /^(before|open|after|event)/.test(line))).toEqual([
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

    it('closes at a cancellation, returns how things stand, and hears of a payment that comes later', async () => {
      await startGame()
      play('pay')
      const invoice = await showInvoice(dialogOf(page))
      play('cancel')
      await said('outcome pending')
      expect(await dialogOf(page).count()).toBe(0)
      await world.payFromPhone(invoice)
      await said('event outcome paid')
      expect(after().at(-1)).toBe('after 1 False True 0')
    })

    it('opens nothing for a token that was cancelled before', async () => {
      await startGame()
      play('cancel')
      play('pay')
      await said('outcome cancelled')
      expect(program.said.filter((line) => line.startsWith('call '))).toHaveLength(1)
    })

    it('closes by itself after its time', async () => {
      await startGame()
      play('pay-for-a-while')
      await said('outcome cancelled')
      expect(after().at(-1)).toBe('after 1 False True 0')
    })

    it('leaves a game as it was before: slow, silent, without the keyboard', async () => {
      await startGame()
      play('quiet-game')
      play('buy')
      await dialogOf(page).waitFor()
      play('close')
      await said('event close ramp')
      await eventually(() => after().at(-1)).toBe('after 0.5 True False 0')
    })

    it.each(['pay-nobody', 'pay-lost-intent'])(
      'refuses what would let the player choose: %s',
      async (name) => {
        await startGame()
        play(name)
        await said('outcome error')
        expect(program.said.join('\n')).toContain('BAD_REQUEST')
        expect(await dialogOf(page).count()).toBe(0)
      },
    )

    it('tells what can be shown on this page', async () => {
      await startGame()
      play('supports pay')
      await said('supports True False  1280')
      play('doctor')
      await said('doctor done')
      expect(program.said).toContain('finding BFF answers: ok')
    })

    it('says that the script is missing, and changes nothing in the game', async () => {
      await startGame({ withLeyden: false })
      play('pay')
      await said('outcome error    NOT_LOADED')
      expect(after().at(-1)).toBe('after 1 False True 2')
      play('supports pay')
      await said('supports False False unsupported')
    })
  })

  describe('the build step', () => {
    let build = ''
    const page = '<!doctype html><HTML><head><title>Game</title></head></HTML>'
    const brought = readdirSync(join(unity, 'Web~'))

    beforeAll(() => {
      build = join(folder, 'build.exe')
      const sources = [
        ...stub,
        here('UnityEditor.cs'),
        here('BuildGame.cs'),
        ...codeIn('Runtime'),
        ...codeIn('Editor'),
      ]
      expect(compile(build, sources, ['UNITY_EDITOR', 'UNITY_WEBGL'])).toBe('')
    })

    function buildGame(input: string, index: string, from = unity) {
      const output = mkdtempSync(join(folder, 'output-'))
      if (index) writeFileSync(join(output, 'index.html'), index)
      const { status, text } = run(build, input.replace('.', output), { cwd: output, env: { PACKAGE: from } })
      const read = () => readFileSync(join(output, 'index.html'), 'utf8')
      return { status, text, output, files: readdirSync(output).sort(), index: read }
    }

    it('puts the scripts beside the page, and the tag first into its head', () => {
      const { status, files, index } = buildGame('WebGL .', page)
      expect(status).toBe(0)
      expect(brought).toContain('leyden.js')
      expect(files).toEqual([...brought, 'index.html'].sort())
      expect(index()).toBe(page.replace('<head>', '<head><script src="leyden.js"></script>'))
    })

    it('leaves a page that loads the script as it is, and a build for another platform', () => {
      const own = page.replace('<title>', '<script src="https://shop.example/leyden.js"></script><title>')
      expect(buildGame('WebGL .', own).index()).toBe(own)
      expect(buildGame('WebGL .', '').files).toEqual([...brought].sort())
      expect(buildGame('StandaloneLinux64 .', page).files).toEqual(['index.html'])
    })

    it('fails the build when the page has no head or the scripts are not there', () => {
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

    it('makes the template the project’s', () => {
      const { status, text, output } = buildGame('template', '')
      expect([status, text]).toEqual([0, 'built with PROJECT:Leyden\n'])
      expect(readdirSync(join(output, 'Assets/WebGLTemplates/Leyden')).sort()).toEqual([
        'index.html',
        'leyden-template.css',
      ])
    })
  })
})

describe('the template', () => {
  const template = join(unity, 'WebGLTemplates~/Leyden')
  const values = {
    PRODUCT_NAME: 'Space "Tips"',
    PRODUCT_VERSION: '1.0',
    COMPANY_NAME: 'Leyden',
    LOADER_FILENAME: 'game.loader.js',
    DATA_FILENAME: 'game.data',
    FRAMEWORK_FILENAME: 'game.framework.js',
    CODE_FILENAME: 'game.wasm',
    USE_WASM: true,
  }

  /** With a loader that keeps what it is given; `end` and `fail` are what Unity's would do later. */
  async function openTemplate() {
    const loader = `window.createUnityInstance = (canvas, config, onProgress) => new Promise((end, fail) =>
      Object.assign(window, { unity: { canvas, config, onProgress, end, fail }, fullscreen: [] }))`
    world.serve('/Build/game.loader.js', { type: 'text/javascript', body: loader })
    const css = readFileSync(join(template, 'leyden-template.css'), 'utf8')
    world.serve('/leyden-template.css', { type: 'text/css', body: css })
    const html = buildTemplate(readFileSync(join(template, 'index.html'), 'utf8'), values)
    return openPage(browser, world.serve('/template', html))
  }

  it('shows how far the game has loaded, then a button for fullscreen', async () => {
    const { page, problems } = await openTemplate()
    const bar = page.getByRole('progressbar', { name: 'Loading' })
    const button = page.getByRole('button', { name: 'Fullscreen' })
    expect(await bar.getAttribute('aria-valuenow')).toBe('0')
    await page.evaluate('unity.onProgress(0.42)')
    expect(await bar.getAttribute('aria-valuenow')).toBe('42')
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('#loading, #progress')].map((box) => box.clientWidth)`,
    )
    expect((widths[1] ?? 0) / (widths[0] ?? 0)).toBeCloseTo(0.42, 2)
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

  it('says in words why a game did not load, and what Unity reports as an error', async () => {
    const { page } = await openTemplate()
    const alert = page.getByRole('alert')
    await page.evaluate(`unity.config.showBanner('Just a warning', 'warning')`)
    expect(await alert.textContent()).toBe('')
    await page.evaluate(`unity.fail('The game needs WebGL 2.')`)
    await eventually(() => alert.textContent()).toBe('The game needs WebGL 2.')
    expect(await page.getByRole('progressbar').count()).toBe(0)
  })

  it('has the script of Leyden before everything else', () => {
    const html = readFileSync(join(template, 'index.html'), 'utf8')
    expect(/<(?:script|link|style)[^>]*>/.exec(html)?.[0]).toBe('<script src="leyden.js">')
  })
})
