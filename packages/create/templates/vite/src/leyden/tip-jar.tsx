/// <reference types="vite/client" />
import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'

export function TipJar() {
  // Set by `npm run dev` while the sandbox plays the payment service.
  const wallet = import.meta.env.VITE_LEYDEN_WALLET
  return (
    <LeydenProvider bffUrl="/api/leyden">
      {/* Put your own Lightning Address here before you go live. */}
      <PayToLightningAddress address="alice@wallet.example" amountSats={2100} />
      {wallet && (
        <p>
          No money moves here: copy the invoice, and pay it in{' '}
          <a href={wallet} target="_blank" rel="noreferrer">
            the sandbox’s wallet
          </a>
          .
        </p>
      )}
    </LeydenProvider>
  )
}
