import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import {
  PayToLightningAddress,
  type PayToLightningAddressProps,
} from '../pay-to-lightning-address/pay-to-lightning-address.js'
import { LeydenProvider, type LeydenProviderProps } from '../provider/leyden-provider.js'
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
