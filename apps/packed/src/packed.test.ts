import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startSandbox } from '@leyden/sandbox/node'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePorts } from '../../../config/tests/free-ports.js'
import { command, createApp, installTool, start, type Tool, textsIn } from './consumer.js'
import { takePayment } from './document-app.js'
import { elementApp } from './element-app.js'
import { launch, payJourney, rampJourney, runJourney, walletJourney } from './journeys.js'
import { packed, packedTarballs } from './pack.js'
import { runTests, testingManifest, VITEST, writeTestingApp } from './testing-app.js'

const tarballs = packedTarballs()
const inSoak = process.env.LEYDEN_SOAK === '1'
/** The line in the console of a page without a style sheet, in development. */
const NO_STYLES = 'Leyden has no styles on this page'
let tool: Tool
let browser: Browser
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  const toolFolder = await mkdtemp(join(tmpdir(), 'leyden-tool-'))
  cleanups.push(() => rm(toolFolder, { recursive: true, force: true }))
  const needed = ['@leyden/core', '@leyden/lightning', '@leyden/lnurl', '@leyden/bff', 'create-leyden']
  tool = await installTool(
    toolFolder,
    needed.map((name) => tarballs[name] ?? ''),
  )
  browser = await launch()
})

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  await browser?.close()
})

/** Starts the service. `env` has the settings of the generated app (`LEYDEN_`) and of the one in `consumers/` (`SHOP_`). */
async function serviceFor(url: string) {
  const service = await startSandbox({ port: 0, rampPort: 0, apiKey: 'packed-key' })
  cleanups.push(() => service.close())
  const env = {
    LEYDEN_API_KEY: 'packed-key',
    LEYDEN_BASE_URL: service.url,
    LEYDEN_NETWORK: 'regtest',
    LEYDEN_PUBLIC_URL: `${url}/api/leyden`,
    LEYDEN_SECRET: 'a secret of at least thirty-two characters',
    SHOP_PUBLIC_URL: `${url}/api/shop`,
    SHOP_RAMP_ORIGIN: service.rampUrl,
  }
  return { ...service, env }
}

/** Checks that a second run changes nothing, and that the doctor finds no problem in the running app. */
async function checkTool(dir: string, publicUrl: string) {
  expect(await tool(dir, '--yes', '--no-install', '--packages', packed)).toContain(
    'There is nothing to change.',
  )
  const env = join(dir, '.env')
  await writeFile(env, (await readFile(env, 'utf8')).replace(/(?<=LEYDEN_PUBLIC_URL=).*/, publicUrl))
  const { checks } = JSON.parse(await tool(dir, 'doctor', '--json')) as {
    checks: { name: string; status: string }[]
  }
  // With the service alone nobody will see payments, and the tool says so.
  expect(checks.filter(({ status }) => status !== 'ok')).toMatchObject([
    { name: 'payments', status: 'warning' },
  ])
}

