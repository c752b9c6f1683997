import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LeydenError } from '@leyden/core'
import { lnurlProvider } from '@leyden/lnurl'
import { afterAll, describe, expect, it } from 'vitest'
import { serviceProvider } from '../../providers/service-provider.js'
import { undiciTransport } from '../../providers/undici-transport.js'
import { type Answer, json, startUpstream } from '../../test-support/misbehaving-server.js'
import { openRampShop } from '../../test-support/ramp-shop.js'
import { KEY, openShop } from '../../test-support/shop.js'
import { failureFacts, redactText } from './failure-facts.js'

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

const LOOK_UP = 'v0/ln-address/validate/alice%40wallet.example'

/** The log lines of one look-up at a service that behaves in this way. */
async function logOf(answer: Answer, timeoutMs = 20_000) {
  const server = await startUpstream(answer)
  closers.push(server.close)
  const shop = openShop({
    pay: serviceProvider({ apiKey: KEY, baseUrl: server.url, transport: undiciTransport() }),
    limits: { timeoutMs },
  })
  const { headers } = await shop.get(LOOK_UP)
  const line = shop.log.lines.find(({ message }) => message.startsWith('The payment service'))
  return { ...line, host: new URL(server.url).host, requestId: headers.get('x-request-id') }
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('the log line of a failed upstream request', { concurrent: true }, () => {
  it.each([
    ['undici', undiciTransport()],
    ['fetch', undefined],
  ])('contains host, errno and request id if nothing listens (%s)', async (_, transport) => {
    const host = `127.0.0.1:${await closedPort()}`
    const shop = openShop({
      pay: serviceProvider({ apiKey: KEY, baseUrl: `http://${host}`, transport }),
    })
    const { headers } = await shop.get(LOOK_UP)
    expect(shop.log.lines).toContainEqual({
      level: 'warn',
      message: 'The payment service failed',
      fields: expect.objectContaining({
        code: 'PAYMENT_SERVICE_FAILED',
        requestId: headers.get('x-request-id'),
        route: 'validate',
        errorCode: 'NETWORK',
        errno: 'ECONNREFUSED',
        host,
        cause: expect.stringContaining('ECONNREFUSED'),
      }),
    })
  })

  it('contains the host that did not answer in time', async () => {
    const { fields, host } = await logOf(() => {}, 500)
    expect(fields).toMatchObject({ errorCode: 'TIMEOUT', host, cause: 'No answer within 500 ms.' })
  })

  it('contains the code and the message of the service, without secrets and personal data', async () => {
    const message = `Amount below minimum for max@mail.example, key ${'k3y'.repeat(12)}, lnbcrt1${'p'.repeat(90)}\n{`
    const { level, fields, host, requestId } = await logOf(
      json({ success: false, error: { code: 'amount-low', message } }, 403),
    )
    expect(level).toBe('error')
    expect(fields).toMatchObject({
      requestId,
      errorCode: 'UNAUTHORIZED',
      status: 403,
      host,
      serviceCode: 'amount-low',
      serviceMessage: 'Amount below minimum for [e-mail], key [redacted], [invoice] {',
    })
  })

  it('contains the message of the other error shape', async () => {
    const { fields } = await logOf(json({ success: false, message: 'Database is down' }, 500))
    expect(fields).toMatchObject({ status: 500, serviceMessage: 'Database is down' })
  })

  it('distinguishes a redirect, an oversized reply and a malformed one', async () => {
    const redirect: Answer = (response) => response.writeHead(302, { location: 'https://x.example' }).end()
    expect((await logOf(redirect)).fields).toMatchObject({
      errorCode: 'BAD_RESPONSE',
      cause: expect.stringContaining('redirect'),
    })
    const huge = json({ success: true, data: { valid: true, x: 'x'.repeat(2_000_000) } })
    expect((await logOf(huge)).fields).toMatchObject({ cause: expect.stringContaining('1000000 bytes') })
    const { fields } = await logOf(json({ success: true, data: { valid: true, metadata: {} } }))
    expect(fields).toMatchObject({ field: 'metadata.minSendable', cause: expect.stringContaining('usable') })
  })

  it('contains no part of a reply that repeats the API key', async () => {
    const { fields } = await logOf(
      json({ success: false, error: { code: 'X_Y', message: `no ${KEY}` } }, 500),
    )
    expect(fields).toMatchObject({ status: 500, serviceMessage: undefined })
    expect(JSON.stringify(fields)).not.toContain(KEY)
  })

  it('is written for the ramp too', async () => {
    const server = await startUpstream(json({ success: false, message: 'Unknown key' }, 401))
    closers.push(server.close)
    const shop = openRampShop({ ramp: { provider: serviceProvider({ apiKey: KEY, baseUrl: server.url }) } })
    await expect(shop.open()).rejects.toThrow('NOT_CONFIGURED')
    expect(shop.log.lines).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining('check its API key'),
        fields: expect.objectContaining({
          host: new URL(server.url).host,
          route: 'ramp-widget',
          serviceMessage: 'Unknown key',
        }),
      }),
    )
  })

  it("contains the recipient's provider, its host and errno with LNURL payments", async () => {
    const port = await closedPort()
    const shop = openShop({
      pay: lnurlProvider({ network: 'regtest', sandboxUrl: `http://127.0.0.1:${port}` }),
    })
    await shop.get(LOOK_UP)
    expect(shop.log.lines).toContainEqual({
      level: 'warn',
      message: "The recipient's provider failed",
      fields: expect.objectContaining({
        code: 'RECIPIENT_PROVIDER_FAILED',
        host: 'wallet.example',
        errno: 'ECONNREFUSED',
      }),
    })
  })
})

it('finds the network error below several others', () => {
  const root = Object.assign(new Error('connect ETIMEDOUT 192.0.2.1:443'), { code: 'ETIMEDOUT' })
  const error = new LeydenError('NETWORK', 'x', {
    cause: new TypeError('fetch failed', { cause: new AggregateError([root]) }),
  })
  expect(failureFacts(error, {})).toMatchObject({
    errno: 'ETIMEDOUT',
    cause: 'connect ETIMEDOUT 192.0.2.1:443',
  })
})

it.each([
  ['a%40b.example and "<b@c.example>"', '[e-mail] and "<[e-mail]>"'],
  [`webhooks/ramp/${'ab12'.repeat(8)}.x`, '[redacted].x'],
  ['two\u001b[31m\r\nlines', 'two [31m lines'],
])('redacts %j', (text, redacted) => {
  expect(redactText(text)).toBe(redacted)
})
