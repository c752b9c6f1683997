import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, open, outcome } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

const TAG = 'pay-to-lightning-address'
const ELEMENT = `<${TAG} address="alice@wallet.example" amount-sats="2100"></${TAG}>`
const BUTTON = { name: /^Pay( \d|$)/ }

/** Requests the invoice of the page's only element. */
async function invoiceOf(page: Page) {
  await page.locator(TAG).getByRole('button', BUTTON).click()
  const link = page.locator(`${TAG} a[href^="lightning:"]`).first()
  return ((await link.getAttribute('href')) ?? '').replace('lightning:', '')
}

describe('the element', () => {
  it('pays, and dispatches an event that crosses shadow trees', async () => {
    const body = `<div id="out"></div>${ELEMENT}<script>
      addEventListener('leyden-paid', (event) => { out.textContent = JSON.stringify(event.detail) })</script>`
    const { page, problems, close } = await openPage(
      browser,
      shop.serve('/one', barePage(shop.bffUrl, { body })),
    )
    await shop.pay(await invoiceOf(page))
    await page.locator('#out').filter({ hasText: 'paid' }).waitFor()
    expect(JSON.parse((await page.locator('#out').textContent()) ?? '')).toMatchObject({
      v: 1,
      kind: 'pay',
      status: 'paid',
      amountMsat: '2100000',
      evidence: 'app',
    })
    expect(problems).toEqual([])
    await close()
  })

  it('has parts that the page can style from outside', async () => {
    const head = `<style>${TAG}::part(submit) { outline: 3px solid rgb(1, 2, 3) }</style>`
    const { page, close } = await openPage(
      browser,
      shop.serve('/parts', barePage(shop.bffUrl, { head, body: ELEMENT })),
    )
    const element = page.locator(TAG)
    const button = element.getByRole('button', BUTTON)
    await button.waitFor()
    expect(await button.evaluate((node) => getComputedStyle(node).outlineColor)).toBe('rgb(1, 2, 3)')
    const seen = new Set<string | null>()
    const see = async () => {
      for (const part of await element.locator('[part]').all()) seen.add(await part.getAttribute('part'))
    }
    await see()
    const invoice = await invoiceOf(page)
    await see()
    await shop.pay(invoice)
    await element.getByRole('button', { name: 'Done' }).waitFor()
    await see()
    const parts = ['address', 'amount', 'form', 'invoice', 'note', 'status', 'submit', 'title']
    expect([...seen].sort()).toEqual(parts)
    await close()
  })

  it('takes properties that were set before a late script defined it, and pays', async () => {
    const url = shop.serve(
      '/early',
      `<!doctype html><meta charset="utf-8"><${TAG}></${TAG}><script>
        Object.assign(document.querySelector('${TAG}'), { address: 'bob@wallet.example', defaultAmountSats: 500n, bffUrl: '${shop.bffUrl}' })
      </script>`,
    )
    const { page, close } = await openPage(browser, url)
    await page.addScriptTag({ url: '/leyden.js' })
    const element = page.locator(TAG)
    await element.getByText('bob@wallet.example').first().waitFor()
    expect(await element.getByLabel('Amount').inputValue()).toBe('500')
    await shop.pay(await invoiceOf(page))
    await element.getByText('Paid 500 sats').first().waitFor()
    await close()
  })

  it('lets the browser calculate styles and layouts for all elements of a page together', async () => {
    const { page, close } = await openPage(
      browser,
      shop.serve('/many', barePage(shop.bffUrl, { body: `<div id="many"></div>${ELEMENT}` })),
    )
    await page.locator(TAG).getByText('Test mode').waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await page.evaluate((html) => {
      document.querySelector('#many')?.insertAdjacentHTML('beforeend', html)
    }, ELEMENT.repeat(100))
    await page.locator(TAG).getByText('Test mode').nth(100).waitFor()
    const { metrics } = await session.send('Performance.getMetrics')
    for (const name of ['RecalcStyleCount', 'LayoutCount']) {
      const count = metrics.find((metric) => metric.name === name)?.value
      expect(count, `${name} for 100 elements`).toBeLessThan(50)
    }
    await close()
  })

  it('keeps an open invoice when it is moved, and shows it as paid', async () => {
    const body = `<div id="a">${ELEMENT}</div><div id="b"></div>`
    const { page, close } = await openPage(browser, shop.serve('/move', barePage(shop.bffUrl, { body })))
    const invoice = await invoiceOf(page)
    await page.evaluate((tag) => document.querySelector('#b')?.append(document.querySelector(tag) ?? ''), TAG)
    const link = page.locator(`#b ${TAG} a[href^="lightning:"]`).first()
    expect(await link.getAttribute('href')).toBe(`lightning:${invoice}`)
    await shop.pay(invoice)
    await page.locator(TAG).getByText('Paid 2,100 sats').first().waitFor()
    await close()
  })

  it('shows nothing and logs why for an invalid amount, so that people cannot choose one', async () => {
    const body = `<script>addEventListener('leyden-error', (event) => { window.reportedError = event.detail })</script><${TAG} address="alice@wallet.example" amount-sats="2,100"></${TAG}>`
    const { page, problems, close } = await openPage(
      browser,
      shop.serve('/wrong', barePage(shop.bffUrl, { body })),
    )
    await page.waitForFunction(() => 'reportedError' in window)
    expect(await page.locator(TAG).getByRole('button').count()).toBe(0)
    await eventually(() => problems.join()).toContain('amount-sats')
    await close()
  })
})

