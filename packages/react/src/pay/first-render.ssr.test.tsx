import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { PayToLightningAddressProps } from './pay-to-lightning-address.js'

const LOOK_ALIKES = '../foundation/card/look-alikes.js'

// Modules may have been loaded for other tests.
afterEach(() => {
  vi.doUnmock(LOOK_ALIKES)
  vi.resetModules()
})

// The comparison takes as long as a tenth of the first render.
it('compares no option and no prop of React with misspelt names', async () => {
  vi.resetModules()
  vi.doMock(LOOK_ALIKES, { spy: true })
  const { optionMeantBy } = await import('../foundation/card/look-alikes.js')
  const { LeydenProvider } = await import('../foundation/provider/leyden-provider.js')
  const { PayToLightningAddress } = await import('./pay-to-lightning-address.js')
  const renderOnce = (props: PayToLightningAddressProps) =>
    renderToString(
      <LeydenProvider bffUrl="/leyden">
        <PayToLightningAddress {...props} />
      </LeydenProvider>,
    )
  renderOnce({ address: 'alice@wallet.example', amountSats: 2_100 })
  expect(optionMeantBy).not.toHaveBeenCalled()
  renderOnce({ amuntSats: 2_100 } as PayToLightningAddressProps)
  expect(optionMeantBy).toHaveBeenCalledWith('amuntSats', expect.anything())
})
