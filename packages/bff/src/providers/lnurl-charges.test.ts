import type { Charge, WatchState } from '@leyden/core'
import type { PayProvider } from '@leyden/core/provider'
import { lnurlProvider } from '@leyden/lnurl'
import { createSandbox } from '@leyden/sandbox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BffEvent, type BffOptions, createBff } from '../index.js'
import { memoryStore } from '../memory.js'
import { startRecipients } from '../test-support/recipients.js'
import { soakSize } from '../test-support/soak.js'

const BASE = 'https://shop.example/leyden'
const closers: (() => Promise<void>)[] = []
const silent = { info() {}, warn() {}, error() {} }

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A BFF without a key, recipients of a sandbox, and a clock that tests turn. Recipients may be slow to see a payment. */
async function start(options: Partial<BffOptions> = {}, { isSeen = (): boolean => true } = {}) {
  let nowMs = Date.parse('2026-11-21T12:00:00Z')
  const now = () => new Date(nowMs)
  const sandbox = createSandbox({ seed: 'recipients', now: () => nowMs })
  const recipients = await startRecipients(sandbox.lnurlFetch)
  const provider = lnurlProvider({ network: 'regtest', sandboxUrl: recipients.url, log: silent, now })
  const pay: PayProvider = {
    ...provider,
    verify: async (question, options) => (isSeen() ? provider.verify(question, options) : { status: 'open' }),
  }
  const events: BffEvent[] = []
  const bff = createBff({
    pay,
    store: memoryStore(),
    publicUrl: BASE,
    secrets: ['a secret of more than 32 characters, for tests'],
    network: 'regtest',
    log: silent,
    now,
    onEvent: (event) => void events.push(event),
    ...options,
  })
  closers.push(async () => {
    sandbox.close()
    await recipients.close()
  }, bff.close)

  async function call(
    path: string,
    body?: object,
  ): Promise<{ success: boolean; data: unknown; error?: unknown }> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: JSON.stringify(body),
    }
    return (await (await bff.fetch(new Request(`${BASE}/${path}`, init))).json()) as never
  }

  return {
    ...recipients,
    sandbox,
    bff,
    call,
    events,
    async charge(lnaddress: string, extra: object = {}): Promise<Charge> {
      const reply = await call('v0/ln-address/fetch-charge', { lnaddress, amount: '21000', ...extra })
      expect(reply).toMatchObject({ success: true })
      return reply.data as Charge
    },
    async stateOf({ watch_url }: Charge): Promise<WatchState> {
      return (await call(watch_url ?? '')).data as WatchState
    },
    /** Advances the clock, with a tick of the outbox each second. */
    async pass(seconds: number, step = 1): Promise<void> {
      for (let passed = 0; passed < seconds; passed += step) {
        nowMs += step * 1000
        await bff.tick()
      }
    },
    questions: () => recipients.requests.filter((request) => request.includes('/verify/')).length,
  }
}

