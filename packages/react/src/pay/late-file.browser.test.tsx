import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { createFakeClient, type FakeClientOptions } from '../testing/fake-client.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from './pay-to-lightning-address.js'
import { paymentPart } from './payment-part.js'
import '../styles.css'

const RELOAD = 'If this happens again, reload the page.'
const KEPT = 'What you typed is kept.'
const address = 'alice@wallet.example'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(paymentPart, 'current').mockReturnValue(undefined)
  vi.spyOn(paymentPart, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

function show(widgets: readonly PayToLightningAddressProps[], server?: FakeClientOptions) {
  const client = createFakeClient(server)
  return render(
    <StrictMode>
      <LeydenProvider client={client}>
        {widgets.map((props, place) => (
          <PayToLightningAddress key={String(place)} {...props} />
        ))}
      </LeydenProvider>
    </StrictMode>,
  )
}

const pay = async (place = 0) => {
  const buttons = () => screen.getAllByRole('button', { name: /^Pay( \d|$)/ })
  await waitFor(() => expect(buttons()[place]).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.click(buttons()[place] as HTMLElement)
}
const type = (label: string, text: string, place = 0) => {
  const field = screen.getAllByRole('textbox', { name: label })[place]
  fireEvent.change(field as HTMLElement, { target: { value: text } })
}
const found = (count = 1) => waitFor(() => expect(screen.getAllByText(/Tips for Alice/)).toHaveLength(count))

describe('a signed order whose file cannot be loaded', () => {
  it('advises a reload, because some browsers keep the failure', async () => {
    const onError = vi.fn()
    show([{ intent: 'token', onError }], {
      intents: { token: { lnaddress: address, amountMsat: 2_100_000n } },
    })
    expect(await screen.findByText('This site is not responding.')).toBeVisible()
    expect(screen.getByText(RELOAD)).toBeVisible()
    expect(onError).toHaveBeenCalledOnce()
  })
})

describe('the promise that what was typed is kept', () => {
  it('is not made where nothing was typed', async () => {
    show([{ address, amountSats: 2_100 }])
    await pay()
    expect(await screen.findByText(new RegExp(RELOAD))).toBeVisible()
    expect(document.body).not.toHaveTextContent(KEPT)
    expect(sessionStorage).toHaveLength(0)
  })

  it('is not made for what the page has filled in', async () => {
    show([{ defaultAddress: address, defaultAmountSats: 2_100 }])
    await pay()
    expect(await screen.findByText(new RegExp(RELOAD))).toBeVisible()
    expect(document.body).not.toHaveTextContent(KEPT)
  })

  it('is not made where payer data was typed, which is never stored', async () => {
    const payerData = { name: { mandatory: true } }
    show([{ address }], { takesPayerData: true, addresses: { [address]: { payerData } } })
    type('Amount', '2100')
    fireEvent.change(await screen.findByLabelText(/Your name/), { target: { value: 'Bob' } })
    await pay()
    expect(await screen.findByText(new RegExp(RELOAD))).toBeVisible()
    expect(document.body).not.toHaveTextContent(KEPT)
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Bob')
  })

  it('is not made where storage is forbidden', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    show([{ address }])
    type('Amount', '2100')
    await pay()
    expect(await screen.findByText(new RegExp(RELOAD))).toBeVisible()
    expect(document.body).not.toHaveTextContent(KEPT)
  })

  it('is kept for each form of a page, also for equal ones', async () => {
    const forms = [{ address, reference: 'one' }, { address }, { address }]
    const first = show(forms)
    await found(3)
    for (const [place, text] of ['2100', '3100', '4100'].entries()) type('Amount', text, place)
    for (const _ of forms) await pay()
    await waitFor(() => expect(document.body.textContent?.split(KEPT)).toHaveLength(4))
    // A reload ends the page without unmounting anything.
    const kept = { ...sessionStorage }
    first.unmount()
    expect(sessionStorage).toHaveLength(0)
    Object.assign(sessionStorage, kept)
    // The page may show them in another order after the reload.
    show([...forms.slice(1), ...forms.slice(0, 1)])
    const amounts = () =>
      screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Amount' }).map(({ value }) => value)
    await waitFor(() => expect(amounts()).toEqual(['3,100', '4,100', '2,100']))
    expect(sessionStorage).toHaveLength(0)
  })
})
