import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, type Transport } from './index.js'
import { createSignedInUser } from './signed-in-user.js'
import { json, serve } from './test-support/server.js'

const request = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const data = { ...request, invoice: { uri: 'lightning:lnbc1x', request: 'lnbc1x' } }
const metadata = { minSendable: 1, maxSendable: 9, tag: 'payRequest', metadata: '[]' }

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

afterEach(() => void vi.useRealTimers())

describe('who is signed in', () => {
  it('is unknown until the first reply, and then what the newest one says', () => {
    const user = createSignedInUser()
    expect(user.subject).toBeUndefined()
    user.takeReply('anna', 10)
    expect(user.subject).toBe('anna')
    user.takeReply(undefined, 20)
    expect(user.subject).toBeNull()
  })

  it('does not change by a reply to an earlier request', () => {
    const user = createSignedInUser()
    user.takeReply('ben', 20)
    user.takeReply('anna', 10)
    expect(user.subject).toBe('ben')
  })

  it('stays nobody after a sign-out, whatever a reply to an earlier request says', () => {
    const user = createSignedInUser()
    const sentAtMs = Date.now() - 1
    user.takeReply('ada', sentAtMs)
    user.takeSignOut()
    user.takeReply('ada', sentAtMs)
    expect(user.subject).toBeNull()
    user.takeReply('ben', Date.now())
    expect(user.subject).toBe('ben')
  })

  it('does not change by a sign-out that is older than the newest reply', () => {
    const user = createSignedInUser()
    let heard = 0
    user.onSignedOut(() => heard++)
    user.takeReply('ada', 20)
    user.takeSignOut(10)
    expect([user.subject, heard]).toEqual(['ada', 0])
    user.takeSignOut(20)
    expect([user.subject, heard]).toEqual([null, 1])
  })

  it('is what the reply to a later request says, however long getToken took before', () => {
    const user = createSignedInUser()
    user.takeSignOut(10)
    user.takeReply('ada', 20)
    expect(user.subject).toBe('ada')
  })

  it('is what is heard after this machine’s clock was set back', () => {
    const user = createSignedInUser()
    user.takeReply('ada', Date.now() + 7_200_000)
    user.takeReply('ben', Date.now())
    expect(user.subject).toBe('ben')
    user.takeReply('ada', Date.now() + 7_200_000)
    user.takeSignOut(Date.now())
    expect(user.subject).toBeNull()
  })

  it('is told to listeners when it has changed, until they unsubscribe', () => {
    const user = createSignedInUser()
    const seen: unknown[] = []
    const unsubscribe = user.onChanged(() => seen.push(user.subject))
    for (const subject of ['ada', 'ada', undefined, 'ben']) user.takeReply(subject, 10)
    user.takeSignOut()
    user.takeSignOut()
    unsubscribe()
    user.takeReply('ada', Date.now())
    expect(seen).toEqual(['ada', null, 'ben', null])
  })

  it('is nobody if a reply has no usable subject', () => {
    const user = createSignedInUser()
    for (const subject of ['', 7, {}, null]) {
      user.takeReply(subject, 10)
      expect(user.subject).toBeNull()
    }
  })

  it('is what the host’s cookie says, if the page has no getToken', async () => {
    const { url } = await serve((_, response) =>
      json(response, 200, { success: true, data: { valid: true, metadata }, subject: 'anna' }),
    )
    const client = createClient({ baseUrl: url })
    await client.validateLightningAddress('alice@wallet.example')
    expect(client.user.subject).toBe('anna')
  })

  it('does not follow from an error', async () => {
    let isDown = false
    const { url } = await serve((_, response) =>
      isDown
        ? json(response, 400, { success: false, error: { code: 'BAD_REQUEST', message: '' } })
        : json(response, 200, { success: true, data, subject: 'anna' }),
    )
    const client = createClient({ baseUrl: url, getToken: async () => 'token' })
    await client.createCharge(request)
    isDown = true
    await expect(client.createCharge(request)).rejects.toThrow()
    expect(client.user.subject).toBe('anna')
  })

  it('is nobody each time that getToken returns null, which listeners hear until they unsubscribe', async () => {
    const { url } = await serve((_, response) => json(response, 200, { success: true, data }))
    const client = createClient({ baseUrl: url, getToken: async () => null })
    let heard = 0
    const unsubscribe = client.user.onSignedOut(() => heard++)
    await client.createCharge(request)
    await client.createCharge(request)
    unsubscribe()
    await client.createCharge(request)
    expect([client.user.subject, heard]).toEqual([null, 2])
  })

  it.each([50, 500])(
    'is who signed in while an earlier getToken took %i ms to return null',
    async (slowMs) => {
      vi.useFakeTimers()
      const tokens = [after(slowMs).then(() => null), 'ada']
      const transport: Transport = async (_, { headers }) => {
        await after(100)
        const subject = new Headers(headers).has('authorization') ? 'ada' : undefined
        return Response.json({ success: true, data, subject })
      }
      const getToken = async () => (await tokens.shift()) ?? null
      const client = createClient({ baseUrl: 'https://shop.example/leyden', getToken, transport })
      const asGuest = client.createCharge(request)
      await vi.advanceTimersByTimeAsync(10)
      const asAda = client.createCharge(request)
      await vi.advanceTimersByTimeAsync(1_000)
      await Promise.all([asGuest, asAda])
      expect(client.user.subject).toBe('ada')
    },
  )

  it('is asked of no reply to a request without the token', async () => {
    const { url } = await serve((_, response) =>
      json(response, 200, { success: true, data: { valid: true, metadata } }),
    )
    const client = createClient({ baseUrl: url, getToken: async () => 'token' })
    let heard = 0
    client.user.onSignedOut(() => heard++)
    await client.validateLightningAddress('alice@wallet.example')
    expect([client.user.subject, heard]).toEqual([undefined, 0])
  })
})
