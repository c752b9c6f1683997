import { decodeInvoice } from '@leyden/lightning'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, onPublicPort, openOperator } from '../../test-support/operator.js'
import { completed, openRampShop } from '../../test-support/ramp-shop.js'
import { ADMIN_TOKEN, asAdmin, openCharge, openShop, PUBLIC_URL } from '../../test-support/shop.js'
import { operations } from '../operations.js'

const EIGHT_HOURS_MS = 8 * 3_600_000
const ORDER = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }

/** A signed-in operator of a shop. */
async function signedIn(shop = openShop({ onEvent() {} })) {
  const operator = openOperator(shop)
  await operator.signIn()
  return { shop, operator }
}

describe('the operators’ page', () => {
  it.each(['/', '/admin/page', '/admin/page/payments', `/admin/page/cases/${'0'.repeat(64)}`])(
    '%s does not exist where pages can reach it',
    async (path) => {
      const shop = openShop()
      for (const routes of [undefined, 'all', 'public'] as const) {
        const response = await onPublicPort(shop, path, routes)
        expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
      }
      expect((await openOperator(shop).send(path)).status).not.toBe(404)
    },
  )

  it('does not exist without a token', async () => {
    const shop = openShop({ operations: operations() })
    expect((await openOperator(shop).get()).status).toBe(404)
  })

  it('is not part of the API’s description', async () => {
    const response = await openShop().bff.fetch(new Request(`${PUBLIC_URL}/openapi.json`))
    expect(await response.text()).not.toContain('admin/page')
  })

  it('shows nothing to somebody who has not signed in, on every route', async () => {
    const shop = openShop()
    const { watch_url } = await openCharge(shop, { reference: 'order-7' })
    const [, hash = ''] = /\.([0-9a-f]{64})\./.exec(watch_url) ?? []
    const operator = openOperator(shop)
    for (const path of ['/payments', '/sessions', '/events', `/cases/${hash}`]) {
      const response = await operator.get(path)
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 303, '/admin/page'])
    }
    for (const path of ['search', 'confirm', 'act']) {
      const response = await operator.post(path, { text: 'order-7', action: 'settle', id: hash })
      expect([path, response.status, await response.text()]).toEqual([path, 303, ''])
    }
    expect((await shop.get(watch_url)).data).toMatchObject({ status: 'open' })
    expect(await bodyOf(await operator.get())).not.toContain('order-7')
  })

  it('has no script, and a policy that allows none', async () => {
    const { operator } = await signedIn()
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

describe('a session of an operator', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    [false, /^leyden_operator=\S+; Max-Age=28800; Path=\/admin\/page; HttpOnly; SameSite=Strict$/],
    [true, /^leyden_operator=\S+; Max-Age=28800; Path=\/admin\/page; HttpOnly; SameSite=Strict; Secure$/],
  ])('is a cookie for this page alone (over HTTPS: %s)', async (https, expected) => {
    const operator = openOperator(openShop(), { https, host: https ? 'ops.shop.example' : 'localhost:4001' })
    const response = await operator.signIn()
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(expected)])
    expect((await operator.get('/payments')).status).toBe(200)
  })

  it('has the path below which the host serves the page', async () => {
    const shop = openShop()
    const request = new Request(`${PUBLIC_URL}/admin/page/sign-in`, {
      method: 'POST',
      headers: { origin: 'https://shop.example' },
      body: new URLSearchParams({ token: ADMIN_TOKEN }),
    })
    const response = await shop.bff.fetch(request, { routes: 'admin' })
    expect(response.headers.get('set-cookie')).toContain('Path=/api/leyden/admin/page;')
    expect(response.headers.get('location')).toBe('/api/leyden/admin/page')
  })

  it('ends after eight hours, with sign-out, and with a new token', async () => {
    const { shop, operator } = await signedIn()
    const cookie = operator.cookie()
    shop.turnClock(EIGHT_HOURS_MS - 60_000)
    expect((await operator.get('/payments')).status).toBe(200)
    shop.turnClock(120_000)
    expect((await operator.get('/payments')).status).toBe(303)

    await operator.signIn()
    const second = operator.cookie()
    const response = await operator.post('sign-out', {})
    expect(response.headers.get('set-cookie')).toMatch(/^leyden_operator=; Max-Age=0; Path=\/admin\/page;/)
    operator.setCookie(second)
    expect((await operator.get('/payments')).status).toBe(303)

    const other = openOperator(
      openShop({ operations: operations({ token: `${ADMIN_TOKEN} of another day` }) }),
    )
    for (const old of [cookie, second]) {
      other.setCookie(old)
      expect((await other.get('/payments')).status).toBe(303)
    }
  })

  it.each(['', 'x', 'a.b.c'])('is not begun by the cookie %j, nor by a changed one', async (forged) => {
    const { operator } = await signedIn()
    const [name, value = ''] = operator.cookie().split('=')
    const [expiry = '', nonce = '', mac = ''] = value.split('.')
    const later = (Number.parseInt(expiry, 36) + 1).toString(36)
    for (const changed of [
      forged,
      `${later}.${nonce}.${mac}`,
      `${expiry}.${nonce}.${mac.replace(/./, (c) => (c === 'a' ? 'b' : 'a'))}`,
    ]) {
      operator.setCookie(`${name}=${changed}`)
      expect((await operator.get('/payments')).status).toBe(303)
    }
    operator.setCookie(`other=1; ${name}=${value}`)
    expect((await operator.get('/payments')).status).toBe(200)
  })

  it.each([
    ['another machine over plain HTTP', { host: 'ops.shop.example' }],
    ['a name of this machine that somebody else uses', { host: '127.0.0.1:4001', ip: '192.0.2.1' }],
  ])('is not begun from %s, and the page says what to do', async (_, at) => {
    const operator = openOperator(openShop(), at)
    for (const response of [await operator.get(), await operator.signIn()]) {
      expect(response.status).toBe(403)
      const text = await response.text()
      expect(text).toContain('ssh -L 4001')
      expect(text).not.toContain('<form')
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  })

  it('is begun behind a trusted proxy with TLS, and not because anybody says so', async () => {
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

  it('slows wrong tokens down like the admin routes, and never the right one', async () => {
    vi.useFakeTimers()
    const shop = openShop()
    const operator = openOperator(shop)
    const statuses = []
    for (let n = 0; n < 10; n++) statuses.push((await operator.signIn('wrong')).status)
    expect(statuses).toEqual(Array(10).fill(401))
    const slow = operator.signIn('wrong')
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await slow).status).toBe(429)
    expect((await slow).headers.get('retry-after')).toBe('60')
    expect((await operator.signIn()).status).toBe(303)
    expect(shop.log.lines.map(({ fields }) => fields.code)).toContain('OPERATOR_SIGNED_IN')
    expect(shop.log.text()).not.toContain(ADMIN_TOKEN)
  })
})

