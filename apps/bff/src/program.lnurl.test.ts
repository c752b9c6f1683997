import { createClient, type WatchState } from '@leyden/core'
import { startSandbox } from '@leyden/sandbox/node'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startProgram } from './program.js'
import { API_KEY, environment } from './test-support/environment.js'

async function start(env: (sandboxUrl: string) => Record<string, string>) {
  const sandbox = await startSandbox({ apiKey: API_KEY, port: 0, rampPort: 0, lnurlPort: 0 })
  onTestFinished(() => sandbox.close())
  const program = await startProgram(
    { ...env(sandbox.url), LEYDEN_LNURL_SANDBOX_URL: sandbox.lnurlUrl ?? '' },
    { log: () => {} },
  )
  onTestFinished(() => program.close())
  return { sandbox, client: createClient({ baseUrl: `${program.url}/leyden` }) }
}

it('accepts a payment without an API key, and detects it through the recipient’s provider', async () => {
  const { sandbox, client } = await start(() =>
    environment('', { LEYDEN_API_KEY: '', LEYDEN_PROVIDER: 'lnurl' }),
  )
  const charge = await client.createCharge({ lnaddress: 'alice@anywhere.example', amount: '2100000' })
  expect(charge.detects).toEqual(['preimage', 'verify'])
  const states: WatchState[] = []
  const watching = new AbortController()
  onTestFinished(() => watching.abort())
  client.watch(charge.watch_url ?? '', { signal: watching.signal, onState: (state) => states.push(state) })
  await vi.waitFor(() => expect(states).toMatchObject([{ status: 'open' }]))
  const { preimage } = sandbox.sandbox.pay(charge.invoice.request)
  await vi.waitFor(() =>
    expect(states.at(-1)).toMatchObject({ status: 'paid', evidence: 'verify', preimage }),
  )
})

it('requests an invoice from the recipient’s provider first, and from the service if that does not report payments', async () => {
  const { client } = await start((url) => environment(url, { LEYDEN_PROVIDER: 'verified-first' }))
  const detectsOf = async (lnaddress: string) => {
    const { invoice, detects } = await client.createCharge({ lnaddress, amount: '2100000' })
    expect(invoice.request).toMatch(/^lnbcrt21u/)
    return detects
  }
  expect(await detectsOf('alice@anywhere.example')).toEqual(['preimage', 'verify'])
  expect(await detectsOf('noverify@anywhere.example')).toEqual(['preimage'])
})
