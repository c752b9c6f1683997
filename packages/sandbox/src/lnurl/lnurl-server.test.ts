import { isLeydenError, unixSeconds } from '@leyden/core'
import {
  buildCallbackUrl,
  type CallbackVerdict,
  checkPreimage,
  decryptSuccessAction,
  parseCallbackResponse,
  parsePayRequest,
} from '@leyden/lightning'
import { afterEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '../sandbox.js'

const NOW = 1_790_000_000
let sandbox: Sandbox

afterEach(() => sandbox.close())

function start(): Sandbox {
  sandbox = createSandbox({ seed: 'lnurl', now: () => NOW * 1000 })
  return sandbox
}

async function get(url: string): Promise<Record<string, unknown>> {
  const reply = await sandbox.lnurlFetch(new Request(url))
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  return (await reply.json()) as Record<string, unknown>
}

async function lookUp(address: string) {
  const [user, domain] = address.split('@')
  const result = parsePayRequest(await get(`https://${domain}/.well-known/lnurlp/${user}`), { address })
  if (!result.ok) throw new Error(`refused: ${result.reason}`)
  return result
}

async function charge(
  address: string,
  parameters: { amountMsat?: bigint; comment?: string; payerData?: string } = {},
): Promise<CallbackVerdict> {
  const { value } = await lookUp(address)
  const { amountMsat = 21_000n, payerData } = parameters
  const { callback, metadata } = value
  const body = await get(buildCallbackUrl(callback, { amountMsat, ...parameters }))
  const now = unixSeconds(new Date(NOW * 1_000))
  const expectation = { amountMsat, network: 'regtest', now, metadata, callback } as const
  return parseCallbackResponse(body, { ...expectation, payerData })
}

async function invoiceOf(address: string) {
  const verdict = await charge(address)
  if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`)
  return verdict
}

describe('a look-up', () => {
  it('advertises the same recipients as the service, without a warning', async () => {
    start()
    const { value, warnings } = await lookUp('alice@wallet.example')
    expect(warnings).toEqual([])
    expect(value).toMatchObject({
      description: 'Tips for Alice',
      minSats: 10n,
      maxSats: 150_000n,
      commentAllowed: 150,
    })
    expect(value.payerData).toEqual({
      name: { mandatory: false },
      identifier: { mandatory: false },
      email: { mandatory: false },
    })
  })

  it('accepts a tag after the name', async () => {
    start()
    expect((await lookUp('alice+coffee@wallet.example')).value.identifier).toBe('alice+coffee@wallet.example')
  })

  it.each([
    'https://mail.example/.well-known/lnurlp/alice',
    'https://gmail.com/.well-known/lnurlp/alice',
    'https://wallet.example/',
    'https://wallet.example/.well-known/lnurlp/',
  ])('finds no address for %s', async (url) => {
    expect((await start().lnurlFetch(new Request(url))).status).toBe(404)
  })

  it('reports that an address is not a test address', async () => {
    const reply = await start().lnurlFetch(new Request('https://gmail.com/.well-known/lnurlp/alice'))
    expect(await reply.json()).toEqual({
      status: 'ERROR',
      reason: expect.stringMatching(/^not_in_sandbox: The sandbox knows test addresses only/),
    })
  })
})

describe('an invoice', () => {
  it('has the amount and hashes the metadata', async () => {
    start()
    const verdict = await invoiceOf('alice@wallet.example')
    expect(verdict.warnings).toEqual([])
    expect(verdict.invoice.amountMsat).toBe(21_000n)
  })

  it('hashes the payer data too, byte for byte', async () => {
    start()
    const payerData = '{"name":"Zoë","identifier":"bob@wallet.example"}'
    expect(await charge('needsname@wallet.example', { payerData })).toMatchObject({ ok: true, warnings: [] })
  })

  it.each([
    ['below the smallest amount', 'alice@wallet.example', { amountMsat: 9_000n }],
    ['with too long a comment', 'alice@wallet.example', { comment: 'a'.repeat(151) }],
    ['with a comment for a recipient that accepts none', 'dave@wallet.example', { comment: 'hi' }],
    ['without the required name', 'needsname@wallet.example', {}],
    ['with payer data that nobody asked for', 'alice@wallet.example', { payerData: '{"auth":{}}' }],
    ['with payer data that is no object', 'alice@wallet.example', { payerData: '[]' }],
  ])('is refused %s', async (_, address, parameters) => {
    start()
    expect(await charge(address, parameters)).toMatchObject({ ok: false, reason: 'upstream_error' })
  })

  it('is wrong for user names that simulate a fault', async () => {
    start()
    expect(await charge('wrongamount@wallet.example')).toMatchObject({ ok: false, reason: 'amount_mismatch' })
    expect(await charge('wrongnetwork@wallet.example')).toMatchObject({ ok: false, reason: 'wrong_network' })
  })
})

describe('a success action', () => {
  it('is a message, a link to the same host, or a link to another host', async () => {
    start()
    expect((await invoiceOf('thanks@wallet.example')).successAction).toMatchObject({ tag: 'message' })
    expect(await invoiceOf('receipt@wallet.example')).toMatchObject({
      successAction: { tag: 'url' },
      warnings: [],
    })
    expect((await invoiceOf('elsewhere@wallet.example')).warnings).toEqual(['success_url_other_host'])
  })

  it('can only be decrypted with the preimage of the payment', async () => {
    const { pay } = start()
    const { successAction, invoice } = await invoiceOf('secret@wallet.example')
    if (successAction?.tag !== 'aes') throw new Error('not sealed')
    const { preimage } = pay(invoice.paymentRequest)
    expect(await decryptSuccessAction(successAction, preimage)).toBe('Door code 4711')
    expect(await decryptSuccessAction(successAction, '00'.repeat(32))).toBeNull()
  })

  it('of an unknown kind stops the payment', async () => {
    start()
    expect(await charge('oddaction@wallet.example')).toMatchObject({
      ok: false,
      reason: 'unknown_success_action',
    })
  })
})

describe('verification', () => {
  it('reports a payment with its preimage', async () => {
    const { pay } = start()
    const { verify, invoice } = await invoiceOf('alice@wallet.example')
    const verifyUrl = String(verify)
    expect(await get(verifyUrl)).toEqual({
      status: 'OK',
      settled: false,
      preimage: null,
      pr: invoice.paymentRequest,
    })
    pay(invoice.paymentRequest)
    const answer = await get(verifyUrl)
    expect(answer).toMatchObject({ status: 'OK', settled: true, pr: invoice.paymentRequest })
    expect(checkPreimage(String(answer.preimage), invoice.paymentHash)).toBe(true)
  })

  it('returns ERROR for an unknown invoice', async () => {
    start()
    const answer = await get(`https://wallet.example/lnurlp/alice/verify/${'ab'.repeat(32)}`)
    expect(answer).toMatchObject({ status: 'ERROR' })
  })

  it('is missing if the provider has none', async () => {
    start()
    expect((await invoiceOf('noverify@wallet.example')).verify).toBeNull()
  })
})

it('pays an invoice once, whichever API created it', async () => {
  const { pay } = start()
  const { invoice } = await invoiceOf('alice@wallet.example')
  pay(invoice.paymentRequest)
  try {
    pay(invoice.paymentRequest)
    expect.unreachable()
  } catch (error) {
    expect(isLeydenError(error) && error.code).toBe('ALREADY_PAID')
  }
})
