import { operations } from '@leyden/bff/operations'
import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { completed } from '../../bff/src/test-support/ramp-shop.js'
import { ADMIN_TOKEN, asAdmin, openCharge, PUBLIC_URL } from '../../bff/src/test-support/shop.js'
import { operatorsPage } from './operators-page.js'
import {
  openOperatedRampShop as openRampShop,
  openOperatedShop as openShop,
  withPage,
} from './test-support/operated-shop.js'
import { basic, bodyOf, onPublicPort, openOperator } from './test-support/operator.js'

const ORDER = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }

/** A shop and its operator. */
const withOperator = (shop = openShop({ onEvent() {} })) => ({ shop, operator: openOperator(shop) })

describe('the operators’ page', () => {
  it.each(['/', '/admin/page', '/admin/page/payments', `/admin/page/cases/${'0'.repeat(64)}`])(
    '%s does not exist where pages can reach it',
    async (path) => {
      const shop = openShop()
      for (const routes of [undefined, 'all', 'public'] as const) {
        const response = await onPublicPort(shop, path, routes)
        expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
      }
      expect((await openOperator(shop, { authorization: null }).send(path)).status).toBe(401)
    },
  )

  it('does not exist without a token', async () => {
    const shop = openShop({ extensions: [operatorsPage(operations())] })
    expect((await openOperator(shop).get()).status).toBe(404)
  })

  it('is not part of the API’s description', async () => {
    const response = await openShop().bff.fetch(new Request(`${PUBLIC_URL}/openapi.json`))
    expect(await response.text()).not.toContain('admin/page')
  })

  it.each([
    ['without a token', null],
    ['with another token', basic(`${ADMIN_TOKEN}x`)],
    ['with an empty token', basic('')],
    ['with the token of another scheme', `Bearer ${ADMIN_TOKEN}`],
    ['with a header that cannot be read', 'Basic !!!'],
  ])('shows nothing and does nothing %s, on every route', async (_, authorization) => {
    const shop = openShop()
    const { watch_url } = await openCharge(shop, { reference: 'order-7' })
    const [, hash = ''] = /\.([0-9a-f]{64})\./.exec(watch_url) ?? []
    const operator = openOperator(shop, { authorization })
    const form = { text: 'order-7', action: 'settle', id: hash }
    const replies = [
      ...['', '/payments', '/sessions', '/events', `/cases/${hash}`].map((path) => operator.get(path)),
      ...['search', 'confirm', 'act'].map((path) => operator.post(path, form)),
    ]
    for (const response of await Promise.all(replies)) {
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="[\w ]+", charset="UTF-8"$/)
      expect(await bodyOf(response)).not.toContain('order-7')
    }
    expect((await shop.get(watch_url)).data).toMatchObject({ status: 'open' })
  })

  it('answers a wrong token after a second, as the admin routes do, and the right one at once', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const shop = openShop()
    let status: number | undefined
    const reply = openOperator(shop, { authorization: basic(`${ADMIN_TOKEN}x`) }).get()
    reply.then((response) => {
      status = response.status
    })
    expect((await openOperator(shop).get()).status).toBe(200)
    await vi.advanceTimersByTimeAsync(999)
    expect(status).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(status).toBe(401)
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'ADMIN_TOKEN_WRONG')).toHaveLength(1)
  })

  it('takes the token with any user name, and sets no cookie', async () => {
    const token = `${ADMIN_TOKEN} ž:`
    const shop = openShop(withPage(token))
    for (const name of ['', 'operator', 'ž']) {
      const authorization = `basic ${Buffer.from(`${name}:${token}`).toString('base64')}`
      const response = await openOperator(shop, { authorization }).get('/payments')
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    }
  })

  it('has no script, and a policy that allows none', async () => {
    const { operator } = withOperator()
    for (const path of ['', '/payments', '/sessions', '/events', '/events?state=dead', '/sessions?held=1']) {
      const response = await operator.get(path)
      expect(response.status).toBe(200)
      const policy = response.headers.get('content-security-policy')
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).not.toMatch(/<script|javascript:| style=| on\w+=/i)
    }
  })
})

