/** The programs that the playground offers. Each is a whole file of an app, and the test runs each. */
export const EXAMPLES = {
  'Tip jar': `import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'

export default function TipJar() {
  return (
    <LeydenProvider bffUrl="/api/leyden">
      <PayToLightningAddress address="alice@wallet.example" presets={[500, 2_100, 10_000]} />
    </LeydenProvider>
  )
}
`,
  'Pay button': `import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'

export default function Coffee() {
  return (
    <LeydenProvider bffUrl="/api/leyden">
      <PayToLightningAddress
        address="alice@wallet.example"
        amountSats={2_100}
        description="One coffee"
        onPaid={({ evidence }) => console.log('Paid, says the evidence:', evidence)}
      />
    </LeydenProvider>
  )
}
`,
  Checkout: `import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'

// The server in this page signs an order over 2,100 sats for any id.
async function getIntent(orderId: string): Promise<string> {
  const reply = await fetch(\`/api/orders/\${orderId}/intent\`, { method: 'POST' })
  if (!reply.ok) throw new Error(\`The server signs no intent for \${orderId}.\`)
  return reply.text()
}

export default function Checkout() {
  return (
    <LeydenProvider bffUrl="/api/leyden">
      <PayToLightningAddress intent={() => getIntent('order-7')} />
    </LeydenProvider>
  )
}
`,
  'Payout address': `import { LeydenProvider, LightningAddressField } from '@leyden/react'
import '@leyden/react/styles.css'
import { useState } from 'react'

export default function PayoutSettings() {
  const [address, setAddress] = useState<string | null>(null)
  return (
    <LeydenProvider bffUrl="/api/leyden">
      <LightningAddressField
        label="Pay me at"
        onLookup={(lookup) => setAddress(lookup.status === 'found' ? lookup.address : null)}
      />
      <p>{address ? \`A shop would save \${address}.\` : 'Type alice@wallet.example.'}</p>
    </LeydenProvider>
  )
}
`,
  'Your own user interface': `import { LeydenProvider } from '@leyden/react'
import { usePayToLightningAddress } from '@leyden/react/parts'

function Coffee() {
  const { state, fields, actions, wallets, view } = usePayToLightningAddress({
    address: 'alice@wallet.example',
    amountSats: 21,
  })
  if (state.status === 'paid') return <p>Thank you!</p>
  if (state.status === 'awaiting')
    return <a {...wallets.getInvoiceLinkProps()}>Pay {fields.amount.text} sats</a>
  return (
    <button type="button" disabled={!view.canShowInvoice} onClick={actions.showInvoice}>
      Buy me a coffee
    </button>
  )
}

export default function App() {
  return (
    <LeydenProvider bffUrl="/api/leyden">
      <Coffee />
    </LeydenProvider>
  )
}
`,
} as const

export type ExampleName = keyof typeof EXAMPLES
