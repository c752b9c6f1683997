import { type Order, type PayState, payTransition, watchedCharges } from '@leyden/core/pay'
import { useReducer, useRef } from 'react'
import {
  type LightningAddressEntry,
  useLightningAddress,
} from '../lightning-address/use-lightning-address.js'
import { numberLocale } from '../messages/number-locale.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useTouch } from '../provider/page-signals.js'
import { useClient } from '../provider/use-client.js'
import type { Fiat } from './fiat.js'
import type { PayOptions } from './pay-options.js'
import { type AmountEntry, useAmountEntry, wholeSats } from './use-amount-entry.js'
import { useBrowserWalletPayment } from './use-browser-wallet-payment.js'
import { useChargeWatch } from './use-charge-watch.js'
import { type CopiedThing, useCopying } from './use-copying.js'
import { type NoteEntry, useNoteEntry } from './use-note-entry.js'
import { useNow } from './use-now.js'
import { useOpenCharge } from './use-open-charge.js'
import { useOrder } from './use-order.js'
import { usePayCallbacks } from './use-pay-callbacks.js'
import { type PayerEntry, usePayerEntry } from './use-payer-entry.js'
import { useVerdictEvents } from './use-verdict-events.js'
import { knownWallets, type Wallet } from './wallets.js'

export interface PayToLightningAddress {
  /** Where it is; the only thing that holds an invoice, and only a checked one. */
  state: PayState
  address: LightningAddressEntry
  amount: AmountEntry
  note: NoteEntry
  /** What the recipient asks about the payer. */
  payer: PayerEntry
  presets: readonly bigint[]
  fiat: Fiat | undefined
  /** For numbers and dates. */
  locale: string
  /** Anything but live mainnet, as far as is known. */
  isTest: boolean
  /** Whether an invoice may be asked for. */
  canShowInvoice: boolean
  /** Whole seconds until the invoice expires; 0 where there is none. */
  secondsLeft: number
  /** Whether the main pointer is a finger: wallets first, then. */
  isTouch: boolean
  wallets: readonly Wallet[]
  /** Whether a wallet lives in this browser. */
  hasBrowserWallet: boolean
  /** The browser wallet was asked and did not pay. */
  walletRefused: boolean
  copied: CopiedThing | null
  /** What could not be copied and has to be shown for copying by hand. */
  copyFailed: CopiedThing | null
  showInvoice: () => void
  /** The same order again, after an end or a failure. */
  renew: () => void
  /** To the form, the recipient kept. */
  back: () => void
  changeAddress: () => void
  /** @param host an element of the widget. */
  copy: (thing: CopiedThing, host: HTMLElement | null) => void
  /** From a click only: the browser wallet asks the person. */
  payWithBrowserWallet: () => void
  /** "I have paid", where nobody can see it. */
  claimPaid: () => void
  /** Back to an invoice that still lives. */
  reopen: () => void
  done: () => void
}

/**
 * The whole pay flow without looks: state, entries and actions, on which `<PayToLightningAddress/>` is built.
 *
 * ```tsx
 * const pay = usePayToLightningAddress({ address: 'alice@wallet.example', amountSats: 2100 })
 * if (pay.state.status === 'awaiting') return <a href={`lightning:${pay.state.charge.invoice}`}>Pay</a>
 * return <button type="button" onClick={pay.showInvoice}>Tip</button>
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` without a client, or for an amount that is not whole sats.
 */
export function usePayToLightningAddress(options: PayOptions): PayToLightningAddress {
  const client = useClient(options.client)
  const locale = numberLocale(useLeydenContext().locale)
  const [state, send] = useReducer(payTransition, { status: 'empty' })
  // Look-ups and orders share the numbers, so that no answer fits where it does not belong.
  const attempts = useRef(0)

  const address = useLightningAddress({
    address: options.address,
    defaultAddress: options.defaultAddress,
    client,
    onAddressChange: options.onAddressChange,
  })
  useVerdictEvents(address, attempts, send)

  const recipient = 'recipient' in state ? state.recipient : null
  const amount = useAmountEntry({
    amountSats: wholeSats(options.amountSats, 'amountSats'),
    defaultAmountSats: wholeSats(options.defaultAmountSats, 'defaultAmountSats'),
    limits: recipient,
    fiat: options.fiat,
    locale,
  })
  const note = useNoteEntry(options, recipient?.commentAllowed ?? 0)
  const payer = usePayerEntry(recipient)

  const [current, earlier] = watchedCharges(state)
  useChargeWatch(client, current, send)
  useChargeWatch(client, earlier, send)
  usePayCallbacks(state, options)
  useOpenCharge({
    client,
    state,
    options,
    onRestore: (open) => {
      send({ type: 'restored', ...open })
      address.setText(open.recipient.address)
      amount.setSats(open.charge.amountMsat / 1000n)
    },
  })

  const { ask, withdraw } = useOrder({
    client,
    state,
    options,
    payerData: payer.given,
    attempts,
    send,
  })
  const browserWallet = useBrowserWalletPayment(client, state, send)
  const isTouch = useTouch()
  const { copied, copyFailed, copy } = useCopying(state)
  const isAwaiting = state.status === 'awaiting'
  const now = useNow(isAwaiting || state.status === 'unconfirmed')
  const canShowInvoice =
    state.status === 'ready' &&
    amount.problem === null &&
    !note.tooLong &&
    payer.complete &&
    address.verdict.status === 'found'

  const back = () => {
    withdraw()
    send({ type: 'back' })
  }

  return {
    state,
    address,
    amount,
    note,
    payer,
    presets: (options.presets ?? []).flatMap((preset) => wholeSats(preset, 'presets') ?? []),
    fiat: options.fiat,
    locale,
    isTest: isTest(state, address, options),
    canShowInvoice,
    secondsLeft:
      'charge' in state ? Math.max(0, Math.ceil((state.charge.expiresAt.getTime() - now) / 1000)) : 0,
    isTouch,
    wallets: options.wallets ?? knownWallets,
    ...browserWallet,
    copied,
    copyFailed,
    showInvoice: () => {
      if (canShowInvoice && amount.sats !== null)
        ask({ amountMsat: amount.sats * 1000n, ...(note.text.trim() && { note: note.text.trim() }) })
    },
    renew: () => {
      const order = orderOf(state)
      if (!order) return
      // After the page was thrown away, what was told about oneself has to be told again.
      if (payer.complete) ask(order)
      else back()
    },
    back,
    changeAddress: () => {
      withdraw()
      send({ type: 'changed_address' })
      address.setText('')
    },
    copy,
    claimPaid: () => isAwaiting && send({ type: 'claimed', id: state.charge.id }),
    reopen: () => {
      if (state.status === 'unconfirmed') send({ type: 'reopened', id: state.charge.id })
      if (state.status === 'confirming') send({ type: 'wallet_refused', id: state.charge.id })
    },
    done: () => {
      send({ type: 'back' })
      options.onDone?.(state)
    },
  }
}

function orderOf(state: PayState): Order | null {
  if ('order' in state) return state.order
  if (!('charge' in state)) return null
  const { amountMsat, note } = state.charge
  return { amountMsat, ...(note !== undefined && { note }) }
}

function isTest(state: PayState, { verdict }: LightningAddressEntry, { network }: PayOptions): boolean {
  if ('charge' in state) return state.charge.mode !== 'live' || state.charge.network !== 'mainnet'
  if (network !== undefined && network !== 'mainnet') return true
  return verdict.status === 'found' && verdict.mode === 'test'
}