describe('the connection of an operator', () => {
  it('has the path below which the host serves the page', async () => {
    const shop = openShop()
    const request = new Request(`${PUBLIC_URL}/`, { headers: { authorization: basic(ADMIN_TOKEN) } })
    const response = await shop.bff.fetch(request, { routes: 'admin' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/api/leyden/admin/page'])
  })

  it.each([
    ['another machine over plain HTTP', { host: 'ops.shop.example' }],
    ['a name of this machine that somebody else uses', { host: '127.0.0.1:4001', ip: '192.0.2.1' }],
  ])('is refused from %s, and the page says what to do and asks for no token', async (_, at) => {
    const shop = openShop()
    for (const operator of [openOperator(shop, at), openOperator(shop, { ...at, authorization: null })]) {
      const response = await operator.get()
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([403, null])
      const text = await response.text()
      expect(text).toContain('ssh -L 4001')
      expect(text).not.toContain('<form')
    }
  })

  it('is accepted behind a trusted proxy with TLS, and not because anybody says so', async () => {
    const shop = openShop({ trustedProxies: ['10.0.0.1'] })
    for (const [ip, status] of [
      ['10.0.0.1', 200],
      ['10.0.0.2', 403],
    ] as const) {
      const headers = { 'x-forwarded-proto': 'https', host: 'ops.shop.example' }
      const response = await openOperator(shop, { ip }).send('/admin/page', { headers })
      expect([ip, response.status]).toEqual([ip, status])
    }
  })
})

describe('a form', () => {
  const own = { origin: 'http://127.0.0.1:4001' }

  it.each<[string, Record<string, string>]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port of this machine', { origin: 'http://127.0.0.1:9999' }],
    ['of a sandboxed page', { origin: 'null' }],
    ['without an origin', {}],
    ['of another site, as the browser says', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['of another port, as the browser says', { ...own, 'sec-fetch-site': 'same-site' }],
    ['of no page, as the browser says', { ...own, 'sec-fetch-site': 'none' }],
  ])('%s has no effect', async (_, headers) => {
    const { shop, operator } = withOperator()
    const { invoice } = await openCharge(shop)
    const { paymentHash } = decodeInvoice(invoice.request)
    for (const path of ['act', 'confirm', 'search']) {
      const response = await operator.post(
        path,
        { action: 'settle', id: paymentHash, text: paymentHash },
        headers,
      )
      expect([path, response.status]).toEqual([path, 403])
    }
    expect((await shop.get(`admin/charges/${paymentHash}`, asAdmin())).data).toMatchObject({ status: 'open' })
  })

  it('of this page is accepted if the browser says so, also behind a proxy that changes Host', async () => {
    const { operator } = withOperator()
    const headers = { origin: 'https://ops.shop.example', 'sec-fetch-site': 'same-origin' }
    expect((await operator.post('search', { text: 'order-7' }, headers)).status).toBe(200)
  })

  it('is asked before anything is done, and what was done is in the log', async () => {
    const { shop, operator } = withOperator()
    const { invoice } = await openCharge(shop, await shop.bff.sign(ORDER))
    const { paymentHash } = decodeInvoice(invoice.request)
    const asked = await bodyOf(await operator.post('confirm', { action: 'settle', id: paymentHash }))
    expect(asked).toContain('It cannot be taken back')
    expect((await shop.get(`admin/charges/${paymentHash}`, asAdmin())).data).toMatchObject({ status: 'open' })

    const wrong = await operator.post('act', { action: 'settle', id: paymentHash, preimage: '0'.repeat(64) })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('does not hash to the payment hash'),
    ])
    const { preimage } = shop.sandbox.pay(invoice.request)
    expect(await operator.act('settle', paymentHash, { preimage })).toBe(
      `/admin/page/cases/${paymentHash}?done=settle`,
    )
    expect((await shop.get(`admin/charges/${paymentHash}`, asAdmin())).data).toMatchObject({ status: 'paid' })
    expect(await operator.act('redeliver', `${paymentHash}.1`)).toContain('?done=redeliver')
    const acted = shop.log.lines.filter(({ fields }) => fields.code === 'OPERATOR_ACTED')
    expect(acted.map(({ fields }) => [fields.action, fields.of, fields.client])).toEqual([
      ['settle', paymentHash, '4:127.0.0.1'],
      ['redeliver', `${paymentHash}.1`, '4:127.0.0.1'],
    ])
    expect(shop.log.text()).not.toContain(preimage)
  })

  it.each([
    { action: 'erase', id: '0'.repeat(64) },
    { action: 'constructor', id: '0'.repeat(64) },
    { action: 'settle', id: '../x' },
    { action: 'settle', id: '0'.repeat(64) },
    {},
  ])('with %j is refused with a page that says why', async (form) => {
    const { operator } = withOperator()
    const response = await operator.post('act', form as Record<string, string>)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.get('content-type')).toContain('text/html')
  })
})

