import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
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
  // React 18 warns about the server renderer in a browser.
  const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page)
  silencedError.mockRestore()
  const consoleError = vi.spyOn(console, 'error')
  const input = host.querySelector('input')
  expect(host).toHaveTextContent('Pay with Lightning')
  const root = hydrateRoot(host, page, { onRecoverableError: (error) => consoleError(error) })
  expect(await screen.findByText('Tips for Alice')).toBeVisible()
  // The server sent English. The language of the locale is loaded after hydration.
  expect(await screen.findByRole('heading', { name: 'الدفع عبر لايتنينغ' })).toBeVisible()
  expect(host.querySelector('input')).toBe(input)
  expect(consoleError.mock.calls).toEqual([])
  root.unmount()
  host.remove()
})

it('shows a recipient that a server looked up, without another request', async () => {
  // A server may use another URL of the BFF than the page.
  const [server, client] = [createFakeClient(), createFakeClient()]
  const serverQueryClient = new QueryClient()
  await serverQueryClient.prefetchQuery(
    lightningAddressQueryOptions(server, 'Alice@Wallet.example', { scope: client.baseUrl }),
  )
  const dehydratedState = JSON.parse(JSON.stringify(dehydrate(serverQueryClient)))
  serverQueryClient.clear()
  const page = (queryClient: QueryClient) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HydrationBoundary state={dehydratedState}>
          <LeydenProvider client={client}>
            <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} />
          </LeydenProvider>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  )
  const host = document.body.appendChild(document.createElement('div'))
  const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page(new QueryClient()))
  silencedError.mockRestore()
  const consoleError = vi.spyOn(console, 'error')
  const root = hydrateRoot(host, page(new QueryClient()), {
    onRecoverableError: (error) => consoleError(error),
  })
  expect(await screen.findByText('Tips for Alice')).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Pay( \d|$)/ })).not.toHaveAttribute('aria-disabled')
  expect(server.lookedUp).toEqual(['alice@wallet.example'])
  expect(client.lookedUp).toEqual([])
  expect(consoleError.mock.calls).toEqual([])
  root.unmount()
  host.remove()
})

it('takes what was typed or filled in before hydration', async () => {
  const onAmountChange = vi.fn()
  const page = (
    <StrictMode>
      <LeydenProvider client={createFakeClient()}>
        <PayToLightningAddress address="alice@wallet.example" onAmountChange={onAmountChange} />
      </LeydenProvider>
    </StrictMode>
  )
  const host = document.body.appendChild(document.createElement('div'))
  const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page)
  silencedError.mockRestore()
  const [field] = host.querySelectorAll('input')
  if (field) field.value = '2100'
  const root = hydrateRoot(host, page)
  expect(await screen.findByRole('button', { name: 'Pay 2,100 sats' })).toBeVisible()
  expect(field).toHaveValue('2,100')
  expect(onAmountChange.mock.calls).toEqual([[2_100n]])
  root.unmount()
  host.remove()
})

it('shows the invoice of before a reload in place of the server’s form, without a warning or a second event', async () => {
  const client = createFakeClient()
  const onCharge = vi.fn()
  const page = (
    <StrictMode>
      <LeydenProvider client={client}>
        <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} onCharge={onCharge} />
      </LeydenProvider>
    </StrictMode>
  )
  const before = render(page)
  await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
  await screen.findByRole('img', { name: /^QR code/ })
  before.unmount()
  const host = document.body.appendChild(document.createElement('div'))
  const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
  // A server knows no invoice of this browser.
  host.innerHTML = renderToString(page)
  silencedError.mockRestore()
  expect(screen.getByRole('heading', { name: 'Pay with Lightning' })).toBeVisible()
  const consoleError = vi.spyOn(console, 'error')
  const root = hydrateRoot(host, page, { onRecoverableError: (error) => consoleError(error) })
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
  expect(client.charges).toHaveLength(1)
  expect(onCharge).toHaveBeenCalledOnce()
  expect(consoleError.mock.calls).toEqual([])
  root.unmount()
  host.remove()
})
