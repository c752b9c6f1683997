import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { LeydenProvider, LightningAddressField, PayToLightningAddress, RampWidget } from '../../index.js'
import { lightningAddressQueryOptions } from '../../query.js'
import { createFakeClient } from '../../testing.js'
import { useLeydenQueryClient } from '../provider/use-client.js'

const queryClients: QueryClient[] = []

function Probe() {
  queryClients.push(useLeydenQueryClient())
  return null
}

it('does not share answers between two renders on a server', () => {
  const page = (
    <LeydenProvider client={createFakeClient()}>
      <Probe />
      <Probe />
    </LeydenProvider>
  )
  renderToString(page)
  renderToString(page)
  const [first, second, third, fourth] = queryClients
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(fourth).toBe(third)
})

it('sends the recipient that was prefetched with the page', async () => {
  const client = createFakeClient()
  const serverQueryClient = new QueryClient()
  await serverQueryClient.prefetchQuery(lightningAddressQueryOptions(client, 'alice@wallet.example'))
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <HydrationBoundary state={JSON.parse(JSON.stringify(dehydrate(serverQueryClient)))}>
        <LeydenProvider client={client}>
          <LightningAddressField defaultAddress="alice@wallet.example" />
        </LeydenProvider>
      </HydrationBoundary>
    </QueryClientProvider>,
  )
  expect(html).toContain('Tips for Alice')
  expect(html).toContain('data-state="found"')
  expect(client.lookedUp).toEqual(['alice@wallet.example'])
})

it('leaves no timer on a server, which would keep it from ending', () => {
  vi.useFakeTimers()
  const html = renderToString(
    <LeydenProvider client={createFakeClient()}>
      <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} />
      <RampWidget quoteCurrency="USD" baseCurrency="BTC" />
    </LeydenProvider>,
  )
  expect(html).toContain('wallet.example')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