describe('what others have written', () => {
  const HOSTILE = `"><img src=x onerror=alert(1)><script>alert('${'x'}')</script>`

  it('is shown as text, from a page, from a webhook and from an operator', async () => {
    const shop = openRampShop()
    await openCharge(shop, { reference: HOSTILE })
    await shop.open()
    await shop.hook(
      completed('evt_1', { note: HOSTILE, amount: HOSTILE }, { type: `ramp.${HOSTILE}`, livemode: true }),
    )
    const { operator } = withOperator(shop as never)
    const pages = [
      (await operator.search(HOSTILE)).page,
      (await operator.search(`${HOSTILE} `.repeat(2))).page,
      ...(await Promise.all(
        ['', '/payments', '/sessions', '/events'].map(async (path) => bodyOf(await operator.get(path))),
      )),
    ]
    const [, id] = /cases\/([0-9a-f]{32})"/.exec(pages.join('')) ?? []
    pages.push(await bodyOf(await operator.get(`/cases/${id}`)))
    expect(pages.join('')).toContain('&#60;img src=x')
    for (const page of pages) expect(page).not.toMatch(/<(img|script)/i)
  })
})

describe('the lists', () => {
  it('have pages, and each entry leads to its case', async () => {
    const { shop, operator } = withOperator(
      openShop({ onEvent() {}, limits: { rates: { chargesPerMinute: 1_000 } as never } }),
    )
    for (let n = 0; n < 51; n++) await openCharge(shop, { reference: `order-${n}` })
    const first = await bodyOf(await operator.get('/payments'))
    const linksOf = (text: string) => [...text.matchAll(/cases\/([0-9a-f]{64})/g)].map(([, id]) => id)
    expect(linksOf(first)).toHaveLength(50)
    const [, older = ''] = /href="\/admin\/page(\/payments\?before=[^"]+)"/.exec(first) ?? []
    const second = linksOf(await bodyOf(await operator.get(older)))
    expect(second).toHaveLength(1)
    expect(new Set([...linksOf(first), ...second]).size).toBe(51)
    expect(await bodyOf(await operator.get(`/cases/${second[0]}`))).toContain('order-0')
    for (const path of ['/payments?before=x', '/events?before=x'])
      expect((await operator.get(path)).status).toBe(400)
    expect((await operator.get(`/cases/${'0'.repeat(64)}`)).status).toBe(404)
  })

  it('of an address say which kind they leave older ones out of', async () => {
    const { shop, operator } = withOperator(
      openShop({ limits: { rates: { chargesPerMinute: 1_000 } as never } }),
    )
    const linksOf = (text: string) => [...text.matchAll(/cases\/([0-9a-f]{64})/g)]
    for (let n = 0; n < 50; n++) await openCharge(shop, { reference: `order-${n}` })
    const { page: whole } = await operator.search('alice@wallet.example')
    expect(linksOf(whole)).toHaveLength(50)
    expect(whole).not.toContain('Only the newest')
    await openCharge(shop)
    const { page } = await operator.search('alice@wallet.example')
    expect(linksOf(page)).toHaveLength(50)
    expect(page).toContain('Only the newest 50 payments of this address are shown.')
    expect(page).not.toContain('purchases of this address')
  })

  it('have no address of a buyer before a click', async () => {
    const shop = openRampShop({
      identify: async () => ({
        id: 'user of mail@buyer.example',
        email: 'mail@buyer.example',
        destination: 'buyer@wallet.example',
      }),
    })
    await shop.open({})
    const { operator } = withOperator(shop as never)
    for (const path of ['', '/payments', '/sessions', '/events'])
      expect(await bodyOf(await operator.get(path))).not.toContain('buyer')
    const { page } = await operator.search('buyer@wallet.example')
    const [, id] = /cases\/([0-9a-f]{32})"/.exec(page) ?? []
    const text = await bodyOf(await operator.get(`/cases/${id}`))
    expect(text).toContain('buyer@wallet.example')
    expect(text.replace(/<details>.*?<\/details>/gs, '')).not.toContain('buyer@')
  })
})
