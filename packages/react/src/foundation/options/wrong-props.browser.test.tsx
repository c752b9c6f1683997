import { render, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, type ReactNode, StrictMode } from 'react'
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { LeydenProvider, LightningAddressField, PayToLightningAddress, RampWidget } from '../../index.js'
import { createFakeClient } from '../../testing.js'
import '../../styles.css'

type PayProps = ComponentProps<typeof PayToLightningAddress>

const address = 'alice@wallet.example'
const NOT_READY = 'This payment is not ready yet.'

let consoleMethods: Mock[]
beforeEach(() => {
  consoleMethods = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  for (const method of consoleMethods) method.mockReset()
})

/** The lines that the widgets wrote to the console. */
const consoleLines = () => consoleMethods.flatMap(({ mock }) => mock.calls).map(([line]) => String(line))

/** Waits so long that a widget would have sent a look-up or an order. */
const waitForRequests = () => new Promise((resolve) => setTimeout(resolve, 400))

function renderStrict(page: ReactNode) {
  const { rerender } = render(<StrictMode>{page}</StrictMode>)
  return (next: ReactNode) => rerender(<StrictMode>{next}</StrictMode>)
}

/** Renders the widget with props that TypeScript would refuse, and records its requests. */
function renderPay(props: object) {
  const client = createFakeClient()
  const readIntent = vi.spyOn(client, 'readIntent')
  const page = (next: object) => <PayToLightningAddress {...(next as PayProps)} client={client} />
  const change = renderStrict(page(props))
  return { client, readIntent, rerender: (next: object) => change(page(next)) }
}

const payButton = () => screen.queryByRole('button', { name: /^Pay( \d|$)/ })

