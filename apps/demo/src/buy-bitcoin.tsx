import { LeydenProvider, RampWidget } from '@leyden/react'
import type { ShopLanguage } from './shop-language.js'
import { fetchToken, type User } from './use-customer.js'

/** The ramp: a guest enters an e-mail address, a customer is known to the shop's server. */
export function BuyBitcoin(props: {
  bffUrl: string
  language: ShopLanguage
  user: User | null
  /** Called when a purchase goes on, also one of an earlier visit. */
  onUnderWay: () => void
}) {
  const { bffUrl, language, user, onUnderWay } = props
  return (
    <LeydenProvider bffUrl={bffUrl} locale={language.locale} getToken={fetchToken}>
      <RampWidget
        dir={language.direction}
        // A purchase that a guest started is not shown to a person who signs in in this browser.
        key={user?.email ?? 'guest'}
        name={user ? 'customer' : 'guest'}
        guest={!user}
        quoteCurrency="USD"
        baseCurrency="BTC"
        onStateChange={({ status }) => status !== 'idle' && onUnderWay()}
      />
    </LeydenProvider>
  )
}
