// This file is only compiled. It has elements as React pages use them, and code that must not compile.
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

// @ts-expect-error an address is a string
export const wrong = <pay-to-lightning-address address={7} />

export const tag: string | undefined = document.querySelector('ramp-widget')?.quoteCurrency

export const byIntent = (
  <pay-to-lightning-address
    intent={async () => (await fetch('/order')).text()}
    onleyden-paid={({ detail }) => detail.duplicateOf?.length}
  />
)

export const bySignedText = <pay-to-lightning-address intent="signed" />

// @ts-expect-error an intent is a string, or an async function that returns one
export const wrongIntent = <pay-to-lightning-address intent={() => 'signed'} />

// @ts-expect-error only a payment has an intent
export const noIntent = <ramp-widget intent="signed" />
