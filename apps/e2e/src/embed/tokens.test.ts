import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { inSoak, rows } from '../harness/rows.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, open, requestInvoice } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

interface RecordedRequest {
  bff: 'a' | 'b'
  /** The method and the first two segments of the path, without a watch token. */
  route: string
  authorization: string | undefined
  cookie: string | undefined
}
let bffA: Awaited<ReturnType<typeof startRecorder>>
let bffB: Awaited<ReturnType<typeof startRecorder>>
const recorded: RecordedRequest[] = []

beforeAll(async () => {
  bffA = await startRecorder('a')
  bffB = await startRecorder('b')
})
afterAll(async () => {
  await bffA?.close()
  await bffB?.close()
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  recorded.length = 0
})

/** A server in front of the BFF, which records the tokens of requests. */
async function startRecorder(bff: RecordedRequest['bff']) {
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const route = `${method} ${url.split('/').slice(1, 4).join('/')}`
    if (method !== 'OPTIONS')
      recorded.push({
        bff,
        route: route.replace(/(v0\/watch)\/.*/, '$1'),
        authorization: headers.authorization,
        cookie: headers.cookie,
      })
    const forwarded = forward(shop.bffUrl + url, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cutOff: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const CHARGE = 'POST v0/ln-address/fetch-charge'
const WATCH = 'GET v0/watch'

/** The tokens of the requests for invoices at each BFF, in order. */
const charges = () =>
  recorded.filter(({ route }) => route === CHARGE).map(({ bff, authorization }) => [bff, authorization])

/** Every token that a BFF has received. */
const tokensAt = (bff: RecordedRequest['bff']) => [
  ...new Set(
    recorded.filter((request) => request.bff === bff).flatMap(({ authorization }) => authorization ?? []),
  ),
]

const element = (id: string, attributes = '') =>
  `<pay-to-lightning-address id="${id}" address="alice@wallet.example" amount-sats="2100" ${attributes}></pay-to-lightning-address>`

let pages = 0

async function openWith(body: string, afterScript = '', bffUrl = bffA.url) {
  const path = `/tokens-${++pages}`
  shop.serve(path, barePage(bffUrl, { body, afterScript }))
  // This URL is on the same site as the BFFs, so the browser sends cookies.
  return openPage(browser, shop.url + path)
}

const setToken = (id: string, token: string) =>
  `document.getElementById('${id}').getToken = async () => '${token}';`

async function invoiceOf(page: Page, id: string): Promise<string> {
  return requestInvoice(page.locator(`#${id}`))
}

const configure = (page: Page, code: string) => page.evaluate(`Leyden.configure(${code})`)

describe('a token is sent only for the widget that it was given to', () => {
  it('sends each of two elements’ tokens only to its own BFF', async () => {
    const body = element('one', `bff-url="${bffA.url}"`) + element('two', `bff-url="${bffB.url}"`)
    const { page } = await openWith(body, setToken('one', 'TOKEN-OF-A') + setToken('two', 'TOKEN-OF-B'))
    await invoiceOf(page, 'one')
    await invoiceOf(page, 'two')
    await eventually(() => recorded.filter(({ route }) => route === WATCH).length).toBeGreaterThan(1)
    expect(charges()).toEqual([
      ['a', 'Bearer TOKEN-OF-A'],
      ['b', 'Bearer TOKEN-OF-B'],
    ])
    expect(tokensAt('a')).toEqual(['Bearer TOKEN-OF-A'])
    expect(tokensAt('b')).toEqual(['Bearer TOKEN-OF-B'])
  })

  it.runIf(inSoak)('sends each of two mounted widgets’ tokens only to its own BFF', async () => {
    const { page } = await openWith('')
    await page.evaluate(`
      const mount = (id, bffUrl, token) => {
        const options = { address: 'alice@wallet.example', amountSats: 2100, bffUrl, getToken: async () => token }
        Leyden.mount(document.body, 'pay', options).id = id
      }
      mount('one', '${bffA.url}', 'TOKEN-OF-A')
      mount('two', '${bffB.url}', 'TOKEN-OF-B')`)
    await invoiceOf(page, 'one')
    await invoiceOf(page, 'two')
    expect(charges()).toEqual([
      ['a', 'Bearer TOKEN-OF-A'],
      ['b', 'Bearer TOKEN-OF-B'],
    ])
  })

  it.each(rows([['before', ['with', 'without']]], [['after', ['without', 'with']]]))(
    'keeps the token of an element that is %s one without a token, on one BFF',
    async (_where, ids) => {
      const { page } = await openWith(ids.map((id) => element(id)).join(''), setToken('with', 'MINE'))
      await invoiceOf(page, 'without')
      await invoiceOf(page, 'with')
      expect(charges()).toEqual([
        ['a', undefined],
        ['a', 'Bearer MINE'],
      ])
    },
  )

  it('sends an overlay’s requests with the page’s token, whatever token an element has', async () => {
    const { page } = await openWith(
      element('own'),
      `Leyden.configure({ getToken: async () => 'PAGE' });${setToken('own', 'ELEMENT')}`,
    )
    await page
      .locator('#own')
      .getByRole('button', { name: /^Pay( \d|$)/, disabled: false })
      .waitFor()
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    await page.evaluate(`document.getElementById('own').setAttribute('amount-sats', '2200')`)
    await requestInvoice(dialogOf(page))
    expect(charges()).toEqual([['a', 'Bearer PAGE']])
    await page.keyboard.press('Escape')
    await invoiceOf(page, 'own')
    expect(charges()).toEqual([
      ['a', 'Bearer PAGE'],
      ['a', 'Bearer ELEMENT'],
    ])
  })
})

describe('configure() settings of one BFF', () => {
  it('do not apply to another: neither token nor cookies go to the BFF that an element names', async () => {
    const body = element('same', `bff-url="${bffA.url}/"`) + element('other', `bff-url="${bffB.url}"`)
    const { page } = await openWith(
      body,
      `document.cookie = 'session=PLAYER'; Leyden.configure({ getToken: async () => 'PAGE', credentials: 'include' })`,
    )
    await invoiceOf(page, 'same')
    await invoiceOf(page, 'other')
    expect(charges()).toEqual([
      ['a', 'Bearer PAGE'],
      ['b', undefined],
    ])
    expect(tokensAt('b')).toEqual([])
    const cookies = recorded.filter(({ route }) => route === CHARGE).map(({ bff, cookie }) => [bff, cookie])
    expect(cookies).toEqual([
      ['a', 'session=PLAYER'],
      ['b', undefined],
    ])
  })

  it('are not reused for another BFF, which has its own settings', async () => {
    const { page } = await openWith(element('one'), `Leyden.configure({ getToken: async () => 'OF-A' })`)
    await invoiceOf(page, 'one')
    await configure(page, `{ bffUrl: '${bffB.url}' }`)
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(element('two'))})`)
    await invoiceOf(page, 'two')
    await configure(page, `{ bffUrl: '${bffB.url}', getToken: async () => 'OF-B' }`)
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(element('three'))})`)
    await invoiceOf(page, 'three')
    expect(charges()).toEqual([
      ['a', 'Bearer OF-A'],
      ['b', undefined],
      ['b', 'Bearer OF-B'],
    ])
    expect(tokensAt('a')).toEqual(['Bearer OF-A'])
    expect(tokensAt('b')).toEqual(['Bearer OF-B'])
  })

  it('can be set in any order: a token before its BFF URL', async () => {
    const path = '/token-first'
    shop.serve(
      path,
      `<!doctype html><meta charset="utf-8"><title>x</title><script src="/leyden.js"></script>${element('one')}<script>
        Leyden.configure({ getToken: async () => 'EARLY' }); Leyden.configure({ bffUrl: '${bffA.url}' })</script>`,
    )
    const { page } = await openPage(browser, shop.url + path)
    await invoiceOf(page, 'one')
    expect(charges()).toEqual([['a', 'Bearer EARLY']])
  })

  it('are overridden by the settings of an element for its own BFF', async () => {
    const { page } = await openWith(
      element('one', `bff-url="${bffB.url}" credentials="include"`),
      `document.cookie = 'session=PLAYER'; Leyden.configure({ getToken: async () => 'PAGE' });${setToken('one', 'ELEMENT')}`,
    )
    await invoiceOf(page, 'one')
    expect(recorded.filter(({ route }) => route === CHARGE)).toEqual([
      { bff: 'b', route: CHARGE, authorization: 'Bearer ELEMENT', cookie: 'session=PLAYER' },
    ])
  })
})

