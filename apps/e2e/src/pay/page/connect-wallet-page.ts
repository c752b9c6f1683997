// The page of a shop whose visitors may connect a wallet with Bitcoin Connect.
import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const settings = new URLSearchParams(location.search)

const widget = createElement(PayToLightningAddress, {
  address: 'alice@wallet.example',
  amountSats: 2_100,
  reference: settings.get('order') ?? undefined,
})
const provider = createElement(LeydenProvider, {
  bffUrl: settings.get('bff') ?? '',
  connectWallet: () => import('@getalby/bitcoin-connect'),
  children: widget,
})
createRoot(document.getElementById('root') as HTMLElement).render(createElement(StrictMode, null, provider))
