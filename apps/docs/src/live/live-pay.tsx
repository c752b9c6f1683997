import { LeydenProvider, PayToLightningAddress, type PayToLightningAddressProps } from '@leyden/react/pay'
import { createFakeClient } from '@leyden/react/testing'
import '@leyden/react/styles.css'
import { useState } from 'react'
import { useSiteScheme } from './use-site-scheme'

type LivePayProps = Pick<PayToLightningAddressProps, 'address' | 'amountSats' | 'description' | 'presets'> & {
  /** Shown in the widget's place when the payment has arrived. */
  thanks?: string | undefined
}

/** The pay widget on a page of the docs, with a service in memory: nothing to install, and no money moves. */
export function LivePay({ thanks, ...props }: LivePayProps) {
  const [client] = useState(() =>
    createFakeClient({ delayMs: 400, addresses: { 'alice@wallet.example': {}, 'bob@wallet.example': {} } }),
  )
  const [isOpen, setOpen] = useState(false)
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
            onStateChange={({ status }) => setOpen(status === 'awaiting')}
            onPaid={() => setPaid(true)}
          />
        </LeydenProvider>
      )}
      <p className="live-wallet">
        <button type="button" disabled={!isOpen} onClick={() => client.settle()}>
          Pay it, as a wallet would
        </button>
        <span>Everything here runs in this page. No money moves.</span>
      </p>
    </div>
  )
}
