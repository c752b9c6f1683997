import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type WireSuccess } from '@leyden/core'
import { afterEach, describe, expect, it } from 'vitest'
import { toNodeHandler } from '../../hosts/node/node-handler.js'
import { GUEST, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { ADMIN_TOKEN, SECRET } from '../../test-support/shop.js'
import type { Identify } from './identity.js'

const ORDER = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const ACCOUNTS: Record<string, string> = { 'Bearer anna': 'account-4711', 'Bearer ben': 'account-4712' }

const closers: (() => void)[] = []
afterEach(() => {
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
  const shop = openRampShop({ identify, ...options })
  const server = createServer(toNodeHandler(shop.bff)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/leyden`

  const ask = async (path: string, authorization?: string, body?: object) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-leyden': '1' }
    if (authorization) headers.authorization = authorization
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(`${base}/${path}`, init)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return { ...(JSON.parse(text) as WireSuccess<Record<string, string>>), text }
  }
  return { shop, base, identified, ask }
}

/** One reply of each operation of a page. */
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
  return [
    await ask('v0/ln-address/validate/alice%40wallet.example', authorization),
    charge,
    await ask('v0/intent', authorization, { intent }),
    await ask(RAMP_PATH, authorization, ACCOUNTS[authorization ?? ''] ? {} : GUEST),
    await ask(watch_url, authorization),
    await ask(`${watch_url}/proof`, authorization, { preimage }),
  ]
}

const subjectsOf = (replies: readonly { subject?: string | undefined }[]) =>
  new Set(replies.map(({ subject }) => subject))

describe('the subject of a reply', () => {
  it('is the same in each reply to one user, and another for another user', async () => {
    const server = await openServer()
    const [anna, ...more] = subjectsOf(await askAll(server, 'Bearer anna'))
    expect([anna, more]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), []])
    const [ben, ...others] = subjectsOf(await askAll(server, 'Bearer ben'))
    expect([ben, others]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), []])
    expect(ben).not.toBe(anna)
  })

  it('is absent from replies to a guest, and to others', async () => {
    const server = await openServer()
    expect(subjectsOf(await askAll(server))).toEqual(new Set([undefined]))
    const nobody = await openServer({ identify: undefined })
    const { text } = await nobody.ask('v0/ln-address/fetch-charge', 'Bearer anna', ORDER)
    expect(text).not.toContain('subject')
  })

  it('never contains the id of the user', async () => {
    const replies = await askAll(await openServer(), 'Bearer anna')
    for (const { text } of replies) expect(text).not.toMatch(/account-4711(?!@)/)
    expect(replies.length).toBeGreaterThan(5)
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

  it('costs the reply nothing if identify fails', async () => {
    const server = await openServer()
    const { success, subject } = await server.ask(
      'v0/ln-address/validate/alice%40wallet.example',
      'Bearer expired',
    )
    expect([success, subject]).toEqual([true, undefined])
    expect(server.shop.log.lines.map(({ fields }) => fields.code)).not.toContain('IDENTIFY_FAILED')
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
    await client.validateLightningAddress('alice@wallet.example')
    expect(client.user.subject).not.toBeNull()
    token = null
    await client.readState(charge.watch_url ?? '')
    expect([client.user.subject, signOuts]).toEqual([null, [null]])
  })
})
