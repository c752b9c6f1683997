/** Examples of the hooks. Their docs pages show them, and a test compiles them. */
export const hookExamples = {
  usePayToLightningAddress: `import { usePayToLightningAddress } from '@leyden/react/parts'

export function Coffee() {
  const { state, actions, wallets, view } = usePayToLightningAddress({
    address: 'alice@wallet.example',
    amountSats: 21,
  })
  switch (state.status) {
    case 'awaiting':
      return <a {...wallets.getInvoiceLinkProps()}>Pay 21 sats, {view.secondsLeft} s left</a>
    case 'paid':
      return <strong>Thank you!</strong>
    default:
      return (
        <button type="button" disabled={!view.canShowInvoice} onClick={actions.showInvoice}>
          Buy me a coffee
        </button>
      )
  }
}`,
  useRampWidget: `import { useRampWidget } from '@leyden/react/parts'

export function Buy() {
  const { state, actions, view } = useRampWidget({ quoteCurrency: 'USD', baseCurrency: 'BTC' })
  const frame = view.getFrameProps()
  return (
    <>
      {frame && <iframe {...frame} title="Buy bitcoin" height="600" />}
      <button type="button" onClick={() => actions.start()}>
        Buy
      </button>
      <output>{state.status}</output>
    </>
  )
}`,
  useLightningAddress: `import { useLightningAddress } from '@leyden/react/parts'

export function Payout() {
  const { inputProps, lookup } = useLightningAddress()
  return (
    <label>
      Pay out to <input {...inputProps} />
      {lookup.status === 'found' && lookup.recipient.description}
    </label>
  )
}`,
}
