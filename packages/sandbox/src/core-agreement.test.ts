import { createClient, isLeydenError, unixSeconds } from '@leyden/core'
import { parseWebhookEvent, rampMeaning } from '@leyden/core/webhook'
import { checkPreimage, checkSignedInvoice, parsePayRequest } from '@leyden/lightning'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox, type SandboxOptions } from './sandbox.js'

const NOW = Date.UTC(2026, 10, 21, 12)

/** The sandbox's replies, parsed by core's client. */
function setUp(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: () => NOW, rampOrigin: 'https://ramp.example', ...options })
  const client = createClient({
    baseUrl: 'https://sandbox.example',
    apiKey: 'sandbox-key',
    transport: (url, init) => sandbox.fetch(new Request(url, init)),
  })
  const charge = (lnaddress: string) => client.createCharge({ lnaddress, amount: '21000' })
  return { sandbox, client, charge }
}

/** Core's code of an error. */
async function codeOf(pending: Promise<unknown>): Promise<string | undefined> {
  const error = await pending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return isLeydenError(error) ? error.code : String(error)
}

describe('core', () => {
  it.each([
    ['alice@wallet.example', []],
    ['bob@wallet.example', []],
    ['carol@wallet.example', []],
    ['dave@wallet.example', []],
    ['erin@wallet.example', ['identifier_mismatch']],
    ['anybody@shop.example', []],
  ])('reads what %s advertises, with the warnings %j', async (address, warnings) => {
    const found = await setUp().client.validateLightningAddress(address)
    const read = parsePayRequest(found.valid ? found.metadata : {}, { address })
    expect(read).toMatchObject({ ok: true, warnings })
  })

  it('distinguishes "no Lightning Address" from failures', async () => {
    const { client } = setUp()
    const look = (user: string) => client.validateLightningAddress(`${user}@any.example`)
    for (const user of ['invalid', 'notfound', 'badrequest']) {
      expect(await look(user)).toMatchObject({ valid: false, reason: 'not_lightning_address' })
    }
    expect(await codeOf(look('unauthorized'))).toBe('UNAUTHORIZED')
    expect(await codeOf(look('html'))).toBe('BAD_RESPONSE')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const hanging = codeOf(look('hang'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await hanging).toBe('TIMEOUT')
  })

  it('accepts an invoice with its signature, and the preimage of the wallet', async () => {
    const { sandbox, charge } = setUp()
    for (const user of ['alice', 'bob', 'erin']) {
      const { invoice } = await charge(`${user}@wallet.example`)
      const verdict = checkSignedInvoice(invoice.request, {
        amountMsat: 21_000n,
        network: 'regtest',
        now: unixSeconds(new Date(NOW)),
      })
      expect(verdict).toMatchObject({ ok: true, invoice: { expiresAt: NOW / 1000 + 3600 } })
      const { preimage } = sandbox.pay(invoice.request)
      expect(checkPreimage(preimage, verdict.ok ? verdict.invoice.paymentHash : '')).toBe(true)
    }
  })

  it.each([
    ['wrongamount', 'amount_mismatch'],
    ['wrongnetwork', 'wrong_network'],
    ['expired', 'expired'],
    ['badchecksum', 'bad_invoice'],
    ['amountless', 'amount_missing'],
  ])('refuses the invoice of %s: %s', async (user, reason) => {
    const { invoice } = await setUp().charge(`${user}@any.example`)
    const verdict = checkSignedInvoice(invoice.request, {
      amountMsat: 21_000n,
      network: 'regtest',
      now: unixSeconds(new Date(NOW)),
    })
    expect(verdict).toMatchObject({ ok: false, reason })
  })

  it('refuses a charge for another recipient, or with two invoices', async () => {
    const { charge } = setUp()
    expect(await codeOf(charge('wrongrecipient@any.example'))).toBe('INVOICE_MISMATCH')
    expect(await codeOf(charge('wronguri@any.example'))).toBe('INVOICE_MISMATCH')
  })

  it('parses each documented code of the ramp', async () => {
    const { client } = setUp({ deliver: async () => new Response(null, { status: 204 }) })
    const create = (user: string) =>
      client.createRampSession({ email: `${user}@mail.example`, webhook_url: 'https://shop.example/hook' })
    expect(await codeOf(create('invalidemail'))).toBe('INVALID_EMAIL')
    expect(await codeOf(create('badwebhook'))).toBe('INVALID_WEBHOOK_URL')
    expect(await codeOf(create('unauthorized'))).toBe('UNAUTHORIZED')
    expect(await codeOf(create('ratelimited'))).toBe('RATE_LIMITED')
    expect(await codeOf(create('othererror'))).toBe('REGION_NOT_SUPPORTED')
    expect((await create('guest')).widget_url).toMatch(/^https:\/\/ramp\.example\/\?session=/)
  })

  it('reads the events of a whole purchase', async () => {
    const bodies: string[] = []
    const { sandbox, client } = setUp({
      events: 'all',
      deliver: async (request) => {
        if (request.method === 'POST') bodies.push(await request.text())
        return new Response(null, { status: 204 })
      },
    })
    const session = await client.createRampSession({
      email: 'guest@mail.example',
      webhook_url: 'https://shop.example/hook',
    })
    const page = await (await sandbox.rampFetch(new Request(session.widget_url))).text()
    const key = /data-key="(\w+)"/.exec(page)?.[1]
    for (const [action, body] of [
      ['code', { code: '123456' }],
      ['identity', {}],
      ['purchase', { amount: '50' }],
    ] as const) {
      const init = { method: 'POST', body: JSON.stringify({ key, ...body }) }
      await sandbox.rampFetch(new Request(`https://ramp.example/${action}`, init))
    }
    await expect.poll(() => bodies).toHaveLength(6)
    const events = bodies.map((body) => parseWebhookEvent(body)).filter((event) => event.ok)
    expect(events.map((event) => event.sessionId)).toEqual(new Array(6).fill(session.session_id))
    expect(events.map((event) => rampMeaning(event))).toEqual([
      null,
      null,
      'processing',
      'processing',
      'completed',
      'completed',
    ])
    expect(events[0]?.userTokens).toHaveProperty('access_token')
    expect(JSON.stringify(events)).not.toContain('shop.example')
  })
})
