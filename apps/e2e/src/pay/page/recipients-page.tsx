import { LeydenProvider, LightningAddressField, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    /** The messages that `onError` got. */
    errors: string[]
  }
}

// A page that looks up many addresses, or pays one. The URL names them, and the language.
const query = new URLSearchParams(location.search)
const payee = query.get('pay')
window.errors = []
createRoot(document.getElementById('root') as HTMLElement).render(
  <LeydenProvider bffUrl="/leyden" locale={query.get('locale') ?? 'en'}>
    {query.getAll('address').map((address) => (
      <section key={address} aria-label={address}>
        <LightningAddressField defaultAddress={address} />
      </section>
    ))}
    {payee !== null && (
      <PayToLightningAddress
        address={payee}
        amountSats={21}
        onError={(error) => window.errors.push(error.message)}
      />
    )}
  </LeydenProvider>,
)
