import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { PayToLightningAddressProps } from './pay-to-lightning-address.js'

const UNKNOWN_NAMES = '../foundation/options/unknown-name.js'

// Modules may have been loaded for other tests.
afterEach(() => {
  vi.doUnmock(UNKNOWN_NAMES)
  vi.resetModules()
})

// The comparison takes as long as a tenth of the first render.
it('compares no option with misspelt names', async () => {
  vi.resetModules()
  vi.doMock(UNKNOWN_NAMES, { spy: true })
  const { judgeName } = await import('../foundation/options/unknown-name.js')
  const { LeydenProvider } = await import('../foundation/provider/leyden-provider.js')
  const { PayToLightningAddress } = await import('./pay-to-lightning-address.js')
  const renderOnce = (props: PayToLightningAddressProps) =>
    renderToString(
      <LeydenProvider bffUrl="/leyden">
        <PayToLightningAddress {...props} />
      </LeydenProvider>,
    )
  renderOnce({ address: 'alice@wallet.example', amountSats: 2_100 })
  expect(judgeName).not.toHaveBeenCalled()
  renderOnce({ amuntSats: 2_100 } as PayToLightningAddressProps)
  expect(judgeName).toHaveBeenCalledWith('amuntSats', 2_100, expect.anything())
})
