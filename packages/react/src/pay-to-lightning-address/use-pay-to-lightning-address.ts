'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AddressField, useLightningAddress } from '../lightning-address/use-lightning-address.js'
import { numberLocale } from '../messages/number-locale.js'
import { type CheckedCharge, type Order, type PayState, unclearCharge } from '../pay-flow/index.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useTouch } from '../provider/page-signals.js'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { useClient } from '../provider/use-client.js'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { useToldProps } from '../provider/wrong-props.js'
import { useNow } from '../widget/use-now.js'
import { useWait } from '../widget/use-wait.js'
import { useHasBrowserWallet } from './browser-wallet.js'
import { checkPayProps, wholePresets, wholeSats } from './check-pay-props.js'
import { type Fiat, usableFiat } from './fiat.js'
import type { IntentState } from './intent-reader.js'
import { createPayEngine, isReady as isReadyFor } from './pay-engine.js'
import type { PayOptions } from './pay-options.js'
import type { PaySettings } from './pay-settings.js'
import { isTest, secondsLeft } from './pay-view.js'
import { type AmountField, signedAmount, useAmountField } from './use-amount-field.js'
import { type CopiedThing, useCopying } from './use-copying.js'
import { type NoteField, useNoteField } from './use-note-field.js'
import { type PayerFields, usePayerFields } from './use-payer-fields.js'
import { knownWallets, type Wallet } from './wallets.js'

/** What a person fills in. A field that the page or an intent fixes is `locked`. */
export interface PayFields {
  address: AddressField
  amount: AmountField
  note: NoteField
  /** What the recipient asks about the payer. */
  payer: PayerFields
}

export interface PayActions {
  /** Asks for an invoice with what stands in the fields; does nothing unless `canShowInvoice`. */
  showInvoice: () => void
  /** The same order again, after an end or a failure. */
  renew: () => void
  /** To the form, the fields kept. */
  back: () => void
  /** To the form, with an empty address. */
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
  /** The notice of this payment was read. */
  dismiss: (chargeId: string) => void
  /** Reads the intent again after a failure. */
  retryIntent: () => void
}

/** Props of a link that opens the invoice in a wallet: a real `<a>`, because buttons cannot open apps everywhere. */
export interface InvoiceLinkProps {
  href: string
}

/** What `usePayToLightningAddress` returns. */
export interface PayHandle {
  /** Where the payment is; the only thing that holds an invoice, and only a checked one. */
  state: PayState
  actions: PayActions
  fields: PayFields
  /** Spread on an `<a>` while an invoice can be paid; null without one. With a wallet, its own link. */
  getInvoiceLinkProps: (wallet?: Wallet) => InvoiceLinkProps | null
  /** The signed order, where the page gives an intent. */
  intent: IntentState | null
  /**
   * False where a prop is wrong or missing, so that nothing can be paid and nothing is asked: say so in place of a
   * form. The console names the prop.
   */
  isReady: boolean
  /** Anything but live mainnet, as far as is known. */
  isTest: boolean
  /** Whether an invoice may be asked for. */
  canShowInvoice: boolean
  /** Whether `done` leads anywhere: with an intent only the page knows where to go on. */
  canFinish: boolean
  /** Whole seconds until the invoice expires; 0 where there is none. */
  secondsLeft: number
  /** Whole seconds until `renew` may be tried after a failure; 0 when it may. */
  retrySeconds: number
  presets: readonly bigint[]
  fiat: Fiat | undefined
  wallets: readonly Wallet[]
  /** Whether a wallet lives in this browser. */
  hasBrowserWallet: boolean
  /** Whether the main pointer is a finger: wallets first, then. */
  isTouch: boolean
  /** A charge that a wallet may have paid: it gave no clear answer. To be told before another invoice is shown. */
  unclearCharge: CheckedCharge | null
  copied: CopiedThing | null
  /** What could not be copied and has to be shown for copying by hand. */
  copyFailed: CopiedThing | null
}

/**
 * The whole pay flow without looks: state, fields and actions, on which `<PayToLightningAddress/>` is built.
 *
 * ```tsx
 * const { state, actions, getInvoiceLinkProps } = usePayToLightningAddress({ address: 'alice@wallet.example', amountSats: 2100 })
 * if (state.status === 'awaiting') return <a {...getInvoiceLinkProps()}>Pay</a>
 * return <button type="button" onClick={actions.showInvoice}>Tip</button>
 * ```
 */