describe('a form', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port of this machine', { origin: 'http://127.0.0.1:9999' }],
    ['of a sandboxed page', { origin: 'null' }],
    ['without an origin', {}],
  ])('%s has no effect', async (_, headers) => {
    const { shop, operator } = await signedIn()
    const { invoice } = await openCharge(shop)
    const { paymentHash } = decodeInvoice(invoice.request)
    for (const path of ['act', 'confirm', 'search', 'sign-out', 'sign-in']) {
      const form = { action: 'settle', id: paymentHash, text: paymentHash, token: ADMIN_TOKEN }
      const response = await operator.post(path, form, headers as Record<string, string>)
      expect([path, response.status]).toEqual([path, 403])
    }
    expect((await shop.get(`admin/charges/${paymentHash}`, asAdmin())).data).toMatchObject({ status: 'open' })
    expect((await operator.get('/payments')).status).toBe(200)
  })

  it('is asked before anything is done, and what was done is in the log', async () => {
    const { shop, operator } = await signedIn()
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
    const { operator } = await signedIn()
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
    const { operator } = await signedIn(shop as never)
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
    const { shop, operator } = await signedIn(
      openShop({ onEvent() {}, rates: { chargesPerMinute: 1_000 } as never }),
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
    const { shop, operator } = await signedIn(openShop({ rates: { chargesPerMinute: 1_000 } as never }))
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
    const { operator } = await signedIn(shop as never)
    for (const path of ['', '/payments', '/sessions', '/events'])
      expect(await bodyOf(await operator.get(path))).not.toContain('buyer')
    const { page } = await operator.search('buyer@wallet.example')
    const [, id] = /cases\/([0-9a-f]{32})"/.exec(page) ?? []
    const text = await bodyOf(await operator.get(`/cases/${id}`))
    expect(text).toContain('buyer@wallet.example')
    expect(text.replace(/<details>.*?<\/details>/gs, '')).not.toContain('buyer@')
  })
})