describe('a changed getToken', () => {
  it.each(
    rows<[whose: string, code: (token: string) => string]>(
      [['an element', (token) => setToken('one', token)]],
      [['configure()', (token) => `Leyden.configure({ getToken: async () => '${token}' });`]],
    ),
  )('of %s is used from then on, and the open invoice stays and is still watched', async (_whose, code) => {
    const { page } = await openWith(element('one'), code('FIRST'))
    const invoice = await invoiceOf(page, 'one')
    await eventually(() => recorded.at(-1)?.route).toBe(WATCH)
    await page.evaluate(code('SECOND'))
    const before = recorded.length
    bffA.cutOff()
    await eventually(() =>
      recorded.slice(before).map(({ route, authorization }) => [route, authorization]),
    ).toEqual([[WATCH, 'Bearer SECOND']])
    const link = page.locator('#one a[href^="lightning:"]').first()
    expect(await link.getAttribute('href')).toBe(`lightning:${invoice}`)
    await shop.pay(invoice)
    await page.locator('#one').getByText('Paid 2,100 sats').first().waitFor()
    expect(recorded.filter(({ route }) => route === CHARGE)).toHaveLength(1)
  })

  it('sends no token after it was removed', async () => {
    const { page } = await openWith(element('one'), `${setToken('one', 'MINE')}`)
    await page
      .locator('#one')
      .getByRole('button', { name: /^Pay( \d|$)/, disabled: false })
      .waitFor()
    await page.evaluate(`document.getElementById('one').getToken = undefined`)
    await invoiceOf(page, 'one')
    expect(charges()).toEqual([['a', undefined]])
  })
})
