import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { InvoiceQrCode, LeydenProvider, LightningAddressField, PayToLightningAddress } from './index.js'
import { german } from './languages/de/pay.js'
import { Pay } from './parts.js'
import { createFakeClient, fixtureCharge } from './testing.js'

function serve(page: Parameters<typeof renderToString>[0]) {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const html = renderToString(<StrictMode>{page}</StrictMode>)
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
  return html
}

describe('on a server', () => {
  it('shows the form with the recipient and the amount of the page, and sends no request', () => {
    const client = createFakeClient()
    const html = serve(
      <LeydenProvider client={client}>
        <PayToLightningAddress address="alice@wallet.example" amountSats={2_100} />
      </LeydenProvider>,
    )
    expect(html.replace('<wbr/>', '')).toContain('alice@wallet.example')
    expect(html).toContain('2,100')
    expect(html).toContain('data-state="idle"')
    expect(client.lookedUp).toEqual([])
  })

  it('shows a card of parts, with what the page puts between them', () => {
    const html = serve(
      <LeydenProvider bffUrl="/api/leyden">
        <Pay.Root address="alice@wallet.example" amountSats={2_100}>
          <Pay.Form>
            <h2>Buy me a coffee</h2>
            <Pay.Amount />
            <Pay.Submit render={<button type="submit" className="mine" />}>Send the tip</Pay.Submit>
          </Pay.Form>
          <Pay.Status />
        </Pay.Root>
      </LeydenProvider>,
    )
    expect(html).toMatch(/<div [^>]*class="leyden-form [^>]*><h2>Buy me a coffee<\/h2>/)
    expect(html).toContain('2,100')
    expect(html).toMatch(/<button [^>]*class="mine"[^>]*><span>Send the tip<\/span><\/button>/)
    expect(html).not.toContain('leyden-status')
  })

  it('accepts a path of the page’s origin as bffUrl', () => {
    const html = serve(
      <LeydenProvider bffUrl="/api/leyden" locale="de">
        <PayToLightningAddress defaultAmountSats={21_000} />
        <LightningAddressField name="payout" />
      </LeydenProvider>,
    )
    expect(html).toContain('value="21.000"')
    expect(html).toContain('lang="de"')
  })

  it('shows a language that the page passes, and English instead of one that has to be loaded', async () => {
    const load = vi.fn(async () => german)
    const widget = <PayToLightningAddress client={createFakeClient()} />
    expect(serve(<LeydenProvider language={german}>{widget}</LeydenProvider>)).toContain(
      'Mit Lightning bezahlen',
    )
    for (const provider of [{ locale: 'de' }, { locale: 'de', language: load }])
      for (let time = 0; time < 2; time++) {
        expect(serve(<LeydenProvider {...provider}>{widget}</LeydenProvider>)).toContain('Pay with Lightning')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    expect(load).not.toHaveBeenCalled()
  })

  it('renders the QR code of an invoice, also without a provider', () => {
    const html = serve(
      <InvoiceQrCode invoice={fixtureCharge.invoice} amountSats={2_100} recipient="alice@wallet.example" />,
    )
    expect(html).toContain('aria-label="QR code of an invoice for 2,100 sats to alice@wallet.example"')
    expect(html).not.toMatch(/\sstyle=/)
  })

  it('writes no <form>, and no style attribute except for a theme, because strict policies drop both', () => {
    const page = <PayToLightningAddress presets={[500, 2_100]} fiat={{ currency: 'USD', rate: 97_000 }} />
    const html = serve(<LeydenProvider bffUrl="/api/leyden">{page}</LeydenProvider>)
    expect(html).not.toMatch(/\sstyle=/)
    expect(html).not.toContain('<form')
    const themed = serve(
      <LeydenProvider bffUrl="/api/leyden" theme={{ accent: '#6b4eff', radius: 8 }}>
        {page}
      </LeydenProvider>,
    )
    const styles = [...themed.matchAll(/\sstyle="(.*?)"/g)].map(([, style = '']) => style)
    expect(styles).toHaveLength(1)
    for (const declaration of styles[0]?.split(';') ?? []) expect(declaration).toMatch(/^--leyden-[a-z-]+:/)
    expect(styles[0]).toContain('--leyden-accent:#6b4eff')
  })

  it.each([0, -1, 2.5, Number.NaN, 2 ** 60, null])(
    'renders an inert card for %s as an amount of sats',
    (amountSats) => {
      const html = serve(<PayToLightningAddress client={createFakeClient()} amountSats={amountSats} />)
      expect(html).toContain('This payment is not ready yet.')
      expect(html).not.toContain('<input')
    },
  )

  it.each([
    ['no provider', <PayToLightningAddress key="" />],
    [
      'a BFF that may not be used',
      <LeydenProvider key="" bffUrl="http://shop.example/">
        <PayToLightningAddress />
      </LeydenProvider>,
    ],
  ])('renders an inert card with %s', (_, page) => {
    expect(serve(page)).toContain('This payment is not ready yet.')
  })
})
