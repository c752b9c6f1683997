import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  LeydenProvider,
  PayToLightningAddress,
  type PayToLightningAddressProps,
  RampWidget,
  type WidgetEvent,
} from '../../index.js'
import { createFakeClient } from '../../testing/fake-client.js'

/** Renders a page whose widget can be removed, and records the provider's events other than changes of state. */
function renderPage(props: PayToLightningAddressProps = {}) {
  const client = createFakeClient()
  const events: WidgetEvent[] = []
  const onWidgetEvent = vi.fn((event: WidgetEvent) => {
    if (event.type !== 'stateChange') events.push(event)
  })
  const page = (hasWidget: boolean) => (
    <StrictMode>
      <LeydenProvider client={client} onWidgetEvent={onWidgetEvent}>
        {hasWidget && <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} {...props} />}
      </LeydenProvider>
    </StrictMode>
  )
  const { rerender } = render(page(true))
  return {
    client,
    events,
    onWidgetEvent,
    showWidget: (hasWidget: boolean) => rerender(page(hasWidget)),
  }
}

async function showInvoice() {
  const button = await screen.findByRole('button', { name: /^Pay( \d|$)/ })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  fireEvent.click(button)
  await screen.findByRole('img', { name: /^QR code/ })
}

const typesOf = (events: WidgetEvent[]) => events.map(({ widget, type }) => `${widget} ${type}`)

describe('the provider', () => {
  it('gets each event that a widget reports to its page, once', async () => {
    const onPaid = vi.fn()
    const { client, events, onWidgetEvent } = renderPage({ onPaid, reference: 'order 7' })
    await showInvoice()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(typesOf(events)).toEqual(['pay charge', 'pay paid', 'pay done'])
    const [payment] = onPaid.mock.calls[0] ?? []
    expect(events[1]).toMatchObject({ type: 'paid', payment })
    expect(payment).toMatchObject({ reference: 'order 7', evidence: 'app' })
    const states = onWidgetEvent.mock.calls.map(
      ([event]) => event.type === 'stateChange' && event.state.status,
    )
    expect(states).toEqual(expect.arrayContaining(['idle', 'requesting', 'awaiting', 'paid']))
  })

  it('is called for the payment of a charge whose widget is gone', async () => {
    const { client, events, showWidget } = renderPage()
    await showInvoice()
    showWidget(false)
    client.settle()
    await waitFor(() => expect(typesOf(events)).toEqual(['pay charge', 'pay paid']))
    // A widget that is mounted again shows the payment, but the payment is not reported again.
    showWidget(true)
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(typesOf(events)).toEqual(['pay charge', 'pay paid'])
  })

  it('is called for failures, and for the ramp', async () => {
    const client = createFakeClient()
    const events: WidgetEvent[] = []
    render(
      <LeydenProvider
        client={client}
        onWidgetEvent={(event) => event.type !== 'stateChange' && events.push(event)}
      >
        <RampWidget quoteCurrency="USD" baseCurrency="BTC" email="you@mail.example" presentation="tab" />
      </LeydenProvider>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Continue to provider' }))
    await waitFor(() => expect(typesOf(events)).toEqual(['ramp session']))
    client.setSessionState({ status: 'completed' })
    await waitFor(() => expect(typesOf(events)).toEqual(['ramp session', 'ramp completed']))
    expect(events[1]).toMatchObject({ purchase: { sessionId: client.sessions[0]?.reply.session_id } })
  })

  it('still gets events after an error in the callback of the page', async () => {
    const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {})
    const { client, onWidgetEvent } = renderPage()
    onWidgetEvent.mockImplementation(() => {
      throw new Error('The page is wrong.')
    })
    await showInvoice()
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(report).toHaveBeenCalled()
    report.mockRestore()
  })
})