describe('a pay widget', () => {
  it.each([
    ['amountSats', 0, '0'],
    ['amountSats', -1, '-1'],
    ['amountSats', 1.5, '1.5'],
    ['amountSats', Number.NaN, 'NaN'],
    ['amountSats', null, 'null'],
    ['amountSats', 0n, '0n'],
    ['amountSats', '2100', '"2100"'],
    ['address', '', '""'],
    ['address', null, 'null'],
    ['address', 'alice', '"alice"'],
    ['address', 'alice@localhost', '"alice@localhost"'],
  ])(
    'whose %s is %s is inert, names it in the console, and sends no request',
    async (prop, value, printedValue) => {
      const validProps = { address, amountSats: 2_100 }
      const { client, rerender } = renderPay({ ...validProps, [prop]: value })
      expect(screen.getByText(NOT_READY)).toBeVisible()
      expect(payButton()).toBeNull()
      expect(screen.queryByRole('textbox')).toBeNull()
      await waitForRequests()
      expect(client.lookedUp).toEqual([])
      expect(consoleLines()).toHaveLength(1)
      expect(consoleLines()[0]).toContain(`<PayToLightningAddress ${prop}={${printedValue}}>`)
      expect(consoleLines()[0]).toMatch(/ must be .+\. Until it is, nothing can be paid here\./)

      rerender(validProps)
      await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-disabled'))
      expect(screen.queryByText(NOT_READY)).toBeNull()
      expect(screen.getByText('2,100')).toBeVisible()
      expect(consoleLines()).toHaveLength(1)
    },
  )

  it('does not read an intent beside a wrong amount, and reads it once the amount is right', async () => {
    const { client, readIntent, rerender } = renderPay({ intent: 'signed', amountSats: Number.NaN })
    await waitForRequests()
    expect(readIntent).not.toHaveBeenCalled()
    expect(screen.getByText(NOT_READY)).toBeVisible()
    readIntent.mockReturnValue(new Promise(() => {}))
    rerender({ intent: 'signed', amountSats: 2_100 })
    expect(screen.getByText('Loading your order…')).toBeVisible()
    expect(readIntent).toHaveBeenCalledOnce()
    expect(client.lookedUp).toEqual([])
  })

  it.each([
    ['presets', [500, 0, 2.5, 2_100], '2.5'],
    ['presets', 500, '500'],
    ['defaultAmountSats', 1.5, '1.5'],
    ['fiat', 'usd', '"usd"'],
    ['fiat', { currency: 'usd', rate: 97_000 }, '"usd"'],
  ])('ignores a wrong entry of %s, warns, and works', (prop, value, printedValue) => {
    renderPay({ defaultAddress: address, [prop]: value })
    expect(payButton()).toBeVisible()
    expect(screen.getByLabelText('Amount')).toHaveValue('')
    const chips = [...document.querySelectorAll('.ly-chip')].map(({ textContent }) => textContent)
    expect(chips).toEqual(Array.isArray(value) ? ['500', '2,100'] : [])
    expect(consoleLines()).toHaveLength(1)
    expect(consoleLines()[0]).toContain(`<PayToLightningAddress ${prop}=`)
    expect(consoleLines()[0]).toContain(printedValue)
  })

  it.each([[{ address, amountSats: 0 }], [{ address: '', amountSats: null }]])(
    'still shows the payment when the page empties its cart: %j',
    async (emptiedProps) => {
      const { client, rerender } = renderPay({ address, amountSats: 2_100 })
      await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-disabled'))
      payButton()?.click()
      await screen.findByRole('button', { name: 'Copy invoice' })
      client.settle()
      await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
      rerender(emptiedProps)
      await waitForRequests()
      expect(screen.getByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
      screen.getByRole('button', { name: 'Done' }).click()
      expect(await screen.findByText(NOT_READY)).toBeVisible()
    },
  )

  it('removes an invoice whose amount is not known any more', async () => {
    const { rerender } = renderPay({ address, amountSats: 2_100 })
    await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-disabled'))
    payButton()?.click()
    await screen.findByRole('button', { name: 'Copy invoice' })
    rerender({ address, amountSats: null })
    expect(await screen.findByText(NOT_READY)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy invoice' })).toBeNull()
  })
})

describe('a provider', () => {
  const provider = (props: object, child: ReactNode) => <LeydenProvider {...props}>{child}</LeydenProvider>

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['""', ''],
    ['"http://shop.example/"', 'http://shop.example/'],
    ['"localhost:4000"', 'localhost:4000'],
  ])(
    'whose bffUrl is %s is named once, and its widgets are inert until it is right',
    async (printedValue, bffUrl) => {
      const widgets = (
        <>
          <PayToLightningAddress address={address} />
          <RampWidget autoStart />
        </>
      )
      const fetchSpy = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
      const rerender = renderStrict(provider({ bffUrl }, widgets))
      expect(screen.getByText(NOT_READY)).toBeVisible()
      expect(screen.getByText('Buying bitcoin is not available here yet.')).toBeVisible()
      await waitForRequests()
      expect(fetchSpy).not.toHaveBeenCalled()
      expect(consoleLines()).toHaveLength(1)
      expect(consoleLines()[0]).toContain(`<LeydenProvider bffUrl={${printedValue}}>`)
      expect(consoleLines()[0]).toMatch(/environment variable|https/)

      rerender(provider({ bffUrl: '/api/leyden' }, widgets))
      expect(screen.queryByText(NOT_READY)).toBeNull()
      await waitFor(() => expect(fetchSpy).toHaveBeenCalled())
      fetchSpy.mockRestore()
    },
  )

  it('warns that an API key in a page is public, and does not repeat the key', () => {
    const client = createFakeClient()
    renderStrict(provider({ client, apiKey: 'key-of-the-shop' }, <PayToLightningAddress />))
    expect(consoleLines()).toHaveLength(1)
    expect(consoleLines()[0]).toContain('<LeydenProvider apiKey>')
    expect(consoleLines()[0]).toContain('public')
    expect(consoleLines()[0]).not.toContain('key-of-the-shop')
    expect(payButton()).toBeVisible()
  })
})

describe('without a provider or a client', () => {
  it.each([
    ['PayToLightningAddress', <PayToLightningAddress key="" address={address} amountSats={2_100} />],
    ['RampWidget', <RampWidget key="" autoStart />],
    ['LightningAddressField', <LightningAddressField key="" defaultAddress={address} />],
  ])('%s is inert and names what is missing', async (name, widget) => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    const rerender = renderStrict(widget)
    await waitForRequests()
    expect(document.querySelector('.leyden')).toBeVisible()
    expect(fetchSpy).not.toHaveBeenCalled()
    expect(consoleLines()).toHaveLength(1)
    expect(consoleLines()[0]).toContain(name)
    expect(consoleLines()[0]).toContain('<LeydenProvider bffUrl="…">')
    rerender(<LeydenProvider client={createFakeClient()}>{widget}</LeydenProvider>)
    expect(consoleLines()).toHaveLength(1)
    fetchSpy.mockRestore()
  })
})
