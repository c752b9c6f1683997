import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BffEvent, ChargePaidEvent, RampEvent } from '@leyden/bff'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { createPostEvent } from './post-event.js'

const SECRET = `whsec_${btoa('a key of at least 24 bytes!')}`
const EVENT: ChargePaidEvent = {
  id: 'abc.1',
  type: 'charge.paid',
  at: new Date('2026-11-21T10:00:00Z'),
  charge: {
    paymentHash: 'ab'.repeat(32),
    lnaddress: 'alice@wallet.example',
    amountMsat: 2_100_000n,
    reference: 'order-7',
    intent: true,
    network: 'regtest',
    mode: 'test',
  },
  evidence: 'app',
  late: false,
}

let close = () => {}
afterEach(() => close())

async function listening(status: number, headers: Record<string, string> = {}) {
  const received: { headers: Headers; body: Uint8Array }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({
      headers: new Headers(request.headers as Record<string, string>),
      body: Buffer.concat(chunks),
    })
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => void server.close()
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` }
}

describe('posting events to another server', () => {
  it('signs them so that the receiver can verify the sender', async () => {
    const { received, url } = await listening(200)
    await createPostEvent(url, SECRET)(EVENT)
    const [{ headers, body }] = received as [(typeof received)[0]]
    const text = new TextDecoder().decode(body)
    const verify = (secret: string) => new Webhook(secret).verify(text, Object.fromEntries(headers))
    expect(verify(SECRET)).toMatchObject({ id: 'abc.1' })
    expect(() => verify(`whsec_${btoa('another key of 24 bytes!')}`)).toThrow('No matching signature')
    expect(headers.get('webhook-id')).toBe('abc.1')
    expect(JSON.parse(text)).toEqual({
      id: 'abc.1',
      type: 'charge.paid',
      timestamp: '2026-11-21T10:00:00.000Z',
      data: {
        payment_hash: 'ab'.repeat(32),
        lnaddress: 'alice@wallet.example',
        amount: '2100000',
        reference: 'order-7',
        intent: true,
        network: 'regtest',
        mode: 'test',
        evidence: 'app',
        late: false,
      },
    })
  })

  it('contains the time of a payment, its order, and the earlier payment of the same order', async () => {
    const { received, url } = await listening(200)
    const duplicateOf = 'cd'.repeat(32)
    const paidAt = new Date('2026-11-21T09:59:00Z')
    const order = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, matches: true }
    await createPostEvent(url, SECRET)({ ...EVENT, paidAt, late: true, order, duplicateOf })
    expect(JSON.parse(new TextDecoder().decode(received[0]?.body)).data).toMatchObject({
      paid_at: '2026-11-21T09:59:00.000Z',
      late: true,
      order: { lnaddress: 'alice@wallet.example', amount: '2100000', matches: true },
      duplicate_of: duplicateOf,
    })
  })

  it('counts only 2xx as delivered, so that the outbox tries again', async () => {
    for (const status of [301, 400, 404, 500, 503]) {
      const { url } = await listening(status, { location: 'http://127.0.0.1:1/' })
      await expect(createPostEvent(url, SECRET)(EVENT)).rejects.toThrow(String(status))
      close()
    }
  })

  it('fails if no server listens', async () => {
    await expect(createPostEvent('http://127.0.0.1:1/', SECRET)(EVENT)).rejects.toThrow()
  })
})

describe('a webhook of the ramp', () => {
  const session = { id: 's', sessionId: 'ses_1', guest: true, referenceId: 'order-7', mode: 'live' } as const
  const at = new Date('2026-11-21T10:00:00Z')
  const service = {
    id: 'evt_1',
    type: 'ramp.purchase.completed',
    created_at: '2026-11-21T09:59:00Z',
    livemode: true,
    data: { amount: '12', card: '4242' },
  }
  const suspect: RampEvent = {
    id: 's.1',
    type: 'ramp.purchase.completed',
    at,
    session,
    service,
    details: { amount: '12' },
    suspect: ['session_id'],
    authenticity: 'capability',
    conflict: false,
    userTokens: {},
  }
  const { suspect: _, ...plain } = suspect

  async function posted(event: BffEvent) {
    const { received, url } = await listening(200)
    await createPostEvent(url, SECRET)(event)
    const [{ headers, body }] = received as [(typeof received)[0]]
    return { messageId: headers.get('webhook-id'), ...JSON.parse(new TextDecoder().decode(body)) }
  }

  it('that is suspect is posted without a meaning, and as another message after its release', async () => {
    const before = await posted(suspect)
    expect(before).toMatchObject({ messageId: 's.1', id: 's.1', data: { suspect: ['session_id'] } })
    expect(before.data).not.toHaveProperty('meaning')
    const after = await posted({ ...plain, released: true, meaning: 'completed' })
    expect(after).toMatchObject({
      messageId: 's.1.released',
      id: 's.1',
      data: {
        meaning: 'completed',
        released: true,
        reference_id: 'order-7',
        service,
        details: { amount: '12' },
      },
    })
    expect(after.data).not.toHaveProperty('suspect')
  })

  it('that cannot be read is posted unchanged', async () => {
    const { id, authenticity } = suspect
    const body = 'not json'
    const event = { id, type: 'webhook.unusable', at, authenticity, reason: 'bad_json', body } as const
    expect((await posted({ ...event, knownSession: session })).data).toMatchObject({
      session_id: 'ses_1',
      reason: 'bad_json',
      body,
    })
    expect((await posted({ ...event, knownSession: null })).data).toEqual({
      reason: 'bad_json',
      authenticity,
      body,
    })
  })
})
