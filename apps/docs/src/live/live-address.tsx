import { LeydenProvider, LightningAddressField } from '@leyden/react'
import '@leyden/react/styles.css'
import { useState } from 'react'
import { createPageClient } from './page-client'
import { useSiteScheme } from './use-site-scheme'

/** The address field. The BFF and the sandbox run in the page too. */
export function LiveAddress() {
  const [client] = useState(createPageClient)
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
