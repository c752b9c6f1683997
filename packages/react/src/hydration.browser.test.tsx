import { screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { LeydenProvider, PayToLightningAddress } from './index.js'
import { createFakeClient } from './testing.js'

it('takes over what a server sent, without a warning, and goes on from there', async () => {
  const client = createFakeClient()
  const page = (
    <StrictMode>
      <LeydenProvider client={client} locale="ar">
        <PayToLightningAddress address="alice@wallet.example" defaultAmountSats={2_100} presets={[500]} />
      </LeydenProvider>
    </StrictMode>
  )
  const host = document.body.appendChild(document.createElement('div'))
  // In this browser the server's renderer takes us for a browser too, which React 18 remarks on.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page)
  quiet.mockRestore()
  const complaints = vi.spyOn(console, 'error')
  const input = host.querySelector('input')
  expect(host).toHaveTextContent('Pay with Lightning')
  const root = hydrateRoot(host, page, { onRecoverableError: (error) => complaints(error) })
  expect(await screen.findByText('Tips for Alice')).toBeVisible()
  // English came from the server and was taken over; the language of the locale is loaded after that.
  expect(await screen.findByRole('heading', { name: 'ادفع عبر لايتنينغ' })).toBeVisible()
  expect(host.querySelector('input')).toBe(input)
  expect(complaints.mock.calls).toEqual([])
  root.unmount()
  host.remove()
})
