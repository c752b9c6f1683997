import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { optionMeantBy } from '../foundation/card/look-alikes.js'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from './pay-to-lightning-address.js'

vi.mock('../foundation/card/look-alikes.js', { spy: true })

function renderOnce(props: PayToLightningAddressProps) {
  renderToString(
    <LeydenProvider bffUrl="/leyden">
      <PayToLightningAddress {...props} />
    </LeydenProvider>,
  )
}

// The comparison takes as long as a tenth of the first render.
it('compares no option and no prop of React with misspelt names', () => {
  renderOnce({ address: 'alice@wallet.example', amountSats: 2_100 })
  expect(optionMeantBy).not.toHaveBeenCalled()
  renderOnce({ amuntSats: 2_100 } as PayToLightningAddressProps)
  expect(optionMeantBy).toHaveBeenCalledWith('amuntSats', expect.anything())
})
