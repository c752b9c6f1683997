import type { RampSession } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import vectors from '../../../lightning/src/vectors/bolt11-valid.json' with { type: 'json' }
import { serviceProvider } from '../providers/service-provider.js'
import { GUEST, openRampShop, RAMP_ORIGIN, RAMP_PATH } from '../test-support/ramp-shop.js'
import { openShop } from '../test-support/shop.js'

/** Mistakes of other clients that no other test covers. */

const SESSION = {
  session_token: 'a/b',
  widget_url: `${RAMP_ORIGIN}/w/?session=a%2Fb&theme=dark&x=%20#/start`,
  session_id: 'ses_1',
  expires_at: '2999-11-21T10:15:00.123456Z',
}
/** A shop whose service sends this reply to a request for a session. */
const shopOf = (data: object) =>
  openRampShop({
    ramp: {
      provider: serviceProvider({
        apiKey: 'canary-4711',
        baseUrl: 'https://service.example',
        transport: async () => Response.json({ success: true, data }),
      }),
    },
  })

describe('a frame URL and expiry from the service', () => {
  it('reach the page unchanged', async () => {
    const { data } = await shopOf(SESSION).post<RampSession>(RAMP_PATH, GUEST)
    expect(data).toMatchObject(SESSION)
  })

  it.each([
    'javascript:alert(1)',
    `javascript:alert(1)//${RAMP_ORIGIN}/`,
    'data:text/html,x',
    '//ramp.example/?session=x',
    'ramp.example/?session=x',
    'http://ramp.example/?session=x',
    'https://ramp.example.evil.example/?session=x',
    'https://ramp.example@evil.example/?session=x',
    'https://user:password@ramp.example/?session=x',
    'https://ramp.example:8443/?session=x',
    'https://evil.example/?x=https://ramp.example/',
  ])('are rejected with the URL %j', async (widget_url) => {
    const shop = shopOf({ ...SESSION, widget_url })
    const reply = await shop.post(RAMP_PATH, GUEST)
    // An unlisted origin is a mistake of the operator, who has to add it.
    const isOtherOrigin = /^https?:\/\/[^@]+$/.test(widget_url)
    const expected = isOtherOrigin ? [503, 'NOT_CONFIGURED'] : [502, 'BAD_RESPONSE']
    expect([reply.status, reply.error.code]).toEqual(expected)
    expect(reply.text).not.toContain(widget_url)
  })
})

describe('a service that changes', () => {
  it('may add unknown fields, and the page gets those that hold no secret', async () => {
    const reply = await shopOf({ ...SESSION, kyc_level: 2, apikey: 'canary' }).post(RAMP_PATH, GUEST)
    expect([reply.status, reply.data.kyc_level]).toEqual([200, 2])
    expect(reply.text).not.toContain('canary')
  })

  it.each(['session_token', 'widget_url', 'session_id', 'expires_at'])(
    'may not leave %s out',
    async (field) => {
      const shop = shopOf({ ...SESSION, [field]: undefined })
      const reply = await shop.post(RAMP_PATH, GUEST)
      expect([reply.status, reply.error.code]).toEqual([502, 'BAD_RESPONSE'])
      expect(shop.log.lines.some((line) => line.fields.field === field)).toBe(true)
    },
  )
})

describe('an invoice without an expiry field', () => {
  // An example of BOLT 11 itself: 20 mBTC, made on 1 June 2017, without an expiry.
  const invoice = vectors.cases.find(({ invoice }) => invoice.startsWith('lnbc20m1pvjluez'))?.invoice ?? ''
  const madeAtMs = 1_496_314_658_000
  const order = { lnaddress: 'alice@wallet.example', amount: '2000000000' }

  const requestCharge = (atMs: number) => {
    const { provider } = openShop()
    const shop = openShop({
      network: 'mainnet',
      now: () => new Date(atMs),
      pay: {
        validateLightningAddress: async (address, options) => {
          const answer = await provider.validateLightningAddress(address, options)
          return answer.valid
            ? { ...answer, metadata: { ...answer.metadata, maxSendable: 100_000_000_000 } }
            : answer
        },
        createCharge: async () => ({ ...order, invoice: { uri: `lightning:${invoice}`, request: invoice } }),
      },
    })
    return shop.post<{ watch_until: string }>('v0/ln-address/fetch-charge', order)
  }

  it('expires after an hour', async () => {
    const { data } = await requestCharge(madeAtMs + 60_000)
    expect(Date.parse(data.watch_until)).toBe(madeAtMs + 3_600_000 + 60_000)
  })

  it('is not shown after that', async () => {
    const reply = await requestCharge(madeAtMs + 3_600_000)
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([502, 'INVOICE_MISMATCH', 'expired'])
  })
})

describe('unbounded metadata', () => {
  it('has ten keys at most, listed or not', async () => {
    const keys = Array.from({ length: 11 }, (_, n) => `k${n}`)
    const shop = openRampShop({ ramp: { fields: { metadataKeys: keys } } })
    const metadata = (count: number) => Object.fromEntries(keys.slice(0, count).map((key) => [key, 'x']))
    expect((await shop.post(RAMP_PATH, { ...GUEST, metadata: metadata(10) })).status).toBe(200)
    expect((await shop.post(RAMP_PATH, { ...GUEST, metadata: metadata(11) })).error.field).toBe('metadata')
  })
})
