import { unixSeconds } from '@leyden/core'
import { checkSignedInvoice } from '@leyden/lightning'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { KEY, type OpenedCharge, openCharge, openShop, SECRET } from '../../test-support/shop.js'
import type { BffOptions } from '../bff-options.js'

const PATH = 'v0/ln-address/fetch-charge'
const order = { lnaddress: 'alice@wallet.example', amount: '2100000' }

describe('requesting a charge', () => {
  it('returns an invoice for the requested amount, with its watch URL', async () => {
    const shop = openShop()
    const charge = await openCharge(shop, { description: 'for the song' })
    expect(charge).toMatchObject({ ...order, detects: ['preimage'], mode: 'test', network: 'regtest' })
    expect(charge.invoice.uri).toBe(`lightning:${charge.invoice.request}`)
    expect(charge.watch_url).toMatch(/^v0\/watch\/[\w.]+$/)
    const verdict = checkSignedInvoice(charge.invoice.request, {
      amountMsat: 2_100_000n,
      network: 'regtest',
      now: unixSeconds(shop.now()),
    })
    if (!verdict.ok) throw new Error(verdict.reason)
    expect(Date.parse(charge.watch_until)).toBe((verdict.invoice.expiresAt + 60) * 1000)
    expect(await shop.upstream.at(-1)?.json()).toEqual({ ...order, description: 'for the song' })
  })

  it('reads the metadata of an address once for each look-up, and not for a charge', async () => {
    const shop = openShop()
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const readMetadata = () => parse.mock.calls.filter(([text]) => text.startsWith('[["text/')).length
    const { checked } = await openCharge(shop)
    expect(checked).toContain('description')
    const first = readMetadata()
    expect(first).toBeGreaterThan(0)
    await openCharge(shop)
    expect(readMetadata()).toBe(first)
    shop.turnClock(61_000)
    await openCharge(shop)
    expect(readMetadata()).toBe(2 * first)
  })

  describe('with a note', () => {
    const dave = { lnaddress: 'dave@wallet.example', amount: '2100000' }
    const alice = { ...order, description: `${'a'.repeat(149)}⚡️ and more` }

    it.each([
      ['a recipient that accepts none', { ...dave, description: 'Thanks!' }],
      ['a recipient that accepts a shorter one', alice],
    ])('refuses it from a page for %s', async (_, body) => {
      const shop = openShop()
      const { status, error } = await shop.post(PATH, body)
      expect([status, error.code, error.field]).toEqual([400, 'BAD_REQUEST', 'description'])
      expect(shop.upstream.at(-1)?.method).toBe('GET')
    })

    it.each([
      ['leaves it out for a recipient that accepts none', dave.lnaddress, 'Thanks!', undefined, 0],
      [
        'cuts it for a recipient that accepts a shorter one',
        order.lnaddress,
        `${'a'.repeat(149)}😀`,
        'a'.repeat(149),
        150,
      ],
    ])('%s, if an intent has it, and logs that', async (_, lnaddress, description, sent, commentAllowed) => {
      const shop = openShop()
      const terms = { lnaddress, amountMsat: 2_100_000n, description, reference: 'order-7' }
      const intent = await shop.bff.sign(terms)
      const first = await shop.post<OpenedCharge>(PATH, { intent })
      expect(await shop.upstream.at(-1)?.json()).toEqual({
        lnaddress,
        amount: '2100000',
        description: sent,
      })
      expect(shop.log.lines).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          message: 'The note of an intent is too long for its recipient; it was cut',
          fields: expect.objectContaining({ characters: description.length, commentAllowed }),
        }),
      )
      // It is still the charge of the intent as it was signed.
      const again = await shop.post<OpenedCharge>(PATH, { intent })
      expect(again.data.invoice).toEqual(first.data.invoice)
    })
  })

  it('creates no charge for a recipient whose range has no whole sat, like the widgets', async () => {
    const metadata = {
      tag: 'payRequest',
      minSendable: 1_001,
      maxSendable: 1_999,
      commentAllowed: 0,
      metadata: '[["text/plain","Tips"]]',
    }
    const createCharge = vi.fn()
    const shop = openShop({
      pay: { validateLightningAddress: async () => ({ valid: true, metadata }), createCharge },
    })
    const { status, error } = await shop.post(PATH, { ...order, amount: '2000' })
    expect([status, error.code]).toEqual([422, 'NOT_LIGHTNING_ADDRESS'])
    expect(createCharge).not.toHaveBeenCalled()
  })

  it('reports whether this server detects payments by itself', async () => {
    expect((await openCharge(openShop({ settlement: { recipients: true } }))).detects).toEqual([
      'preimage',
      'app',
    ])
  })

  it('reports mode live on mainnet only', async () => {
    const live = openShop({ network: 'mainnet' }, { network: 'mainnet' })
    expect(await openCharge(live)).toMatchObject({ mode: 'live', network: 'mainnet' })
    const rehearsal = openShop({ network: 'mainnet', mode: 'test' }, { network: 'mainnet' })
    expect(await openCharge(rehearsal)).toMatchObject({ mode: 'test', network: 'mainnet' })
  })

  it('normalises the address before the request upstream and in its reply', async () => {
    const shop = openShop()
    const charge = await openCharge(shop, { lnaddress: 'Alice@Wallet.Example' })
    expect(charge.lnaddress).toBe('alice@wallet.example')
  })

  it.each([
    ['wrongamount', 'amount', '2100000', '21000000', 'amount_mismatch'],
    ['wrongrecipient', 'recipient', undefined, undefined, undefined],
    ['wrongnetwork', 'network', 'regtest', 'mainnet', 'wrong_network'],
    ['wronguri', 'uri', undefined, undefined, undefined],
    ['expired', 'expired', undefined, undefined, 'expired'],
    ['badchecksum', 'invoice', undefined, undefined, 'checksum'],
    ['amountless', 'amount', '2100000', undefined, 'amount_missing'],
  ])('returns no part of the invoice of %s, and logs which rule it broke', async (...row) => {
    const [user, field, expected, actual, reason] = row
    const shop = openShop()
    const replies: string[] = []
    const { provider } = shop
    const spied = openShop({
      pay: {
        ...provider,
        async createCharge(request, options) {
          const reply = await provider.createCharge(request, options)
          replies.push(reply.invoice.request)
          return reply
        },
      },
    })
    const reply = await spied.post(PATH, { ...order, lnaddress: `${user}@wallet.example` })
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([502, 'INVOICE_MISMATCH', field])
    if (field !== 'recipient') expect([reply.error.expected, reply.error.actual]).toEqual([expected, actual])
    expect(reply.text).not.toMatch(/lnbc|lightning:/)
    const line = spied.log.lines.find(({ level }) => level === 'error')
    expect(line?.fields).toMatchObject({ field, reason, askedMsat: '2100000' })
    expect(spied.log.text()).not.toMatch(/lnbc[a-z0-9]{10}/)
    if (user === 'wrongamount')
      expect(line?.fields).toMatchObject({ actual: '21000000', repliedMsat: '2100000' })
  })

  it('refuses an invoice that the service has reused', async () => {
    const shop = openShop()
    const { provider } = shop
    const first = await provider.createCharge(order, { signal: new AbortController().signal })
    const again = openShop({ pay: { ...provider, createCharge: async () => first } })
    expect((await again.post(PATH, order)).status).toBe(200)
    const reply = await again.post(PATH, order)
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([502, 'INVOICE_MISMATCH', 'invoice'])
  })

  it.each([
    ['a missing address', { amount: '1000' }, 'lnaddress'],
    ['a missing amount', { lnaddress: 'alice@wallet.example' }, 'amount'],
    ['an amount that is a number', { ...order, amount: 2100000 }, 'amount'],
    ['no amount', { ...order, amount: '0' }, 'amount'],
    ['a fraction', { ...order, amount: '2100000.5' }, 'amount'],
    ['a negative amount', { ...order, amount: '-1000' }, 'amount'],
    ['an exponent', { ...order, amount: '1e6' }, 'amount'],
    ['more than all bitcoin', { ...order, amount: '2100000000000000001' }, 'amount'],
    ['a description that is too long', { ...order, description: 'x'.repeat(640) }, 'description'],
    ['a description of another type', { ...order, description: ['x'] }, 'description'],
    ['a reference that is too long', { ...order, reference: 'x'.repeat(256) }, 'reference'],
    ['an unknown field', { ...order, webhook_url: 'https://evil.example' }, 'webhook_url'],
    ['an intent beside other fields', { ...order, intent: 'x' }, 'lnaddress'],
    ['a forged intent', { intent: 'x' }, 'intent'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const { post, upstream } = openShop()
    const reply = await post(PATH, body)
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', field])
    expect(upstream).toHaveLength(0)
  })

  it.each([
    ['no-at-sign', 422, 'NOT_LIGHTNING_ADDRESS'],
    ['notfound@wallet.example', 422, 'NOT_LIGHTNING_ADDRESS'],
    ['somebody@mail.example', 422, 'NOT_LIGHTNING_ADDRESS'],
    ['needsname@wallet.example', 422, 'PAYER_DATA_REQUIRED'],
    ['chargedown@wallet.example', 503, 'SERVICE_UNAVAILABLE'],
    ['chargelimited@wallet.example', 429, 'RATE_LIMITED'],
  ])('answers for %s with %i %s', async (lnaddress, status, code) => {
    const reply = await openShop().post(PATH, { ...order, lnaddress })
    expect([reply.status, reply.error.code]).toEqual([status, code])
  })

  it.each(['9999', '150000001'])('refuses %s msat before an invoice is requested', async (amount) => {
    const { post, upstream } = openShop()
    const reply = await post(PATH, { ...order, amount })
    expect([reply.status, reply.error.code]).toEqual([422, 'AMOUNT_OUT_OF_RANGE'])
    expect(upstream.map((request) => request.method)).toEqual(['GET'])
  })

  it('times out, and does not retry the request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { post, upstream } = openShop({ limits: { timeoutMs: 8_000 } })
    const pending = post(PATH, { ...order, lnaddress: 'chargehang@wallet.example' })
    const posts = () => upstream.filter((request) => request.method === 'POST')
    while (posts().length === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(8_000)
    const reply = await pending
    expect([reply.status, reply.error.code]).toEqual([504, 'TIMEOUT'])
    expect(posts()).toHaveLength(1)
  })

  it('limits a browser to the configured recipients and amounts', async () => {
    const limits = { addresses: ['alice@wallet.example', '@shop.example'], minSats: 100n, maxSats: 5_000n }
    const { post } = openShop({ limits: { charges: limits } })
    const refusedField = async (body: object) => (await post(PATH, { ...order, ...body })).error.field
    expect(await refusedField({})).toBeUndefined()
    expect(await refusedField({ lnaddress: 'anybody@shop.example' })).toBeUndefined()
    expect(await refusedField({ lnaddress: 'bob@wallet.example' })).toBe('lnaddress')
    expect(await refusedField({ amount: '99999' })).toBe('amount')
    expect(await refusedField({ amount: '5000001' })).toBe('amount')
  })

  it('accepts only intents with the option intentOnly', async () => {
    const reply = await openShop({ limits: { charges: { intentOnly: true } } }).post(PATH, order)
    expect([reply.status, reply.error.field]).toEqual([400, 'intent'])
  })

  it('counts charges per IP and per user', async () => {
    const identify = async (request: Request) => {
      const id = request.headers.get('authorization')
      return id ? { id, email: 'u@example.com' } : null
    }
    const { post } = openShop({ limits: { rates: { chargesPerMinute: 1 } }, identify })
    const chargeStatus = async (ip: string, authorization = '') =>
      (await post(PATH, order, { ip, headers: { authorization } })).status
    expect([
      await chargeStatus('192.0.2.1'),
      await chargeStatus('192.0.2.1'),
      await chargeStatus('192.0.2.2'),
    ]).toEqual([200, 429, 200])
    expect([
      await chargeStatus('192.0.2.3', 'u1'),
      await chargeStatus('192.0.2.4', 'u1'),
      await chargeStatus('192.0.2.5', 'u2'),
    ]).toEqual([200, 429, 200])
  })

  it('accepts a tip while identify fails', async () => {
    const identify = () => Promise.reject(new Error('database down'))
    expect((await openShop({ identify }).post(PATH, order)).status).toBe(200)
  })

  it('keeps key and secret out of every reply and log line, and sends the key to the service only', async () => {
    const shop = openShop()
    for (const user of ['alice', 'wrongamount', 'unauthorized', 'html', 'chargedown', 'notfound']) {
      const reply = await shop.post(PATH, { ...order, lnaddress: `${user}@wallet.example` })
      const everything = reply.text + JSON.stringify([...reply.headers]) + shop.log.text()
      expect(everything).not.toContain(KEY)
      expect(everything).not.toContain(SECRET)
    }
    for (const request of shop.upstream) {
      expect(request.headers.get('apikey')).toBe(KEY)
      expect(new URL(request.url).origin).toBe('https://service.example')
    }
  })
})

describe('identify in plain JavaScript', () => {
  it('may return a value instead of a promise', async () => {
    const identify = (() => ({ guest: true })) as unknown as NonNullable<BffOptions['identify']>
    expect((await openCharge(openShop({ identify }))).lnaddress).toBe('alice@wallet.example')
  })
})
