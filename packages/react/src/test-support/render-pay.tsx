import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { LeydenProvider, type LeydenProviderProps } from '../foundation/provider/leyden-provider.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from '../pay/pay-to-lightning-address.js'
import { createFakeClient, type FakeClientOptions } from '../testing/fake-client.js'
import '../styles.css'

interface RenderOptions extends Omit<LeydenProviderProps, 'client' | 'children'> {
  server?: FakeClientOptions
  client?: ReturnType<typeof createFakeClient>
}

/** Renders the widget like a page, under StrictMode, with a fake client. */
export function renderPay(props: PayToLightningAddressProps = {}, options: RenderOptions = {}) {
  const { server, client = createFakeClient(server), ...provider } = options
  const page = (nextProps: PayToLightningAddressProps) => (
    <StrictMode>
      <LeydenProvider {...provider} client={client}>
        <PayToLightningAddress {...nextProps} />
      </LeydenProvider>
    </StrictMode>
  )
  const { rerender, unmount } = render(page(props))
  return { client, unmount, rerender: (nextProps: PayToLightningAddressProps) => rerender(page(nextProps)) }
}
