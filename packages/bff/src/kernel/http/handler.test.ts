import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { openCharge, openShop, PUBLIC_URL, type Shop } from '../../test-support/shop.js'

const CHARGE = 'v0/ln-address/fetch-charge'
const VALIDATE = 'v0/ln-address/validate/alice%40wallet.example'
const order = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const from = (origin: string) => ({ headers: { origin } })

function preflight(shop: Shop, path: string, origin: string) {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-leyden',
  }
  return shop.bff.fetch(new Request(shop.url(path), { method: 'OPTIONS', headers }))
}

describe('pages of other origins', () => {
  const options = { allowedOrigins: ['https://page.example', 'null'] }

  it('are allowed if their exact origin is listed', async () => {
    const shop = openShop(options)
    const reply = await shop.post(CHARGE, order, from('https://page.example'))
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://page.example')
    expect(reply.headers.get('access-control-allow-credentials')).toBe('true')
    expect(reply.headers.get('vary')).toBe('Origin')
  })

  it.each([
    'https://page.example.evil.example',
    'https://evil.example',
    'http://page.example',
    'https://page.example:8443',
    'https://PAGE.example',
    'https://sub.page.example',
    'null ',
  ])('are refused if it is not: %s', async (origin) => {
    const shop = openShop({ allowedOrigins: ['https://page.example'] })
    for (const reply of [
      await shop.post(CHARGE, order, from(origin)),
      await shop.get(VALIDATE, from(origin)),
    ]) {
      expect([reply.status, reply.error.field]).toEqual([403, 'origin'])
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(shop.upstream).toHaveLength(0)
    const answer = await preflight(shop, CHARGE, origin)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('are logged once when they are refused, with the setting to change', async () => {
    const shop = openShop(options)
    const reply = await shop.get(VALIDATE, from('https://mine.example'))
    expect(reply.error.message).toBe(
      "This BFF accepts pages of https://shop.example, the origin of its publicUrl. This page is of https://mine.example. Open the page there, or set allowedOrigins: ['https://mine.example'] (LEYDEN_ALLOWED_ORIGINS=https://mine.example).",
    )
    await preflight(shop, CHARGE, 'https://mine.example')
    await preflight(shop, CHARGE, 'http://localhost:3000')
    await preflight(shop, CHARGE, 'https://somebody@mail.example')
    await shop.post(RAMP_PATH, {}, from('null'))
    for (let n = 0; n < 100; n++) await shop.get(VALIDATE, from(`https://made-up-${n}.example`))
    const warnings = shop.log.lines.filter(({ level }) => level === 'warn')
    expect(warnings.slice(0, 2)).toMatchObject([
      {
        fields: { origin: 'https://mine.example', publicUrl: 'https://shop.example' },
        message: expect.stringContaining('allowedOrigins'),
      },
      { fields: { origin: 'http://localhost:3000' } },
    ])
    expect(warnings.length).toBeLessThan(60)
    expect(shop.log.text()).not.toContain('somebody')
    expect(shop.log.lines.find(({ fields }) => fields.code === 'REQUEST')?.fields).toMatchObject({
      status: 403,
      errorCode: 'BAD_REQUEST',
      field: 'origin',
    })
  })

  it('get the allowed headers by a preflight', async () => {
    const answer = await preflight(openShop(options), CHARGE, 'https://page.example')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST')
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, x-leyden, idempotency-key, last-event-id',
    )
  })

  it('with a null origin may pay if `null` is listed, without cookies, and buy nothing', async () => {
    const shop = openRampShop(options)
    const reply = await shop.post(CHARGE, order, from('null'))
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe('null')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await shop.post(RAMP_PATH, { email: 'a@example.com' }, from('null'))).status).toBe(403)
    expect((await preflight(shop, RAMP_PATH, 'null')).status).toBe(403)
  })

  it('with a null origin are refused if `null` is not listed', async () => {
    expect((await openShop().post(CHARGE, order, from('null'))).status).toBe(403)
  })

  it('need not list the BFF’s own origin', async () => {
    expect((await openShop().post(CHARGE, order, from(new URL(PUBLIC_URL).origin))).status).toBe(200)
  })

  it('never reach the admin routes', async () => {
    const shop = openRampShop(options)
    await shop.open()
    const reply = await shop.bff.fetch(
      new Request(shop.webhookUrl(), { headers: { origin: 'https://page.example' } }),
    )
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a POST', () => {
  it('needs the header that forces a preflight', async () => {
    const shop = openShop()
    const { watch_url } = await openCharge(shop)
    const upstreamBefore = shop.upstream.length
    for (const path of [CHARGE, RAMP_PATH, `${watch_url}/proof`])
      for (const value of ['', '0', 'true'])
        expect((await shop.post(path, order, { headers: { 'x-leyden': value } })).error.field).toBe(
          'x-leyden',
        )
    expect(shop.upstream).toHaveLength(upstreamBefore)
  })

  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
  ])('of %j is refused', async (type) => {
    const reply = await openShop().post(CHARGE, order, { headers: { 'content-type': type } })
    expect([reply.status, reply.error.field]).toEqual([415, 'content-type'])
  })

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])(
    'is refused with the encoding %s, because nobody decompresses it',
    async (encoding) => {
      const shop = openShop()
      const reply = await shop.post(CHARGE, order, { headers: { 'content-encoding': encoding } })
      expect([reply.status, reply.error.field]).toEqual([415, 'content-encoding'])
      expect(shop.upstream).toHaveLength(0)
    },
  )

  it.each(['', 'identity'])('is accepted with the encoding %j, which is none', async (encoding) => {
    const reply = await openShop().post(CHARGE, order, { headers: { 'content-encoding': encoding } })
    expect(reply.status).toBe(200)
  })

  it('of more than 16 kB is refused, with or without Content-Length', async () => {
    const shop = openShop()
    const reply = await shop.post(CHARGE, { ...order, description: 'x'.repeat(16_384) })
    expect([reply.status, reply.error.field]).toEqual([413, 'body'])
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(4_096)) })
    const request = new Request(shop.url(CHARGE), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect((await shop.send(request)).status).toBe(413)
  })

  it.each([
    ['', 'nothing'],
    ['{', 'half of it'],
    ['null', 'null'],
    ['[]', 'a list'],
    ['"x"', 'a string'],
    ['7', 'a number'],
    ['['.repeat(8_000), 'a deep hole'],
  ])('of %j, which is %s, is refused', async (body) => {
    const reply = await openShop().post(CHARGE, body)
    expect([reply.status, reply.error.code]).toEqual([400, 'BAD_REQUEST'])
  })

  it('of bad UTF-8 is refused', async () => {
    const shop = openShop()
    const request = new Request(shop.url(CHARGE), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    })
    expect((await shop.send(request)).error.field).toBe('body')
  })

  it('refuses __proto__ and similar field names', async () => {
    const { post } = openShop()
    for (const field of ['__proto__', 'constructor', 'toString'])
      expect(
        (await post(CHARGE, `{"lnaddress":"a@b.example","amount":"1000","${field}":{"x":1}}`)).error.field,
      ).toBe(field)
  })
})

