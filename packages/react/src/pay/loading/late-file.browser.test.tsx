import { fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LeydenProvider } from '../../foundation/provider/leyden-provider.js'
import { createFakeClient, type FakeClientOptions } from '../../testing/fake-client.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from '../pay-to-lightning-address.js'
import { paymentPart } from './payment-part.js'
import '../../styles.css'

const RELOAD = 'If this happens again, reload the page.'
const address = 'alice@wallet.example'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(paymentPart, 'current').mockReturnValue(undefined)
  vi.spyOn(paymentPart, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
})
afterEach(() => vi.restoreAllMocks())

function show(props: PayToLightningAddressProps, server?: FakeClientOptions) {
  const client = createFakeClient(server)
  return render(
    <StrictMode>
      <LeydenProvider client={client}>
        <PayToLightningAddress {...props} />
      </LeydenProvider>
    </StrictMode>,
  )
}

// Some browsers keep the failure, so a reload is advised.
describe('a payment whose file cannot be loaded', () => {
  it('advises a reload where the page gives a signed order', async () => {
    const onError = vi.fn()
    show({ intent: 'token', onError }, { intents: { token: { lnaddress: address, amountMsat: 2_100_000n } } })
    expect(await screen.findByText('This site is not responding.')).toBeVisible()
    expect(screen.getByText(RELOAD)).toBeVisible()
    expect(onError).toHaveBeenCalledOnce()
  })

  it('advises a reload after a press, and stores nothing that was typed', async () => {
    show({ address })
    const amount = await screen.findByRole('textbox', { name: 'Amount' })
    fireEvent.change(amount, { target: { value: '2100' } })
    await userEvent.click(await screen.findByRole('button', { name: /^Pay \d/ }))
    expect(await screen.findByText(new RegExp(RELOAD))).toBeVisible()
    expect(sessionStorage).toHaveLength(0)
  })
})
