import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import type { Creator } from './creators.js'
import type { ShopLanguage } from './shop-language.js'
import type { OpenInvoice } from './wallet-panel.js'

const DOLLARS = { currency: 'USD', presets: [2, 5, 10] }

/** The tip jar of one creator, at one of the shop's two servers. */
export function TipJar(props: {
  creator: Creator
  bffUrl: string
  language: ShopLanguage
  onInvoice: (invoice: OpenInvoice | null) => void
}) {
  const { creator, onInvoice } = props
  return (
    <LeydenProvider bffUrl={props.bffUrl} locale={props.language.locale}>
      <PayToLightningAddress
        dir={props.language.direction}
        address={creator.address}
        fiat={DOLLARS}
        defaultAmountSats={creator.address === undefined ? undefined : 2_000}
        presets={[2_000, 5_000, 10_000]}
        reference={`tip-${creator.id}`}
        onCharge={(charge) => onInvoice({ request: charge.invoice, amountSats: charge.amountMsat / 1000n })}
        onPaid={() => onInvoice(null)}
        onDone={() => onInvoice(null)}
      />
    </LeydenProvider>
  )
}