describe('the app that create-leyden makes with Vite', () => {
  let dir: string
  let files: Record<string, string>
  beforeAll(async () => {
    const { devDependencies } = await testingManifest()
    const testTools = Object.entries(devDependencies).filter(([name]) => /vitest|-dom$/.test(name))
    const app = await createApp('vite', tool, packed, {
      // For the pages of the documentation, which share the installed packages.
      '@leyden/embed': `file:${tarballs['@leyden/embed']}`,
      ...Object.fromEntries(testTools),
    })
    ;({ dir, files } = app)
    cleanups.push(() => rm(dirname(dir), { recursive: true, force: true }))
    expect(app.output).toMatch(/Now run:\n\n {2}cd shop\n {2}npm install\n {2}npm run dev\n/)
  })

  describe('in an app that create-vite has made', () => {
    let own: string
    const build = (folder: string) => command(folder, 'npm', ['run', 'build'])
    beforeAll(async () => {
      const parent = await mkdtemp(join(tmpdir(), 'leyden-own-'))
      cleanups.push(() => rm(parent, { recursive: true, force: true }))
      const generator = ['vite@9.3.0', 'shop', '--', '--template', 'react-ts', '--no-interactive']
      await command(parent, 'npm', ['--yes', 'create', ...generator])
      own = join(parent, 'shop')
      await symlink(join(dir, 'node_modules'), join(own, 'node_modules'), 'junction')
    })

    it('is refused, and leaves the build as it is, if another program makes the pages', async () => {
      const backend = `${own}-of-a-backend`
      await cp(own, backend, { recursive: true, verbatimSymlinks: true })
      await rm(join(backend, 'index.html'))
      const config = join(backend, 'vite.config.ts')
      const text = await readFile(config, 'utf8')
      // The build that a server such as Laravel or Rails uses.
      const input = "build: { manifest: true, rollupOptions: { input: 'src/main.tsx' } },"
      await writeFile(config, text.replace('plugins:', `${input}\n  plugins:`))
      const before = await textsIn(backend)
      await expect(tool(backend, '--yes', '--no-install', '--packages', packed)).rejects.toThrow(
        /has Vite and no index\.html/,
      )
      expect(await textsIn(backend)).toEqual(before)
      await build(backend)
    })

    it('has the same files, and its own build adds the page', async () => {
      await build(own)
      await rm(join(own, 'dist'), { recursive: true })
      await tool(own, '--yes', '--no-install', '--packages', packed)
      expect(await textsIn(own)).toEqual(files)
      await build(own)
      expect(await readdir(join(own, 'dist'))).toEqual(expect.arrayContaining(['index.html', 'tip.html']))
    })
  })

  it('tests, builds, starts, takes a payment and sells bitcoin', async () => {
    await command(dir, 'npm', ['test'])
    const [port = 0, bffPort = 0] = await freePorts(2)
    const url = `http://127.0.0.1:${port}`
    const bffOrigin = `http://127.0.0.1:${bffPort}`
    const service = await serviceFor(url)
    // The script `start:sandbox`, which uses this service in place of a sandbox of its own.
    const pageEnv = { ...service.env, VITE_BFF_URL: `${bffOrigin}/api/leyden` }
    const web = await start(dir, ['leyden/dev.mjs', '--built'], url, pageEnv)
    // It shares a database with the server of the next test, whose events it would deliver.
    onTestFinished(web.stop)
    await runJourney(browser, 'the generated page', (page) => payJourney(page, `${url}/tip`, service.sandbox))
    await checkTool(dir, `${url}/api/leyden`)
    const scripts = Object.values(await textsIn(join(dir, 'dist'))).join()
    expect(scripts).toContain('Leyden: ')
    expect(scripts).not.toContain(NO_STYLES)

    // The second BFF has another origin, and also sells bitcoin.
    const env = { ...service.env, PORT: String(bffPort), PAGE_ORIGIN: url }
    const bff = await start(dir, ['server.mjs'], bffOrigin, env)
    onTestFinished(bff.stop)
    await runJourney(browser, 'paying', (page) => payJourney(page, url, service.sandbox))
    await runJourney(browser, 'buying', (page) => rampJourney(page, url))
    await expect.poll(() => bff.output().match(/event ramp\.purchase\.completed/g)).toHaveLength(1)
    expect(web.output() + bff.output()).not.toContain('packed-key')
  })

  it('is paid from the sandbox’s wallet in development', async () => {
    // Another app has the port, and answers at once.
    const [port = 0] = await freePorts(1)
    const other = createServer((_, response) => response.end()).listen(port, 'localhost')
    onTestFinished(() => void other.close())
    const taken = `http://localhost:${port}`
    const env = { LEYDEN_PUBLIC_URL: `${taken}/api/leyden` }
    const dev = await start(dir, ['leyden/dev.mjs', 'node_modules/.bin/vite'], taken, env)
    onTestFinished(dev.stop)
    const moved = /^Open (\S+)\/tip/m
    await expect.poll(dev.output).toMatch(moved)
    const url = moved.exec(dev.output())?.[1] ?? ''
    expect(url).not.toBe(taken)
    await expect.poll(() => fetch(url).catch(() => undefined)).toBeDefined()
    // At the first visit Vite discovers the imports of the page, bundles them, and reloads the page.
    const first = await browser.newPage()
    const lines: string[] = []
    first.on('console', (line) => lines.push(line.text()))
    await first.goto(`${url}/tip`, { waitUntil: 'networkidle' })
    const page = join(dir, 'src/leyden/tip-jar.tsx')
    const code = await readFile(page, 'utf8')
    onTestFinished(() => writeFile(page, code))
    expect(lines.join()).not.toContain(NO_STYLES)
    await writeFile(page, code.replace("import '@leyden/react/styles.css'", ''))
    await first.reload()
    await expect.poll(() => lines.join()).toContain(NO_STYLES)
    await writeFile(page, code)
    await first.close()
    await runJourney(browser, 'the first payment', async (page) => {
      await page.goto(`${url}/tip`)
      await walletJourney(page, async () => {
        const popup = page.waitForEvent('popup')
        // The tool's last lines promise this link.
        await page.getByRole('link', { name: 'the sandbox’s wallet' }).click()
        return popup
      })
    })
    // The BFF notifies the page before the app.
    await expect.poll(dev.output).toContain('charge.paid')
    const order = await fetch(`${url}/api/leyden/api/v1/ramp-widget`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', 'x-leyden': '1' },
      body: JSON.stringify({ email: 'guest@mail.example', quote_currency: 'USD', base_currency: 'BTC' }),
    })
    expect(await order.json()).toMatchObject({ data: { widget_url: expect.stringMatching(/^http/) } })
  })

  it('has what a page with an element needs: that of our document for Vue takes a payment in production', () =>
    takePayment(elementApp('Vue'), { installedIn: dir }, browser))

  // The last one, because it takes the packages with it: Vite serves a browser no files outside of the app. `npm test`
  // runs the test of the app itself, which pays in Vitest too.
  it.runIf(inSoak)(
    'has what the pages about testing need: their files pay an invoice in Vitest',
    async () => {
      const app = await writeTestingApp({})
      cleanups.push(() => rm(app, { recursive: true, force: true }))
      await rename(join(dir, 'node_modules'), join(app, 'node_modules'))
      const [runner, summary] = VITEST
      expect(await runTests(app, runner)).toMatch(summary)
    },
  )
})

