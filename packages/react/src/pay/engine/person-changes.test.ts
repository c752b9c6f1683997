import { createClient } from '@leyden/core'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { openDevice, openTab } from '../../test-support/device.js'
import { createFakeClient } from '../../testing/fake-client.js'
import { unclearCharge, watchedCharges } from '../flow/shown-charge.js'
import { ledgerOf } from '../ledger/charge-ledger.js'
import type { PaySettings } from '../pay-settings.js'
import { createPayEngine } from './pay-engine.js'

const { address } = fixtureRecipient
const NOTE = 'For my sister'
const terms = { amountMsat: 2_100_000n, note: NOTE }
const ANSWER_MS = 800

let unmount: (() => void) | undefined
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  openDevice()
  openTab()
  vi.stubGlobal('location', { href: 'https://shop.example/', pathname: '/', search: '', hash: '' })
})
afterEach(() => {
  unmount?.()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The engine of a widget on a page, with the ids of the charges that can still be paid there. */
function openPage({ client, ...options }: Pick<PaySettings, 'client' | 'reference' | 'intent' | 'onPaid'>) {
  const lookup = { status: 'found', address, recipient: fixtureRecipient, mode: 'test' } as const
  const engine = createPayEngine({ client, queryClient: new QueryClient(), lookup, ...options })
  unmount = engine.mount()
  const payable = () => watchedCharges(engine.getState()).map(({ charge }) => charge.id)
  return { ...engine, payable }
}

describe('a receipt whose person comes back while another invoice is on its way', () => {
  async function payAsAda() {
    const client = createFakeClient({ delayMs: 10 })
    const onPaid = vi.fn()
    const page = openPage({ client, reference: 'cart 7', onPaid })
    const signIn = (subject: string | null) => client.user.takeReply(subject, Date.now())
    signIn('ada')
    page.requestInvoice(terms)
    await pass(10)
    const [paid] = client.charges
    if (!paid) throw new Error('No charge was requested.')
    return { client, page, signIn, onPaid, paid }
  }

  it.each([
    ['requested', 0],
    ['shown', 10],
  ])('is no invoice while it is %s, nor later', async (_, waitMs) => {
    const { client, page, signIn, onPaid, paid } = await payAsAda()
    client.settle()
    await vi.waitFor(() => expect(page.getState().status).toBe('paid'))
    signIn(null)
    page.requestInvoice(terms)
    await pass(waitMs)
    signIn('ada')
    expect(page.payable()).not.toContain(paid.paymentHash)
    await pass(10)
    expect(page.payable()).toEqual([client.charges[1]?.paymentHash])
    page.actions.back()
    expect(page.payable()).toEqual([client.charges[1]?.paymentHash])
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  it('brings no warning of a wallet that may have paid', async () => {
    const { client, page, signIn, paid } = await payAsAda()
    ledgerOf(client).askWallet(paid.paymentHash)
    client.settle()
    await vi.waitFor(() => expect(page.getState().status).toBe('paid'))
    signIn(null)
    page.requestInvoice(terms)
    signIn('ada')
    await pass(10)
    expect(page.getState().status).toBe('awaiting')
    expect(unclearCharge(page.getState())).toBeUndefined()
  })
})

describe('an invoice that is requested while its person leaves', () => {
  /** A page whose BFF says whose request it answers, by token or cookie, and takes its time for an invoice. */
  function openShop(signsInBy: 'token' | 'cookie' = 'token') {
    const fake = createFakeClient()
    let token: string | null = null
    const client = createClient({
      baseUrl: `${fake.baseUrl}/leyden`,
      getToken: signsInBy === 'token' ? async () => token : undefined,
      transport: async (url, { headers, body, signal } = {}) => {
        const bearer = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? null
        const subject = signsInBy === 'token' ? bearer : token
        const isCharge = String(url).endsWith('fetch-charge')
        if (isCharge) await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
        signal?.throwIfAborted()
        const at = new Date().toISOString()
        const data = isCharge
          ? await fake.createCharge(JSON.parse(String(body)))
          : { kind: 'charge', status: 'open', at }
        return Response.json({ success: true, subject, data, server_time: at })
      },
    })
    /** Somebody signs in, or out for null, and the reply to another request tells. */
    const signIn = async (next: string | null) => {
      token = next
      const reading = client.readState('v0/watch/other')
      await pass(10)
      await reading
      expect(client.user.subject).toBe(next)
    }
    const setToken = (next: string | null) => {
      token = next
    }
    return { page: openPage({ client }), charges: fake.charges, signIn, setToken }
  }

  it.each<[string, (string | null)[]]>([
    ['signs out', [null]],
    ['signs out, and somebody else signs in', [null, 'bob']],
    ['is followed by somebody else', ['bob']],
  ])('is cancelled at once, and its note is nowhere, when this person %s', async (_, next) => {
    const { page, charges, signIn } = openShop()
    await signIn('ada')
    page.requestInvoice(terms)
    await pass(100)
    expect(page.getState().status).toBe('requesting')
    for (const subject of next) {
      await signIn(subject)
      expect(page.getState()).toEqual({ status: 'idle' })
    }
    await pass(2 * ANSWER_MS)
    expect(page.getState()).toEqual({ status: 'idle' })
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain(NOTE)
    page.requestInvoice({ amountMsat: 2_100_000n })
    await pass(2 * ANSWER_MS)
    expect(page.getState()).toMatchObject({ status: 'awaiting', charge: { note: undefined } })
    expect(charges).toHaveLength(1)
  })

  it('is cancelled for a person of whom the page learnt after the press', async () => {
    const { page, signIn, setToken } = openShop()
    setToken('ada')
    page.requestInvoice(terms)
    await pass(100)
    await signIn('ada')
    expect(page.getState().status).toBe('requesting')
    await signIn('bob')
    expect(page.getState()).toEqual({ status: 'idle' })
    await pass(2 * ANSWER_MS)
    expect(page.getState()).toEqual({ status: 'idle' })
  })

  it('is shown to a guest who signs in, and to the person who stays', async () => {
    const { page, signIn } = openShop()
    await signIn(null)
    page.requestInvoice(terms)
    await pass(100)
    await signIn('ada')
    await signIn('ada')
    await pass(ANSWER_MS)
    expect(page.getState()).toMatchObject({ status: 'awaiting', charge: { note: NOTE } })
  })

  it('does not cancel a later request', async () => {
    const { page, signIn } = openShop()
    await signIn('ada')
    page.requestInvoice(terms)
    await pass(100)
    await signIn(null)
    page.requestInvoice({ amountMsat: 3_000_000n })
    await pass(100)
    await signIn('bob')
    await pass(ANSWER_MS)
    expect(page.getState()).toMatchObject({ status: 'awaiting', charge: { amountMsat: 3_000_000n } })
  })

  it.each(['token', 'cookie'] as const)(
    'is requested by a second press if the first tells that its person is not signed in any more, by %s',
    async (signsInBy) => {
      const { page, signIn, setToken } = openShop(signsInBy)
      await signIn('ada')
      setToken(null)
      page.requestInvoice(terms)
      await pass(2 * ANSWER_MS)
      expect(page.getState()).toEqual({ status: 'idle' })
      page.requestInvoice(terms)
      await pass(2 * ANSWER_MS)
      expect(page.getState().status).toBe('awaiting')
    },
  )
})
