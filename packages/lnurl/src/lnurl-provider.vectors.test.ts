import { isLeydenError, type Network, type PayMetadata } from '@leyden/core'
import { parsePayRequest } from '@leyden/lightning'
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
    async ({ id, requestedAddress, httpStatus, contentType, body, expect: verdict }) => {
      served = { status: httpStatus, type: contentType, body }
      const answer = await provider()
        .validateLightningAddress(requestedAddress, { signal })
        .catch((error: unknown) => error)
      expect(internet.hits).toEqual([])
      // A page may have Tor, this server has not.
      if (id === 'callback-onion') {
        expect(answer).toMatchObject({ valid: false, detail: 'onion_callback' })
        return
      }
      if (!verdict.ok) {
        if (isLeydenError(answer)) expect(answer.code).toMatch(/^(SERVICE_UNAVAILABLE|PAYER_DATA_REQUIRED)$/)
        else expect(answer).toEqual(refusalOf(id, verdict.code ?? ''))
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

/** The vectors whose reply is not LNURL at all. */
const NOT_LNURL = new Set(['BAD_JSON', 'BAD_SHAPE', 'BODY_TOO_LARGE'])
/** The vectors whose error says something else than that there is no such user. */
const OTHER_ERRORS = new Set(['error-reason-long', 'error-reason-xss', 'upstream-error-with-tag'])

function refusalOf(id: string, code: string): object {
  if (NOT_LNURL.has(code) || id === 'empty-object') return { valid: false, reason: 'not_lightning_address' }
  const said = { provider_host: 'pay.example.com' }
  if (code === 'UNSUPPORTED_PAYER_DATA')
    return { valid: false, reason: 'payer_data_required', payer_data: [id.split('-')[1]], ...said }
  const provider_message = code === 'UPSTREAM_ERROR' ? expect.any(String) : undefined
  if (code === 'UPSTREAM_ERROR' && !OTHER_ERRORS.has(id))
    return { valid: false, reason: 'no_such_user', provider_message, ...said }
  return { valid: false, reason: 'not_usable', detail: code.toLowerCase(), provider_message, ...said }
}

const LNURL_ERROR = '{"status":"ERROR","reason":"Unable to find valid user wallet."}'

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
    expect(await lookUp).toMatchObject({ valid: false, reason })
  })

  it.each([
    'No user found',
    'User not found.',
    'Wallet is not found',
    'user alice does not exist',
    'Username doesn’t exist',
    'Invalid Lightning Address',
    'unknown user',
    'Couldn’t find this address',
    'No such pay link',
    'NOT FOUND',
  ])('takes an error with "%s" for a missing user', async (reason) => {
    served = { status: 200, type: 'text/plain', body: JSON.stringify({ status: 'ERROR', reason }) }
    const lookUp = provider().validateLightningAddress('alice@pay.example.com', { signal })
    expect(await lookUp).toEqual({
      valid: false,
      reason: 'no_such_user',
      provider_message: reason,
      provider_host: 'pay.example.com',
    })
  })

  it.each([
    'Service under maintenance, try later',
    'Internal error',
    'Unknown error',
    'Node is offline',
    'This wallet cannot receive at the moment',
    'Too many requests',
    '…',
  ])('takes an error with "%s" for a fault of the server, in its own words', async (reason) => {
    served = { status: 200, type: 'text/plain', body: JSON.stringify({ status: 'ERROR', reason }) }
    const lookUp = provider().validateLightningAddress('alice@pay.example.com', { signal })
    expect(await lookUp).toEqual({
      valid: false,
      reason: 'not_usable',
      detail: 'upstream_error',
      provider_message: reason,
      provider_host: 'pay.example.com',
    })
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
