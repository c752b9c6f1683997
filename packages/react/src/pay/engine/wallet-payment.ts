import { callAll } from '@leyden/core/internal'
import type { BrowserWallet } from '../../foundation/provider/connect-wallet.js'
import type { CheckedCharge } from '../flow/pay-state.js'
import { isOver, unclearCharge } from '../flow/shown-charge.js'
import type { ChargeLedger } from '../ledger/charge-ledger.js'
import type { PayFlow } from '../pay-settings.js'
import { browserWallet, chooseBrowserWallet, onBrowserWallet } from '../wallets/browser-wallet.js'
import { askWallet, lookUpPayment } from './wallet-answer.js'
import { walletConnection } from './wallet-connection.js'

/** The delays before a wallet is asked again about a payment, in milliseconds. */
const LOOK_UP_PAUSES_MS = [0, 2_000, 4_000, 8_000, 15_000]

/** Pays with a wallet after a click, and accepts its answer only with a proof. */
export async function payWithWallet(
  wallet: BrowserWallet | null | undefined,
  flow: PayFlow,
  ledger: ChargeLedger,
): Promise<void> {
  const state = flow.getState()
  if (!wallet || state.status !== 'awaiting') return
  const { id } = state.charge
  flow.send({ type: 'wallet_asked', id })
  const takeAnswer = ledger.askWallet(id)
  const answer = await askWallet(wallet, state.charge)
  // The ledger notifies every widget, even if the person has left the invoice meanwhile.
  if (answer.status === 'proven') {
    if (wallet === browserWallet()) chooseBrowserWallet(wallet)
    return ledger.prove(id, answer.preimage)
  }
  takeAnswer(answer.status === 'unknown' ? 'unclear' : 'refused')
  if (answer.status === 'refused') flow.send({ type: 'wallet_refused', id })
}

/** The wallets that can be asked now: the one in this browser, and the one that is connected to the page. */
function wallets(): BrowserWallet[] {
  return [browserWallet(), walletConnection.wallet()].filter((wallet) => !!wallet)
}

/**
 * After an unclear answer, asks the wallet again about a charge until it proves the payment or the charge is no longer
 * watched.
 *
 * @returns a function that stops it.
 */
export function followUnclearPayment(flow: PayFlow, ledger: () => ChargeLedger): () => void {
  let payingCharge: CheckedCharge | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const lookUp = async (charge: CheckedCharge, round: number) => {
    const answers = await Promise.all(wallets().map((wallet) => lookUpPayment(wallet, charge)))
    const proof = answers.find((answer) => answer.status === 'proven')
    if (proof) ledger().prove(charge.id, proof.preimage)
    else wait(charge, round + 1)
  }
  const wait = (charge: CheckedCharge, round: number) => {
    const pauseMs = LOOK_UP_PAUSES_MS[Math.min(round, LOOK_UP_PAUSES_MS.length - 1)]
    if (payingCharge?.id === charge.id) timer = setTimeout(lookUp, pauseMs, charge, round)
  }
  const follow = () => {
    const unclear = unclearCharge(flow.getState())
    const isFollowed = unclear !== undefined && !isOver(unclear) && wallets().length > 0
    const charge = isFollowed ? unclear.charge : undefined
    if (charge?.id === payingCharge?.id) return
    clearTimeout(timer)
    payingCharge = charge
    if (charge) wait(charge, 0)
  }

  follow()
  const unsubscribe = callAll([
    flow.subscribe(follow),
    onBrowserWallet(follow),
    walletConnection.subscribe(follow),
  ])
  return () => {
    payingCharge = undefined
    clearTimeout(timer)
    unsubscribe()
  }
}
