import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, LeydenError } from '@leyden/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorText as payText } from '../../address/address-texts.js'
import { failureText } from '../../ramp/texts/ramp-texts.js'
import { fill, type Message, type Values } from '../messages/message.js'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import type { Translate } from '../messages/use-messages.js'
import { type ErrorKind, errorKind, FAILURES, mayAskAgain } from './error-kind.js'
import { reportedError, warnDeveloper } from './warn-developer.js'

const recipient = { address: 'alice@wallet.example', domain: 'wallet.example' }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Starts a real server for one test. @returns its URL */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(
    () => void server.close(),
    () => server.closeAllConnections(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answersWith = (status: number, contentType: string, body: string) => () =>
  serve((_, response) => response.writeHead(status, { 'content-type': contentType }).end(body))
/** An error in the BFF's own format. */
const answersError = (status: number, error: object) =>
  answersWith(status, 'application/json', JSON.stringify({ success: false, error }))

/** Simulates a BFF that is not running. @returns the URL of a port on which no program listens */
async function startAndStop(): Promise<string> {
  const url = await serve(() => {})
  for (const close of closers.splice(0)) close()
  return url
}

const english = <Key extends string>(messages: Record<Key, Message>): Translate<Key> =>
  Object.assign((key: Key, values: Values = {}) => fill(messages[key], values, 'en', 'ltr'), {
    locale: 'en',
    direction: 'ltr' as const,
  })

const mountHint = /Mount (it|the BFF) at this path/
const bffLogHint = /The log of the BFF says why/
const serviceLogHint = /answer of the payment service, of which the log of the BFF says more/
const recipientLogHint = /answer of the recipient’s provider, of which the log of the BFF says more/
/** The format in which the BFF reports that another party has failed. */
const answersForParty = (status: number, code: string, party: string, more: object = {}) =>
  answersError(status, { code, message: 'No.', party, ...more })

describe('who failed', () => {
  it.each<[failure: string, start: () => Promise<string>, kind: ErrorKind, line: RegExp[] | null]>([
    [
      'the BFF is not running',
      startAndStop,
      'noConnection',
      [/got NETWORK: /, /Is the BFF running, and do its allowedOrigins .*ad blocker.*connect-src.*network/],
    ],
    [
      'a proxy does not reach the BFF',
      answersWith(502, 'text/html', '<h1>502 Bad Gateway</h1>'),
      'shopTrouble',
      [/status 502, content type text\/html/, /not a reply of the BFF/, /Is the BFF running/],
    ],
    [
      'a development server does not reach the BFF',
      answersWith(500, 'text/plain', ''),
      'shopTrouble',
      [/status 500, content type text\/plain/, /does the proxy pass this request on to it/],
    ],
    [
      'a static server sends its page for each path',
      answersWith(200, 'text/html; charset=utf-8', '<!doctype html>'),
      'shopTrouble',
      [/status 200, content type text\/html; charset=utf-8/, mountHint],
    ],
    [
      'a static server has no such page',
      answersWith(404, 'text/html', '<h1>Not found</h1>'),
      'shopTrouble',
      [/NOT_FOUND, status 404, content type text\/html/, mountHint],
    ],
    [
      'a proxy refuses the request',
      answersWith(400, 'text/html', '<h1>400 Bad Request</h1>'),
      'shopTrouble',
      [/BAD_REQUEST, status 400, content type text\/html/, /not a reply of the BFF/],
    ],
    [
      'a proxy asks for a password',
      answersWith(401, 'text/html', '<h1>401</h1>'),
      'shopMisconfigured',
      [/UNAUTHORIZED, status 401, content type text\/html/, /does the proxy pass this request on to it/],
    ],
    [
      'another program has no such route',
      answersWith(404, 'application/json', '{"message":"Route not found","error":"Not Found"}'),
      'shopTrouble',
      [/NOT_FOUND, status 404, content type application\/json/, mountHint],
    ],
    [
      'bffUrl misses a part of the path',
      answersError(404, { code: 'NOT_FOUND', message: 'There is nothing here.' }),
      'shopTrouble',
      [/NOT_FOUND, status 404: There is nothing here\./, /Correct bffUrl/],
    ],
    [
      'the BFF says that it does not know what was asked for',
      answersError(404, { code: 'NOT_FOUND', message: 'It is not known here.', reason: 'unknown_here' }),
      'shopTrouble',
      // `bffUrl` is right.
      [/NOT_FOUND, status 404: It is not known here\. See docs/],
    ],
    [
      'the BFF fails',
      answersError(503, { code: 'SERVICE_UNAVAILABLE', message: 'This cannot be done at the moment.' }),
      'shopTrouble',
      [/SERVICE_UNAVAILABLE, status 503/, bffLogHint],
    ],
    [
      'the BFF does not list the origin of the page',
      answersError(403, { code: 'BAD_REQUEST', field: 'origin', message: 'Set allowedOrigins.' }),
      'shopMisconfigured',
      [/BAD_REQUEST, status 403, field origin: Set allowedOrigins\./],
    ],
    [
      'the BFF refuses a field',
      answersError(400, { code: 'BAD_REQUEST', field: 'metadata', message: 'metadata may not have it.' }),
      'shopMisconfigured',
      [/BAD_REQUEST, status 400, field metadata: /],
    ],
    [
      'the key of the BFF is wrong',
      answersError(503, { code: 'NOT_CONFIGURED', message: 'This shop cannot take payments.' }),
      'shopMisconfigured',
      [/NOT_CONFIGURED, status 503/],
    ],
    [
      'the shop takes no payments to this address',
      answersError(403, { code: 'BAD_REQUEST', field: 'lnaddress', message: 'It is not listed.' }),
      'notAllowed',
      [/BAD_REQUEST, status 403, field lnaddress/],
    ],
    [
      'the BFF limits the requests of the person',
      answersError(429, { code: 'RATE_LIMITED', message: 'No.', retry_after_ms: 7_000 }),
      'busy',
      null,
    ],
    [
      'the service limits requests',
      answersForParty(429, 'RATE_LIMITED', 'service', { retry_after_ms: 7_000 }),
      'serviceBusy',
      [/RATE_LIMITED, status 429/, serviceLogHint],
    ],
    [
      'the service is not reached',
      answersForParty(502, 'NETWORK', 'service'),
      'serviceSilent',
      [/NETWORK/, serviceLogHint],
    ],
    [
      'the service is too slow',
      answersForParty(504, 'TIMEOUT', 'service'),
      'serviceSilent',
      [/TIMEOUT/, serviceLogHint],
    ],
    [
      'the service fails',
      answersForParty(503, 'SERVICE_UNAVAILABLE', 'service'),
      'serviceTrouble',
      [/SERVICE_UNAVAILABLE, status 503/, serviceLogHint],
    ],
    [
      'the service answers nonsense',
      answersForParty(502, 'BAD_RESPONSE', 'service'),
      'serviceTrouble',
      [/BAD_RESPONSE, status 502/, serviceLogHint],
    ],
    [
      'the service has a reason of its own that may pass',
      answersForParty(503, 'PROVIDER_MAINTENANCE', 'service'),
      'serviceTrouble',
      [/PROVIDER_MAINTENANCE, status 503/, serviceLogHint],
    ],
    [
      'the service refuses',
      answersForParty(502, 'REFUSED', 'service'),
      'serviceRefused',
      [/REFUSED, status 502/, serviceLogHint],
    ],
    [
      'the service refuses for a reason of its own',
      answersForParty(502, 'COUNTRY_NOT_SUPPORTED', 'service'),
      'serviceRefused',
      [/COUNTRY_NOT_SUPPORTED, status 502/, serviceLogHint],
    ],
    [
      'a code that nobody knows comes with a final status',
      answersError(451, { code: 'KYC_DENIED', message: 'No.' }),
      'serviceRefused',
      [/KYC_DENIED, status 451/],
    ],
    [
      'the provider of the recipient limits requests',
      answersForParty(429, 'RATE_LIMITED', 'recipient', { retry_after_ms: 7_000 }),
      'recipientBusy',
      [/RATE_LIMITED/, recipientLogHint],
    ],
    [
      'the provider of the recipient is not reached',
      answersForParty(502, 'NETWORK', 'recipient'),
      'recipientSilent',
      [/NETWORK/, recipientLogHint],
    ],
    [
      'the provider of the recipient fails',
      answersForParty(503, 'SERVICE_UNAVAILABLE', 'recipient'),
      'recipientTrouble',
      [/SERVICE_UNAVAILABLE/, recipientLogHint],
    ],
    [
      'the provider of the recipient refuses',
      answersForParty(502, 'REFUSED', 'recipient'),
      'recipientRefused',
      [/REFUSED/, recipientLogHint],
    ],
    [
      'the person has to sign in',
      answersError(401, { code: 'SIGN_IN_REQUIRED', message: 'No.' }),
      'signIn',
      null,
    ],
    [
      'the order has run out',
      answersError(410, { code: 'INTENT_EXPIRED', message: 'No.' }),
      'orderExpired',
      null,
    ],
    [
      'the shop has signed other terms of the order',
      answersError(409, { code: 'INTENT_SUPERSEDED', message: 'No.' }),
      'orderChanged',
      null,
    ],
    [
      'the order gets no further session',
      answersError(409, { code: 'NO_FURTHER_SESSION', message: 'No.' }),
      'noFurtherSession',
      null,
    ],
    ['the order is paid', answersError(409, { code: 'ALREADY_PAID', message: 'No.' }), 'orderPaid', null],
    [
      'the amount is out of range',
      answersError(422, { code: 'AMOUNT_OUT_OF_RANGE', message: 'No.' }),
      'outOfRange',
      null,
    ],
    [
      'payer data is missing',
      answersError(422, { code: 'PAYER_DATA_REQUIRED', message: 'No.' }),
      'payerData',
      null,
    ],
  ])('%s', async (_, start, kind, line) => {
    const { pay, ramp, again } = FAILURES[kind]
    const bffUrl = await start()
    // A slow machine must not look like a silent BFF.
    const client = createClient({ baseUrl: bffUrl, timeoutMs: 120_000 })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { status } = await fetch(bffUrl).catch(() => ({ status: 0 }))
    const lookUp = () => client.validateLightningAddress(recipient.address)
    const requests: [() => Promise<unknown>, (error: LeydenError) => string, string][] = [
      [
        lookUp,
        (error) => payText(error, recipient, english(payEnglish)),
        english(payEnglish)(pay, recipient),
      ],
      [
        () => client.createCharge({ lnaddress: recipient.address, amount: '2100000' }),
        (error) => payText(error, recipient, english(payEnglish)),
        english(payEnglish)(pay, recipient),
      ],
      [
        () => client.createRampSession({}),
        (error) =>
          failureText(
            { status: 'failed', failure: { kind: 'request', error }, earlier: [] },
            true,
            english(rampEnglish),
          ).title,
        english(rampEnglish)(ramp),
      ],
    ]
    for (const [request, textOf, sentence] of requests) {
      const error = await request().then(
        () => null,
        (cause: LeydenError) => cause,
      )
      // A look-up takes these refusals as an answer: the address does not exist.
      if (error === null && /^(400|422)$/.test(String(status)) && request === lookUp) continue
      if (error === null) throw new Error('The request was answered.')
      expect(textOf(error)).toBe(sentence)
      expect(sentence).not.toMatch(/[A-Z]{2}/)
      expect(mayAskAgain(error)).toBe(again)
      warn.mockClear()
      await warnDeveloper(error, client)
      const warnings = warn.mock.calls.flat().join('\n')
      if (line === null) expect(warnings).toBe('')
      else for (const part of [`bffUrl "${bffUrl}"`, ...line]) expect(warnings).toMatch(part)
    }
  })
})

it('recognises an offline device, and a request that the person cancelled', () => {
  const offline = new LeydenError('NETWORK', 'The server could not be reached.')
  expect([errorKind(offline, false), errorKind(offline, true)]).toEqual(['offline', 'noConnection'])
  expect(errorKind(new LeydenError('ABORTED', 'Aborted.'))).toBe('cancelled')
  expect(errorKind(new LeydenError('BAD_RESPONSE', 'No.', { field: 'ramp_origins' }))).toBe(
    'shopMisconfigured',
  )
})

it('names the likely causes of silence, whatever the browser says about the network', async () => {
  const page = 'https://shop.example/tip'
  vi.stubGlobal('location', new URL(page))
  vi.stubGlobal('navigator', { onLine: false })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const silence = new LeydenError('NETWORK', 'The server could not be reached.')
  await warnDeveloper(silence, createClient({ baseUrl: 'https://shop.example/api' }))
  await warnDeveloper(silence, createClient({ baseUrl: 'https://api.shop.example' }))
  await warnDeveloper(new LeydenError('TIMEOUT', 'No reply.'), createClient({ baseUrl: '/leyden' }))
  const lines = warn.mock.calls.map(([line]) => String(line))
  expect(lines).toEqual([
    expect.stringContaining('Is the BFF running? If so, an ad blocker'),
    expect.stringContaining('do its allowedOrigins include the origin of this page?'),
    expect.stringContaining(
      'got TIMEOUT: No reply. Is the BFF running? Its log has a line for each request.',
    ),
  ])
})

it('logs an error once that ends a query and the action that needed it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const client = createClient({ baseUrl: 'https://api.shop.example' })
  const silence = new LeydenError('NETWORK', 'The server could not be reached.')
  expect(reportedError(silence, client, 'The look-up')).toBe(silence)
  reportedError(silence, client, 'The charge')
  reportedError(new LeydenError('NETWORK', 'No network.'), client, 'The charge')
  await vi.waitFor(() => expect(warn.mock.calls.join()).toContain('No network.'))
  expect(warn).toHaveBeenCalledTimes(2)
})

it('names code and sentence where the file with the causes cannot be loaded', async () => {
  vi.resetModules()
  vi.doMock('./developer-line.js', () => Promise.reject(new Error('offline')))
  const { warnDeveloper } = await import('./warn-developer.js')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const silence = new LeydenError('NETWORK', 'The server could not be reached.')
  await warnDeveloper(silence, createClient({ baseUrl: 'https://api.shop.example' }))
  vi.doUnmock('./developer-line.js')
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^Leyden: The server could not be reached\. See docs\/errors\.md#network/)],
  ])
})

describe('the guide', () => {
  const guide = readFileSync(new URL('../../../../../docs/failures.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, kind = '', cells = '']) => ({
    kind,
    cells: cells.split('|').map((cell) => cell.trim()),
  }))

  it('has each row of the table, and no other', () => {
    expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(FAILURES))
  })

  it.each(rows)('has the messages for people and developers of $kind', ({ kind, cells }) => {
    const { pay, ramp, again, isLogged } = FAILURES[kind as ErrorKind]
    const [, payCell, rampCell, againCell, consoleCell, logCell] = cells
    expect([payCell, rampCell, againCell]).toEqual([payEnglish[pay], rampEnglish[ramp], again ? 'yes' : 'no'])
    expect(consoleCell !== '–').toBe(isLogged)
    expect(logCell).toBeTruthy()
  })
})
