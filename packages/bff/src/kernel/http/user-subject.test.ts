import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type WireSuccess } from '@leyden/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fixedRates } from '../../exchange-rates.js'
import { toNodeHandler } from '../../hosts/node/node-handler.js'
import { operations } from '../../operations.js'
import { GUEST, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { ADMIN_TOKEN, openCharge, SECRET } from '../../test-support/shop.js'
import type { Identify } from './identity.js'

const ORDER = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const ACCOUNTS: Record<string, string> = { 'Bearer anna': 'account-4711', 'Bearer ben': 'account-4712' }

const closers: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

/** A shop on a socket, whose users sign in with a token. */
async function openServer(options: Parameters<typeof openRampShop>[0] = {}) {
  const identified: string[] = []
  const identify: Identify = async ({ headers, url }) => {
    identified.push(new URL(url).pathname)
    const authorization = headers.get('authorization') ?? ''
    if (authorization === 'Bearer expired') throw new Error('expired')
    const id = ACCOUNTS[authorization]
    return id ? { id, email: `${id}@example.com` } : { guest: true }
  }
  const shop = openRampShop({
    identify,
    extensions: [fixedRates({ USD: '100000' }), operations({ token: ADMIN_TOKEN })],
    ...options,
  })
  const server = createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`

  const send = (path: string, authorization?: string, body?: object) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-leyden': '1' }
    if (authorization) headers.authorization = authorization
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return fetch(`${base}/${path}`, init)
  }
  const ask = async (...request: Parameters<typeof send>) => {
    const response = await send(...request)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return { ...(JSON.parse(text) as WireSuccess<Record<string, string>>), text }
  }
  return { shop, base, identified, send, ask }
}

/** One reply of each operation of a page, by whether it says who is signed in. */
async function askAll({ shop, ask }: Awaited<ReturnType<typeof openServer>>, authorization?: string) {
  const intent = await shop.bff.sign({
    ...ORDER,
    amountMsat: 2_100_000n,
    reference: `order ${authorization}`,
  })
  const charge = await ask('v0/ln-address/fetch-charge', authorization, ORDER)
  const { watch_url = '', invoice } = charge.data as never as {
    watch_url: string
    invoice: { request: string }
  }
  const { preimage } = shop.sandbox.pay(invoice.request)
  const session = ACCOUNTS[authorization ?? ''] ? {} : GUEST
  return {
    /** Those that say who is signed in. */
    asking: [
      charge,
      await ask('v0/intent', authorization, { intent }),
      await ask(RAMP_PATH, authorization, session),
      await ask(`${watch_url}?subject=1`, authorization),
      await ask(`${watch_url}/proof`, authorization, { preimage }),
    ],
    silent: [
      await ask('v0/ln-address/validate/alice%40wallet.example', authorization),
      await ask(watch_url, authorization),
      await ask('v0/rates/USD', authorization),
    ],
  }
}

const subjectsOf = (replies: readonly { subject?: string | null | undefined }[]) =>
  new Set(replies.map(({ subject }) => subject))

describe('the subject of a reply', () => {
  it('is the same in each reply to one user, and another for another user', async () => {
    const server = await openServer()
    const [anna, ...more] = subjectsOf((await askAll(server, 'Bearer anna')).asking)
    expect([anna, more]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), []])
    const [ben, ...others] = subjectsOf((await askAll(server, 'Bearer ben')).asking)
    expect([ben, others]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), []])
    expect(ben).not.toBe(anna)
  })

  it('is null in replies to a guest, and if nobody can sign in', async () => {
    const { asking } = await askAll(await openServer())
    expect(subjectsOf(asking)).toEqual(new Set([null]))
    const nobody = await openServer({ identify: undefined })
    const { subject } = await nobody.ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)
    expect(subject).toBeNull()
  })

  it('is absent from look-ups, rates and polls, which do not call identify', async () => {
    const server = await openServer()
    const { silent } = await askAll(server, 'Bearer anna')
    for (const { text } of silent) expect(text).not.toContain('subject')
    const asking = ['fetch-charge', 'intent', 'ramp-widget', 'proof']
    expect(server.identified.filter((path) => asking.some((end) => path.endsWith(end)))).toHaveLength(4)
    expect(server.identified).toHaveLength(5)
  })

  it('never contains the id of the user', async () => {
    const { asking, silent } = await askAll(await openServer(), 'Bearer anna')
    for (const { text } of [...asking, ...silent]) expect(text).not.toMatch(/account-4711(?!@)/)
  })

  it('is another one for another secret, also in front of the same users', async () => {
    const subjectWith = async (secrets: string[]) => {
      const { ask } = await openServer({ secrets })
      return (await ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)).subject
    }
    const first = await subjectWith([SECRET])
    expect(await subjectWith([SECRET])).toBe(first)
    expect(await subjectWith([`another ${SECRET}`, SECRET])).not.toBe(first)
  })

  it('is absent if identify fails, which costs a tip and a reading nothing else', async () => {
    const { shop, ask } = await openServer()
    const charge = await ask('v0/ln-address/fetch-charge', 'Bearer expired', ORDER)
    const state = await ask(`${charge.data.watch_url}?subject=1`, 'Bearer expired')
    for (const { text } of [charge, state]) expect(text).not.toContain('subject')
    const failures = shop.log.lines.filter(({ fields }) => fields.code === 'IDENTIFY_FAILED')
    expect(failures.map(({ fields }) => fields.reason)).toEqual(['expired', 'expired'])
  })

  it.each([
    ['no id', { email: 'anna@example.com' }],
    ['an undefined id', { id: undefined, email: 'anna@example.com' }],
    ['an empty id', { id: ' ', email: 'anna@example.com' }],
    ['a number as id', { id: 4711, email: 'anna@example.com' }],
    ['only an id', 'anna'],
    ['no guest either', { guest: false }],
  ])('is absent if identify returns %s, and nobody shares the session of another', async (_, answer) => {
    const identify = async () => answer as never
    const { shop, ask, send } = await openServer({ identify })
    expect((await ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)).text).not.toContain('subject')
    expect((await send(RAMP_PATH, 'Bearer anna', {})).status).toBe(503)
    const reasons = shop.log.lines.flatMap(({ fields: { code, reason } }) =>
      code === 'IDENTIFY_FAILED' ? [reason] : [],
    )
    expect(reasons).toEqual(Array(2).fill(expect.stringContaining('whose id is a text')))
  })

  it.each([undefined, '', 'anonymous'])('is null for a guest, also one with the id %s', async (id) => {
    const { ask } = await openServer({ identify: async () => ({ guest: true, id }) as never })
    expect((await ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)).subject).toBeNull()
  })

  it.each([false, '', undefined])('is null if identify returns %s', async (answer) => {
    const { ask } = await openServer({ identify: async () => answer as never })
    expect((await ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)).subject).toBeNull()
  })

  describe('while identify hangs', () => {
    /** A request to a shop whose database of sessions hangs: its reply, after three seconds of this machine's clock. */
    async function openHanging() {
      const shop = openRampShop()
      const charge = await openCharge(shop)
      const order = await shop.bff.rampOrder({ email: 'anna@example.com' })
      let calls = 0
      const identify = () => new Promise<never>(() => void calls++)
      const server = await openServer({ identify, store: shop.store })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const late = async (...request: Parameters<typeof server.send>) => {
        const before = calls
        const reply = server.send(...request)
        await vi.waitFor(() => expect(calls).toBe(before + 1))
        await vi.advanceTimersByTimeAsync(3_000)
        const response = await reply
        return { status: response.status, ...(await response.json()) }
      }
      return { ...server, late, order, watchUrl: charge.watch_url, calls: () => calls }
    }

    it('look-ups, rates and polls answer at once, and do not call it', async () => {
      const { ask, watchUrl, calls } = await openHanging()
      for (const path of ['v0/ln-address/validate/alice%40wallet.example', 'v0/rates/USD', watchUrl])
        expect((await ask(path, 'Bearer anna')).success).toBe(true)
      expect(calls()).toBe(0)
    })

    it('a tip, a reading and a session of an order go on without a user, and do not say that nobody is signed in', async () => {
      const { late, shop, order, watchUrl } = await openHanging()
      const intent = await shop.bff.sign({ ...ORDER, amountMsat: 2_100_000n, reference: 'order 7' })
      for (const [path, body] of [
        ['v0/ln-address/fetch-charge', ORDER],
        ['v0/intent', { intent }],
        [RAMP_PATH, { order }],
        [`${watchUrl}?subject=1`],
      ] as const) {
        const reply = await late(path, 'Bearer anna', body)
        expect([path, reply.status]).toEqual([path, 200])
        expect(reply).not.toHaveProperty('subject')
      }
      const codes = shop.log.lines.map(({ fields }) => fields.code)
      expect(codes.filter((code) => code === 'IDENTIFY_FAILED')).toHaveLength(4)
    })

    it('a session that needs a person is refused for now, and nobody is told to sign in', async () => {
      const { late, shop } = await openHanging()
      const { status, error } = await late(RAMP_PATH, 'Bearer anna', {})
      expect([status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(error.retry_after_ms).toBeGreaterThan(0)
      expect(shop.log.lines.map(({ fields }) => fields.code)).toContain('IDENTIFY_FAILED')
    })
  })

  it('asks identify once for each request, and not for one that is refused', async () => {
    const server = await openServer()
    await server.ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)
    expect(server.identified).toHaveLength(1)
    await fetch(`${server.base}/v0/watch/forged`, { headers: { authorization: 'Bearer anna' } })
    expect(server.identified).toHaveLength(1)
  })

  it('is not in replies to servers', async () => {
    const { ask } = await openServer()
    const { text } = await ask('admin/drain', `Bearer ${ADMIN_TOKEN}`, {})
    expect(text).not.toContain('subject')
  })

  it('tells the client of a page who is signed in', async () => {
    const { base } = await openServer()
    let token: string | null = 'anna'
    const client = createClient({ baseUrl: base, getToken: async () => token })
    const signOuts: unknown[] = []
    client.user.onSignedOut(() => signOuts.push(client.user.subject))
    await client.validateLightningAddress('alice@wallet.example')
    expect(client.user.subject).toBeUndefined()
    const charge = await client.createCharge(ORDER)
    const anna = client.user.subject
    expect(anna).toMatch(/^[0-9a-f]{32}$/)
    token = 'ben'
    expect(await client.readState(charge.watch_url ?? '')).toMatchObject({ kind: 'charge', status: 'open' })
    expect(client.user.subject).toMatch(/^[0-9a-f]{32}$/)
    expect(client.user.subject).not.toBe(anna)
    token = null
    await client.readState(charge.watch_url ?? '')
    expect([client.user.subject, signOuts]).toEqual([null, [null]])
  })
})
