import type { Client } from '@leyden/core'
import { useEffect, useState } from 'react'
import { ledgerOf } from '../ledger/charge-ledger.js'
import { type CheckedCharge, type PayState, watchedCharges } from '../pay-flow/index.js'
import { useBrowserWallet } from './browser-wallet.js'
import type { PayStore } from './pay-store.js'
import { askWallet, lookUpPayment, type WalletAnswer } from './wallet-answer.js'

/** How long to wait before a wallet is asked again what has become of a payment, in milliseconds. */
const LOOK_UP_PAUSES_MS = [0, 2_000, 4_000, 8_000, 15_000]

/** Pays with the wallet of this browser, from a click only, and believes it only with proof. */
export function useBrowserWalletPayment(client: Client, state: PayState, store: PayStore) {
  const wallet = useBrowserWallet()
  const [refusedId, setRefusedId] = useState<string | null>(null)

  const take = ({ id }: CheckedCharge, answer: WalletAnswer) => {
    const ledger = ledgerOf(client)
    switch (answer.status) {
      case 'proven':
        // The ledger tells every widget, this one first, also when the person has gone elsewhere since.
        return ledger.prove(id, answer.preimage)
      case 'refused':
        setRefusedId(id)
        ledger.setUnclear(id, false)
        return store.send({ type: 'wallet_refused', id })
      case 'unknown':
        ledger.setUnclear(id, true)
        return store.send({ type: 'wallet_unclear', id })
      default:
        return answer satisfies never
    }
  }

  const payWithBrowserWallet = async () => {
    if (!wallet || state.status !== 'awaiting') return
    const { charge } = state
    setRefusedId(null)
    store.send({ type: 'wallet_asked', id: charge.id })
    take(charge, await askWallet(wallet, charge))
  }

  const unclear = watchedCharges(state).find(
    (shown) => shown.isUnclear && !(state.status === 'confirming' && state.because === 'wallet'),
  )
  const pollable = unclear?.hasEnded ? undefined : unclear?.charge
  const unclearId = pollable?.id
  const invoice = pollable?.invoice
  useEffect(() => {
    if (!wallet || unclearId === undefined || invoice === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const lookUp = async (round: number) => {
      const answer = await lookUpPayment(wallet, { id: unclearId, invoice })
      if (answer.status === 'proven') ledgerOf(client).prove(unclearId, answer.preimage)
      else wait(round + 1)
    }
    const wait = (round: number) => {
      const pauseMs = LOOK_UP_PAUSES_MS[Math.min(round, LOOK_UP_PAUSES_MS.length - 1)]
      if (!isOver) timer = setTimeout(lookUp, pauseMs, round)
    }
    wait(0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wallet, client, unclearId, invoice])

  return {
    hasBrowserWallet: wallet !== null,
    walletRefused: state.status === 'awaiting' && refusedId === state.charge.id,
    unclearCharge: unclear?.charge ?? null,
    payWithBrowserWallet: () => void payWithBrowserWallet(),
  }
}
