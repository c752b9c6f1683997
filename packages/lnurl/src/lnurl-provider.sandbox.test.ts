import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lnurlProvider } from './lnurl-provider.js'

const { signal } = new AbortController()
const silent = { info() {}, warn() {}, error() {} }

describe('a sandbox in place of every provider', () => {
  let running: Awaited<ReturnType<typeof startSandbox>>

  beforeAll(async () => {
    running = await startSandbox({ port: 0, rampPort: 0, lnurlPort: 0 })
  })

  afterAll(() => running.close())

  const provider = () =>
    lnurlProvider({ network: 'regtest', sandboxUrl: running.lnurlUrl ?? '', log: silent })

  it('issues invoices for any domain, and reports that they are paid', async () => {
    const { createCharge, verify } = provider()
    const { invoice, verifyUrl = '' } = await createCharge(
      { lnaddress: 'alice@anywhere.example', amount: '21000' },
      { signal },
    )
    const { paymentHash } = running.sandbox.pay(invoice.request)
    expect(new URL(verifyUrl).hostname).toBe('anywhere.example')
    const question = { verifyUrl, paymentHash, invoice: invoice.request }
    expect(await verify?.(question, { signal })).toMatchObject({ status: 'paid' })
  })

  it('reports that it does not serve a real domain', async () => {
    const answer = await provider().validateLightningAddress('me@gmail.com', { signal })
    expect(answer).toEqual({ valid: false, reason: 'not_in_sandbox' })
  })

  it.each(['insidecallback', 'plaincallback'])(
    'is checked by the same rules: %s gets no invoice',
    async (user) => {
      const charging = provider().createCharge(
        { lnaddress: `${user}@wallet.example`, amount: '21000' },
        { signal },
      )
      await expect(charging).rejects.toMatchObject({ leydenError: true })
    },
  )
})

it('refuses a sandbox on mainnet, and one on another machine', () => {
  const sandboxUrl = 'http://127.0.0.1:4012'
  expect(() => lnurlProvider({ sandboxUrl })).toThrow(/mainnet/)
  for (const other of [
    'https://127.0.0.1:4012',
    'http://elsewhere.example',
    'http://10.0.0.1:4012',
    'nonsense',
  ])
    expect(() => lnurlProvider({ network: 'regtest', sandboxUrl: other })).toThrow(/of this machine/)
})
