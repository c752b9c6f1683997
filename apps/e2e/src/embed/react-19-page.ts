// hosts.test.ts bundles this file into a page, in which React renders the element like any other tag.
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const [count, setCount] = useState(0)
  const paid = (window as unknown as { paid: string[] }).paid
  return createElement(
    'div',
    null,
    createElement('button', { type: 'button', onClick: () => setCount(count + 1) }, `again ${count}`),
    createElement('pay-to-lightning-address', {
      address: 'alice@wallet.example',
      amountSats: 2100n,
      theme: { radius: 4 },
      'onleyden-paid': ({ detail }: CustomEvent<{ status: string }>) => paid.push(detail.status),
    }),
  )
}

const main = document.querySelector('main')
if (main) createRoot(main).render(createElement(StrictMode, null, createElement(App)))
