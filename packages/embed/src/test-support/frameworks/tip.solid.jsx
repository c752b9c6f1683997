import { createSignal } from 'solid-js'

/** @param {{ first: object, listen(change: (options: object) => void): void }} props */
export function Tip({ first, listen }) {
  const [options, setOptions] = createSignal(first)
  listen(setOptions)
  return (
    <pay-to-lightning-address
      address={options().address}
      amountSats={options().amountSats}
      intent={options().intent}
      amount={options().amount}
      on:leyden-paid={options().onPaid}
    />
  )
}
