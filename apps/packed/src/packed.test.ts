import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startSandbox } from '@leyden/sandbox/node'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, freePort, freshApp, generatedNextApp, start } from './consumer.js'
import { listen, payJourney, rampJourney } from './journeys.js'
import { packPackages } from './pack.js'

let tarballs: Record<string, string>
let packed: string
let browser: Browser
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  ;({ folder: packed, tarballs } = await packPackages())
  browser = await chromium.launch({
    ...(process.env.LEYDEN_CHROMIUM && { executablePath: process.env.LEYDEN_CHROMIUM }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}, 120_000)

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  await browser?.close()
  await rm(packed, { recursive: true, force: true })
})

async function serviceFor(publicUrl: string) {
  const service = await startSandbox({ port: 0, rampPort: 0, apiKey: 'packed-key' })
  cleanups.push(() => service.close())
  const env = {
    LEYDEN_API_KEY: 'packed-key',
    LEYDEN_BASE_URL: service.url,
    LEYDEN_PUBLIC_URL: publicUrl,
    LEYDEN_SECRET: 'a secret of at least thirty-two characters',
    LEYDEN_RAMP_ORIGIN: service.rampUrl,
  }
  return { ...service, env }
}

async function walk(url: string, service: Awaited<ReturnType<typeof serviceFor>>, output: () => string) {
  for (const journey of [payJourney, rampJourney]) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const problems = listen(page)
    try {
      await journey(page, url, service.sandbox)
    } catch (cause) {
      const shown = await page.locator('body').textContent()
      throw new Error(`${journey.name} stopped; the page says:\n${shown}\n${problems.join('\n')}`, { cause })
    }
    expect(problems).toEqual([])
    await context.close()
  }
  expect(output().match(/event ramp\.purchase\.completed/g)).toHaveLength(1)
  expect(output()).not.toContain('packed-key')
}

describe('a fresh Vite app', () => {
  it('tests, builds, starts, takes a payment and sells bitcoin', async () => {
    const dir = await freshApp('vite', tarballs)
    cleanups.push(() => rm(dir, { recursive: true, force: true }))
    await command(dir, 'npm', ['test'])
    await command(dir, 'npm', ['run', 'build'])
    const [bffPort, port] = [await freePort(), await freePort()]
    const bffOrigin = `http://127.0.0.1:${bffPort}`
    const service = await serviceFor(`${bffOrigin}/api/leyden`)
    const url = `http://127.0.0.1:${port}`
    const env = { ...service.env, PORT: String(bffPort), PAGE_ORIGIN: url }
    const bff = await start(dir, ['server.mjs'], bffOrigin, env)
    cleanups.push(bff.stop)
    const preview = [
      'node_modules/vite/bin/vite.js',
      'preview',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ]
    const web = await start(dir, preview, url, { BFF_ORIGIN: bffOrigin })
    cleanups.push(web.stop)
    await walk(url, service, bff.output)
  }, 300_000)
})

describe('what create-next-app makes', () => {
  it('builds, starts, takes a payment and sells bitcoin with the BFF as a route', async () => {
    const { dir, env: build } = await generatedNextApp(tarballs)
    cleanups.push(() => rm(dirname(dir), { recursive: true, force: true }))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const service = await serviceFor(`${url}/api/leyden`)
    await command(dir, 'npm', ['run', 'build'], build)
    const env = { ...build, ...service.env, LEYDEN_DB: join(dir, 'leyden.db') }
    const next = [
      'node_modules/next/dist/bin/next',
      'start',
      '--hostname',
      '127.0.0.1',
      '--port',
      String(port),
    ]
    const web = await start(dir, next, url, env)
    cleanups.push(web.stop)
    await walk(url, service, web.output)

    const context = await browser.newContext()
    const page = await context.newPage()
    const problems = listen(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${url}/prefetched`)
    await page.getByText('Tips for Alice').waitFor()
    await page.getByRole('button', { name: 'Show invoice' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => path.startsWith('/api/leyden/'))).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  }, 300_000)
})
