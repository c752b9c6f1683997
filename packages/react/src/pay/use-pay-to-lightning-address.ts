'use client'

import type { Network } from '@leyden/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOutage } from '../foundation/flow/outage.js'
import { useNameJudge } from '../foundation/options/use-name-judge.js'
import { usePropWarnings, type WrongProp } from '../foundation/options/wrong-props.js'
import { useNow } from '../foundation/page/countdown.js'
import { isInAppBrowser } from '../foundation/page/in-app-browser.js'
import { neverChanges, useBrowserValue } from '../foundation/page/page-signals.js'
import { useBrowserLayoutEffect } from '../foundation/page/use-latest.js'
import { useLeydenContext } from '../foundation/provider/leyden-context.js'
import { useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { foldAddress } from '../foundation/query/keys.js'
import { checkPayProps } from './check-pay-props.js'
import type { PayEngine } from './engine/pay-engine.js'
import type { WalletConnection } from './engine/wallet-connection.js'
import { useFiat } from './fields/use-fiat.js'
import { usePayFields } from './fields/use-pay-fields.js'
import type { ChargeTerms, PayState } from './flow/pay-state.js'
import { unclearCharge } from './flow/shown-charge.js'
import { createLazyEngine } from './loading/lazy-engine.js'
import { paymentPart } from './loading/payment-part.js'
import type { InvoiceLinkProps, PayHandle } from './pay-handle.js'
import { type PayOptions, payOptions } from './pay-options.js'
import { isReady, type PaySettings } from './pay-settings.js'
import { isTest, secondsLeft } from './pay-view.js'
import {
  browserWallet,
  chooseBrowserWallet,
  chosenBrowserWallet,
  onBrowserWallet,
  onWalletChosen,
} from './wallets/browser-wallet.js'
import { knownWallets } from './wallets/known-wallets.js'

/**
 * The whole pay flow without a user interface: state, fields and actions. `<PayToLightningAddress/>` is built on it.
 *
 * ```tsx
 * const { state, actions, wallets } = usePayToLightningAddress({ address: 'alice@wallet.example', amountSats: 2100 })
 * if (state.status === 'awaiting') return <a {...wallets.getInvoiceLinkProps()}>Pay</a>
 * return <button type="button" onClick={actions.showInvoice}>Tip</button>
 * ```
 */
export function usePayToLightningAddress(options: PayOptions): PayHandle {
  return usePayHandle(options, createLazyEngine)
}

/** The hook with any engine, so that stories and tests can render it in each state. */
export function usePayHandle(
  given: PayOptions,
  createEngine: (settings: PaySettings) => PayEngine,
): PayHandle {
  const { wrong, isFatal, usable: options } = checkPayProps(given, useNameJudge(payOptions, given))
  const client = useClient(options.client, 'PayToLightningAddress')
  const queryClient = useLeydenQueryClient()
  const { widgetEvents, ...provider } = useLeydenContext()
  const connection = useWalletConnection()
  const connectWallet = options.connectWallet ?? provider.connectWallet
  const { price: fiat, awaited: awaitedFiat } = useFiat(options, client)
  const settings: PaySettings = {
    ...options,
    fiat,
    connectWallet,
    client,
    queryClient,
    widgetEvents,
    hasFatalProp: isFatal,
    lookup: { status: 'empty' },
  }
  const [engine] = useState(() => createEngine(settings))
  useSyncExternalStore(engine.subscribe, engine.getState, engine.getState)
  useSyncExternalStore(engine.subscribe, engine.getIntent, engine.getIntent)
  const state = engine.getOptimisticState(settings)
  const intent = engine.getOptimisticIntent(settings)
  const signed = intent?.status === 'read' ? intent.reading : null
  const fields = usePayFields(settings, state, signed, awaitedFiat)
  const { address, amount, note, payer } = fields
  const { lookup } = address
  const networkOfBff = signed?.network ?? (lookup.status === 'found' ? lookup.network : undefined)
  const isOtherNetwork =
    options.network !== undefined && networkOfBff !== undefined && options.network !== networkOfBff
  usePropWarnings('PayToLightningAddress', [
    ...wrong,
    ...(isOtherNetwork ? [otherNetwork(options.network, networkOfBff)] : []),
  ])

  const isFilledIn = amount.problem === null && !note.tooLong && payer.complete
  const canShowInvoice = state.status === 'idle' && lookup.status === 'found' && isFilledIn && !isOtherNetwork
  const filledIn: ChargeTerms = {
    amountMsat: amount.amountMsat ?? 0n,
    note: note.text.trim() || undefined,
    unit: amount.unit,
  }
  const isFixed = address.locked && amount.locked

  useBrowserLayoutEffect(() =>
    engine.update({
      ...settings,
      lookup,
      autoTerms: options.autoInvoice && isFixed && canShowInvoice ? filledIn : undefined,
      payerData: payer.given ?? undefined,
      onRestored: (shown) => {
        address.setText(shown.recipient.address)
        amount.setSats(shown.charge.amountMsat / 1_000n)
      },
    }),
  )
  useEffect(() => engine.mount(), [engine])

  const now = useNow(state.status === 'awaiting' || state.status === 'unconfirmed')

  // A press during the look-up counts, so that nobody has to press twice. A change of a field cancels it, and so does a
  // payment that the person has to read of first.
  const entered = `${foldAddress(address.text)} ${amount.text} ${state.unmatched?.length ?? 0}`
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
    fields,
    actions: {
      ...engine.actions,
      showInvoice: () => {
        if (canShowInvoice) engine.requestInvoice(filledIn, true)
        else if (state.status === 'idle' && isLooking && isFilledIn) setPressedOn(entered)
      },
      renew: () => {
        const terms = termsOf(state)
        // After a reload, the person has to enter the payer data again. A signed order may be unknown to the server.
        if (terms && payer.complete && (intent === null || signed)) engine.requestInvoice(terms)
        else engine.actions.back()
      },
      done: () => {
        note.setText('')
        engine.actions.done()
      },
      forgetBrowserWallet: () => chooseBrowserWallet(null),
    },
    wallets: {
      apps: options.wallets ?? knownWallets,
      getInvoiceLinkProps: (wallet) =>
        state.status === 'awaiting'
          ? linkProps((wallet?.prefix ?? 'lightning:') + state.charge.invoice)
          : null,
      hasBrowserWallet: useBrowserValue(onBrowserWallet, () => browserWallet() !== null, false),
      isBrowserWalletChosen: useBrowserValue(onWalletChosen, () => chosenBrowserWallet() !== null, false),
      connection: settings.connectWallet ? connection : null,
      unclearCharge: unclearCharge(state)?.charge ?? null,
      buyBitcoinUrl: options.buyBitcoinUrl,
    },
    view: {
      intent,
      isReady: isReady(settings) && !isOtherNetwork,
      isTest: isTest(state, lookup, options.network, signed),
      canShowInvoice,
      isPressed,
      fiat,
      secondsLeft: secondsLeft(state, client.clock, now),
      outage: useOutage(client),
    },
  }
}

/** Every invoice would be refused, as if the shop had sent a wrong one. */
function otherNetwork(network: Network | undefined, networkOfBff: Network): WrongProp {
  return {
    prop: 'network',
    value: network,
    advice: `the BFF is on ${networkOfBff}. Nothing can be paid here until both are the same: leave network out, or set LEYDEN_NETWORK of the BFF.`,
  }
}

const noWallet: WalletConnection = { status: 'ready', name: undefined }

/** The connected wallet, as soon as the code for it is loaded. */
function useWalletConnection(): WalletConnection {
  const { subscribe = neverChanges, getState = () => noWallet } =
    paymentPart.current()?.walletConnection ?? {}
  return useBrowserValue(subscribe, getState, noWallet)
}

/** The browser of an app may show an error in place of the page, if it follows the link in the page itself. */
function linkProps(href: string): InvoiceLinkProps {
  return isInAppBrowser() ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href }
}

function termsOf(state: PayState): ChargeTerms | null {
  if ('terms' in state) return state.terms
  if (!('charge' in state)) return null
  const { amountMsat, note, unit } = state.charge
  return { amountMsat, note, unit }
}
