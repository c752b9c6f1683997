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
    expect(JSON.parse(text)).toEqual(EVENT)
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
  const session = { session_id: 'ses_1', guest: true, reference_id: 'order-7', mode: 'live' } as const
  const timestamp = '2026-11-21T10:00:00.000Z'
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
    timestamp,
    data: {
      ...session,
      service,
      details: { amount: '12' },
      suspect: ['session_id'],
      authenticity: 'capability',
      conflict: false,
      user_tokens: {},
    },
  }

  async function posted(event: BffEvent) {
    const { received, url } = await listening(200)
    await createPostEvent(url, SECRET)(event)
    const [{ headers, body }] = received as [(typeof received)[0]]
    return { messageId: headers.get('webhook-id'), ...JSON.parse(new TextDecoder().decode(body)) }
  }

  it('that is suspect is posted without a meaning, and as another message after its release', async () => {
    const before = await posted({ ...suspect, data: { ...suspect.data, meaning: undefined } })
    expect(before).toEqual({ messageId: 's.1', ...suspect })
    const released = { suspect: undefined, released: true, meaning: 'completed' } as const
    const after = await posted({ ...suspect, data: { ...suspect.data, ...released } })
    const { suspect: _, ...plain } = suspect.data
    const data = { ...plain, released: true, meaning: 'completed' }
    expect(after).toEqual({ messageId: 's.1.released', ...suspect, data })
  })

  it('that cannot be read is posted unchanged', async () => {
    const unusable = { reason: 'bad_json', authenticity: 'capability', body: 'not json' } as const
    for (const data of [unusable, { ...session, ...unusable }]) {
      const event = { id: 's.1', type: 'webhook.unusable', timestamp, data } as const
      expect(await posted(event)).toEqual({ messageId: 's.1', ...event })
    }
  })
})
