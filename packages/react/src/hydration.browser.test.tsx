import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { LeydenProvider, PayToLightningAddress } from './index.js'
import { lightningAddressQueryOptions } from './query.js'
import { createFakeClient } from './testing.js'

it('hydrates the server’s HTML without a warning, and works afterwards', async () => {
  const client = createFakeClient()
  const page = (
    <StrictMode>
      <LeydenProvider client={client} locale="ar">
        <PayToLightningAddress address="alice@wallet.example" defaultAmountSats={2_100} presets={[500]} />
      </LeydenProvider>
    </StrictMode>
  )
  const host = document.body.appendChild(document.createElement('div'))
  // The server renderer runs in a browser here, which React 18 warns about.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page)
  quiet.mockRestore()
  const complaints = vi.spyOn(console, 'error')
  const input = host.querySelector('input')
  expect(host).toHaveTextContent('Pay with Lightning')
  const root = hydrateRoot(host, page, { onRecoverableError: (error) => complaints(error) })
  expect(await screen.findByText('Tips for Alice')).toBeVisible()
  // The server sent English; the language of the locale is loaded after hydration.
  expect(await screen.findByRole('heading', { name: 'الدفع عبر لايتنينغ' })).toBeVisible()
  expect(host.querySelector('input')).toBe(input)
  expect(complaints.mock.calls).toEqual([])
  root.unmount()
  host.remove()
})

it('shows a recipient that a server looked up, without another request', async () => {
  // The server reaches the BFF by a URL of its own.
  const [server, client] = [createFakeClient(), createFakeClient()]
  const onServer = new QueryClient()
  await onServer.prefetchQuery(
    lightningAddressQueryOptions(server, 'Alice@Wallet.example', { scope: client.baseUrl }),
  )
  const sent = JSON.parse(JSON.stringify(dehydrate(onServer)))
  onServer.clear()
  const page = (queryClient: QueryClient) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HydrationBoundary state={sent}>
          <LeydenProvider client={client}>
            <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} />
          </LeydenProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
  const host = document.body.appendChild(document.createElement('div'))
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page(new QueryClient()))
  quiet.mockRestore()
  const complaints = vi.spyOn(console, 'error')
  const root = hydrateRoot(host, page(new QueryClient()), {
    onRecoverableError: (error) => complaints(error),
  })
  expect(await screen.findByText('Tips for Alice')).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Pay( \d|$)/ })).not.toHaveAttribute('aria-disabled')
  expect(server.lookedUp).toEqual(['alice@wallet.example'])
  expect(client.lookedUp).toEqual([])
  expect(complaints.mock.calls).toEqual([])
  root.unmount()
  host.remove()
})
