import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startDemo } from '@leyden/app-demo'
import { afterAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { rows } from '../harness/rows.js'
import { startStack } from '../harness/start-stack.js'
import { recordTraffic } from '../harness/traffic.js'

const browser = await sharedBrowser()
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const stack = await startStack()
afterAll(() => stack.close())

describe('the demo page', () => {
  it.each(
    rows(
      [
        ['a small phone', 320],
        ['a desktop', 1440],
      ],
      [['a tablet', 768]],
    ),
  )('fits %s without scrolling sideways', async (_, width) => {
    const { page, problems, close } = await openPage(browser, stack.demoUrl, {
      viewport: { width, height: 800 },
    })
    await page.getByRole('button', { name: /^Pay( \d|$)/ }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    const leftEdgeOf = async (text: string) =>
      (await page.getByRole('heading', { name: text }).boundingBox())?.x
    expect(await leftEdgeOf('Tip Alice')).toBe(await leftEdgeOf('Like it?'))
    expect(problems).toEqual([])
    await close()
  })

  it.each(rows([['en'], ['de']], [['es'], ['pt-BR'], ['ja'], ['ar']]))(
    'in %s has the button of the tip jar in sight on a small desktop, ready to be pressed, as the only one',
    async (locale) => {
      const { page, problems, close } = await openPage(browser, stack.demoUrl, {
        viewport: { width: 1280, height: 800 },
        locale,
      })
      const jar = page.getByRole('region').filter({ has: page.locator('#tip-heading') })
      await jar.getByText('Tips for Alice').waitFor()
      const button = await jar.locator('.ly-button').last().boundingBox()
      expect(button && button.y + button.height).toBeLessThanOrEqual(800)
      // An amount is chosen, and the ramp is a line to open.
      const main = page.locator('.ly-button[data-ly-look=main]:visible')
      expect(await main.count()).toBe(1)
      expect(await main.getAttribute('aria-disabled')).toBeNull()
      expect(problems).toEqual([])
      await close()
    },
  )

  it('shows the whole tip jar in a low window', async () => {
    const { page, close } = await openPage(browser, stack.demoUrl, { viewport: { width: 640, height: 360 } })
    const jar = page.locator('section.leyden').first()
    await jar.getByText('Tips for Alice').waitFor()
    expect((await jar.boundingBox())?.height).toBeLessThanOrEqual(360)
    await close()
  })

  it('loads nothing from other origins, under its own content security policy', async () => {
    const { page, problems, close } = await openPage(browser, 'about:blank')
    const traffic = recordTraffic(page)
    const reply = await page.goto(stack.demoUrl)
    await page.getByRole('button', { name: /^Pay( \d|$)/ }).waitFor()
    await traffic.idle()
    const origins = new Set(traffic.exchanges.map(({ url }) => new URL(url).origin))
    origins.delete('null')
    expect([...origins].sort()).toEqual([stack.bffUrl, stack.demoUrl].sort())
    expect((await reply?.allHeaders())?.['content-security-policy']).toContain("default-src 'none'")
    expect(problems).toEqual([])
    await close()
  })

  it('follows the system into dark mode', async () => {
    const backgrounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await openPage(browser, stack.demoUrl, { colorScheme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      await close()
    }
    expect(backgrounds[0]).not.toBe(backgrounds[1])
  })

  it('opens in the first of the visitor’s languages that it has', async () => {
    const { page, problems, close } = await openPage(browser, 'about:blank')
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'languages', { value: ['nl', 'pt-PT', 'en'] }),
    )
    await page.goto(stack.demoUrl)
    await page.getByRole('heading', { level: 1, name: 'Gostou? Dê uma gorjeta a quem fez.' }).waitFor()
    await page.locator('section.leyden[lang="pt-BR"][dir="ltr"]').first().waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR')
    expect(problems).toEqual([])
    await close()
  })

  it('keeps the artist and the language, with its direction, when it is reloaded', async () => {
    const { page, problems, close } = await openPage(browser, stack.demoUrl)
    const directions = () =>
      page.locator('html, section.leyden').evaluateAll((all) => all.map((each) => (each as HTMLElement).dir))
    const bob = page.getByRole('radio', { name: 'Bob' })
    await bob.check({ force: true })
    await page.getByLabel('Language').selectOption({ label: 'العربية' })
    await expect.poll(async () => new Set(await directions())).toEqual(new Set(['rtl']))
    await page.reload()
    await page.getByRole('heading', { name: 'إكرامية إلى Bob' }).waitFor()
    expect(await bob.isChecked()).toBe(true)
    expect(await page.locator('html').getAttribute('lang')).toBe('ar')
    await page.locator('section.leyden[lang="ar"]').first().waitFor()
    expect(new Set(await directions())).toEqual(new Set(['rtl']))
    expect(problems).toEqual([])
    await close()
  })

  it('takes a tip in German, and keeps the invoice when the language changes', async () => {
    const { page, problems, close } = await openPage(browser, `${stack.demoUrl}/?to=carol`, {
      locale: 'de-AT',
    })
    const tip = page.getByRole('region', { name: 'Trinkgeld für Carol' })
    await tip.getByRole('button', { name: '2.100 Sats bezahlen' }).click()
    await page.getByRole('button', { name: '2.100 Sats mit dem Handy bezahlen' }).waitFor()
    await page.getByLabel('Sprache').selectOption('en')
    await page.getByRole('button', { name: 'Pay 2,100 sats from the phone' }).click()
    await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('has no accessibility errors on a small phone in the dark, from right to left', async () => {
    const { page, close } = await openPage(browser, `${stack.demoUrl}/?lang=ar`, {
      viewport: { width: 320, height: 568 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
    await page.locator('section.leyden[lang="ar"][dir="rtl"]').first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.evaluate(axeSource)
    const violations = await page.evaluate(async () => {
      const { axe } = window as never as { axe: typeof import('axe-core') }
      const { violations } = await axe.run()
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
    })
    expect(violations).toEqual([])
    await close()
  })

  it('shows no sandbox wallet and no sample customers with the real service, and only payments if the ramp is off', async () => {
    const demo = await startDemo({
      port: 0,
      host: '127.0.0.1',
      bffUrl: stack.bffUrl,
      adminToken: 'an admin token that nothing needs here',
      jwt: { secret: 'a secret that nothing needs here', issuer: 'demo', audience: 'bff' },
      rampOrigins: [],
      canRamp: false,
    })
    const { page, close } = await openPage(browser, demo.url)
    const tip = page.getByRole('region', { name: 'Tip a Lightning Address' })
    await tip.getByRole('textbox', { name: 'Lightning Address' }).waitFor()
    expect(await page.getByRole('region', { name: 'Your wallets' }).count()).toBe(0)
    expect(await page.getByRole('radio').count()).toBe(0)
    expect(await page.evaluate(() => 'webln' in window)).toBe(false)
    const ramp = page.getByRole('region', { name: 'No bitcoin yet?' })
    expect(await ramp.textContent()).toContain('You cannot buy bitcoin here yet')
    expect(await ramp.getByRole('button').count()).toBe(0)
    const reply = await fetch(`${demo.url}/wallet/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice: 'lnbc1' }),
    })
    expect(reply.status).toBe(404)
    await close()
    await demo.close()
  })

  it('sells a print for dollars, at sats that are fixed once, and delivers it when it is paid', async () => {
    const { page, problems, close } = await openPage(browser, stack.demoUrl)
    const print = page.getByRole('region', { name: 'Buy a print' })
    await print.getByRole('button', { name: 'Order for $2.00' }).click()
    // $2.00 at the sandbox's price of $100,000 for a bitcoin.
    await print.getByRole('button', { name: 'Pay 2,000 sats' }).click()
    await page.getByRole('button', { name: 'Pay 2,000 sats from the phone' }).click()
    await print.getByRole('heading', { name: 'Paid 2,000 sats' }).waitFor()
    await print.getByText('Your print is on its way.').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('takes no event that the BFF has not signed', async () => {
    const body = JSON.stringify({ type: 'charge.paid', data: { intent: true } })
    const reply = await fetch(`${stack.demoUrl}/events`, { method: 'POST', body })
    expect(reply.status).toBe(401)
  })

  it('refuses requests of other origins to its wallet', async () => {
    const reply = await fetch(`${stack.demoUrl}/wallet/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: JSON.stringify({ invoice: 'lnbcrt1' }),
    })
    expect(reply.status).toBe(403)
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/../../../package.json',
    '/server/start-demo.js',
    '/nothing',
  ])('serves no file outside the built page: %s', async (path) => {
    const reply = await fetch(stack.demoUrl + path)
    expect(reply.status).toBe(404)
  })
})
