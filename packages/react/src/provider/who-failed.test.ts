import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type LeydenError } from '@leyden/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorText as payText } from '../lightning-address/address-texts.js'
import { fill, type Message, type Values } from '../messages/message.js'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import type { Translate } from '../messages/use-messages.js'
import { errorText as rampText } from '../ramp-widget/ramp-texts.js'
import { warnDeveloper } from './warn-developer.js'

const recipient = { address: 'alice@wallet.example', domain: 'wallet.example' }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.restoreAllMocks()
})

/** A real server that answers everything alike. @returns its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(
    () => void server.close(),
    () => server.closeAllConnections(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answers = (status: number, contentType: string, body: string) => () =>
  serve((_, response) => response.writeHead(status, { 'content-type': contentType }).end(body))
/** What the BFF says in its own form. */
const says = (status: number, error: object) =>
  answers(status, 'application/json', JSON.stringify({ success: false, error }))

/** A port on which nobody listens: the BFF is not running. */
async function down(): Promise<string> {
  const url = await serve(() => {})
  for (const close of closers.splice(0)) close()
  return url
}

const english = <Key extends string>(messages: Record<Key, Message>): Translate<Key> =>
  Object.assign((key: Key, values: Values = {}) => fill(messages[key], values, 'en', 'ltr'), {
    locale: 'en',
    direction: 'ltr' as const,
  })

const noConnection = 'There is no connection to the shop.'
const shopTrouble = 'The shop has a problem at the moment.'
const noService = 'The shop’s payment service does not answer at the moment.'
const noProvider = 'We cannot reach the provider.'
const mount = /Mount (it|the BFF) at this path/

describe('who failed', () => {
  it.each<[failure: string, start: () => Promise<string>, pay: string, ramp: string, line: RegExp[] | null]>([
    [
      'the BFF is not running',
      down,
      noConnection,
      noConnection,
      [/got NETWORK: /, /Is the BFF running/, /allowedOrigins/],
    ],
    [
      'a proxy does not reach the BFF',
      answers(502, 'text/html', '<h1>502 Bad Gateway</h1>'),
      shopTrouble,
      shopTrouble,
      [/status 502, content type text\/html/, /not a reply of the BFF/, /Is the BFF running/],
    ],
    [
      'a development server does not reach the BFF',
      answers(500, 'text/plain', ''),
      shopTrouble,
      shopTrouble,
      [/status 500, content type text\/plain/, /does the proxy pass this request on to it/],
    ],
    [
      'a static server sends its page for each path',
      answers(200, 'text/html; charset=utf-8', '<!doctype html>'),
      shopTrouble,
      shopTrouble,
      [/status 200, content type text\/html; charset=utf-8/, mount],
    ],
    [
      'a static server has no such page',
      answers(404, 'text/html', '<h1>Not found</h1>'),
      shopTrouble,
      shopTrouble,
      [/NOT_FOUND, status 404, content type text\/html/, mount],
    ],
    [
      'a proxy refuses the request',
      answers(400, 'text/html', '<h1>400 Bad Request</h1>'),
      shopTrouble,
      shopTrouble,
      [/BAD_REQUEST, status 400, content type text\/html/, /not a reply of the BFF/],
    ],
    [
      'a proxy asks for a password',
      answers(401, 'text/html', '<h1>401</h1>'),
      'This shop cannot take payments at the moment.',
      'This shop cannot sell bitcoin at the moment.',
      [/UNAUTHORIZED, status 401, content type text\/html/, /does the proxy pass this request on to it/],
    ],
    [
      'another program has no such route',
      answers(404, 'application/json', '{"message":"Route not found","error":"Not Found"}'),
      shopTrouble,
      shopTrouble,
      [/NOT_FOUND, status 404, content type application\/json/, mount],
    ],
    [
      'bffUrl misses a part of the path',
      says(404, { code: 'NOT_FOUND', message: 'There is nothing here.' }),
      shopTrouble,
      shopTrouble,
      [/NOT_FOUND, status 404: There is nothing here\./, /Correct bffUrl/],
    ],
    [
      'the BFF fails',
      says(503, { code: 'SERVICE_UNAVAILABLE', message: 'This cannot be done at the moment.' }),
      shopTrouble,
      shopTrouble,
      [/SERVICE_UNAVAILABLE, status 503/, /The log of the BFF says why/],
    ],
    [
      'the BFF says that the service does not answer',
      says(504, { code: 'TIMEOUT', message: 'No.', party: 'service' }),
      noService,
      noProvider,
      null,
    ],
    [
      'the BFF says that the provider of the recipient does not answer',
      says(502, { code: 'NETWORK', message: 'No.', party: 'recipient' }),
      'We cannot reach wallet.example at the moment.',
      noProvider,
      null,
    ],
  ])('%s', async (_, start, pay, ramp, line) => {
    const bffUrl = await start()
    const client = createClient({ baseUrl: bffUrl, timeoutMs: 5_000 })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const requests: [() => Promise<unknown>, (error: LeydenError) => string, string][] = [
      [
        () => client.validateLightningAddress(recipient.address),
        (error) => payText(error, recipient, english(payEnglish)),
        pay,
      ],
      [
        () => client.createCharge({ lnaddress: recipient.address, amount: '2100000' }),
        (error) => payText(error, recipient, english(payEnglish)),
        pay,
      ],
      [
        () => client.createRampSession({}),
        (error) => rampText(error, true, english(rampEnglish)).title,
        ramp,
      ],
    ]
    for (const [request, read, sentence] of requests) {
      const error = await request().then(
        () => Promise.reject(new Error('It was answered.')),
        (cause: LeydenError) => cause,
      )
      expect(read(error)).toBe(sentence)
      warn.mockClear()
      warnDeveloper(error, client)
      const said = warn.mock.calls.flat().join('\n')
      if (line === null) expect(said).toBe('')
      else for (const part of [`bffUrl "${bffUrl}"`, ...line]) expect(said).toMatch(part)
    }
  })
})
