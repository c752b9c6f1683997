import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { createFakeClient } from '../testing/fake-client.js'
import type { Payment } from './pay-callbacks.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from './pay-to-lightning-address.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const problem = 'This part of the page has a problem.'
const paid = { name: 'Paid 2,100 sats' }
const qrCode = { name: /^QR code/ }

/** A shop's page with the widget, and what it is told. */
function renderShop(props: PayToLightningAddressProps = {}) {
  // The browser and the widget report each error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createFakeClient()
  const told = {
    onError: vi.fn(),
    onPaid: vi.fn<(payment: Payment) => void>(),
    onWidgetEvent: vi.fn<(event: { type: string }) => void>(),
  }
  const { onWidgetEvent, ...callbacks } = told
  const shop = (next: PayToLightningAddressProps): ReactElement => (
    <LeydenProvider client={client} onWidgetEvent={onWidgetEvent}>
      <h1>The shop</h1>
      <PayToLightningAddress {...tip} {...callbacks} {...next} className="of-shop" />
    </LeydenProvider>
  )
  const { rerender } = render(shop(props))
  return { client, ...told, rerender: (next: PayToLightningAddressProps) => rerender(shop(next)) }
}

async function expectProblem(): Promise<void> {
  expect(await screen.findByRole('alert')).toHaveTextContent(problem)
  expect(screen.getByRole('region', { name: 'Pay with Lightning' })).toHaveClass('of-shop')
  expect(screen.getByRole('heading', { name: 'The shop' })).toBeVisible()
}

it('a card whose elements are gone says so, and the payment goes on', async () => {
  const { client, onError, onPaid, onWidgetEvent } = renderShop()
  await screen.findByText('Tips for Alice')
  fireEvent.click(screen.getByRole('button', { name: /^Pay 2,100/ }))
  // An extension does so. React throws when it removes the element itself.
  document.querySelector('.leyden-form')?.remove()
  await expectProblem()
  expect(onError).toHaveBeenCalledTimes(1)
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN', cause: expect.any(Error) }))
  expect(onWidgetEvent).toHaveBeenCalledWith(expect.objectContaining({ type: 'error' }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', qrCode)).toBeVisible()
  document.querySelector('.leyden-invoice')?.remove()
  client.settle()
  await expectProblem()
  await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', paid)).toBeVisible()
  expect(client.charges).toHaveLength(1)
  expect(onPaid).toHaveBeenCalledTimes(1)
})

it('a card that has failed shows the receipt when the payment arrives', async () => {
  const { client, onPaid } = renderShop()
  await screen.findByText('Tips for Alice')
  fireEvent.click(screen.getByRole('button', { name: /^Pay 2,100/ }))
  document.querySelector('.leyden-form')?.remove()
  await expectProblem()
  client.settle()
  expect(await screen.findByRole('heading', paid)).toBeVisible()
  expect(onPaid).toHaveBeenCalledTimes(1)
})

it('a widget that fails as a whole says so, and reports the payment of its invoice after all', async () => {
  const { client, onError, onPaid, onWidgetEvent, rerender } = renderShop()
  await screen.findByText('Tips for Alice')
  fireEvent.click(screen.getByRole('button', { name: /^Pay 2,100/ }))
  await screen.findByRole('img', qrCode)
  let isBroken = true
  const fiat = {
    currency: 'USD',
    get rate() {
      if (isBroken) throw new Error('No rate.')
      return 100_000
    },
  }
  rerender({ fiat })
  await expectProblem()
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN' }))
  client.settle()
  await waitFor(() => expect(onWidgetEvent).toHaveBeenCalledWith(expect.objectContaining({ type: 'paid' })))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', paid)).toBeVisible()
  await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1))
})

it('a press that throws shows the problem, and the next one is taken', async () => {
  const { onError } = renderShop()
  await screen.findByText('Tips for Alice')
  vi.stubGlobal('AbortController', undefined)
  fireEvent.click(screen.getByRole('button', { name: /^Pay 2,100/ }))
  vi.unstubAllGlobals()
  await expectProblem()
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN' }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Pay 2,100/ }))
  expect(await screen.findByRole('img', qrCode)).toBeVisible()
})

it('a page that has lost a method of the language says so, and is usable again with it', async () => {
  const { flat } = Array.prototype
  const restore = () =>
    Object.defineProperty(Array.prototype, 'flat', { value: flat, configurable: true, writable: true })
  onTestFinished(() => void restore())
  Reflect.deleteProperty(Array.prototype, 'flat')
  const { onError } = renderShop()
  await screen.findByText('Tips for Alice')
  await userEvent.click(screen.getByRole('button', { name: /^Pay 2,100/ }))
  await expectProblem()
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN' }))
  restore()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Pay 2,100/ }))
  expect(await screen.findByRole('img', qrCode)).toBeVisible()
})

it('a page whose messages throw is left alone, without the widget', async () => {
  const messages = {
    get payTitle(): string {
      throw new Error('No title.')
    },
  }
  renderShop({ messages })
  expect(await screen.findByRole('heading', { name: 'The shop' })).toBeVisible()
  expect(screen.queryByRole('region')).toBeNull()
})
