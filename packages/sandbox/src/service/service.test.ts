import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { decode } from 'light-bolt11-decoder'
import { describe, expect, it } from 'vitest'
import { createSandbox, type SandboxOptions } from '../sandbox.js'

const NOW = Date.UTC(2026, 10, 21, 12)

interface Reply {
  status: number
  headers: Headers
  body: {
    success: boolean
    message?: string
    data?: {
      valid: boolean
      metadata: Record<string, unknown> & { metadata: string }
      lnaddress: string
      amount: string
      invoice: { uri: string; request: string }
    }
  }
}

function setUp(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ seed: 'service', now: () => NOW, ...options })

  async function send(path: string, init: RequestInit = {}): Promise<Reply> {
    const request = new Request(`https://sandbox.example${path}`, {
      ...init,
      headers: { apikey: options.apiKey ?? 'sandbox-key', ...init.headers },
    })
    const response = await sandbox.fetch(request)
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Reply['body'],
    }
  }
  const validate = (address: string, init?: RequestInit) =>
    send(`/v0/ln-address/validate/${encodeURIComponent(address)}`, init)
  const charge = (body: unknown, init: RequestInit = {}) =>
    send('/v0/ln-address/fetch-charge', { method: 'POST', body: JSON.stringify(body), ...init })
  return { sandbox, send, validate, charge }
}

function read(invoice: string): Record<string, unknown> {
  return Object.fromEntries(
    decode(invoice).sections.map((section) => [section.name, 'value' in section ? section.value : null]),
  )
}

describe('validate', () => {
  it('answers with every documented field', async () => {
    const { status, body } = await setUp().validate('anybody@some-shop.example')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: {
        valid: true,
        metadata: {
          minSendable: 10_000,
          maxSendable: 150_000_000,
          commentAllowed: 150,
          tag: 'payRequest',
          metadata: '[["text/plain","Sats for anybody"],["text/identifier","anybody@some-shop.example"]]',
          callback: 'https://service.example/v0/ln-address/callback/anybody%40some-shop.example',
          payerData: { name: { mandatory: false }, identifier: { mandatory: false } },
          disposable: false,
        },
      },
    })
  })

  it('knows the recipients of wallet.example', async () => {
    const { validate } = setUp()
    const of = async (user: string) => (await validate(`${user}@wallet.example`)).body.data?.metadata
    expect((await of('alice'))?.metadata).toMatch(/"Tips for Alice".*"image\/png;base64","iVBORw0KGgo/)
    expect(await of('carol')).toMatchObject({ minSendable: 2_100_000, maxSendable: 2_100_000 })
    expect(await of('dave')).toMatchObject({ commentAllowed: 0 })
    expect((await of('erin'))?.metadata).toMatch(
      /"text\/identifier","erin\.gardener@wallet\.example".*"text\/long-desc"/,
    )
    expect(await of('needsname')).toMatchObject({ payerData: { name: { mandatory: true } } })
    expect(await of('hugelimits')).toMatchObject({ maxSendable: 2_100_000_000_000_000_000 })
  })

  it.each(['invalid@wallet.example', 'somebody@mail.example', 'Somebody@MAIL.example'])(
    'reports that %s is not a Lightning Address',
    async (address) => {
      const { status, body } = await setUp().validate(address)
      expect(status).toBe(200)
      expect(body).toEqual({ success: true, data: { valid: false } })
    },
  )

  it('knows only test domains and those of its option, and gives the reason for others', async () => {
    const { validate, charge } = setUp({ domains: ['Tips.Shop.com'] })
    for (const domain of ['wallet.example', 'some.test', 'shop.localhost', 'tips.shop.com'])
      expect((await validate(`alice@${domain}`)).body.data?.valid).toBe(true)
    for (const domain of ['gmail.com', 'shop.com', 'my-example.test.com', 'wallet.notexample'])
      expect((await validate(`slow@${domain}`)).body.data).toEqual({
        valid: false,
        reason: 'not_in_sandbox',
        message: expect.stringContaining('alice@wallet.example'),
      })
    const refused = await charge({ lnaddress: 'me@gmail.com', amount: '21000' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('test addresses only'),
    ])
  })

  it.each([
    '',
    'alice',
    'alice@',
    '@wallet.example',
    'alice@localhost',
    'alice@127.0.0.1',
    'a b@wallet.example',
    'a/b@x.example',
  ])('refuses %j as malformed', async (address) => {
    const { status, body } = await setUp().validate(address)
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, message: expect.stringMatching(/<user>@<domain>/) })
  })

  it.each([
    ['notfound', 404],
    ['badrequest', 400],
    ['ratelimited', 429],
    ['unauthorized', 401],
    ['down', 503],
    ['broken', 500],
  ])('fails for %s with %i and a message', async (user, expected) => {
    const { status, headers, body } = await setUp().validate(`${user}@any.example`)
    expect(status).toBe(expected)
    expect(body).toEqual({ success: false, message: expect.stringMatching(/.{10,}/) })
    expect(headers.get('retry-after')).toBe(expected === 429 ? '2' : null)
  })

  it('returns a web page for html, and half a reply for cut', async () => {
    const { sandbox } = setUp()
    const get = (user: string) =>
      sandbox.fetch(
        new Request(`https://sandbox.example/v0/ln-address/validate/${user}@any.example`, {
          headers: { apikey: 'sandbox-key' },
        }),
      )
    const page = await get('html')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    const cut = await get('cut')
    expect(cut.status).toBe(200)
    await expect(cut.text()).rejects.toThrow('cut this reply off')
  })

  it('hangs until the caller aborts', async () => {
    const { validate } = setUp()
    const caller = new AbortController()
    const pending = validate('hang@any.example', { signal: caller.signal })
    const first = await Promise.race([
      pending,
      new Promise((resolve) => setTimeout(resolve, 50, 'nothing yet')),
    ])
    expect(first).toBe('nothing yet')
    caller.abort(new Error('gave up'))
    await expect(pending).rejects.toThrow('gave up')
  })

  it('stops waiting when it is closed', async () => {
    const { sandbox, validate } = setUp()
    const pending = [validate('hang@any.example'), validate('slow@any.example')]
    await new Promise((resolve) => setTimeout(resolve, 10))
    sandbox.close()
    const ends = await Promise.allSettled(pending)
    expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected'])
    await expect(validate('hang@any.example')).rejects.toThrow('closed')
  })
})

