import { LeydenProvider } from '@leyden/react'
import { Pay } from '@leyden/react/parts'
import '@leyden/react/styles.css'

/** A server component renders the parts, each of which is a reference to its own client component. */
export default function Page() {
  return (
    <LeydenProvider bffUrl="/api/leyden" theme={{ accent: 'oklch(0.6 0.2 290)' }}>
      <Pay.Root address="alice@wallet.example" amountSats={2100}>
        <Pay.Notices />
        <Pay.Form>
          <h2>Buy me a coffee</h2>
          <Pay.Address />
          <Pay.Amount />
          <Pay.Submit render={<button type="submit" />}>Send the tip</Pay.Submit>
        </Pay.Form>
        <Pay.Invoice />
        <Pay.Status />
      </Pay.Root>
    </LeydenProvider>
  )
}
