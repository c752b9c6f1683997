// The page of a shop whose visitor may have connected a wallet with Bitcoin Connect, over Nostr Wallet Connect.
import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const settings = new URLSearchParams(location.search)

async function connect(connectionUrl: string) {
  const { connectNWC, init, onConnected } = await import('@getalby/bitcoin-connect')
  init({ appName: 'A shop', persistConnection: false })
  onConnected((wallet) => {
    Object.assign(window, { webln: wallet })
    window.dispatchEvent(new Event('webln:ready'))
  })
  connectNWC(connectionUrl)
}
const wallet = settings.get('wallet')
if (wallet) void connect(wallet)

const address = settings.get('address') ?? 'alice@wallet.example'
const widget = createElement(PayToLightningAddress, { address, amountSats: 2_100 })
const provider = createElement(LeydenProvider, { bffUrl: settings.get('bff') ?? '', children: widget })
createRoot(document.getElementById('root') as HTMLElement).render(createElement(StrictMode, null, provider))
