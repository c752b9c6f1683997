// The page of a shop with React: it has the component, or renders the elements, which get their options as properties.
import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { createElement, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

declare const Leyden: { configure(settings: { bffUrl: string }): void }

const settings = new URLSearchParams(location.search)
const bffUrl = settings.get('bff') ?? ''
const address = 'alice@wallet.example'

const render = (content: ReactNode) =>
  createRoot(document.getElementById('root') as HTMLElement).render(createElement(StrictMode, null, content))

if (settings.has('elements')) {
  const script = document.createElement('script')
  script.src = '/leyden.js'
  script.onload = () => {
    Leyden.configure({ bffUrl })
    render([
      createElement('pay-to-lightning-address', { key: 'tip', id: 'tip', address, amountSats: 2_100 }),
      createElement('pay-to-lightning-address', { key: 'order', id: 'order', intent: async () => 'signed' }),
    ])
  }
  document.head.append(script)
} else
  render(
    createElement(LeydenProvider, { bffUrl, children: createElement(PayToLightningAddress, { address }) }),
  )
