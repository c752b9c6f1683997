import { LeydenProvider, RampWidget } from '@leyden/react'
import { fetchToken, type User } from './use-customer.js'

/** The ramp: a guest gives an e-mail address, a customer is known to the shop's server. */
export function BuyBitcoin({ bffUrl, user }: { bffUrl: string; user: User | null }) {
  return (
    <LeydenProvider bffUrl={bffUrl} getToken={fetchToken}>
      <RampWidget
        // What a guest began is not shown to a person who signs in at this browser.
        key={user?.email ?? 'guest'}
        name={user ? 'customer' : 'guest'}
        guest={!user}
        quoteCurrency="USD"
        baseCurrency="BTC"
      />
    </LeydenProvider>
  )
}
