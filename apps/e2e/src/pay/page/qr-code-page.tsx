import { InvoiceQrCode, LeydenProvider } from '@leyden/react'
import '@leyden/react/styles.css'
import { createRoot } from 'react-dom/client'

// The page of a shop that makes its own invoices. The URL contains the invoice.
const query = new URLSearchParams(location.search)
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <LeydenProvider bffUrl="/leyden">
    <InvoiceQrCode invoice={query.get('invoice') ?? ''} amountSats={2_100} recipient="alice@wallet.example" />
  </LeydenProvider>,
)
