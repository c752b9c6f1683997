import { isLeydenError, type Network, type PayMetadata } from '@leyden/core'
import { parsePayRequest } from '@leyden/lightning/pay-request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lnurlProvider } from './lnurl-provider.js'
import { OUTSIDE, startTestInternet, type TestInternet } from './test-support/test-internet.js'
import { callbackVectors, lookUpVectors } from './test-support/vectors.js'

const { signal } = new AbortController()
let internet: TestInternet
let served = { status: 200, type: 'application/json', body: '' }

beforeAll(async () => {
  internet = await startTestInternet({
    answer: (_, response) => {
      response.on('error', () => {})
      response.writeHead(served.status, { 'content-type': served.type }).end(served.body)
    },
  })
})

afterAll(() => internet.close())

beforeEach(() => {
  internet.hits.length = 0
})

function provider(options: { network?: Network; nowSeconds?: number; warnings?: string[] } = {}) {
  const { network = 'mainnet', nowSeconds, warnings = [] } = options
  return lnurlProvider({
    network,
    connect: internet.connect,
    resolve: async () => [OUTSIDE],
    now: () => (nowSeconds === undefined ? new Date() : new Date(nowSeconds * 1000)),
    log: {
      info: (fields) => void warnings.push(...((fields as { warnings?: string[] }).warnings ?? [])),
      warn() {},
      error() {},
    },
  })
}

describe('answers to a look-up, over sockets', () => {
  it.each(lookUpVectors)(
    '$id',
    async ({ requestedAddress, httpStatus, contentType, body, expect: verdict }) => {
      served = { status: httpStatus, type: contentType, body }
      const answer = await provider()
        .validateLightningAddress(requestedAddress, { signal })
        .catch((error: unknown) => error)
      expect(internet.hits).toEqual([])
      if (!verdict.ok) {
        if (isLeydenError(answer)) expect(answer.code).toMatch(/^(SERVICE_UNAVAILABLE|PAYER_DATA_REQUIRED)$/)
        else
          expect(answer).toEqual({
            valid: false,
            reason: verdict.code === 'UPSTREAM_ERROR' ? 'no_such_user' : 'not_lightning_address',
          })
        return
      }
      expect(answer).toMatchObject({ valid: true })
      // A page has to parse the vector's values from the reply.
      const read = parsePayRequest((answer as { metadata: PayMetadata }).metadata, {
        address: requestedAddress,
      })
      if (!read.ok) throw new Error(read.reason)
      const { minMsat, maxMsat, minSats, maxSats, description, commentAllowed, callback } = read.value
      expect({
        minMsat: String(minMsat),
        maxMsat: String(maxMsat),
        minSat: Number(minSats),
        maxSat: Number(maxSats),
        description,
        commentAllowed,
        callback,
      }).toEqual(pick(verdict.value ?? {}))
    },
  )
})

const LNURL_ERROR = '{"status":"ERROR","reason":"…"}'

describe('a look-up without a result', () => {
  it.each([
    ['LNURL’s refusal', 200, LNURL_ERROR, 'no_such_user'],
    ['an LNURL error for not found', 404, LNURL_ERROR, 'no_such_user'],
    ['a program’s not found', 404, '{"statusCode":404,"message":"Not Found"}', 'no_such_user'],
    ['a website’s not found', 404, '<!doctype html><h1>404</h1>', 'not_lightning_address'],
    ['a website that answers every path', 200, '<!doctype html><h1>Welcome</h1>', 'not_lightning_address'],
    ['other JSON', 200, '{"hello":"world"}', 'not_lightning_address'],
    ['a list', 404, '[]', 'not_lightning_address'],
  ])('derives from %s whether the domain has Lightning Addresses', async (_, status, body, reason) => {
    served = { status, type: 'text/plain', body }
    const lookUp = provider().validateLightningAddress('alice@pay.example.com', { signal })
    expect(await lookUp).toEqual({ valid: false, reason })
  })

  it.each([429, 500, 503])(
    'concludes nothing about the address from status %d, whatever its body',
    async (status) => {
      served = { status, type: 'application/json', body: LNURL_ERROR }
      const lookUp = provider().validateLightningAddress('alice@pay.example.com', { signal })
      await expect(lookUp).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    },
  )
})

function pick(value: Record<string, unknown>): Record<string, unknown> {
  const { minMsat, maxMsat, minSat, maxSat, description, commentAllowed, callback } = value
  return { minMsat, maxMsat, minSat, maxSat, description, commentAllowed, callback }
}

describe('answers of a callback, over sockets', () => {
  it.each(callbackVectors)('$id', async ({ request, body, expect: verdict }) => {
    served = { status: 200, type: 'application/json', body }
    const warnings: string[] = []
    const payerData =
      request.payerData === undefined ? {} : (JSON.parse(request.payerData) as Record<string, string>)
    const metadata: PayMetadata = {
      tag: 'payRequest',
      callback: request.callback,
      minSendable: 1,
      maxSendable: 100_000_000,
      metadata: request.metadata,
      payerData: Object.fromEntries(Object.keys(payerData).map((kind) => [kind, { mandatory: false }])),
    }
    const charging = provider({ nowSeconds: request.now, warnings }).createCharge(
      { lnaddress: 'alice@pay.example.com', amount: request.amountMsat, payerData },
      { signal, metadata },
    )
    if (!verdict.ok) {
      const error = await charging.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(isLeydenError(error)).toBe(true)
      return
    }
    const charge = await charging
    expect(charge.invoice.request).toBe(verdict.value?.pr)
    expect(charge.verifyUrl).toBe(verdict.value?.verify ?? undefined)
    const { callbackHost: _, ...action } = charge.successAction ?? { callbackHost: '' }
    expect(charge.successAction ? action : null).toEqual(verdict.value?.successAction)
    expect(warnings.map((warning) => warning.toUpperCase()).sort()).toEqual(
      [...(verdict.warnings ?? [])].sort(),
    )
    expect(internet.hits).toEqual([])
  })
})
