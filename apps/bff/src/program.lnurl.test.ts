import { createClient, type WatchState } from '@leyden/core'
import { startSandbox } from '@leyden/sandbox/node'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startProgram } from './program.js'
import { environment } from './test-support/environment.js'

it('takes a payment without a key, and learns of it from the provider of the address', async () => {
  const sandbox = await startSandbox({ port: 0, rampPort: 0, lnurlPort: 0 })
  onTestFinished(() => sandbox.close())
  const program = await startProgram(
    environment('', {
      LEYDEN_API_KEY: '',
      LEYDEN_PROVIDER: 'lnurl',
      LEYDEN_LNURL_SANDBOX_URL: sandbox.lnurlUrl ?? '',
    }),
    { log: () => {} },
  )
  onTestFinished(() => program.close())
  const client = createClient({ baseUrl: `${program.url}/leyden` })
  const charge = await client.createCharge({ lnaddress: 'alice@anywhere.example', amount: '2100000' })
  expect(charge.detects).toEqual(['preimage', 'verify'])
  const states: WatchState[] = []
  const watching = new AbortController()
  onTestFinished(() => watching.abort())
  client.watch(charge.watch_url ?? '', { signal: watching.signal, onState: (state) => states.push(state) })
  await vi.waitFor(() => expect(states).toMatchObject([{ status: 'open' }]), { timeout: 20_000 })
  const { preimage } = sandbox.sandbox.pay(charge.invoice.request)
  await vi.waitFor(
    () => expect(states.at(-1)).toMatchObject({ status: 'paid', evidence: 'verify', preimage }),
    {
      timeout: 30_000,
    },
  )
}, 60_000)
