import type { Client } from '@leyden/core'
import { checkPreimage } from '@leyden/core/invoice'
import type { PayEvent, PayState } from '@leyden/core/pay'
import { useState } from 'react'
import { useBrowserWallet } from './browser-wallet.js'
import { deliverProof } from './deliver-proof.js'

/** Pays with the wallet of this browser, from a click only, and believes it only with proof. */
export function useBrowserWalletPayment(client: Client, state: PayState, send: (event: PayEvent) => void) {
  const wallet = useBrowserWallet()
  const [refusedId, setRefusedId] = useState<string | null>(null)
  const payWithBrowserWallet = async () => {
    if (!wallet || state.status !== 'awaiting') return
    const { charge } = state
    setRefusedId(null)
    send({ type: 'wallet_asked', id: charge.id })
    try {
      await wallet.enable()
      const { preimage } = (await wallet.sendPayment(charge.invoice)) ?? {}
      // Anything else proves nothing: the watch goes on, and the time decides.
      if (typeof preimage !== 'string' || !checkPreimage(preimage, charge.id)) return
      const paid = {
        type: 'paid',
        id: charge.id,
        evidence: 'preimage',
        preimage: preimage.toLowerCase(),
        at: new Date(),
      } as const
      send(paid)
      void deliverProof(client, charge, preimage).then((success) => {
        if (success) send({ ...paid, success })
      })
    } catch {
      setRefusedId(charge.id)
      send({ type: 'wallet_refused', id: charge.id })
    }
  }

  return {
    hasBrowserWallet: wallet !== null,
    walletRefused: state.status === 'awaiting' && refusedId === state.charge.id,
    payWithBrowserWallet: () => void payWithBrowserWallet(),
  }
}
