import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, type Transport } from '../index.js'
import { json, serve } from '../test-support/server.js'
import { createSignedInUser } from './signed-in-user.js'

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
    user.takeReply(null, 20)
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
    for (const subject of ['ada', 'ada', undefined, null, 'ben']) user.takeReply(subject, 10)
    user.takeSignOut()
    user.takeSignOut()
    unsubscribe()
    user.takeReply('ada', Date.now())
    expect(seen).toEqual(['ada', null, 'ben', null])
  })

  it('stays the same if a reply does not say it, or says it in a way that nobody knows', () => {
    const user = createSignedInUser()
    user.takeReply('ada', 10)
    for (const subject of [undefined, '', ' ', 7, {}]) {
      user.takeReply(subject, 20)
      expect(user.subject).toBe('ada')
    }
    // Such a reply is no newer one either.
    user.takeReply('ben', 15)
    expect(user.subject).toBe('ben')
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

  it('is asked by the first request for a state, and not by the next ones', async () => {
    const { client, asked } = openClient(async () => null)
    // It asks for no state, and its reply does not say it.
    await client.createCharge(request)
    await client.readState('v0/watch/a')
    await client.readState('v0/watch/a')
    expect(asked).toEqual([true, false])
  })

  it('is asked by each request that is sent before the first answer, because any of them may be answered first', async () => {
    const { client, asked, server } = openClient()
    server.subject = 'ada'
    await Promise.all(['v0/watch/a', 'v0/watch/b'].map((url) => client.readState(url)))
    expect([asked, client.user.subject]).toEqual([[true, true], 'ada'])
  })

  it('is asked again after another token, and until somebody answers', async () => {
    const tokens = ['ada', 'ada', 'ben', 'ben', 'ben']
    const { client, asked, server } = openClient(async () => tokens.shift() ?? null)
    await client.readState('v0/watch/a')
    await client.readState('v0/watch/a')
    server.status = 404
    await expect(client.readState('v0/watch/a')).rejects.toThrow()
    server.status = 200
    await client.readState('v0/watch/a')
    await client.readState('v0/watch/a')
    expect(asked).toEqual([true, false, true, true, false])
  })

  it('is asked until somebody says it of the newest token, whenever the replies to older requests come', async () => {
    const tokens = ['ada', 'ada', 'ben', 'ben', 'ben']
    const { client, asked, server } = openClient(async () => tokens.shift() ?? null)
    const read = () => client.readState('v0/watch/a')
    const hold = async () => {
      let release = () => {}
      server.held = new Promise((resolve) => {
        release = resolve
      })
      const before = asked.length
      const reply = read()
      await vi.waitFor(() => expect(asked).toHaveLength(before + 1))
      server.held = undefined
      return () => {
        release()
        return reply
      }
    }
    const releaseFirst = await hold()
    const releaseSecond = await hold()
    server.status = 404
    await expect(read()).rejects.toThrow()
    server.status = 200
    await releaseFirst()
    await read()
    await releaseSecond()
    await read()
    expect(asked).toEqual([true, true, true, true, false])
  })

  it('is not asked if a reply has said it already, and asked again when the person returns to the page', async () => {
    const { client, asked, server } = openClient()
    server.subject = 'ada'
    await client.createCharge(request)
    const end = new AbortController()
    const watch = client.watch('v0/watch/a', { signal: end.signal, onState: () => {} })
    await vi.waitFor(() => expect(asked).toEqual([false]))
    watch.refresh()
    await vi.waitFor(() => expect(asked.slice(0, 3)).toEqual([false, true, false]))
    end.abort()
    expect(client.user.subject).toBe('ada')
  })
})

/** A client, and for each of its requests for a state whether it asks who is signed in. */
function openClient(getToken?: () => Promise<string | null>) {
  const asked: boolean[] = []
  const server: { status: number; subject?: string; held?: Promise<void> | undefined } = { status: 200 }
  const state = { kind: 'charge', status: 'open', at: '2026-01-01T00:00:00Z' }
  const transport: Transport = async (url, { method }) => {
    const { subject, status, held } = server
    if (method === 'POST') return Response.json({ success: true, data, subject })
    asked.push(new URL(url).searchParams.get('subject') === '1')
    await held
    const error = { code: 'NOT_FOUND', message: '' }
    return status === 200
      ? Response.json({ success: true, data: state, subject })
      : Response.json({ success: false, error }, { status })
  }
  return {
    client: createClient({ baseUrl: 'https://shop.example/leyden', getToken, transport }),
    asked,
    server,
  }
}
