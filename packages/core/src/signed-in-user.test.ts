import { describe, expect, it } from 'vitest'
import { createClient } from './index.js'
import { createSignedInUser } from './signed-in-user.js'
import { json, serve } from './test-support/server.js'

const request = { lnaddress: 'alice@wallet.example', amount: '2100000' }
const data = { ...request, invoice: { uri: 'lightning:lnbc1x', request: 'lnbc1x' } }
const metadata = { minSendable: 1, maxSendable: 9, tag: 'payRequest', metadata: '[]' }

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

  it('is what a reply says after this machine’s clock was set back', () => {
    const user = createSignedInUser()
    user.takeReply('ada', Date.now() + 7_200_000)
    user.takeReply('ben', Date.now())
    expect(user.subject).toBe('ben')
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
