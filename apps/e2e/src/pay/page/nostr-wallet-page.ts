// The page of a shop whose visitor has connected a wallet with Bitcoin Connect, over Nostr Wallet Connect.
import { connectNWC, init, onConnected } from '@getalby/bitcoin-connect'
import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const settings = new URLSearchParams(location.search)

init({ appName: 'A shop', persistConnection: false })
onConnected((wallet) => {
  Object.assign(window, { webln: wallet })
  window.dispatchEvent(new Event('webln:ready'))
})
connectNWC(settings.get('wallet') ?? '')

const widget = createElement(PayToLightningAddress, { address: 'alice@wallet.example', amountSats: 2_100 })
const provider = createElement(LeydenProvider, { bffUrl: settings.get('bff') ?? '', children: widget })
createRoot(document.getElementById('root') as HTMLElement).render(createElement(StrictMode, null, provider))
