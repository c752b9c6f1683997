import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Log, type PayMetadata, unixSeconds } from '@leyden/core'
import type { PayProvider, ProviderCharge } from '@leyden/core/provider'
import { checkSignedInvoice } from '@leyden/lightning'
import { createSandbox } from '@leyden/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { createConnectTls } from './connect-tls.js'
import { lnurlProvider } from './lnurl-provider.js'
import { createCertificate } from './test-support/certificate.js'
import { answerFrom, startSandboxInternet } from './test-support/sandbox-internet.js'
import { OUTSIDE, startTestInternet } from './test-support/test-internet.js'

const closers: (() => Promise<void>)[] = []
const { signal } = new AbortController()
const silent: Log = { info() {}, warn() {}, error() {} }

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function start() {
  const internet = await startSandboxInternet()
  closers.push(internet.close)
  const provider = lnurlProvider({
    network: 'regtest',
    connect: internet.connect,
    resolve: async () => [OUTSIDE],
    log: silent,
  })
  return { ...internet, provider }
}

async function advertised(provider: PayProvider, address: string): Promise<PayMetadata> {
  const answer = await provider.validateLightningAddress(address, { signal })
  if (!answer.valid) throw new Error('no Lightning Address')
  return answer.metadata
}

/** The two requests, as the BFF sends them. */
async function charge(
  provider: PayProvider,
  lnaddress: string,
  more: { description?: string; payerData?: Record<string, string> } = {},
): Promise<ProviderCharge> {
  const metadata = await advertised(provider, lnaddress)
  return provider.createCharge({ lnaddress, amount: '21000', ...more }, { signal, metadata })
}

describe('paying without a key', () => {
  it('gets the invoice from the address itself', async () => {
    const { provider, requests } = await start()
    const reply = await charge(provider, 'alice@wallet.example', { description: 'Für dich & mich' })
    expect(reply).toMatchObject({ lnaddress: 'alice@wallet.example', amount: '21000' })
    expect(reply.invoice.uri).toBe(`lightning:${reply.invoice.request}`)
    const now = unixSeconds(new Date())
    expect(
      checkSignedInvoice(reply.invoice.request, { amountMsat: 21_000n, network: 'regtest', now }),
    ).toMatchObject({
      ok: true,
    })
    expect(requests).toEqual([
      'wallet.example /.well-known/lnurlp/alice',
      'wallet.example /lnurlp/alice/callback?id=7&amount=21000&comment=F%C3%BCr+dich+%26+mich',
    ])
  })

  it('looks the address up itself when no metadata is given', async () => {
    const { provider } = await start()
    const reply = await provider.createCharge(
      { lnaddress: 'bob@wallet.example', amount: '21000' },
      { signal },
    )
    expect(reply.invoice.request).toMatch(/^lnbcrt/)
  })

  it('accepts a callback on another host', async () => {
    const { provider, requests } = await start()
    await charge(provider, 'hosted@shop.example')
    expect(requests.at(-1)).toMatch(/^provider\.example \/lnurlp\/hosted\/callback\?amount=21000$/)
  })

  it('reports that the recipient refuses if its provider answers with an error', async () => {
    const { provider } = await start()
    const refused = charge(provider, 'dave@wallet.example', { description: 'Dave takes no comments' })
    await expect(refused).rejects.toMatchObject({
      code: 'REFUSED',
      retryable: false,
      providerMessage: 'Comment is too long.',
      providerHost: 'wallet.example',
      message: expect.not.stringContaining('Comment'),
    })
  })

  it('follows a redirect for the invoice, with the amount that the server passes on', async () => {
    const { provider, requests } = await start()
    const reply = await charge(provider, 'movedcallback@wallet.example')
    expect(reply.invoice.request).toMatch(/^lnbcrt/)
    expect(requests.slice(-2)).toEqual([
      'wallet.example /moved/movedcallback/callback?id=7&amount=21000',
      'wallet.example /lnurlp/movedcallback/callback?id=7&amount=21000',
    ])
  })

  it.each([
    ['wallet.example', true],
    ['pay.wallet.example', true],
    ['evilwallet.example', false],
    ['wallet.example.evil.example', false],
  ])('says whether the recipient’s own domain sent the invoice: %s', async (host, fromRecipient) => {
    const sandbox = createSandbox()
    const internet = await startTestInternet({
      answer: async (request, response) => {
        const url = new URL(request.url ?? '', 'https://wallet.example')
        const reply = await sandbox.lnurlFetch(new Request(url))
        const body = (await reply.json()) as Record<string, unknown>
        if ('callback' in body) body.callback = `https://${host}/lnurlp/alice/callback`
        response.end(JSON.stringify(body))
      },
    })
    closers.push(internet.close)
    const provider = lnurlProvider({
      network: 'regtest',
      connect: internet.connect,
      resolve: async () => [OUTSIDE],
      log: silent,
    })
    expect(await charge(provider, 'alice@wallet.example')).toMatchObject({ fromRecipient })
    sandbox.close()
  })

  it('goes over TLS, with the certificate checked against the name', async () => {
    const { key, cert } = createCertificate(['wallet.example'])
    const sandbox = createSandbox()
    const server = createServer(
      { key, cert },
      (incoming, outgoing) => void answerFrom(sandbox, incoming, outgoing),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => {
      sandbox.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    })
    const { port } = server.address() as AddressInfo
    const tls = createConnectTls({ ca: cert })
    const provider = lnurlProvider({
      network: 'regtest',
      resolve: async () => [OUTSIDE],
      connect: (target) => {
        const socket = tls({ ...target, addresses: ['127.0.0.1'], port })
        return Object.defineProperty(socket, 'remoteAddress', { value: OUTSIDE })
      },
    })
    expect((await charge(provider, 'alice@wallet.example')).invoice.request).toMatch(/^lnbcrt/)
    await expect(provider.validateLightningAddress('alice@other.example', { signal })).rejects.toMatchObject({
      code: 'NETWORK',
    })
  })
})

