// Compiled only: the elements as React pages write them, and what must not compile.
import type {} from '@leyden/embed/jsx'

export const inReact18 = (
  <pay-to-lightning-address address="alice@wallet.example" amount-sats={2100} class="tip" />
)

export const inReact19 = (
  <pay-to-lightning-address
    address="alice@wallet.example"
    amountSats={2100n}
    theme={{ accent: '#6b4eff' }}
    onleyden-paid={({ detail }) => detail.amountMsat.length}
  />
)

// @ts-expect-error a recipient is a text
export const wrong = <pay-to-lightning-address address={7} />

export const tag: string | undefined = document.querySelector('ramp-widget')?.quoteCurrency
