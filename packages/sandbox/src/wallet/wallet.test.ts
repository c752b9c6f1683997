import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decode } from 'light-bolt11-decoder'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../sandbox.js'

function setUp() {
  const clock = { ms: Date.UTC(2026, 10, 21, 12) }
  const sandbox = createSandbox({ now: () => clock.ms })

  async function invoiceFor(lnaddress: string): Promise<string> {
    const response = await sandbox.fetch(
      new Request('https://sandbox.example/v0/ln-address/fetch-charge', {
        method: 'POST',
        headers: { apikey: 'sandbox-key', 'content-type': 'application/json' },
        body: JSON.stringify({ lnaddress, amount: '21000' }),
      }),
    )
    const body = (await response.json()) as { data: { invoice: { request: string } } }
    return body.data.invoice.request
  }
  async function post(body: unknown, headers: Record<string, string> = {}) {
    const init = { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await sandbox.fetch(new Request('https://sandbox.example/sandbox/pay', init))
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { clock, sandbox, invoiceFor, post }
}

function paymentHashOf(invoice: string): unknown {
  const section = decode(invoice).sections.find(({ name }) => name === 'payment_hash')
  return section && 'value' in section ? section.value : undefined
}

describe('the wallet', () => {
  it('pays and shows the preimage of the payment hash', async () => {
    const { sandbox, invoiceFor } = setUp()
    const invoice = await invoiceFor('alice@wallet.example')
    const { preimage, paymentHash } = sandbox.pay(invoice)
    expect(bytesToHex(sha256(hexToBytes(preimage)))).toBe(paymentHash)
    expect(paymentHash).toBe(paymentHashOf(invoice))
  })

  it('accepts a link and upper case, as in a QR code', async () => {
    const { sandbox, invoiceFor } = setUp()
    const invoice = await invoiceFor('alice@wallet.example')
    expect(sandbox.pay(` lightning:${invoice.toUpperCase()}\n`).paymentHash).toBe(paymentHashOf(invoice))
  })

  it('refuses to pay twice', async () => {
    const { sandbox, invoiceFor } = setUp()
    const invoice = await invoiceFor('alice@wallet.example')
    sandbox.pay(invoice)
    expect(() => sandbox.pay(invoice)).toThrow(expect.objectContaining({ code: 'ALREADY_PAID' }))
  })

  it('refuses an invoice from the second on in which it expires', async () => {
    const { clock, sandbox, invoiceFor } = setUp()
    const invoice = await invoiceFor('shortlived@wallet.example')
    clock.ms += 5000
    expect(() => sandbox.pay(invoice)).toThrow(expect.objectContaining({ code: 'INVOICE_EXPIRED' }))
    clock.ms -= 1
    expect(sandbox.pay(invoice).preimage).toMatch(/^[0-9a-f]{64}$/)
  })

  it('refuses invoices that this sandbox did not issue, without repeating the invoice', async () => {
    const { sandbox, invoiceFor } = setUp()
    const foreign = await setUp().invoiceFor('alice@wallet.example')
    const corrupt = await invoiceFor('badchecksum@wallet.example')
    for (const invoice of [foreign, corrupt, '', 'lightning:']) {
      expect(() => sandbox.pay(invoice)).toThrow(expect.objectContaining({ code: 'UNKNOWN_INVOICE' }))
    }
    expect(() => sandbox.pay(foreign)).not.toThrow(foreign)
  })

  it('refuses an invoice without an amount', async () => {
    const { sandbox, invoiceFor } = setUp()
    const invoice = await invoiceFor('amountless@wallet.example')
    expect(() => sandbox.pay(invoice)).toThrow(expect.objectContaining({ code: 'AMOUNT_REQUIRED' }))
  })

  it('returns a wrong preimage on request without paying, and can pay afterwards', async () => {
    const { invoiceFor, post } = setUp()
    const invoice = await invoiceFor('alice@wallet.example')
    const lie = await post({ invoice, wrong_preimage: true })
    expect(lie.body).toEqual({
      success: true,
      data: { preimage: expect.stringMatching(/^[0-9a-f]{64}$/), payment_hash: paymentHashOf(invoice) },
    })
    expect(bytesToHex(sha256(hexToBytes(lie.body.data.preimage)))).not.toBe(paymentHashOf(invoice))
    const truth = await post({ invoice })
    expect(bytesToHex(sha256(hexToBytes(truth.body.data.preimage)))).toBe(paymentHashOf(invoice))
  })
})

describe('the wallet over HTTP', () => {
  it('reports the mistake in words', async () => {
    const { clock, invoiceFor, post } = setUp()
    const invoice = await invoiceFor('alice@wallet.example')
    const late = await invoiceFor('shortlived@wallet.example')
    await post({ invoice })
    clock.ms += 6000
    const replies = [await post({ invoice }), await post({ invoice: late }), await post({ invoice: 'lnbc1' })]
    expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'ALREADY_PAID'],
      [410, 'INVOICE_EXPIRED'],
      [404, 'UNKNOWN_INVOICE'],
    ])
    for (const { body } of replies) expect(body.error.message).toMatch(/^This .{20,}\.$/)
  })

  it.each(['', '{', '[]', '{"invoice":7}', 'null'])('refuses the body %j', async (body) => {
    const reply = await setUp().post(body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.code).toBe('BAD_REQUEST')
  })

  it.each([
    ['http://localhost:5173', true],
    ['http://127.0.0.1:4000', true],
    ['http://[::1]:4000', true],
    ['https://shop.localhost', true],
    ['https://shop.example', false],
    ['http://localhost.shop.example', false],
    ['http://127.0.0.1.shop.example', false],
    ['null', false],
  ])('may be called from a page at %s: %s', async (origin, allowed) => {
    const { sandbox, post } = setUp()
    const preflight = await sandbox.fetch(
      new Request('https://sandbox.example/sandbox/pay', { method: 'OPTIONS', headers: { origin } }),
    )
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null)
    const { headers } = await post({ invoice: '' }, { origin })
    expect(headers.get('access-control-allow-origin')).toBe(allowed ? origin : null)
  })
})
