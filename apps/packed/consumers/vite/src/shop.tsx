import { LeydenProvider, PayToLightningAddress, RampWidget } from '@leyden/react'
import '@leyden/react/styles.css'

export function Shop() {
  return (
    <LeydenProvider bffUrl={import.meta.env.VITE_BFF_URL}>
      <PayToLightningAddress defaultAddress="alice@wallet.example" defaultAmountSats={2100} />
      <RampWidget guest quoteCurrency="USD" baseCurrency="BTC" />
    </LeydenProvider>
  )
}
