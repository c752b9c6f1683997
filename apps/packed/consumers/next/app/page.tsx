import { LeydenProvider, PayToLightningAddress, RampWidget } from '@leyden/react'
import '@leyden/react/styles.css'

export default function Page() {
  return (
    <LeydenProvider bffUrl="/api/shop">
      <PayToLightningAddress defaultAddress="alice@wallet.example" defaultAmountSats={2100} />
      <RampWidget guest quoteCurrency="USD" baseCurrency="BTC" />
    </LeydenProvider>
  )
}
