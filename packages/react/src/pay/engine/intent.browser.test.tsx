import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LeydenProvider } from '../../foundation/provider/leyden-provider.js'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient } from '../../testing/fake-client.js'
import { PayToLightningAddress } from '../pay-to-lightning-address.js'

const code = { name: /^QR code/ }
const intents = {
  'order-a': { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, description: 'A book' },
  'order-b': { lnaddress: 'alice@wallet.example', amountMsat: 2_100_500n },
}

async function requestInvoice() {
  const payButton = await screen.findByRole('button', { name: /^Pay( \d|$)/ })
  await waitFor(() => expect(payButton).not.toHaveAttribute('aria-disabled'))
  await userEvent.click(payButton)
  return screen.findByRole('img', code)
}

describe('a signed order', () => {
  it('is shown locked, and the request for its invoice names only the intent', async () => {
    const onPaid = vi.fn()
    const { client } = renderPay({ intent: 'order-a', onPaid }, { server: { intents } })
    await requestInvoice()
    expect(client.charges[0]?.request).toEqual({ intent: 'order-a', payer_data: undefined })
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(onPaid).toHaveBeenCalledWith(expect.objectContaining({ reference: 'order-a' }))
  })

  it('replaces the former order at once, and removes its invoice before the BFF has read the new intent', async () => {
    const { client, rerender } = renderPay({ intent: 'order-a' }, { server: { intents, delayMs: 400 } })
    await requestInvoice()
    rerender({ intent: 'order-b' })
    expect(screen.queryByRole('img', code)).toBeNull()
    expect(screen.getByText('Loading your order…')).toBeVisible()
    client.settle({ charge: client.charges[0] })
    expect(await screen.findByText('2,100.5')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /^Paid/ })).toBeNull()
  })

  it('is read once under StrictMode, by a function that is called once', async () => {
    const intent = vi.fn(async () => 'order-a')
    const { client, rerender } = renderPay({ intent }, { server: { intents } })
    await screen.findByText('A book')
    rerender({ intent: async () => 'order-b' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(intent).toHaveBeenCalledTimes(1)
    expect(client.intentsRead).toEqual(['order-a'])
  })

  it('is read again on request after a failure', async () => {
    const failingIntent = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('The shop is down.'))
      .mockResolvedValue('order-a')
    const onError = vi.fn()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { client } = renderPay({ intent: failingIntent, onError }, { server: { intents } })
    expect(await screen.findByText('This site is having problems right now.')).toBeVisible()
    // Nobody knows yet whether this order is paid.
    expect(document.body).not.toHaveTextContent(/Nothing was paid/)
    expect(onError).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await requestInvoice()
    expect(client.charges).toHaveLength(1)
    vi.restoreAllMocks()
  })

  it('shows its invoice again in a widget that is added later', async () => {
    const { client, unmount } = renderPay({ intent: 'order-a' }, { server: { intents } })
    await requestInvoice()
    unmount()
    renderPay({ intent: 'order-a' }, { client })
    expect(await screen.findByRole('img', code)).toBeVisible()
    expect(client.charges).toHaveLength(1)
  })

  it('is read again when its charge is made, and the person stays in the form if they went back to it meanwhile', async () => {
    const { client } = renderPay({ intent: 'order-a' }, { server: { intents, delayMs: 200 } })
    await requestInvoice()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(client.intentsRead).toEqual(['order-a', 'order-a']))
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(screen.getByRole('button', { name: /^Pay( \d|$)/ })).toBeVisible()
    expect(screen.queryByRole('img', code)).toBeNull()
  })

  it('shows its invoice in every widget that has it, as soon as one of them requests it', async () => {
    const client = createFakeClient({ intents })
    render(
      <LeydenProvider client={client}>
        <PayToLightningAddress intent="order-a" />
        <PayToLightningAddress intent="order-a" />
      </LeydenProvider>,
    )
    await waitFor(() => {
      for (const button of screen.getAllByRole('button', { name: /^Pay( \d|$)/ }))
        expect(button).not.toHaveAttribute('aria-disabled')
    })
    const [first] = screen.getAllByRole('button', { name: /^Pay( \d|$)/ })
    if (first) await userEvent.click(first)
    await waitFor(() => expect(screen.getAllByRole('img', code)).toHaveLength(2))
    expect(client.charges).toHaveLength(1)
    client.settle()
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Paid 2,100 sats' })).toHaveLength(2))
  })
})