export function usePayToLightningAddress(options: PayOptions): PayHandle {
  const client = useClient(options.client, 'PayToLightningAddress')
  const queryClient = useLeydenQueryClient()
  useToldProps('PayToLightningAddress', checkPayProps(options).wrong)
  const locale = numberLocale(useLeydenContext().locale)
  const given: PaySettings = { ...options, client, queryClient, lookup: { status: 'empty' } }
  const [engine] = useState(() => createPayEngine(given))
  useSyncExternalStore(engine.subscribe, engine.getState, engine.getState)
  useSyncExternalStore(engine.subscribe, engine.getIntent, engine.getIntent)
  const state = engine.stateFor(given)
  const intent = engine.intentFor(given)
  const signed = intent?.status === 'read' ? intent.reading : null

  const isReady = isReadyFor(given)
  const address = useLightningAddress({
    ...options,
    client,
    address: isReady
      ? intent
        ? (signed?.lnaddress ?? '')
        : options.address
      : addressWhileNotReady(state, options),
  })
  const { lookup } = address
  const recipient =
    'recipient' in state ? state.recipient : lookup.status === 'found' ? lookup.recipient : null
  const fiat = usableFiat(options.fiat)
  const entered = useAmountField({
    amountSats: wholeSats(options.amountSats) ?? undefined,
    defaultAmountSats: wholeSats(options.defaultAmountSats) ?? undefined,
    limits: recipient,
    fiat,
    locale,
    onAmountChange: options.onAmountChange,
  })
  const amount = signed ? signedAmount(entered, BigInt(signed.amount), fiat, locale) : entered
  const note = useNoteField(
    intent ? { description: signed?.description ?? '' } : options,
    recipient?.commentAllowed ?? 0,
  )
  const payer = usePayerFields(recipient)

  const settings: PaySettings = {
    ...given,
    lookup,
    payerData: payer.given ?? undefined,
    onRestored: (shown) => {
      address.setText(shown.recipient.address)
      amount.setSats(shown.charge.amountMsat / 1_000n)
    },
  }
  useBrowserLayoutEffect(() => engine.update(settings))
  useEffect(() => engine.mount(), [engine])

  const { copied, copyFailed, copy } = useCopying(state)
  const error = state.status === 'failed' ? state.error : null
  const retrySeconds = useWait(error, error?.retryAfterMs ?? 0)
  const now = useNow(state.status === 'awaiting' || state.status === 'unconfirmed')
  const canShowInvoice =
    state.status === 'idle' &&
    lookup.status === 'found' &&
    amount.problem === null &&
    !note.tooLong &&
    payer.complete

  return {
    state,
    actions: {
      showInvoice: () => {
        if (!canShowInvoice || amount.sats === null) return
        const amountMsat = signed ? BigInt(signed.amount) : amount.sats * 1_000n
        engine.requestInvoice({ amountMsat, note: note.text.trim() || undefined })
      },
      renew: () => {
        const order = orderOf(state)
        // After the page was thrown away, what was told about oneself has to be told again.
        if (order && payer.complete) engine.requestInvoice(order)
        else engine.back()
      },
      back: engine.back,
      changeAddress: () => {
        engine.back()
        address.setText('')
      },
      copy,
      payWithBrowserWallet: engine.payWithBrowserWallet,
      claimPaid: engine.claimPaid,
      reopen: engine.reopen,
      done: engine.done,
      dismiss: engine.dismiss,
      retryIntent: engine.retryIntent,
    },
    fields: { address, amount, note, payer },
    getInvoiceLinkProps: (wallet) =>
      state.status === 'awaiting' ? { href: (wallet?.prefix ?? 'lightning:') + state.charge.invoice } : null,
    intent,
    isReady,
    isTest: isTest(state, lookup, options.network, signed),
    canShowInvoice,
    canFinish: intent === null || options.onDone !== undefined,
    secondsLeft: secondsLeft(state, client.clock, now),
    retrySeconds,
    presets: wholePresets(options.presets),
    fiat,
    wallets: options.wallets ?? knownWallets,
    hasBrowserWallet: useHasBrowserWallet(),
    isTouch: useTouch(),
    unclearCharge: unclearCharge(state)?.charge ?? null,
    copied,
    copyFailed,
  }
}

/**
 * The locked address of a widget that is not ready: none, so that nobody is asked. Many a page empties its cart when
 * it hears of a payment: that stays on the screen, with the address that was paid.
 */
function addressWhileNotReady(state: PayState, { address, intent }: PayOptions): string | undefined {
  if (state.status !== 'paid') return ''
  return address === undefined && intent === undefined ? undefined : state.charge.address
}

function orderOf(state: PayState): Order | null {
  if ('order' in state) return state.order
  return 'charge' in state ? { amountMsat: state.charge.amountMsat, note: state.charge.note } : null
}
