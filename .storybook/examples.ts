/** Examples of the hooks. Their docs pages show them, and a test compiles them. */
export const hookExamples = {
  usePayToLightningAddress: `import { usePayToLightningAddress } from '@leyden/react'

export function Coffee() {
  const pay = usePayToLightningAddress({ address: 'alice@wallet.example', amountSats: 21 })
  switch (pay.state.status) {
    case 'awaiting':
      return <a {...pay.getInvoiceLinkProps()}>Pay 21 sats, {pay.secondsLeft} s left</a>
    case 'paid':
      return <strong>Thank you!</strong>
    default:
      return (
        <button type="button" disabled={!pay.canShowInvoice} onClick={pay.actions.showInvoice}>
          Buy me a coffee
        </button>
      )
  }
}`,
  useRampWidget: `import { useRampWidget } from '@leyden/react'

export function Buy() {
  const ramp = useRampWidget({ quoteCurrency: 'USD', baseCurrency: 'BTC' })
  const frame = ramp.getFrameProps()
  return (
    <>
      {frame && <iframe {...frame} title="Buy bitcoin" height="600" />}
      <button type="button" onClick={() => ramp.actions.start()}>
        Buy
      </button>
      <output>{ramp.state.status}</output>
    </>
  )
}`,
  useLightningAddress: `import { useLightningAddress } from '@leyden/react'

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
