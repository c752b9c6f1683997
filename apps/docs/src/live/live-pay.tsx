import { LeydenProvider, PayToLightningAddress, type PayToLightningAddressProps } from '@leyden/react'
import '@leyden/react/styles.css'
import { useState } from 'react'
import { createPageClient, pageShop } from './page-client'
import { useSiteScheme } from './use-site-scheme'

type LivePayProps = Pick<PayToLightningAddressProps, 'address' | 'amountSats' | 'description' | 'presets'> & {
  /** Shown in the widget's place when the payment has arrived. */
  thanks?: string | undefined
}

/** The pay widget on a page of the docs. The BFF and the sandbox run in the page too, so no money moves. */
export function LivePay({ thanks, ...props }: LivePayProps) {
  const [client] = useState(createPageClient)
  const [invoice, setInvoice] = useState<string>()
  const [isPaid, setPaid] = useState(false)
  const colorScheme = useSiteScheme()

  return (
    <div className="not-content live">
      {thanks !== undefined && isPaid ? (
        <p role="status">{thanks}</p>
      ) : (
        <LeydenProvider client={client} colorScheme={colorScheme}>
          <PayToLightningAddress
            {...props}
            remember="tab"
            onCharge={(charge) => setInvoice(charge.invoice)}
            onStateChange={({ status }) => status === 'expired' && setInvoice(undefined)}
            onPaid={() => setPaid(true)}
          />
        </LeydenProvider>
      )}
      <p className="live-wallet">
        <button
          type="button"
          disabled={invoice === undefined}
          onClick={async () => {
            if (invoice === undefined) return
            setInvoice(undefined)
            const { pay } = await pageShop()
            pay(invoice)
          }}
        >
          Pay as a wallet would
        </button>
        <span>Everything here runs in this page. No money moves.</span>
      </p>
    </div>
  )
}