describe('a BFF without a key', () => {
  it('answers like a BFF with the service', async () => {
    const { call, charge } = await start({ settlement: { recipients: true } })
    expect(await call('v0/ln-address/validate/alice@wallet.example')).toMatchObject({
      success: true,
      data: {
        valid: true,
        mode: 'test',
        network: 'regtest',
        metadata: { tag: 'payRequest', minSendable: 10_000 },
        takes_payer_data: true,
      },
    })
    expect(await call('v0/ln-address/validate/anna@mail.example')).toMatchObject({
      data: { valid: false, reason: 'not_lightning_address' },
    })
    const reply = await charge('alice@wallet.example')
    expect(Object.keys(reply).sort()).toEqual(
      [
        'amount',
        'checked',
        'detects',
        'invoice',
        'lnaddress',
        'mode',
        'network',
        'watch_until',
        'watch_url',
      ].sort(),
    )
    expect(reply.detects).toEqual(['preimage', 'verify', 'app'])
  })

  it('does not list verification in detects if the address has none', async () => {
    const { charge } = await start()
    expect((await charge('noverify@wallet.example')).detects).toEqual(['preimage'])
  })

  it.each(['down', 'ratelimited', 'chargedown', 'chargelimited'])(
    'names the recipient’s provider as the party that failed: %s',
    async (user) => {
      const { call } = await start()
      const terms = { lnaddress: `${user}@wallet.example`, amount: '21000' }
      expect((await call('v0/ln-address/fetch-charge', terms)).error).toMatchObject({
        party: 'recipient',
        message: expect.stringMatching(/^The recipient's provider /),
      })
    },
  )

  it('refuses a wrong invoice and names the mistake', async () => {
    const { call } = await start()
    const reply = await call('v0/ln-address/fetch-charge', {
      lnaddress: 'wrongamount@wallet.example',
      amount: '21000',
    })
    expect(reply).toMatchObject({
      success: false,
      error: { code: 'INVOICE_MISMATCH', field: 'amount', expected: '21000', actual: '210000' },
    })
  })
})

describe('following a payment', () => {
  it('detects it even if no page watches', async () => {
    const { charge, sandbox, pass, events } = await start()
    const { invoice } = await charge('alice@wallet.example')
    const { preimage } = sandbox.pay(invoice.request)
    await pass(3)
    expect(events).toMatchObject([
      { type: 'charge.paid', data: { evidence: 'verify', preimage, late: false } },
    ])
  })

  it('shows it to a watching page, with the provider as evidence', async () => {
    const { charge, sandbox, pass, stateOf } = await start()
    const reply = await charge('verifyword@wallet.example')
    await pass(3)
    expect(await stateOf(reply)).toMatchObject({ status: 'open' })
    sandbox.pay(reply.invoice.request)
    await pass(4)
    const state = await stateOf(reply)
    expect(state).toMatchObject({ status: 'paid', evidence: 'verify' })
    expect(state).not.toHaveProperty('preimage')
  })

  it('accepts a preimage of a page first, and stops polling then', async () => {
    const { charge, sandbox, pass, call, stateOf, questions } = await start()
    const reply = await charge('alice@wallet.example')
    const { preimage } = sandbox.pay(reply.invoice.request)
    await call(`${reply.watch_url}/proof`, { preimage })
    await pass(10)
    expect(await stateOf(reply)).toMatchObject({ status: 'paid', evidence: 'preimage' })
    expect(questions()).toBe(0)
  })

  // `pay-verify.test.ts` reads each reply; those that are unknown are treated alike.
  const unknown = ['verifyliar', 'verifyerror', 'verifydown', 'verifyother', 'verifymoved']
  it.each(unknown.slice(0, soakSize(2, unknown.length)))(
    'treats the reply of %s as unknown until the end of the watch',
    async (user) => {
      const { charge, pass, stateOf, events, questions } = await start()
      const reply = await charge(`${user}@wallet.example`)
      await pass(3600, 5)
      expect(await stateOf(reply)).toMatchObject({ status: 'open' })
      await pass(70)
      expect(await stateOf(reply)).toMatchObject({ status: 'expired' })
      expect(events).toMatchObject([{ type: 'charge.expired' }])
      const questionsBefore = questions()
      await pass(600, 10)
      expect(questions()).toBe(questionsBefore)
    },
  )

  it('polls often at first and then with back-off', async () => {
    const { charge, pass, questions } = await start()
    await charge('alice@wallet.example')
    await pass(60)
    const atFirst = questions()
    expect(atFirst).toBeGreaterThanOrEqual(15)
    expect(atFirst).toBeLessThanOrEqual(30)
    await pass(540, 2)
    await pass(3000, 5)
    expect(questions()).toBeLessThanOrEqual(260)
  })

  it('sees a payment in the grace time after the expiry', async () => {
    const { charge, sandbox, pass, stateOf } = await start()
    const reply = await charge('alice@wallet.example')
    await pass(3590, 10)
    sandbox.pay(reply.invoice.request)
    await pass(68)
    expect(await stateOf(reply)).toMatchObject({ status: 'paid', evidence: 'verify' })
  })

  it('polls once more shortly before the end', async () => {
    let isSeen = false
    const { charge, sandbox, pass, stateOf, events } = await start({}, { isSeen: () => isSeen })
    const reply = await charge('alice@wallet.example')
    sandbox.pay(reply.invoice.request)
    // The last poll was before 3633 seconds; with back-off the next one would be two minutes later.
    await pass(3640, 5)
    isSeen = true
    await pass(15)
    expect(await stateOf(reply)).toMatchObject({ status: 'open' })
    await pass(2)
    expect(await stateOf(reply)).toMatchObject({ status: 'paid', evidence: 'verify' })
    // The invoice had expired by then, and the provider does not report when it was paid.
    expect(events).toMatchObject([{ type: 'charge.paid', data: { late: undefined } }])
  })

  it('polls a last time at the end', async () => {
    let isSeen = false
    const { charge, sandbox, pass, stateOf, events } = await start({}, { isSeen: () => isSeen })
    const reply = await charge('alice@wallet.example')
    sandbox.pay(reply.invoice.request)
    await pass(3655, 5)
    await pass(4)
    isSeen = true
    expect(await stateOf(reply)).toMatchObject({ status: 'open' })
    await pass(1)
    expect(await stateOf(reply)).toMatchObject({ status: 'paid', evidence: 'verify' })
    expect(events.map(({ type }) => type)).toEqual(['charge.paid'])
  })

  it('stops polling for a charge after a day, however long its invoice lives', async () => {
    const { charge, sandbox, pass, stateOf, questions, events } = await start()
    const reply = await charge('shortlived-172800@wallet.example')
    await pass(86_400, 120)
    const questionsBefore = questions()
    expect(questionsBefore).toBeGreaterThan(300)
    sandbox.pay(reply.invoice.request)
    await pass(86_400, 600)
    expect(questions()).toBe(questionsBefore)
    expect(await stateOf(reply)).toMatchObject({ status: 'open' })
    await pass(120, 60)
    expect(events).toMatchObject([{ type: 'charge.expired' }])
    expect(questions()).toBe(questionsBefore)
  })

  it('limits polls per minute and provider, independently of other providers', async () => {
    const { charge, pass, requests } = await start({ limits: { rates: { verifiesPerMinute: 5 } } })
    for (const user of ['alice', 'bob', 'erin']) await charge(`${user}@wallet.example`)
    await charge('zoe@other.example')
    const verificationsOf = (host: string) =>
      requests.filter((request) => request.includes('/verify/') && request.includes(host)).length
    await pass(50)
    expect([verificationsOf('wallet.example'), verificationsOf('other.example')]).toEqual([5, 5])
    await pass(30)
    expect(verificationsOf('wallet.example')).toBe(10)
  })

  it('has polls of their own for signed orders, which strangers cannot use up', async () => {
    const { bff, call, charge, pass, sandbox, stateOf } = await start({
      limits: { rates: { verifiesPerMinute: 5 } },
    })
    const strangers = await Promise.all(
      ['alice', 'bob', 'erin'].map((user) => charge(`${user}@wallet.example`)),
    )
    await pass(6)
    const intent = await bff.sign({
      lnaddress: 'alice@wallet.example',
      amountMsat: 21_000n,
      reference: 'order-7',
    })
    const signed = (await call('v0/ln-address/fetch-charge', { intent })).data as Charge
    for (const { invoice } of [...strangers, signed]) sandbox.pay(invoice.request)
    await pass(10)
    const states = await Promise.all([...strangers, signed].map(stateOf))
    expect(states.map(({ status }) => status)).toEqual(['open', 'open', 'open', 'paid'])
  })

  it('does not delay events when providers do not respond', async () => {
    const eventTypes: string[] = []
    const { url, sandbox } = await start()
    const hanging = lnurlProvider({
      network: 'regtest',
      sandboxUrl: url,
      now: () => new Date('2026-11-21T12:00:00Z'),
    })
    const { charge, bff, pass } = await start({
      settlement: { recipients: true },
      pay: { ...hanging, verify: () => new Promise(() => {}) },
      onEvent: (event) => void eventTypes.push(event.type),
    })
    for (let n = 0; n < 45; n++) await charge(`user${n}@wallet.example`)
    const { invoice } = await charge('alice@wallet.example')
    const { paymentHash } = sandbox.pay(invoice.request)
    bff.start()
    const stuck = pass(3, 3)
    await bff.settle({ paymentHash })
    await vi.waitFor(() => expect(eventTypes).toContain('charge.paid'))
    await stuck
  })
})

describe('payer data', () => {
  it('is passed on if it is required', async () => {
    const { call, charge, requests } = await start()
    const lnaddress = 'needsname@wallet.example'
    expect(await call('v0/ln-address/fetch-charge', { lnaddress, amount: '21000' })).toMatchObject({
      error: { code: 'PAYER_DATA_REQUIRED', actual: 'name' },
    })
    await charge(lnaddress, { payer_data: { name: ' Zoë ', email: '' } })
    expect(decodeURIComponent(requests.at(-1) ?? '')).toContain('payerdata={"name":"Zoë"}')
  })

  it.each([
    ['a list', ['Zoë'], 'payer_data'],
    ['an unknown kind', { auth: 'x' }, 'payer_data.auth'],
    ['a number', { name: 7 }, 'payer_data.name'],
    ['lines', { name: 'Zoë\nEve' }, 'payer_data.name'],
    ['too much', { name: 'Z'.repeat(255) }, 'payer_data.name'],
  ])('is refused as %s, with the name of its field', async (_, payerData, field) => {
    const { call } = await start()
    const body = { lnaddress: 'needsname@wallet.example', amount: '21000', payer_data: payerData }
    expect(await call('v0/ln-address/fetch-charge', body)).toMatchObject({
      error: { code: 'BAD_REQUEST', field },
    })
  })

  it('is refused by a provider that cannot pass it on', async () => {
    const service = { validateLightningAddress: vi.fn(), createCharge: vi.fn() }
    const { call } = await start({ pay: service })
    const body = { lnaddress: 'alice@wallet.example', amount: '21000', payer_data: { name: 'Zoë' } }
    expect(await call('v0/ln-address/fetch-charge', body)).toMatchObject({
      error: { code: 'BAD_REQUEST', field: 'payer_data' },
    })
    expect(service.createCharge).not.toHaveBeenCalled()
  })
})

describe('the recipient’s message after the payment', () => {
  it.each([
    ['thanks', { tag: 'message', message: 'Thank you, that made our day!' }],
    [
      'receipt',
      { tag: 'url', description: 'Your receipt', url: 'https://wallet.example/receipt/7', foreign: false },
    ],
    ['elsewhere', { tag: 'url', description: 'Your order', url: 'https://orders.example/7', foreign: true }],
    ['secret', { tag: 'secret', description: 'The code of your door', text: 'Door code 4711' }],
  ])('comes with the payment by %s, and not before', async (user, success) => {
    const { charge, sandbox, pass, stateOf } = await start()
    const reply = await charge(`${user}@wallet.example`)
    expect(JSON.stringify(reply)).not.toContain('success')
    expect(await stateOf(reply)).not.toHaveProperty('success')
    sandbox.pay(reply.invoice.request)
    await pass(3)
    expect(await stateOf(reply)).toMatchObject({ status: 'paid', success })
  })

  it('stays encrypted without the preimage', async () => {
    const { bff, charge, sandbox, stateOf } = await start({ settlement: { recipients: true } })
    const reply = await charge('secret@wallet.example')
    const { paymentHash } = sandbox.pay(reply.invoice.request)
    await bff.settle({ paymentHash })
    const state = await stateOf(reply)
    expect(state).toMatchObject({ status: 'paid', evidence: 'app' })
    expect(state).not.toHaveProperty('success')
  })

  it('refuses the payment when its success action is unknown', async () => {
    const { call } = await start()
    const reply = await call('v0/ln-address/fetch-charge', {
      lnaddress: 'oddaction@wallet.example',
      amount: '21000',
    })
    expect(reply).toMatchObject({ error: { code: 'BAD_RESPONSE' } })
  })
})