describe('fetch-charge', () => {
  it('returns an invoice for exactly the requested amount', async () => {
    const { body } = await setUp().charge({ lnaddress: 'alice@wallet.example', amount: '2100001' })
    const { lnaddress, amount, invoice } = body.data ?? expect.unreachable()
    expect({ lnaddress, amount }).toEqual({ lnaddress: 'alice@wallet.example', amount: '2100001' })
    expect(invoice.uri).toBe(`lightning:${invoice.request}`)
    expect(invoice.request).toMatch(/^lnbcrt/)
    expect(read(invoice.request)).toMatchObject({ amount: '2100001', timestamp: NOW / 1000, expiry: 3600 })
  })

  it('binds the invoice to the metadata of the address', async () => {
    const { charge, validate } = setUp()
    const { body: found } = await validate('alice@wallet.example')
    const { body } = await charge({
      lnaddress: 'alice@wallet.example',
      amount: '21000',
      description: 'hello',
    })
    const metadata = found.data?.metadata.metadata ?? expect.unreachable()
    expect(read(body.data?.invoice.request ?? '').description_hash).toBe(
      bytesToHex(sha256(utf8ToBytes(metadata))),
    )
  })

  it('writes the note into the invoice if the provider works that way', async () => {
    const { charge } = setUp()
    const described = async (description?: string) => {
      const { body } = await charge({ lnaddress: 'bob@wallet.example', amount: '21000', description })
      return read(body.data?.invoice.request ?? '').description
    }
    expect(await described()).toBe('Payment to Bob')
    expect(await described('for the concert')).toBe('for the concert')
    expect(await described('🎸'.repeat(300))).toBe('🎸'.repeat(159))
  })

  it('issues a new invoice each time, and the same sequence for the same seed', async () => {
    const order = { lnaddress: 'alice@wallet.example', amount: '21000' }
    const three = async (seed?: string) => {
      const { charge } = setUp(seed === undefined ? {} : { seed })
      return [await charge(order), await charge(order), await charge(order)].map(
        ({ body }) => body.data?.invoice.request,
      )
    }
    const first = await three('one')
    expect(new Set(first).size).toBe(3)
    expect(await three('one')).toEqual(first)
    expect(await three('two')).not.toEqual(first)
  })

  it.each([
    [{ lnaddress: 'alice', amount: '1000' }, /lnaddress/],
    [{ amount: '1000' }, /lnaddress/],
    [{ lnaddress: 'alice@wallet.example' }, /amount/],
    [{ lnaddress: 'alice@wallet.example', amount: 21_000 }, /amount.*string/],
    [{ lnaddress: 'alice@wallet.example', amount: '21000.5' }, /amount/],
    [{ lnaddress: 'alice@wallet.example', amount: '-21000' }, /amount/],
    [{ lnaddress: 'alice@wallet.example', amount: '9999' }, /between 10000 and 150000000/],
    [{ lnaddress: 'alice@wallet.example', amount: '150000001' }, /between/],
    [{ lnaddress: 'carol@wallet.example', amount: '21000' }, /between 2100000 and 2100000/],
    [{ lnaddress: 'alice@wallet.example', amount: '21000', description: 7 }, /description/],
    [{ lnaddress: 'alice@wallet.example', amount: '21000', description: 'a'.repeat(640) }, /639/],
    [{ lnaddress: 'someone@mail.example', amount: '21000' }, /not a Lightning Address/],
    [{ lnaddress: 'needsname@wallet.example', amount: '21000' }, /name/],
    [[], /JSON object/],
  ])('refuses %j', async (body, message) => {
    const reply = await setUp().charge(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ success: false, message: expect.stringMatching(message) })
  })

  it.each([
    ['chargedown', 503],
    ['chargelimited', 429],
    ['notfound', 404],
    ['broken', 500],
  ])('fails for %s with %i', async (user, expected) => {
    expect((await setUp().charge({ lnaddress: `${user}@any.example`, amount: '21000' })).status).toBe(
      expected,
    )
  })

  it('succeeds for user names whose charge fails', async () => {
    const { validate } = setUp()
    for (const user of ['chargedown', 'chargelimited', 'chargehang', 'wrongamount']) {
      expect((await validate(`${user}@any.example`)).body.data?.valid).toBe(true)
    }
  })

  it('simulates one wrong detail per user name', async () => {
    const { charge } = setUp()
    const of = async (user: string) => {
      const { body } = await charge({ lnaddress: `${user}@any.example`, amount: '21000' })
      return body.data ?? expect.unreachable()
    }
    expect(read((await of('wrongamount')).invoice.request).amount).toBe('210000')
    expect((await of('wrongamount')).amount).toBe('21000')
    expect((await of('wrongrecipient')).lnaddress).toBe('mallory@wallet.example')
    expect((await of('wrongnetwork')).invoice.request).toMatch(/^lnbc(?!rt)/)
    const crossed = await of('wronguri')
    expect(crossed.invoice.uri).toMatch(/^lightning:lnbcrt/)
    expect(crossed.invoice.uri).not.toContain(crossed.invoice.request)
    const old = read((await of('expired')).invoice.request)
    expect(Number(old.timestamp) + Number(old.expiry)).toBeLessThan(NOW / 1000)
    const corrupt = await of('badchecksum')
    expect(() => decode(corrupt.invoice.request)).toThrow()
    expect(read((await of('amountless')).invoice.request)).not.toHaveProperty('amount')
    expect(read((await of('shortlived')).invoice.request).expiry).toBe(5)
    expect(read((await of('shortlived-20')).invoice.request).expiry).toBe(20)
    expect(read((await of('shortlived-172800')).invoice.request).expiry).toBe(172_800)
  })
})

describe('the key', () => {
  it.each([undefined, '', 'sandbox-keY', 'secret'])('is required: %j is refused', async (key) => {
    const { sandbox } = setUp({ apiKey: 'the right one' })
    for (const [method, path] of [
      ['GET', '/v0/ln-address/validate/alice%40wallet.example'],
      ['POST', '/v0/ln-address/fetch-charge'],
    ] as const) {
      const request = new Request(`https://sandbox.example${path}`, {
        method,
        headers: key === undefined ? {} : { apikey: key },
      })
      const response = await sandbox.fetch(request)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ success: false, message: expect.stringMatching(/API key/) })
    }
  })

  it('gives access to the service', async () => {
    expect((await setUp({ apiKey: 'the right one' }).validate('alice@wallet.example')).status).toBe(200)
  })

  it('returns 404 for an unknown path', async () => {
    const { send } = setUp()
    expect((await send('/v0/ln-address/fetch-charge')).status).toBe(404)
    expect((await send('/v1/anything', { method: 'POST' })).status).toBe(404)
  })
})
