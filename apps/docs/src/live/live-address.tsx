import { LeydenProvider, LightningAddressField } from '@leyden/react/pay'
import { createFakeClient } from '@leyden/react/testing'
import '@leyden/react/styles.css'
import { useState } from 'react'
import { useSiteScheme } from './use-site-scheme'

/** The address field, with a service in memory. */
export function LiveAddress() {
  const [client] = useState(() =>
    createFakeClient({ delayMs: 400, addresses: { 'alice@wallet.example': {} } }),
  )
  const [address, setAddress] = useState<string>()
  const colorScheme = useSiteScheme()

  return (
    <div className="not-content live">
      <LeydenProvider client={client} colorScheme={colorScheme}>
        <LightningAddressField
          label="Pay me at"
          onLookup={(lookup) => setAddress(lookup.status === 'found' ? lookup.address : undefined)}
        />
      </LeydenProvider>
      <p>
        {address ? `A shop would save ${address}.` : 'Type alice@wallet.example, then any other address.'}
      </p>
    </div>
  )
}
