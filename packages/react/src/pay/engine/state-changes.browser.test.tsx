import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPay } from '../../test-support/render-pay.js'
import type { PayToLightningAddressProps } from '../pay-to-lightning-address.js'

const ADDRESS = 'alice@wallet.example'
const tip = { address: ADDRESS, amountSats: 2_100 } as const

type StateChange = NonNullable<PayToLightningAddressProps['onStateChange']>

/** Renders a widget, and records what its page is told by both ways. */
function renderRecorded(props: PayToLightningAddressProps, options: Parameters<typeof renderPay>[1] = {}) {
  const onStateChange = vi.fn<StateChange>()
  const events: unknown[] = []
  const page = renderPay(
    { ...props, onStateChange },
    { ...options, onWidgetEvent: (event) => void (event.type === 'stateChange' && events.push(event.state)) },
  )
  return {
    ...page,
    rerender: (next: PayToLightningAddressProps) => page.rerender({ ...next, onStateChange }),
    states: () => onStateChange.mock.calls.map(([state]) => state),
    statuses: () => onStateChange.mock.calls.map(([{ status }]) => status),
    answers: () => onStateChange.mock.calls.map(([, { status }]) => status),
    events,
  }
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const requestInvoice = async () => {
  const button = await screen.findByRole('button', { name: /^Pay( \d|$)/ })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  fireEvent.click(button)
  await screen.findByRole('img', { name: /^QR code/ })
}

describe('while an address is typed, the page', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  async function typeAddress(text: string) {
    const field = screen.getByLabelText<HTMLInputElement>('Lightning Address')
    field.focus()
    for (let end = 1; end <= text.length; end++) {
      fireEvent.input(field, { target: { value: text.slice(0, end) }, inputType: 'insertText' })
      await advanceTime(60)
    }
  }

  it('is told nothing for a key, and once that the address was found', async () => {
    const { states, answers, events } = renderRecorded({})
    await typeAddress(ADDRESS)
    expect(screen.getByLabelText('Lightning Address')).toHaveValue(ADDRESS)
    expect(states()).toEqual([])
    await advanceTime(600)
    await advanceTime(10)
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    expect(answers()).toEqual(['found'])
    expect(states()).toEqual([{ status: 'idle' }])
    expect(events).toEqual(states())
  })

  it('is told once that the answer is about another text', async () => {
    const { answers } = renderRecorded({ defaultAddress: ADDRESS })
    await advanceTime(700)
    expect(answers()).toEqual(['found'])
    await typeAddress('bob@wallet.exampl')
    expect(answers()).toEqual(['found', 'typing'])
  })
})

describe('the page is told of a state', () => {
  it('once each, from the form to the receipt', async () => {
    const { client, states, statuses, events } = renderRecorded(tip)
    await requestInvoice()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    await press('Done')
    expect(statuses()).toEqual(['idle', 'requesting', 'awaiting', 'paid', 'idle'])
    expect(events).toEqual(states())
  })

  it('again if one of its fields changes, such as the delivery of a proof', async () => {
    const { client, states, statuses } = renderRecorded(tip, { server: { detects: ['preimage'] } })
    await requestInvoice()
    await press('I have paid')
    await press('I have proof of payment')
    const proof = await screen.findByRole('textbox', { name: 'Proof of payment (preimage)' })
    fireEvent.change(proof, { target: { value: client.charges[0]?.preimage } })
    await waitFor(() => expect(states().at(-1)).toMatchObject({ status: 'paid', proofDelivery: undefined }))
    expect(statuses().slice(-4)).toEqual(['awaiting', 'unconfirmed', 'paid', 'paid'])
    expect(states().at(-2)).toMatchObject({ proofDelivery: 'pending' })
  })

  it('again for another charge', async () => {
    const { client, states } = renderRecorded({ address: ADDRESS, defaultAmountSats: 2_100 })
    await requestInvoice()
    await press('Back')
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '500' } })
    await requestInvoice()
    expect(client.charges).toHaveLength(2)
    const charges = states().flatMap((state) => (state.status === 'awaiting' ? state.charge.id : []))
    expect(charges).toEqual(client.charges.map(({ paymentHash }) => paymentHash))
  })

  it('not again for other props while the form is shown', async () => {
    const { rerender, answers } = renderRecorded(tip)
    await waitFor(() => expect(answers()).toEqual(['found']))
    for (let sats = 2_101; sats < 2_110; sats++) rerender({ ...tip, amountSats: sats })
    await screen.findByRole('button', { name: 'Pay 2,109 sats' })
    expect(answers()).toEqual(['found'])
  })
})