describe('refuses', () => {
  it.each([
    ['wrongamount', { field: 'amount', expected: '21000', actual: '210000' }],
    ['amountless', { field: 'amount' }],
    ['wrongnetwork', { field: 'network', expected: 'regtest', actual: 'mainnet' }],
    ['expired', { field: 'expired' }],
  ])('an invoice of %s', async (user, problem) => {
    const { provider } = await start()
    await expect(charge(provider, `${user}@wallet.example`)).rejects.toMatchObject({
      code: 'INVOICE_MISMATCH',
      ...problem,
    })
  })

  it.each([
    ['chargedown', 'SERVICE_UNAVAILABLE'],
    ['oddaction', 'BAD_RESPONSE'],
    ['insidecallback', 'NOT_LIGHTNING_ADDRESS'],
    ['plaincallback', 'NOT_LIGHTNING_ADDRESS'],
  ])('a charge of %s, as %s', async (user, code) => {
    const { provider, hits } = await start()
    const answer = charge(provider, `${user}@wallet.example`)
    if (code === 'NOT_LIGHTNING_ADDRESS') await expect(answer).rejects.toThrow('no Lightning Address')
    else await expect(answer).rejects.toMatchObject({ code })
    expect(hits).toEqual([])
  })

  it.each(['notfound', 'badrequest', 'html', 'cut', 'down', 'broken'])('a look-up of %s', async (user) => {
    const { provider } = await start()
    const answer = await provider
      .validateLightningAddress(`${user}@wallet.example`, { signal })
      .catch((error: { code: string }) => error.code)
    const meansNo = { valid: false, reason: 'not_lightning_address' }
    const expected: Record<string, unknown> = {
      notfound: { valid: false, reason: 'no_such_user' },
      badrequest: meansNo,
      html: meansNo,
      cut: 'NETWORK',
      down: 'SERVICE_UNAVAILABLE',
      broken: 'SERVICE_UNAVAILABLE',
    }
    expect(answer).toEqual(expected[user])
  })

  it('a domain without Lightning Addresses, as the service does', async () => {
    const { provider } = await start()
    expect(await provider.validateLightningAddress('anna@mail.example', { signal })).toEqual({
      valid: false,
      reason: 'not_lightning_address',
    })
  })

  it('a name with an internal address, with the same error as one that does not exist', async () => {
    const internet = await startTestInternet({
      zone: (name) => (name.startsWith('in') ? ['10.0.0.1'] : undefined),
    })
    closers.push(internet.close)
    const provider = lnurlProvider({
      connect: internet.connect,
      resolve: async (name) => (name.startsWith('in') ? ['10.0.0.1'] : []),
    })
    const answers = await Promise.all(
      ['inside.example.com', 'nowhere.example.com'].map((domain) =>
        provider.validateLightningAddress(`alice@${domain}`, { signal }),
      ),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(internet.hits).toEqual([])
  })
})

describe('payer data', () => {
  it('is required before a request is sent', async () => {
    const { provider, requests } = await start()
    await expect(charge(provider, 'needsname@wallet.example')).rejects.toMatchObject({
      code: 'PAYER_DATA_REQUIRED',
    })
    expect(requests.filter((request) => request.includes('callback'))).toEqual([])
  })

  it('is sent as the payer agreed, and covered by the invoice’s description hash', async () => {
    const { provider, requests } = await start()
    const warnings: unknown[] = []
    silent.info = (fields) => void warnings.push(fields)
    const payerData = { name: 'Zoë', shoesize: '38' }
    const reply = await charge(provider, 'needsname@wallet.example', { payerData })
    expect(reply.invoice.request).toMatch(/^lnbcrt/)
    const query = new URL(`https://x${requests.at(-1)?.split(' ')[1]}`).searchParams
    expect(JSON.parse(query.get('payerdata') ?? '')).toEqual({ name: 'Zoë' })
    expect(warnings).toEqual([])
    silent.info = () => {}
  })
})

describe('success actions', () => {
  it.each([
    ['thanks', { tag: 'message', callbackHost: 'wallet.example' }],
    ['receipt', { tag: 'url', callbackHost: 'wallet.example' }],
    ['elsewhere', { tag: 'url', url: 'https://orders.example/7', callbackHost: 'wallet.example' }],
    ['secret', { tag: 'aes' }],
  ])('of %s come with the host that sent them', async (user, action) => {
    const { provider } = await start()
    expect((await charge(provider, `${user}@wallet.example`)).successAction).toMatchObject(action)
  })
})

describe('verification', () => {
  async function verifyCharge(user: string, isPaid: boolean) {
    const { provider, sandbox, requests, hits } = await start()
    const { verifyUrl, invoice } = await charge(provider, `${user}@wallet.example`)
    const { paymentHash } = isPaid ? sandbox.pay(invoice.request) : { paymentHash: '' }
    const question = { verifyUrl: verifyUrl ?? '', paymentHash, invoice: invoice.request }
    const status = verifyUrl === undefined ? 'not asked' : await provider.verify?.(question, { signal })
    return { status, requests, hits }
  }

  it('brings the preimage of a payment', async () => {
    expect((await verifyCharge('alice', true)).status).toEqual({
      status: 'paid',
      preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('accepts "settled" without a preimage', async () => {
    expect((await verifyCharge('verifyword', true)).status).toEqual({ status: 'paid' })
  })

  it('reports open before the payment', async () => {
    expect((await verifyCharge('alice', false)).status).toEqual({ status: 'open' })
  })

  it.each([
    ['ERROR', 'verifyerror', false],
    ['a broken gateway', 'verifydown', true],
    ['another invoice', 'verifyother', false],
    ['a preimage that is not the invoice’s', 'verifyliar', false],
  ])('treats %s as unknown', async (_, user, isPaid) => {
    expect((await verifyCharge(user, isPaid)).status).toEqual({ status: 'unknown' })
  })

  it('follows a redirect', async () => {
    expect((await verifyCharge('verifymoved', true)).status).toMatchObject({ status: 'paid' })
  })

  it('is requested at another host than the callback if the reply names one', async () => {
    const { status, requests } = await verifyCharge('verifyelsewhere', true)
    expect(status).toMatchObject({ status: 'paid' })
    expect(requests.at(-1)).toMatch(/^elsewhere\.example \/lnurlp\/verifyelsewhere\/verify\//)
  })

  it.each(['verifyinside', 'noverify'])('is not offered for %s', async (user) => {
    const { status, hits } = await verifyCharge(user, false)
    expect(status).toBe('not asked')
    expect(hits).toEqual([])
  })
})