describe('together with other code', () => {
  it('can be loaded twice, as a script and as a module', async () => {
    const head = `<script src="/leyden.js?again"></script><script type="module">
      import { Leyden } from '/leyden.mjs'
      window.same = Leyden === window.Leyden</script>`
    const url = shop.serve('/twice', barePage(shop.bffUrl, { head, body: ELEMENT }))
    const { page, problems, close } = await openPage(browser, url)
    await page.waitForFunction(() => 'same' in window)
    expect(await page.evaluate(() => (window as unknown as { same: boolean }).same)).toBe(true)
    await shop.pay(await invoiceOf(page))
    await page.locator(TAG).getByText('Paid 2,100 sats').first().waitFor()
    expect(await page.locator(`${TAG} section`).count()).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  const script = (specifier: string, path: string) =>
    readFileSync(
      join(dirname(createRequire(import.meta.url).resolve(`${specifier}/package.json`)), path),
      'utf8',
    )

  it('works in a React 18 page, which passes text as attributes and everything else by a ref', async () => {
    shop.serve('/react-18.js', {
      type: 'text/javascript',
      body: script('react-18', 'umd/react.production.min.js'),
    })
    shop.serve('/react-dom-18.js', {
      type: 'text/javascript',
      body: script('react-dom-18', 'umd/react-dom.production.min.js'),
    })
    const url = shop.serve(
      '/react-18',
      barePage(shop.bffUrl, {
        head: '<script src="/react-18.js"></script><script src="/react-dom-18.js"></script>',
        body: '<main></main><script>window.paid = []</script>',
        afterScript: `
          const e = React.createElement
          function App() {
            const [count, setCount] = React.useState(0)
            const ref = React.useCallback((node) => node?.addEventListener('leyden-paid', ({ detail }) => paid.push(detail.status)), [])
            return e('div', null, e('button', { onClick: () => setCount(count + 1) }, 'again ' + count),
              e('${TAG}', { ref, address: 'alice@wallet.example', 'amount-sats': 2100, key: 'one' }))
          }
          ReactDOM.createRoot(document.querySelector('main')).render(e(React.StrictMode, null, e(App)))`,
      }),
    )
    await paysInReact(url)
  })

  it('works in a React 19 page, which passes objects as properties and listens with props', async () => {
    const result = await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        lib: { entry: join(import.meta.dirname, 'react-19-page.ts'), formats: ['iife'], name: 'App' },
      },
    })
    const [output] = Array.isArray(result) ? result : []
    shop.serve('/app-19.js', { type: 'text/javascript', body: output?.output[0].code ?? '' })
    const url = shop.serve(
      '/react-19',
      barePage(shop.bffUrl, { body: '<main></main><script>window.paid = []</script>' }).replace(
        '</body>',
        '<script src="/app-19.js"></script></body>',
      ),
    )
    await paysInReact(url)
  })

  async function paysInReact(url: string) {
    const { page, problems, close } = await openPage(browser, url)
    const invoice = await invoiceOf(page)
    for (let round = 0; round < 5; round++) await page.getByRole('button', { name: /again/ }).click()
    await shop.pay(invoice)
    await page.locator(TAG).getByText('Paid 2,100 sats').first().waitFor()
    await eventually(() => page.evaluate('paid')).toEqual(['paid'])
    expect(problems).toEqual([])
    await close()
  }

  it('can be imported without a page', async () => {
    const { Leyden } = await import('@leyden/embed')
    expect(Leyden.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(() => Leyden.open('pay')).toThrow(/server/)
  })
})

it('ignores messages that are posted to the page, and does not restore a provider page that was only opened', async () => {
  const { page, close } = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl)))
  await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
  await page.frameLocator('iframe').getByLabel('Six digits').waitFor()
  await page.evaluate(() => {
    const testWindow = window as unknown as { posted: number }
    testWindow.posted = 0
    addEventListener('message', () => testWindow.posted++)
    const forged = [
      { type: 'WIDGET_TRANSACTION_COMPLETE', payload: {} },
      JSON.stringify({ type: 'WIDGET_CLOSE' }),
      null,
      'error',
      { type: { toString: null } },
    ]
    for (const message of forged) window.postMessage(message, '*')
    const otherFrame = document.createElement('iframe')
    otherFrame.srcdoc = `<script>parent.postMessage({ type: 'WIDGET_TRANSACTION_COMPLETE' }, '*'); parent.postMessage({ type: 'WIDGET_CLOSE' }, '*')</script>`
    document.body.append(otherFrame)
  })
  await page.waitForFunction('posted >= 7')
  await dialogOf(page).getByText('Camera or pop-ups blocked?').waitFor()
  await page.keyboard.press('Escape')
  expect((await outcome(page)).status).toBe('cancelled')
  // No purchase was made, so the next page load starts with a new session.
  await page.reload()
  await open(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
  await page.frameLocator('iframe').getByLabel('Six digits').waitFor()
  await close()
})