// The build of Next.js takes longer than the whole test of the Vite app. Other tests cover what could break it: `'use
// client'` in each entry, rendering on a server, the BFF as a route, and the files that the tool writes.
describe.runIf(inSoak)('the app that create-leyden makes with Next.js', () => {
  it('builds, starts, takes a payment and sells bitcoin with the BFF as a route', async () => {
    const { dir, env: build } = await createApp('next', tool, packed)
    cleanups.push(() => rm(dirname(dir), { recursive: true, force: true }))
    const [port = 0] = await freePorts(1)
    const url = `http://127.0.0.1:${port}`
    const service = await serviceFor(url)
    await command(dir, 'npm', ['run', 'build'], build)
    const env = { ...build, ...service.env, SHOP_DB: join(dir, 'shop.db') }
    const next = [
      'node_modules/next/dist/bin/next',
      'start',
      '--hostname',
      '127.0.0.1',
      '--port',
      String(port),
    ]
    const web = await start(dir, next, url, env)
    onTestFinished(web.stop)
    await runJourney(browser, 'the generated page', (page) => payJourney(page, `${url}/tip`, service.sandbox))
    await checkTool(dir, `${url}/api/leyden`)
    await runJourney(browser, 'paying', (page) => payJourney(page, url, service.sandbox))
    await runJourney(browser, 'buying', (page) => rampJourney(page, url))
    await expect.poll(() => web.output().match(/event ramp\.purchase\.completed/g)).toHaveLength(1)
    expect(web.output()).not.toContain('packed-key')

    await runJourney(browser, 'a page whose look-up the server has made', async (page) => {
      const requestedPaths: string[] = []
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await page.goto(`${url}/prefetched`)
      await page.getByText('Tips for Alice').waitFor()
      await page.getByRole('button', { name: /^Pay( \d|$)/ }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(requestedPaths.filter((path) => path.startsWith('/api/leyden/'))).toEqual([])
    })
    await runJourney(browser, 'a card of parts', async (page) => {
      const html = await (await fetch(`${url}/parts`)).text()
      expect(html).toContain('Buy me a coffee')
      expect(html).toContain('--leyden-accent:oklch(0.6 0.2 290)')
      await page.goto(`${url}/parts`)
      await page.getByText('Tips for Alice').waitFor()
      await page.getByRole('button', { name: 'Send the tip' }).click()
      await page.getByRole('button', { name: 'Copy invoice' }).waitFor()
    })
  })
})
