'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow, useWait } from '../foundation/page/countdown.js'
import { SLOW_MS, useOutage } from '../foundation/page/outage.js'
import { useLeydenContext } from '../foundation/provider/leyden-context.js'
import {
  useBrowserValue,
  useCanShare,
  useLasting,
  useOnline,
  useTouch,
} from '../foundation/provider/page-signals.js'
import { useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { useBrowserLayoutEffect } from '../foundation/provider/use-latest.js'
import { usePropWarnings } from '../foundation/provider/wrong-props.js'
import { foldAddress } from '../foundation/query/leyden-keys.js'
import { checkPayProps } from './check-pay-props.js'
import { paymentOf } from './engine/pay-callbacks.js'
import { createPayEngine } from './engine/pay-engine.js'
import { isReady } from './engine/pay-order.js'
import { browserWallet, onBrowserWallet } from './engine/wallet-answer.js'
import { noWallet, walletConnection } from './engine/wallet-connection.js'
import { useFiat } from './fields/use-fiat.js'
import { usePayFields } from './fields/use-pay-fields.js'
import type { Order, PayState } from './flow/pay-state.js'
import { unclearCharge } from './flow/shown-charge.js'
import { isTest, secondsLeft } from './parts/pay-view.js'
import { useCopying } from './parts/use-copying.js'
import { knownWallets } from './parts/wallets.js'
import type { PayHandle } from './pay-handle.js'
import type { PayOptions } from './pay-options.js'
import type { PaySettings } from './pay-settings.js'

/**
 * The whole pay flow without a user interface: state, fields and actions. `<PayToLightningAddress/>` is built on it.
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
  const { widgetEvents, ...provider } = useLeydenContext()
  const connection = useBrowserValue(walletConnection.subscribe, walletConnection.getState, noWallet)
  const connectWallet = options.connectWallet ?? provider.connectWallet
  usePropWarnings('PayToLightningAddress', checkPayProps(options).wrong)
  const fiat = useFiat(options, client)
  const given: PaySettings = {
    ...options,
    fiat,
    connectWallet,
    client,
    queryClient,
    widgetEvents,
    lookup: { status: 'empty' },
  }
  const [engine] = useState(() => createPayEngine(given))
  useSyncExternalStore(engine.subscribe, engine.getState, engine.getState)
  useSyncExternalStore(engine.subscribe, engine.getIntent, engine.getIntent)
  const state = engine.stateFor(given)
  const intent = engine.intentFor(given)
  const signed = intent?.status === 'read' ? intent.reading : null
  const fields = usePayFields(given, state, signed)
  const { address, amount, note, payer } = fields
  const { lookup } = address

  const isFilledIn = amount.problem === null && !note.tooLong && payer.complete
  const canShowInvoice = state.status === 'idle' && lookup.status === 'found' && isFilledIn
  const filledIn: Order = {
    amountMsat: amount.amountMsat ?? 0n,
    note: note.text.trim() || undefined,
    unit: amount.unit,
  }
  const isFixed = address.locked && amount.locked

  useBrowserLayoutEffect(() =>
    engine.update({
      ...given,
      lookup,
      autoOrder: options.autoInvoice && isFixed && canShowInvoice ? filledIn : undefined,
      payerData: payer.given ?? undefined,
      onRestored: (shown) => {
        address.setText(shown.recipient.address)
        amount.setSats(shown.charge.amountMsat / 1_000n)
      },
    }),
  )
  useEffect(() => engine.mount(), [engine])

  const { copied, copyFailed, copy, share } = useCopying(state)
  const error = state.status === 'failed' ? state.error : null
  const retrySeconds = useWait(error, error?.retryAfterMs ?? 0)
  const now = useNow(state.status === 'awaiting' || state.status === 'unconfirmed')

  // A press during the look-up counts, so that nobody has to press twice. A change of a field cancels it.
  const entered = `${foldAddress(address.text)} ${amount.text}`
  const [pressedOn, setPressedOn] = useState<string | null>(null)
  const isLooking = lookup.status === 'looking' || lookup.status === 'typing'
  const isPressed = pressedOn === entered && state.status === 'idle' && (isLooking || canShowInvoice)
  if (pressedOn !== null && !isPressed) setPressedOn(null)
  useEffect(() => {
    if (!isPressed || !canShowInvoice) return
    setPressedOn(null)
    engine.requestInvoice(filledIn, true)
  })

  return {
    state,
    actions: {
      ...engine.actions,
      showInvoice: () => {
        if (canShowInvoice) engine.requestInvoice(filledIn, true)
        else if (state.status === 'idle' && isLooking && isFilledIn) setPressedOn(entered)
      },
      renew: () => {
        const order = orderOf(state)
        // After a reload, the person has to enter the payer data again.
        if (order && payer.complete) engine.requestInvoice(order)
        else engine.actions.back()
      },
      changeAddress: () => {
        engine.actions.back()
        address.setText('')
      },
      done: () => {
        note.setText('')
        engine.actions.done()
      },
      copy,
      share,
    },
    fields,
    getInvoiceLinkProps: (wallet) =>
      state.status === 'awaiting' ? { href: (wallet?.prefix ?? 'lightning:') + state.charge.invoice } : null,
    intent,
    isReady: isReady(given),
    isTest: isTest(state, lookup, options.network, signed),
    canShowInvoice,
    isPressed,
    thanks:
      state.status === 'paid' &&
      options.renderSuccess?.(paymentOf(state.charge, state, signed?.reference ?? options.reference)),
    canFinish: intent === null || options.onDone !== undefined,
    secondsLeft: secondsLeft(state, client.clock, now),
    isOnline: useOnline(),
    outage: useOutage(client),
    isSlow: useLasting(state.status === 'requesting', SLOW_MS),
    retrySeconds,
    fiat,
    wallets: options.wallets ?? knownWallets,
    hasBrowserWallet: useBrowserValue(onBrowserWallet, () => browserWallet() !== null, false),
    walletConnection: given.connectWallet ? connection : null,
    walletHint: options.walletHint ?? true,
    buyBitcoinUrl: options.buyBitcoinUrl,
    isTouch: useTouch(),
    unclearCharge: unclearCharge(state)?.charge ?? null,
    canShare: useCanShare(),
    copied,
    copyFailed,
  }
}

function orderOf(state: PayState): Order | null {
  if ('order' in state) return state.order
  if (!('charge' in state)) return null
  const { amountMsat, note, unit } = state.charge
  return { amountMsat, note, unit }
}