describe('every reply', () => {
  it('is not cached, not framed, and names its request', async () => {
    const shop = openShop()
    for (const reply of [await shop.get(VALIDATE), await shop.get('nowhere'), await shop.post(CHARGE, 'x')]) {
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  it('keeps the request id of a proxy, if it is well-formed', async () => {
    const { get } = openShop()
    const idFor = async (given: string) =>
      (await get('healthz', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    expect(await idFor('edge-4711-abc')).toBe('edge-4711-abc')
    expect(await idFor('<script>')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is 405 for a method that a route does not have', async () => {
    const shop = openShop()
    const reply = await shop.bff.fetch(new Request(shop.url(CHARGE)))
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('is the one of GET, without its body, for HEAD on a route that is not for pages', async () => {
    const shop = openShop()
    const head = (path: string) => shop.send(new Request(shop.url(path), { method: 'HEAD' }))
    const { status, headers, text } = await head('healthz')
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/plain', ''])
    expect((await head(VALIDATE)).status).toBe(405)
    expect((await head('admin/events')).status).toBe(405)
  })

  it.each([
    '',
    'v0',
    'v0/ln-address/validate/',
    'v0/ln-address/validate/a/b',
    '../healthz',
    'v0//watch/x',
    'admin',
    '%2e%2e/healthz',
  ])('is 404 for %j', async (path) => {
    expect((await openShop().get(path)).status).toBe(404)
  })

  it('is 404 outside the prefix', async () => {
    const shop = openShop()
    for (const url of ['https://shop.example/healthz', 'https://shop.example/api/leydenx/healthz'])
      expect((await shop.send(new Request(url))).status).toBe(404)
  })

  it('is 400 for a path that cannot be decoded', async () => {
    expect((await openShop().get('v0/ln-address/validate/%ff')).error.field).toBe('path')
  })

  it('hides an unexpected error, and logs it', async () => {
    const store = memoryStore()
    const shop = openShop({ store })
    vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('secret of the database'))
    const reply = await shop.post(CHARGE, order)
    expect([reply.status, reply.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(reply.text).not.toContain('secret of the database')
    const line = shop.log.lines.find(({ level }) => level === 'error')
    expect(line?.fields.reason).toContain('secret of the database')
    expect(line?.fields.requestId).toBe(reply.headers.get('x-request-id'))
  })
})

describe('a BFF', () => {
  it.each([
    ['publicUrl', { publicUrl: 'shop.example' }],
    ['publicUrl', { publicUrl: 'https://shop.example/?x' }],
    ['secrets', { secrets: [] }],
    ['secrets.0', { secrets: ['short'] }],
    ['allowedOrigins.0', { allowedOrigins: ['https://shop.example/'] }],
    ['allowedOrigins.0', { allowedOrigins: ['*'] }],
    ['trustedProxies', { trustedProxies: ['proxy'] }],
  ])('is not made with a wrong %s', (field, wrong) => {
    expect(() => openShop(wrong)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', field }))
  })

  it.each([
    ['ramp.origins', []],
    ['ramp.origins.0', ['ramp.example']],
    ['ramp.origins.0', ['null']],
  ])('is not made for a ramp with wrong %s: %j', (field, origins) => {
    expect(() => openRampShop({ ramp: { origins } })).toThrow(expect.objectContaining({ field }))
  })
})

describe('the log', () => {
  const lastLine = (shop: ReturnType<typeof openShop>) =>
    shop.log.lines.filter(({ fields }) => fields.code === 'REQUEST').at(-1)?.fields

  it('names the client and the limit of a rate-limited request, and no client otherwise', async () => {
    const shop = openShop({ limits: { rates: { lookUpsPerMinute: 1 } } })
    const lookUp = () => shop.get('v0/ln-address/validate/alice%40wallet.example', { ip: '203.0.113.9' })
    await lookUp()
    expect(lastLine(shop)).toMatchObject({ status: 200, client: undefined })
    expect((await lookUp()).text).not.toContain('lookUps')
    expect(lastLine(shop)).toMatchObject({ status: 429, client: '4:203.0.113.9', limit: 'lookUpsPerMinute' })
  })
})
